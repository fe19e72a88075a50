import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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
