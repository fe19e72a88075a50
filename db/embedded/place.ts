import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LogLike } from '#db/log-like.ts';
import { type Binaries, findNativeFolder, tryBinaries } from './binaries.ts';
import { type DatabaseUser, findDatabaseUser } from './database-user.ts';

/** Where the embedded server and its data are, and the user it runs as (undefined: the user of this process). */
export type Place = { dataDir: string; user: DatabaseUser | undefined; binaries: Binaries };

/** Root's own folder for what its unprivileged database user cannot reach in the project. It outlives a reboot. */
const rootsFolder = '/var/lib/carma-site';

/**
 * Settles where the data is kept: where it was asked for, unless the site runs as root in a place that the database user
 * cannot reach, such as a clone below a /root that is closed to others. Then both the data and a copy of the programs
 * are under /var/lib/carma-site, in a folder that follows from the path of the project, and the log says so.
 * @throws Error that says what to do when there is no such place.
 */
export function choosePlace(wanted: string, log: LogLike): Place {
  makeFolder(path.dirname(wanted));
  const dataDir = path.join(realpathSync(path.dirname(wanted)), path.basename(wanted));
  const user = findDatabaseUser(dataDir);
  if (!user) return { dataDir, user, binaries: usableBinaries() };

  const elsewhere = path.join(rootsFolder, nameFor(dataDir), path.basename(dataDir));
  // What has been begun there stays there, even if the project can be reached by now: it holds the data.
  const begun = !holdsCluster(dataDir) && holdsCluster(elsewhere);
  if (!begun && canUse(path.dirname(dataDir), user)) return { dataDir, user, binaries: usableBinaries(user, log) };
  if (holdsCluster(dataDir)) {
    throw new Error(
      `PostgreSQL runs as the user ${user.name} here, who can no longer reach the database in ${dataDir}. Let others pass through the folders above it (chmod o+x), or move the project to where it was.`,
    );
  }
  makeFolder(path.dirname(elsewhere));
  const there = findDatabaseUser(elsewhere) ?? user;
  if (!canUse(path.dirname(elsewhere), there)) {
    throw new Error(
      `The site runs as root, PostgreSQL as the user ${there.name}, who can reach neither ${path.dirname(dataDir)} nor ${rootsFolder}. Move the project out of a closed folder, start the site as another user, or set DATABASE_URL.`,
    );
  }
  log.warn(
    { event: 'database.elsewhere', dataDir: elsewhere, user: there.name },
    `The database is kept in ${elsewhere}: when it was made, the user ${there.name} could not reach ${path.dirname(dataDir)}`,
  );
  return { dataDir: elsewhere, user: there, binaries: usableBinaries(there, log) };
}

function usableBinaries(user?: DatabaseUser, log?: LogLike): Binaries {
  const native = findNativeFolder();
  const tried = tryBinaries(native, user);
  if ('binaries' in tried) return tried.binaries;
  const again = user ? tryBinaries(copyForUser(native, log), user) : tried;
  if ('binaries' in again) return again.binaries;
  throw new Error(
    `The PostgreSQL in node_modules does not run on this system: ${again.refusal}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** A copy (60 MB, once a version) of programs in a folder that only root can enter. */
function copyForUser(native: string, log?: LogLike): string {
  const asRoot = tryBinaries(native);
  const version = createHash('sha256').update(native).update(JSON.stringify(asRoot)).digest('hex').slice(0, 8);
  const copy = path.join(rootsFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  log?.info({ event: 'database.programs', copy }, `Copying PostgreSQL's programs to ${copy}, where its user can run them`);
  makeFolder(rootsFolder);
  const unfinished = `${copy}-${randomBytes(4).toString('hex')}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', unfinished], { timeout: 30_000 });
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Whether the user can own and fill a folder in this one: tried, because modes alone do not tell (mounts, ACLs). */
function canUse(folder: string, { ids }: DatabaseUser): boolean {
  const trial = path.join(folder, `.trial-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(trial, { mode: 0o700 });
    chownSync(trial, ids.uid, ids.gid);
    const { status } = spawnSync('/bin/sh', ['-c', 'cd -- "$0" && : > file', trial], { ...ids, cwd: '/', timeout: 5_000 });
    return status === 0;
  } catch {
    return false;
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
}

/** Makes a folder that others can pass through, whatever the umask: a new one holds no secret that has no own mode. */
function makeFolder(folder: string): void {
  try {
    const first = mkdirSync(folder, { recursive: true });
    for (let made = first && folder; made && made.length >= (first?.length ?? 0); made = path.dirname(made)) chmodSync(made, 0o755);
  } catch (cause) {
    throw new Error(`Cannot make the folder ${folder}: let the user that starts the site write there, or set DATABASE_URL.`, { cause });
  }
}

function holdsCluster(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'PG_VERSION'));
}

function nameFor(dataDir: string): string {
  return `${path.basename(path.resolve(dataDir, '../..'))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
