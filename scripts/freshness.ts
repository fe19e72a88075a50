// Checks whether a build is needed. Imports nothing of the site, because it runs at every `npm start`.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and folders that a build depends on. */
export const sources = [
  'src',
  'verify',
  'server',
  'db',
  'public',
  'scripts',
  'package-lock.json',
  'waku.config.ts',
  'uno.config.ts',
  'tsconfig.json',
];
/** Written at the end of a build; holds the time when it started. */
export const stamp = 'dist/built-at';

/** Checks whether there is a build that is newer than every source. */
export function isBuildFresh(): boolean {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return builtAt > 0 && sources.every((source) => newestChange(source) < builtAt);
}

function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newestChange(path.join(file, name))));
}
