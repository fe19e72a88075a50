import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bytes } from '#server/platform/web/compression.ts';
import { hashSource } from '#server/platform/web/security-policy.ts';

/** What scripts/route-assets.ts writes for each route. */
export type RouteAssets = {
  /** The styles of everything that its pages can show. */
  css: string;
  /** Whether its pages can contain islands. */
  hasIslands: boolean;
};

export type BuildAssets = {
  /** The inline script of every page, and its hash for the Content-Security-Policy. */
  script: string;
  scriptHash: string;
  /** Addresses of the script that is loaded after the first paint, and of Waku's browser entry. */
  deferred: string;
  app: string;
  /** Addresses of the fonts to preload: those of headings and body text. */
  fonts: string[];
  /** By route, named as its file: `/projects/[slug]`. */
  routes: Map<string, PageAssets>;
};

/** What the pages of a route need: their styles as bytes, and the hash of these for the Content-Security-Policy. */
type PageAssets = Omit<RouteAssets, 'css'> & { styles: Bytes; styleHash: string };

/** The name of the file beside the built server that holds the `RouteAssets` of each route. */
export const routeAssetsFile = 'route-assets.json';

const firstFonts = /^(?:fraunces|instrument-sans)-.+\.woff2$/;

/** Reads what the pages need from the build. @throws Error if the build is incomplete. */
export function readBuildAssets(distDir: string): BuildAssets {
  const folder = path.join(distDir, 'public', 'assets');
  const names = readdirSync(folder);
  const fileOf = (entry: string) => {
    const found = names.filter((name) => name.startsWith(`${entry}-`) && name.endsWith('.js'));
    if (found.length !== 1) throw new Error(`The build has ${found.length} scripts ${entry} instead of one`);
    return found[0] ?? '';
  };
  const script = readInlineScript(path.join(folder, fileOf('boot')));
  const routes: Record<string, RouteAssets> = JSON.parse(readFileSync(path.join(distDir, 'server', routeAssetsFile), 'utf8'));
  return {
    script,
    scriptHash: hashSource(script),
    deferred: `/assets/${fileOf('deferred')}`,
    app: `/assets/${fileOf('index')}`,
    fonts: names.filter((name) => firstFonts.test(name)).map((name) => `/assets/${name}`),
    routes: new Map(Object.entries(routes).map(([route, assets]) => [route, forPages(assets)])),
  };
}

function forPages({ css, hasIslands }: RouteAssets): PageAssets {
  return { hasIslands, styles: Buffer.from(css), styleHash: hashSource(css) };
}

/** Wraps a module as an inline script. @throws Error if it contains imports or would end or break the script element. */
function readInlineScript(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--|^import\b|[;}]import[{"]/.test(text)) throw new Error(`${path.basename(file)} cannot be an inline script`);
  return `(()=>{${text}})()`;
}

/**
 * Returns a function that finds the route of a path among those of `src/pages`. Routes are named as their files, such as
 * `/projects/[slug]`; those without parameters take precedence. A path without a route gets `/404`.
 */
export function routeFinder(routes: Iterable<string>): (path: string) => string {
  const all = [...routes];
  const fixed = new Set(all.filter((route) => !route.includes('[')));
  const patterns = all.filter((route) => route.includes('[')).map((route) => ({ route, parts: route.split('/') }));
  return (path) => {
    if (fixed.has(path)) return path;
    const parts = path.split('/');
    const found = patterns.find((pattern) => {
      const matches = (part: string, index: number) => part.startsWith('[') || part === parts[index];
      return pattern.parts.length === parts.length && pattern.parts.every(matches);
    });
    return found?.route ?? '/404';
  };
}
