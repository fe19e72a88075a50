import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { hashSource } from '#server/platform/web/security-policy.ts';

/** What the pages need of the build. */
export type PageAssets = {
  /** The inline script of every page, and its hash for the Content-Security-Policy. */
  script: string;
  scriptHash: string;
  /** Addresses of the script that is loaded after the first paint, and of Waku's browser entry. */
  deferred: string;
  app: string;
  /** Addresses of the fonts to preload: those of headings and body text. */
  fonts: string[];
  /** Returns the styles of the page with a pattern, or of the not-found page, and their hash; undefined in development. */
  stylesOf: (pattern: string) => Styles | undefined;
  /** Addresses of stylesheets: in development, where all pages have the same styles. */
  stylesheets: string[];
};

type Styles = { text: string; hash: string };

/** The name of the file beside the built server that holds the styles of each page, by its pattern: `/projects/:slug`. */
export const routeStylesFile = 'route-styles.json';

const firstFonts = /^(?:fraunces|instrument-sans)-.+\.woff2$/;

/** Reads what the pages need from the build. @throws Error if the build is incomplete. */
export function readBuildAssets(distDir: string): PageAssets {
  const folder = path.join(distDir, 'public', 'assets');
  const names = readdirSync(folder);
  const fileOf = (entry: string) => {
    const found = names.filter((name) => name.startsWith(`${entry}-`) && name.endsWith('.js'));
    if (found.length !== 1) throw new Error(`The build has ${found.length} scripts ${entry} instead of one`);
    return found[0] ?? '';
  };
  const texts: Record<string, string> = JSON.parse(readFileSync(path.join(distDir, 'server', routeStylesFile), 'utf8'));
  const styles = new Map(Object.entries(texts).map(([pattern, text]) => [pattern, { text, hash: hashSource(text) }]));
  return {
    ...inline(readInlineScript(path.join(folder, fileOf('boot')))),
    deferred: `/assets/${fileOf('deferred')}`,
    app: `/assets/${fileOf('index')}`,
    fonts: names.filter((name) => firstFonts.test(name)).map((name) => `/assets/${name}`),
    stylesOf: (pattern) => {
      const found = styles.get(pattern) ?? styles.get('/404');
      if (!found) throw new Error(`The build has no styles for ${pattern}`);
      return found;
    },
    stylesheets: [],
  };
}

/** What pages need in development, where Vite serves the files: the inline script only loads others. */
export function developmentAssets(): PageAssets {
  return {
    ...inline('import("/src/page-scripts/development.ts")'),
    deferred: '/src/page-scripts/deferred.ts',
    // The plugin's own entry, which prepares React for hot reload and then loads Waku's.
    app: '/@id/__x00__virtual:vite-rsc/entry-browser',
    fonts: [],
    stylesOf: () => undefined,
    // The base comes first: its layer must be declared before the reset's.
    stylesheets: ['/src/styles/base.css', '/@id/virtual:uno.css'],
  };
}

function inline(script: string) {
  return { script, scriptHash: hashSource(script) };
}

/** Wraps a module as an inline script. @throws Error if it contains imports or would end or break the script element. */
function readInlineScript(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--|^import\b|[;}]import[{"]/.test(text)) throw new Error(`${path.basename(file)} cannot be an inline script`);
  return `(()=>{${text}})()`;
}
