import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, databasesReady, pgBackRest, siteCommand } from './cluster.ts';
import { secretsOf } from './files.ts';
import { host, placeOf, user } from './layout.ts';
import { killAll, run, start, until } from './processes.ts';
import { emailOf, send } from './writers.ts';

const port = 5440;
const messages = 10;

/**
 * Backs up, writes before and after a point in time, and restores that point into a separate PostgreSQL.
 * @throws Error unless everything from before is there once, nothing from after it is, and the audit of the record is clean.
 */
export async function backUpAndRestore(): Promise<void> {
  const primary = await databasesReady();
  pgBackRest(primary, '--type=full', 'backup');
  const before = await write();
  await sleep(1_500);
  const [target] = await ask((sql) => sql<{ now: string }[]>`select now()::text as now`);
  await sleep(1_500);
  const after = await write();
  run({ node: primary, program: 'psql', args: ['-h', placeOf(primary), '-U', 'postgres', '-c', 'select pg_switch_wal()', 'postgres'] });
  pgBackRest(primary, 'check');
  try {
    await restore(primary, target?.now ?? '');
    const stored = await ask((sql) => sql<{ email: string }[]>`select email from contact_messages`, host, port);
    const countOf = (keys: string[]) => keys.flatMap((key) => stored.filter(({ email }) => email === emailOf(key))).length;
    const found = `${countOf(before)} of ${messages} messages from before the point, ${countOf(after)} from after it`;
    if (countOf(before) !== messages || countOf(after) !== 0) throw new Error(`Restored ${found}`);
    const { SITE_DATABASE_PASSWORD } = secretsOf();
    siteCommand('record.ts', ['audit'], { DATABASE_URL: `postgres://carma:${SITE_DATABASE_PASSWORD}@${host}:${port}/carma` });
  } finally {
    await killAll('restored');
  }
}

async function restore(primary: string, target: string): Promise<void> {
  const place = placeOf('restored');
  const data = path.join(place, 'postgres');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(data, { recursive: true, mode: 0o700 });
  execFileSync('chown', ['--recursive', `${user}:`, place]);
  pgBackRest(primary, `--pg1-path=${data}`, '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const settings = { listen_addresses: host, port, unix_socket_directories: place, archive_mode: 'off', synchronous_standby_names: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  start({ node: 'restored', program: 'postgres', args: ['-D', data, ...args], cwd: 'postgres' });
  await until('the restored database', 120, async () => {
    const [row] = await ask((sql) => sql<{ isReady: boolean }[]>`select not pg_is_in_recovery() as "isReady"`, host, port);
    return row?.isReady;
  });
}

/** Sends messages. @returns their keys. @throws Error when one was not stored. */
async function write(): Promise<string[]> {
  const keys = Array.from({ length: messages }, () => randomUUID());
  for (const key of keys) {
    const response = await send('contact', key);
    if (!response.ok) throw new Error(`A message was not stored: ${response.status}`);
  }
  return keys;
}
