// What a build is made of: whether a newer one is needed, and its id. Imports nothing of the site, because it runs at every `npm start`.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and folders that a build depends on. */
export const buildSources = [
  ...['src', 'shared', 'verify', 'server', 'db', 'public', 'scripts'],
  ...['package.json', 'package-lock.json', 'waku.config.ts', 'uno.config.ts', 'tsconfig.json'],
];
/** Written at the end of a build; holds the time when it started. */
export const stampFile = 'dist/built-at';

/** Checks whether there is a build that was started after the last change of every source. */
export function isBuildFresh(): boolean {
  const builtAt = existsSync(stampFile) ? Date.parse(readFileSync(stampFile, 'utf8')) : 0;
  return builtAt > 0 && buildSources.flatMap(pathsAt).every((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < builtAt);
}

/** Returns a path and, of a folder, all paths below it; none if nothing is there. */
function pathsAt(source: string): string[] {
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory()) return existsSync(source) ? [source] : [];
  return [source, ...readdirSync(source, { recursive: true, encoding: 'utf8' }).map((name) => path.join(source, name))];
}

/**
 * Returns an id for a build of these files and folders: 8 characters of base64url that depend only on their names and
 * contents, not on when or where they are built. Missing paths are ignored.
 */
export function sourceId(sources: readonly string[], root = '.'): string {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => pathsAt(path.join(root, source))).sort()) {
    // Folders, and links to nothing, such as an editor's locks.
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.byteLength}\0`).update(content);
  }
  return hash.digest('base64url').slice(0, 8);
}
