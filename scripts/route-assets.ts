import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transform } from 'lightningcss';
import { createGenerator, expandVariantGroup } from 'unocss';
import type { RouteAssets } from '#server/http/page/build-assets.ts';
import config from '../uno.config.ts';
import { importsOf } from './imports-of.ts';

const pagesFolder = 'src/pages';
/** What every page stands in. */
const frame = ['src/pages/_root.tsx', 'src/pages/_layout.tsx'];
/** Whoever imports this is an island: it needs React in the browser. */
const islandHook = 'src/client/island.ts';

/**
 * Writes, for each route, the styles of everything that it may show: the site's base and the utilities named in any file
 * that the route imports, on the server or in the browser, now or later; and whether it has islands.
 * @param folder the build's assets, where `src/styles/base.css` has the addresses of the build's fonts.
 * @throws Error when the build has no base styles.
 */
export async function writeRouteAssets(folder: string, file: string): Promise<void> {
  const base = readdirSync(folder).find((name) => /^base-.*\.css$/.test(name));
  if (!base) throw new Error('The build has no base styles');
  const baseCss = readFileSync(path.join(folder, base), 'utf8');
  const assets: Record<string, RouteAssets> = {};
  for (const page of pageFiles()) {
    // A generator lists the variables that it has met, so each route has its own.
    const uno = await createGenerator(config);
    const files = [...reachableFrom([...frame, page])].sort();
    const tokens = new Set<string>();
    for (const source of files.filter((name) => name.endsWith('.tsx'))) {
      await uno.applyExtractors(expandVariantGroup(readFileSync(source, 'utf8')), source, tokens);
    }
    const { css } = await uno.generate(new Set([...tokens].sort()));
    const { code } = transform({ filename: 'utilities.css', code: Buffer.from(css), minify: true });
    assets[routeOf(page)] = { css: `${baseCss.trim()}${code}`, hasIslands: files.includes(islandHook) };
  }
  writeFileSync(file, JSON.stringify(assets));
}

function pageFiles(): string[] {
  const names = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.tsx') && !name.split(path.sep).some((part) => part.startsWith('_')))
    .map((name) => path.join(pagesFolder, name));
}

/** The address of a route as its file names it: `/projects/[slug]`. */
function routeOf(page: string): string {
  const name = path
    .relative(pagesFolder, page)
    .replace(/\.tsx$/, '')
    .split(path.sep)
    .join('/');
  return `/${name}`.replace(/\/index$/, '') || '/';
}

function reachableFrom(entries: string[]): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    // Nothing that a page shows is written on the other side of these.
    const next = importsOf(file).filter(({ to, typeOnly }) => !typeOnly && to.startsWith('src/') && /\.tsx?$/.test(to) && existsSync(to));
    waiting.push(...next.map(({ to }) => to));
  }
  return found;
}
