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
 * Writes for each route the styles of everything that it may show: the base styles, and the utilities named in any file that the
 * route imports, directly or lazily, on the server or in the browser.
 * @param folder the build's assets, where the built `src/styles/base.css` refers to the built fonts.
 * @param pages whose styles are written, by default all.
 * @throws Error when the build has no base styles.
 */
export async function writeRouteStyles(folder: string, file: string, pages = pageFiles()): Promise<void> {
  const base = readdirSync(folder).find((name) => /^base-.*\.css$/.test(name));
  if (!base) throw new Error('The build has no base styles');
  const baseCss = readFileSync(path.join(folder, base), 'utf8');
  const filesOf = new Map(
    pages.map((page) => [page, [...reachableFrom([...sharedEntries, page])].filter((name) => name.endsWith('.tsx'))]),
  );
  const utilities = await utilitiesIn(new Set([...filesOf.values()].flat()));
  const styles: Record<string, string> = {};
  for (const [page, files] of filesOf) {
    // A generator accumulates the theme variables that it has seen, so each route needs its own.
    const uno = await createGenerator(config);
    const { css } = await uno.generate(new Set(files.flatMap((source) => utilities.get(source) ?? []).sort()));
    const { code } = transform({ filename: 'utilities.css', code: Buffer.from(css), minify: true });
    styles[patternOf(path.relative(pagesFolder, page)) ?? ''] = `${baseCss.trim()}${code}`;
  }
  writeFileSync(file, JSON.stringify(styles));
}

/** Returns the utilities named in each file. Most words of a file are none, which takes longer to find out than their styles. */
async function utilitiesIn(files: Set<string>): Promise<Map<string, string[]>> {
  const uno = await createGenerator(config);
  const words = new Map<string, Set<string>>();
  for (const source of files) words.set(source, await uno.applyExtractors(expandVariantGroup(readFileSync(source, 'utf8')), source));
  const { matched } = await uno.generate(new Set([...words.values()].flatMap((found) => [...found])));
  return new Map([...words].map(([source, found]) => [source, [...found].filter((word) => matched.has(word))]));
}

function pageFiles(): string[] {
  const names = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.tsx') && patternOf(name)).map((name) => path.join(pagesFolder, name));
}

function reachableFrom(entries: string[]): Set<string> {
  const found = new Set<string>();
  const pending = [...entries];
  for (let file = pending.pop(); file; file = pending.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    // Types, and files outside src, contain nothing that a page shows.
    const next = importsOf(file).filter(({ to, typeOnly }) => !typeOnly && to.startsWith('src/') && /\.tsx?$/.test(to) && existsSync(to));
    pending.push(...next.map(({ to }) => to));
  }
  return found;
}
