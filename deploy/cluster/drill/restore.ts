import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, databasesReady, pgBackRest, siteCommand } from './cluster.ts';
import { secretsOf } from './files.ts';
import { host, placeOf, user } from './layout.ts';
import { killAll, start, until } from './processes.ts';
import { type Acknowledged, emailOf, responseMs } from './writers.ts';

const port = 5440;

/**
 * Backs up under load, and restores a point in time into a separate PostgreSQL.
 * @throws Error unless every message acknowledged before it is there, none from long after it is, and the audit of the record is clean.
 */
export async function backUpAndRestore(acknowledged: readonly Acknowledged[]): Promise<void> {
  const primary = await databasesReady();
  await pgBackRest(primary, '--type=full', 'backup');
  const [row] = await ask((sql) => sql<{ now: Date }[]>`select now()`);
  const target = row?.now ?? new Date();
  // Whatever is acknowledged after that was sent after the point in time.
  await sleep(responseMs + 5_000);
  // Archives what has been written until now, and waits for it.
  await pgBackRest(primary, 'check');
  try {
    await restore(primary, target.toISOString().replace('T', ' ').replace('Z', '+00'));
    const stored = await ask((sql) => sql<{ email: string }[]>`select email from contact_messages`, host, port);
    const emails = new Set(stored.map(({ email }) => email));
    const messages = acknowledged.filter(({ kind }) => kind === 'contact');
    const lost = messages.filter(({ key, at }) => at < target.getTime() && !emails.has(emailOf(key)));
    const later = messages.filter(({ key, at }) => at > target.getTime() + responseMs && emails.has(emailOf(key)));
    if (lost.length + later.length > 0) throw new Error(`Restored without ${lost.length} messages, with ${later.length} from later`);
    const { SITE_DATABASE_PASSWORD } = secretsOf();
    await siteCommand('record.ts', ['audit'], { DATABASE_URL: `postgres://carma:${SITE_DATABASE_PASSWORD}@${host}:${port}/carma` });
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
  await pgBackRest(primary, `--pg1-path=${data}`, '--type=time', `--target=${target}`, '--target-action=promote', 'restore');
  // Standalone: without standbys to wait for, and without adding to the archive.
  const settings = { listen_addresses: host, port, unix_socket_directories: place, archive_mode: 'off', synchronous_standby_names: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  start({ node: 'restored', program: 'postgres', args: ['-D', data, ...args], cwd: 'postgres' });
  await until('the restored database', 120, async () => {
    const [row] = await ask((sql) => sql<{ isReady: boolean }[]>`select not pg_is_in_recovery() as "isReady"`, host, port);
    return row?.isReady;
  });
}
