import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { pgBackRest } from './backup.ts';
import { emailOf } from './drill-clients.ts';
import { secretsOf, settingsOf } from './files.ts';
import { databasePort, hasNetworks, host, placeOf, publicUrl, release, user } from './layout.ts';
import { databasesReady } from './nodes.ts';
import { postgresPrograms } from './packages.ts';
import { killAll, run, start, until } from './processes.ts';

const port = 5440;
const messages = 10;

/**
 * Backs up, writes before and after a point in time, and restores that point into a separate PostgreSQL. Checks that everything
 * from before is there once, that nothing from after it is, and that the audit of the record is clean. @returns the exit code.
 */
export async function drillRestore(): Promise<number> {
  const primary = await databasesReady();
  pgBackRest(primary, '--type=full', 'backup');
  const before = await write();
  await sleep(1_500);
  const [target] = await ask(databasePort, (sql) => sql<{ now: string }[]>`select now()::text as now`);
  await sleep(1_500);
  const after = await write();
  const startedAt = Date.now();
  run({ node: primary, program: psql(), args: ['-h', placeOf(primary), '-U', 'postgres', '-Atc', 'select pg_switch_wal()', 'postgres'] });
  pgBackRest(primary, 'check');
  await restore(primary, target?.now ?? '');
  const found = await ask(port, async (sql) => {
    const count = async (keys: string[]) => {
      const rows = await sql<{ times: number }[]>`
        select count(*)::int as times from contact_messages where email = any(${keys.map(emailOf)}) group by email`;
      return rows.map(({ times }) => times);
    };
    return { before: await count(before), after: await count(after) };
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const audit = auditRestored();
  await killAll('restored');
  const isRestored = found.before.length === messages && found.before.every((times) => times === 1) && found.after.length === 0;
  console.log(
    `Restored to ${target?.now} in ${seconds} s: ${found.before.length} of ${messages} messages from before, ${found.after.length} from after. Audit: ${audit}`,
  );
  return isRestored && audit === 'clean' ? 0 : 1;
}

async function restore(primary: string, target: string): Promise<void> {
  const place = placeOf('restored');
  const data = path.join(place, 'postgres');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (hasNetworks) execFileSync('chown', ['--recursive', `${user}:`, place]);
  pgBackRest(primary, `--pg1-path=${data}`, '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const settings = { listen_addresses: host, port, unix_socket_directories: place, archive_mode: 'off', synchronous_standby_names: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  start({ node: 'restored', program: path.join(postgresPrograms() ?? '', 'postgres'), args: ['-D', data, ...args], cwd: 'postgres' });
  await until('the restored database', 120, async () => {
    const [row] = await ask(port, (sql) => sql<{ isReady: boolean }[]>`select not pg_is_in_recovery() as "isReady"`);
    return row?.isReady;
  });
}

function auditRestored(): string {
  const { SITE_DATABASE_PASSWORD } = secretsOf();
  const env = { ...settingsOf('site1'), DATABASE_URL: `postgres://carma:${SITE_DATABASE_PASSWORD}@${host}:${port}/carma` };
  try {
    run({
      node: 'site1',
      program: path.join(release, 'node_modules/.bin/node'),
      args: ['commands/record.ts', 'audit'],
      env,
      cwd: 'release',
    });
    return 'clean';
  } catch (error) {
    return (error as Error).message;
  }
}

async function write(): Promise<string[]> {
  const keys = Array.from({ length: messages }, () => randomUUID());
  for (const key of keys) {
    const response = await fetch(`${publicUrl}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ name: 'Ada Lovelace', email: emailOf(key), message: key }),
    });
    if (!response.ok) throw new Error(`A message was not stored: ${response.status}`);
  }
  return keys;
}

async function ask<T>(at: number, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { SITE_DATABASE_PASSWORD: password } = secretsOf();
  const sql = postgres({ host, port: at, user: 'carma', database: 'carma', password, max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

const psql = () => path.join(postgresPrograms() ?? '', 'psql');
