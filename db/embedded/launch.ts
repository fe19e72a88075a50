import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';
import { clearStalePidFile, findPostmaster, type Postmaster } from './postmaster.ts';
import { isRunning } from './processes.ts';

type Launch = { place: Place; port: number; settings: Record<string, string>; limit: number };

const attempts = 5;
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

/**
 * Starts a server on a whole cluster and waits until it accepts connections. Another free port is taken where the
 * wanted one is in use. The server outlives this process: it must not get the terminal's Ctrl-C before the site has
 * stored what it was doing.
 * @throws Error with the server's own last words, and what to do.
 */
export async function launchPostmaster({ place, port, settings, limit }: Launch): Promise<Postmaster> {
  const deadline = Date.now() + limit;
  let wanted = port;
  for (let attempt = 1; ; attempt += 1) {
    wanted = (await isFree(wanted)) ? wanted : await freePort();
    clearStalePidFile(place.dataDir);
    const outcome = await launchOnce(place, wanted, { ...fixedSettings, ...settings }, deadline);
    if (typeof outcome !== 'string') return outcome;
    // Both pass: someone took the port just now; a worker of a killed server has not noticed yet.
    const passing = /Address already in use|pre-existing shared memory block|already exists/.test(outcome);
    if (!passing || attempt === attempts) {
      throw new Error(
        `PostgreSQL does not start in ${place.dataDir}. If its words below do not help, set DATABASE_URL. It said:\n${outcome}`,
      );
    }
    wanted = 0;
    await sleep(500 * attempt);
  }
}

/** The running server, or what it wrote before it ended. */
async function launchOnce(place: Place, port: number, settings: Record<string, string>, deadline: number): Promise<Postmaster | string> {
  const { dataDir, user, binaries } = place;
  const logFile = `${dataDir}-log`;
  const begin = shorten(logFile);
  const output = openSync(logFile, 'a', 0o600);
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', dataDir, '-p', String(port), ...options], {
    ...user?.ids,
    detached: true,
    cwd: path.parse(dataDir).root,
    // None of the site's secrets, and no PG* variable that would change the server.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  while (Date.now() < deadline) {
    const found = findPostmaster(dataDir);
    if (found?.ready && found.pid === child.pid) return found;
    if (failure) return failure.message;
    if (child.exitCode !== null || child.signalCode !== null || !isRunning(child.pid ?? 0)) return wordsSince(logFile, begin);
    await sleep(20);
  }
  throw new Error(
    `PostgreSQL (process ${child.pid}) is not ready in time, perhaps because it recovers from a crash. It goes on; see ${logFile} and start again in a minute.`,
  );
}

/** Keeps the server's log from growing for ever. Returns how long it is now, in bytes. */
function shorten(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size < logLimitBytes) return size;
  truncateSync(logFile);
  return 0;
}

function wordsSince(logFile: string, begin: number): string {
  return readFileSync(logFile).subarray(begin).toString('utf8').trim().split('\n').slice(-15).join('\n');
}

async function isFree(port: number): Promise<boolean> {
  return port !== 0 && (await listenOn(port)) === port;
}

async function freePort(): Promise<number> {
  const port = await listenOn(0);
  if (!port) throw new Error('No free port on 127.0.0.1: PostgreSQL needs one. Close some programs, or set DATABASE_URL.');
  return port;
}

/** The port that could be listened on, undefined if it could not. */
function listenOn(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const server = createServer();
  server.once('error', () => resolve(undefined));
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
  });
  return promise;
}
