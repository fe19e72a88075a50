import { execFile, spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { freePort } from '#tests/support/free-port.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

const run = promisify(execFile);
const log = { info: () => {}, warn: () => {}, error: () => {} };
const tools = ['pg_dump', 'pg_restore', 'initdb', 'pg_ctl'];

/** A PostgreSQL with all its tools: the embedded one has no pg_dump, and pg_dump must be at least as new as its server. */
const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()];
const binaries = folders.find((folder) => tools.every((tool) => existsSync(path.join(folder, tool))));
if (!binaries)
  console.warn(
    'Skipped: testing backup and restore needs pg_dump, pg_restore, initdb and pg_ctl (Debian: postgresql). See docs/deploy.md.',
  );

describe.skipIf(!binaries)('a backup by pg_dump', () => {
  let folder: TemporaryFolder;
  let base: string;
  /** PostgreSQL refuses to run as root. */
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const tool = (name: string, ...options: string[]) =>
    run(path.join(binaries ?? '', name), options, {
      ...user,
      maxBuffer: 1e9,
      cwd: folder.path,
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });

  beforeAll(async () => {
    folder = await makeTemporaryFolder();
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder.path, user.uid, user.gid);
    const port = await freePort();
    await tool('initdb', '--pgdata', 'data', '--username', 'carma', '--auth', 'trust', '--no-sync');
    const settings = `-p ${port} -k ${folder.path} -h 127.0.0.1 -c fsync=off`;
    await tool('pg_ctl', '--pgdata', 'data', '--log', 'log', '--wait', '--options', settings, 'start');
    base = `postgres://carma@127.0.0.1:${port}`;
    for (const name of ['live', 'restored']) await query(`${base}/postgres`, `create database ${name}`);
  });
  afterAll(async () => {
    await tool('pg_ctl', '--pgdata', 'data', '--mode', 'immediate', 'stop').catch(() => {});
    await folder.remove();
  });

  /** All rows of a database as SQL, without the word that each dump invents against injected commands. */
  const dumped = async (name: string) =>
    (await tool('pg_dump', '--data-only', `${base}/${name}`)).stdout.replaceAll(/^\\(?:un)?restrict .*$/gm, '');

  it('restores every row and rule, and the site’s migrations find nothing to do', async () => {
    await prepareDatabase({ url: `${base}/live`, log, seedsSamples: true });
    await query(
      `${base}/live`,
      `insert into messages (name, email, message) values ('Ada Løvelace 🌲', 'ada@backup.example', E'Two\\nlines');
       insert into newsletter_subscribers (email) values ('ada@backup.example');
       with message as (
         insert into messages (kind, name, email, organisation, sector, message)
         values ('rfp', 'Ada', 'ada@backup.example', 'Analytical', 'other', 'A request of an engine')
         returning id
       )
       insert into message_attachments (message_id, number, file_name, media_type, content)
       select id, 1, 'brief.pdf', 'application/pdf', decode(repeat('00ff25', 100000), 'hex') from message;
       insert into deliveries (purpose, message_id) select 'team', id from messages`,
    );

    await tool('pg_dump', '--format=custom', '--no-owner', '--file=backup.dump', `${base}/live`);
    await tool('pg_restore', '--no-owner', '--exit-on-error', '--single-transaction', `--dbname=${base}/restored`, 'backup.dump');

    const before = await dumped('live');
    expect(before).toContain('brief.pdf');
    expect(await dumped('restored')).toBe(before);

    await prepareDatabase({ url: `${base}/restored`, log, seedsSamples: true });
    expect(await dumped('restored')).toBe(before);
    const insert = (email: string) => query(`${base}/restored`, `insert into messages (name, email) values ('Grace', '${email}')`);
    await insert('grace@backup.example');
    await expect(insert('nobody')).rejects.toThrow(/check/);
  });
});

function idOf(flag: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

async function query(url: string, text: string): Promise<void> {
  const sql = connectTo(url, { max: 1, connect_timeout: 10 });
  try {
    await sql.unsafe(text);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
