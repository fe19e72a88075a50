import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';
import { createGenerator, expandVariantGroup } from 'unocss';
import { patternOf } from '#server/http/addresses.ts';
import config from '../uno.config.ts';
import { importsOf } from './imports-of.ts';

const pagesFolder = 'src/pages';
/** Files that every page includes. */
const sharedEntries = ['src/pages/_root.tsx', 'src/pages/_layout.tsx'];

/**
 * Writes for each route the styles of everything that it may show: the base styles, and the utilities named in any file with
 * elements (.tsx, no .ts) that the route reaches, directly or lazily, on the server or in the browser.
 * @param folder the build's assets, where the built `src/styles/base.css` refers to the built fonts.
 * @param file where the styles are written, as JSON by the pattern of the route.
 * @throws Error when the build has no base styles.
 */
export async function writeRouteStyles(folder: string, file: string): Promise<void> {
  const base = readdirSync(folder).find((name) => /^base-.*\.css$/.test(name));
  if (!base) throw new Error('The build has no base styles');
  const baseCss = readFileSync(path.join(folder, base), 'utf8');
  const filesByPage = new Map(pageFiles().map((page) => [page, reachableFrom([...sharedEntries, page])]));
  const utilities = await utilitiesIn(new Set([...filesByPage.values()].flat()));
  const styles: Record<string, string> = {};
  for (const [page, files] of filesByPage) {
    // A generator accumulates the theme variables that it has seen, so each route needs its own.
    const uno = await createGenerator(config);
    const { css } = await uno.generate(new Set(files.flatMap((used) => utilities.get(used) ?? []).sort()));
    const { code } = transform({ filename: 'utilities.css', code: Buffer.from(css), minify: true });
    styles[patternOf(path.relative(pagesFolder, page)) ?? ''] = `${baseCss.trim()}${code}`;
  }
  writeFileSync(file, JSON.stringify(styles));
}

/** Returns the utilities that each file names. Most words are no utilities, so the words of all files are tried together, each once. */
async function utilitiesIn(files: Set<string>): Promise<Map<string, string[]>> {
  const uno = await createGenerator(config);
  const words = new Map<string, Set<string>>();
  for (const file of files) words.set(file, await uno.applyExtractors(expandVariantGroup(readFileSync(file, 'utf8'))));
  const { matched } = await uno.generate(new Set([...words.values()].flatMap((found) => [...found])));
  return new Map([...words].map(([file, found]) => [file, [...found].filter((word) => matched.has(word))]));
}

function pageFiles(): string[] {
  const names = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.tsx') && patternOf(name)).map((name) => path.join(pagesFolder, name));
}

/** Returns the files with elements (.tsx) that some files import, directly or through others, and these files. */
function reachableFrom(entries: string[]): string[] {
  const found = new Set(entries);
  // Imports of types, and files outside src, bring nothing that a page shows.
  for (const file of found)
    for (const { to, isTypeOnly } of importsOf(file)) if (!isTypeOnly && /^src\/.*\.tsx?$/.test(to) && existsSync(to)) found.add(to);
  return [...found].filter((file) => file.endsWith('.tsx'));
}
