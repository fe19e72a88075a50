// Prints the site's PDFs from the content of its pages. Part of the build (scripts/build.ts), because their text changes with
// the pages and their links with the settings.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onboardingGuide } from './downloads/onboarding-guide.ts';
import { qmsWhitepaper } from './downloads/qms-whitepaper.ts';
import type { Imprint } from './pdf/booklet.ts';
import { loadFonts } from './pdf/fonts.ts';
import { printBooklet } from './pdf/print.ts';

export const booklets = [qmsWhitepaper, onboardingGuide];

/** Writes every booklet into `folder`. */
export async function makeDownloads(folder: string, imprint: Imprint): Promise<void> {
  const fonts = await loadFonts();
  mkdirSync(folder, { recursive: true });
  for (const booklet of booklets) writeFileSync(path.join(folder, booklet.file), await printBooklet(booklet, fonts, imprint));
}
