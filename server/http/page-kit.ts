import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { PageKit } from '#server/http/make-answer.ts';
import { readStylesheet } from '#server/http/page-styles.ts';
import { prepareRenderer } from '#server/http/renderer.ts';

/** Fonts of what is read first, fetched beside the page instead of after its styles. */
const firstFonts = /^(?:fraunces|instrument-sans)-.+\.woff2$/;

/** What the build has for every page. @throws Error when the build is not whole. */
export function openKit(publicDir: string): PageKit {
  const names = readdirSync(path.join(publicDir, 'assets'));
  const firstView = names.find((name) => /^first-view-.+\.js$/.test(name));
  if (!firstView) throw new Error('The build has no first-view script');
  prepareRenderer(`/assets/${firstView}`);
  return {
    firstView: `/assets/${firstView}`,
    stylesheet: readStylesheet(publicDir),
    fonts: names.filter((name) => firstFonts.test(name)).map((name) => `/assets/${name}`),
  };
}
