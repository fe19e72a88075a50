// What a build is made of: whether a newer one is needed, and its id. Imports nothing of the site, because it runs at every `npm start`.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and folders that a build depends on. */
export const buildSources = [
  'src',
  'shared',
  'verify',
  'server',
  'db',
  'public',
  'scripts',
  'package.json',
  'package-lock.json',
  'waku.config.ts',
  'uno.config.ts',
  'tsconfig.json',
];
/** Written at the end of a build; holds the time when it started. */
export const stampFile = 'dist/built-at';

/** Checks whether there is a build that was started after the last change of every source. */
export function isBuildFresh(): boolean {
  const builtAt = existsSync(stampFile) ? Date.parse(readFileSync(stampFile, 'utf8')) : 0;
  return builtAt > 0 && buildSources.every((source) => newestChange(source) < builtAt);
}

function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newestChange(path.join(file, name))));
}

/**
 * Returns an id for a build of these files and folders: 8 characters of base64url that depend only on their names and
 * contents, not on when or where they are built. Missing paths are ignored.
 */
export function sourceId(sources: readonly string[], root = '.'): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(root, source)).sort()) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('base64url').slice(0, 8);
}

function filesOf(root: string, file: string): string[] {
  const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [file] : [];
  return readdirSync(path.join(root, file)).flatMap((name) => filesOf(root, path.posix.join(file, name)));
}
