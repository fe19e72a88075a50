import { spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, closeSync, lstatSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataLocation } from './data-location.ts';

/** The main process of a PostgreSQL server, as its `postmaster.pid` describes it. The port is a part of the socket's name, too. */
export type Postmaster = { pid: number; socketDir: string; port: number; ready: boolean };

/** How long (ms) a server may take until it accepts connections. */
export const startLimitMs = 60_000;
const maxAttempts = 5;
/** The longest path of a socket in bytes, on macOS; Linux takes four more. */
const maxSocketPath = 103;
/** A longer log is truncated at the next start. */
const logLimitBytes = 10_000_000;

/**
 * Settings that override postgresql.conf. `fsync`, `synchronous_commit` and `full_page_writes` are PostgreSQL's defaults, repeated because
 * acknowledged messages must survive. The log is terse, because the details of a rejected row would contain what somebody wrote.
 */
const usualSettings = {
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_error_verbosity: 'terse',
};

/** Returns the server that runs on this data directory. Ignores the pid file of a server that was killed. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const found = readPidFile(dataDir);
  return found && isServerOf(found.pid, dataDir) ? found : undefined;
}

/**
 * Starts a server on a cluster on which none runs (`findPostmaster`; whoever calls holds the lock), and waits until it accepts connections.
 * It is detached, so that the terminal's Ctrl-C cannot stop it before the site has finished its work. `settings` override `usualSettings`.
 * @throws Error with the end of the server's log, and what to do.
 */
export async function launchPostmaster(place: DataLocation, settings: Record<string, string>): Promise<Postmaster> {
  const deadline = Date.now() + startLimitMs;
  // The same at each start, so that tools can store it, and below the range of ephemeral ports.
  const port = 15_432 + (hash('sha256', place.dataDir, 'buffer').readUInt16BE() % 1_000);
  const own = {
    ...usualSettings,
    unix_socket_directories: `"${socketFolder(place, port).replaceAll('"', '""')}"`,
    // For tools on this machine; the site does without.
    listen_addresses: (await isFree(port)) ? '127.0.0.1' : '',
    port: String(port),
  };
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await launchOnce(place, { ...own, ...settings }, deadline);
    if (typeof outcome !== 'string') return outcome;
    // The workers of a killed server take a moment to notice and exit.
    if (!outcome.includes('pre-existing shared memory block') || attempt === maxAttempts)
      throw new Error(`PostgreSQL did not start in ${place.dataDir}. If the log below does not help, set DATABASE_URL.\n${outcome}`);
    await sleep(500 * attempt);
  }
}

/**
 * Stops a server. Running statements are cancelled, and a final checkpoint is written; if that takes longer than `limitMs`, the
 * server is stopped without one. Neither loses committed data.
 * @throws Error when the process survives both.
 */
export async function stopPostmaster(dataDir: string, limitMs = 20_000): Promise<void> {
  const { pid } = findPostmaster(dataDir) ?? {};
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + limitMs; Date.now() < deadline; await sleep(20)) if (!isServerOf(pid, dataDir)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop. Stop it yourself, as the user that it runs as: kill -KILL ${pid}`);
}

/**
 * Returns the folder for the socket by which the site connects. Only the server's own user and root can enter it: a port could be taken by
 * another user while the server is away, who would get the site's password. It is the data directory or, where the socket's path would be
 * too long for the system, a temporary folder of the same mode; the server touches its socket there, so that nothing cleans it away.
 * @throws Error if somebody else has made such a folder.
 */
function socketFolder({ dataDir, user }: DataLocation, port: number): string {
  if (Buffer.byteLength(`${dataDir}/.s.PGSQL.${port}`) <= maxSocketPath) return dataDir;
  const folder = path.join(tmpdir(), `carma-site-${hash('sha256', dataDir).slice(0, 12)}`);
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) && user) chownSync(folder, user.ids.uid, user.ids.gid);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== (user?.ids.uid ?? process.getuid?.()) || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to somebody else, or others can enter it. Remove it, or choose a shorter path for DATA_DIR.`);
  return folder;
}

/** Returns the running server, or the end of its log if it exited. @throws Error when it is not ready by the deadline. */
async function launchOnce(place: DataLocation, settings: Record<string, string>, deadline: number): Promise<Postmaster | string> {
  const { dataDir, user, programs } = place;
  neutralisePidFile(dataDir);
  const logFile = `${dataDir}-log`;
  const isLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes;
  const output = openSync(logFile, isLong ? 'w' : 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(programs, 'bin/postgres'), ['-D', dataDir, ...options], {
    ...user?.ids,
    detached: true,
    cwd: path.parse(dataDir).root,
    // A minimal environment: none of the site's secrets, and no PG* variables that would configure the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  await once(child, 'spawn');
  while (Date.now() < deadline) {
    const found = findPostmaster(dataDir);
    if (found?.ready && found.pid === child.pid) return found;
    if (child.exitCode !== null || child.signalCode !== null) return readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
    await sleep(20);
  }
  throw new Error(
    `PostgreSQL (process ${child.pid}) was not ready in time, perhaps because it is recovering from a crash. It is still running: see ${logFile}, and try again in a minute.`,
  );
}

/**
 * Makes PostgreSQL start despite the pid file of a killed server. Call it only if no server runs. PostgreSQL refuses to start
 * if any program has the process id in that file, which is nearly always so in a restarted container. This process's id is
 * written instead, which PostgreSQL ignores because it is its parent's. The rest of the file is left, so that PostgreSQL can
 * check that no worker still has the data open.
 */
function neutralisePidFile(dataDir: string): void {
  if (!readPidFile(dataDir)) return;
  const file = path.join(dataDir, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^-?\d*/, String(process.pid)));
}

/** Lines of the pid file: process id, data directory, start time, port, socket folder, address, shared memory, status. */
function readPidFile(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), socketDir: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Checks whether a process is a postgres that `launchOnce` started on this data directory. A zombie has no command line, so it is not. */
function isServerOf(pid: number, dataDir: string): boolean {
  const command = commandLine(pid);
  return /(^|\/)postgres /.test(command) && command.includes(` -D ${dataDir} `);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer().once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
