import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';

/** The main process of a PostgreSQL server, as its `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean };

const attempts = 5;
/** A longer log begins anew at the next start. */
const logLimitBytes = 10_000_000;

/**
 * What the server runs with, whatever its postgresql.conf says. Only this machine can connect, with a password. No
 * socket file: its path would have a length limit and need a folder that both users can write. The three durability
 * settings are PostgreSQL's defaults, stated because an acknowledged message must survive. The log is
 * terse: its details of a row that fails would be what somebody wrote.
 */
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_error_verbosity: 'terse',
};

/** The server that runs on this data directory. A file left by a server that was killed counts as none. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const found = readPidFile(dataDir);
  return found && isServerOf(found.pid, dataDir) ? found : undefined;
}

type Launch = { place: Place; port: number; settings?: Record<string, string>; limit: number };

/**
 * Starts a server on a cluster and waits until it accepts connections. Another free port is taken where the wanted one is
 * in use. The server outlives this process: it must not get the terminal's Ctrl-C before the site has stored what it
 * was doing.
 * @throws Error with the server's own last words, and what to do.
 */
export async function launchPostmaster({ place, port, settings, limit }: Launch): Promise<Postmaster> {
  const deadline = Date.now() + limit;
  const free = (await portIfFree(port)) ?? (await portIfFree(0)) ?? 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await launchOnce(place, free, { ...fixedSettings, ...settings }, deadline);
    if (typeof outcome !== 'string') return outcome;
    // A worker of a server that was killed has not noticed yet.
    if (!outcome.includes('pre-existing shared memory block') || attempt === attempts) {
      throw new Error(
        `PostgreSQL does not start in ${place.dataDir}. If its words below do not help, set DATABASE_URL. It said:\n${outcome}`,
      );
    }
    await sleep(500 * attempt);
  }
}

/**
 * Ends a server: running statements are cancelled and all is written; after `limit` ms without the final checkpoint.
 * Neither loses what was committed.
 * @throws Error when the process is still there after both.
 */
export async function stopPostmaster(dataDir: string, limit = 20_000): Promise<void> {
  const { pid } = findPostmaster(dataDir) ?? {};
  if (pid === undefined) return;
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + limit; Date.now() < deadline; await sleep(20)) if (!isServerOf(pid, dataDir)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end. Stop it yourself, as the user that it runs as: kill -KILL ${pid}`);
}

/** The running server, or what it wrote before it ended. */
async function launchOnce(place: Place, port: number, settings: Record<string, string>, deadline: number): Promise<Postmaster | string> {
  const { dataDir, user, programs } = place;
  passOverPidFile(dataDir);
  const logFile = `${dataDir}-log`;
  const isLong = (statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes;
  const output = openSync(logFile, isLong ? 'w' : 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(programs, 'bin/postgres'), ['-D', dataDir, '-p', String(port), ...options], {
    ...user?.ids,
    detached: true,
    cwd: path.parse(dataDir).root,
    // None of the site's secrets, and no PG* variable that would change the server.
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
    `PostgreSQL (process ${child.pid}) is not ready in time, perhaps because it recovers from a crash. It goes on; see ${logFile} and start again in a minute.`,
  );
}

/**
 * Call it where no server runs. PostgreSQL refuses to start if the process id in the file of one that was killed is in use
 * by whatever program, as nearly always in a restarted container. The file gets this process's id, which PostgreSQL
 * ignores as its parent's: the rest of it lets PostgreSQL check that no worker still has the data open.
 */
function passOverPidFile(dataDir: string): void {
  if (!readPidFile(dataDir)) return;
  const file = path.join(dataDir, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
}

/** Lines of the file: process id, data directory, start time, port, socket folder, address, shared memory, status. */
function readPidFile(dataDir: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether this process is a postgres on this data directory; one that ended and was not collected has no command line. */
function isServerOf(pid: number, dataDir: string): boolean {
  return /(^|\/)postgres(\.exe)? /.test(commandLine(pid)) && commandLine(pid).includes(` -D ${dataDir} `);
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}

/** The port (any, for 0) if it could be listened on. */
function portIfFree(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const server = createServer().once('error', () => resolve(undefined));
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
  });
  return promise;
}
