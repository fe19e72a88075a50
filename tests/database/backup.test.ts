import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { quiet } from '#db/connection.ts';
import { prepareDatabase } from '#db/migrate.ts';
import { onServer } from '#tests/support/database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const tools = ['pg_dump', 'pg_restore', 'initdb', 'pg_ctl'];

const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()];
/** A PostgreSQL with all its tools: the embedded one has no pg_dump, and pg_dump must be at least as new as its server. */
const binaries = folders.find((folder) => tools.every((tool) => existsSync(path.join(folder, tool))));
if (!binaries) console.warn(`Skipped: testing backup and restore needs ${tools.join(', ')} (Debian: postgresql). See docs/deploy.md.`);

it.skipIf(!binaries)('a backup by pg_dump restores every row and rule, and the site’s migrations find nothing to do', async () => {
  const folder = await folderOfTest();
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres']));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { ...user, maxBuffer: 1e9, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  const tool = (name: string, ...words: string[]) => promisify(execFile)(path.join(binaries ?? '', name), words, options);
  const port = await freePort();
  const url = (name: string) => `postgres://carma@127.0.0.1:${port}/${name}`;
  /** A database as SQL, without the word that each dump invents against injected commands, and without parentheses: a copy has fewer. */
  const dumped = async (name: string) => (await tool('pg_dump', url(name))).stdout.replaceAll(/^\\(?:un)?restrict .*$|[()]/gm, '');

  await tool('initdb', '--pgdata', 'data', '--username', 'carma', '--auth', 'trust', '--no-sync');
  const settings = `-p ${port} -k ${folder} -h 127.0.0.1 -c fsync=off`;
  await tool('pg_ctl', '--pgdata', 'data', '--log', 'log', '--wait', '--options', settings, 'start');
  try {
    for (const name of ['live', 'restored']) await onServer(url('postgres'), `create database ${name}`);
    await prepareDatabase({ url: url('live'), log: quiet, seedsSamples: true });
    const message = "'contact', 'Ada Løvelace 🌲', 'ada@backup.example', E'Two\\nlines'";
    await onServer(url('live'), `insert into messages (kind, name, email, message) values (${message})`);
    await tool('pg_dump', '--format=custom', '--no-owner', '--file=backup.dump', url('live'));
    await tool('pg_restore', '--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${url('restored')}`, 'backup.dump');
    const before = await dumped('live');
    expect(before).toContain('Ada Løvelace 🌲');
    await prepareDatabase({ url: url('restored'), log: quiet, seedsSamples: true });
    expect(await dumped('restored')).toBe(before);
  } finally {
    await tool('pg_ctl', '--pgdata', 'data', '--mode', 'immediate', 'stop');
  }
});
