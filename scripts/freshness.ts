// Whether there is something to build. Imports nothing of the site: every `npm start` asks.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files and folders that a build is made of. */
export const sources = [
  'src',
  'server',
  'db',
  'public',
  'scripts',
  'package-lock.json',
  'waku.config.ts',
  'uno.config.ts',
  'tsconfig.json',
];
/** Written last into a build. */
export const stamp = 'dist/built-at';
/** Says what the PDFs were printed with. */
export const downloadsStamp = 'dist/downloads-made-for';

/** Whether there is a build that is newer than every source. */
export function isBuildFresh(): boolean {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return builtAt > 0 && sources.every((source) => newestChange(source) < builtAt);
}

/** Whether the PDFs carry the address and the email that the settings say. */
export function areDownloadsFresh(): boolean {
  return existsSync(downloadsStamp) && readFileSync(downloadsStamp, 'utf8') === imprint();
}

/** The settings that stand in the PDFs, as they are given. */
export function imprint(): string {
  const { PUBLIC_URL, PORT, CONTACT_EMAIL } = process.env;
  return JSON.stringify({ PUBLIC_URL, PORT, CONTACT_EMAIL });
}

function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newestChange(path.join(file, name))));
}
