import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashSource } from '#server/platform/web/security-policy.ts';

/** What scripts/route-assets.ts finds out about a route. */
export type RouteAssets = {
  /** The styles of everything that its pages may show. */
  css: string;
  /** Whether its pages may have parts that need React in the browser. */
  hasIslands: boolean;
};

export type BuildAssets = {
  /** The inline script of every page, and as its Content-Security-Policy names it. */
  script: string;
  scriptHash: string;
  /** Addresses of what comes once a page is painted, and of Waku's entry in the browser. */
  deferred: string;
  app: string;
  /** Fonts of what is read first. */
  fonts: string[];
  /** By the route as its file names it: `/projects/[slug]`. */
  routes: Map<string, RouteAssets & { styleHash: string }>;
};

/** The file of `RouteAssets` by route, beside the built server. */
export const routeAssetsFile = 'route-assets.json';

const firstFonts = /^(?:fraunces|instrument-sans)-.+\.woff2$/;

/** What the build has for every page. @throws Error when the build is not whole. */
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
    routes: new Map(Object.entries(routes).map(([route, assets]) => [route, { ...assets, styleHash: hashSource(assets.css) }])),
  };
}

/** A module as a script that can stand in a page. @throws Error when it would not work there. */
function readInlineScript(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--|^import\b|[;}]import[{"]/.test(text)) throw new Error(`${path.basename(file)} cannot stand in a page`);
  return `(()=>{${text}})()`;
}
