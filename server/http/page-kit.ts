import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageKit } from '#server/http/make-answer.ts';
import { readStylesheet } from '#server/http/page-styles.ts';
import { prepareRenderer } from '#server/http/renderer.ts';

/** Fonts of what is read first, fetched beside the page instead of after its styles. */
const firstFonts = /^(?:fraunces|instrument-sans)-.+\.woff2$/;

/** What the build has for every page. @throws Error when the build is not whole. */
export function openKit(publicDir: string): PageKit {
  const names = readdirSync(path.join(publicDir, 'assets'));
  const [firstIslands, firstView, afterView] = ['first-islands', 'first-view', 'after-view'].map((entry) => {
    const file = names.find((name) => name.startsWith(`${entry}-`) && name.endsWith('.js'));
    if (!file) throw new Error(`The build has no ${entry} script`);
    return `/assets/${file}`;
  }) as [string, string, string];
  prepareRenderer({ firstIslands, firstView, afterView });
  return {
    firstIslands: readInline(path.join(publicDir, firstIslands)),
    firstView: readInline(path.join(publicDir, firstView)),
    afterView,
    stylesheet: readStylesheet(publicDir),
    fonts: names.filter((name) => firstFonts.test(name)).map((name) => `/assets/${name}`),
  };
}

/** A script as it can stand in a page. @throws Error when it would not work there. */
function readInline(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  if (/<\/script|<!--|^import\b|[;}]import[{"]/.test(text)) throw new Error(`${path.basename(file)} cannot stand in a page`);
  return text;
}
