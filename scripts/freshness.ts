// Checks whether a build is needed. Imports nothing of the site, because it runs at every `npm start`.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The files and folders that a build depends on. */
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
/** Written at the end of a build; holds the time when it started. */
export const stamp = 'dist/built-at';
/** Holds the settings that the PDFs were printed with. */
export const downloadsStamp = 'dist/downloads-made-for';

/** Checks whether there is a build that is newer than every source. */
export function isBuildFresh(): boolean {
  const builtAt = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return builtAt > 0 && sources.every((source) => newestChange(source) < builtAt);
}

/** Checks whether the PDFs have the address and the email of the current settings. */
export function areDownloadsFresh(): boolean {
  return existsSync(downloadsStamp) && readFileSync(downloadsStamp, 'utf8') === pdfSettings();
}

/** Returns the settings that appear in the PDFs, as given in the environment. */
export function pdfSettings(): string {
  const { PUBLIC_URL, PORT, CONTACT_EMAIL } = process.env;
  return JSON.stringify({ PUBLIC_URL, PORT, CONTACT_EMAIL });
}

function newestChange(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(file).map((name) => newestChange(path.join(file, name))));
}
