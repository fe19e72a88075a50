import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bannedPhrases } from '#tests/support/banned-phrases.ts';

/** Everything with text for visitors, buyers and integrators: not what commands print, nor the documentation. */
const texts = [
  ...['shared/content/**/*.{ts,html,json}', 'server/domain/newsletter.ts', 'server/submissions.ts', 'docs/openapi.json'],
  ...['src/pages', 'src/ui', 'src/client', 'src/page-scripts', 'shared/lib', 'shared/schemas', 'shared/art', 'verify'].map(
    (folder) => `${folder}/**/*.{ts,tsx}`,
  ),
  ...['api', 'http', 'mail', ...['messages', 'record/book', 'record/read', 'webhooks'].map((noun) => `domain/${noun}`)].map(
    (folder) => `server/${folder}/**/*.ts`,
  ),
].flatMap((pattern) => {
  const files = globSync(pattern);
  if (files.length === 0) throw new Error(`There is no ${pattern}`);
  return files.map((file) => ({ file, text: withoutComments(file, readFileSync(file, 'utf8')) }));
});

it.each(bannedPhrases)('no text contains %s', (phrase, instead) => {
  const found = texts.flatMap(({ file, text }) => (phrase.test(text) ? [`${file}: “${phrase.exec(text)?.[0]}”`] : []));
  expect(found, `Write instead: ${instead}`).toEqual([]);
});

/** Comments are for engineers. Removes only whole lines, to keep URLs in strings. */
function withoutComments(file: string, text: string): string {
  return /\.tsx?$/.test(file) ? text.replace(/^\s*(?:\/\/|\/\*|\*).*$/gm, '') : text;
}
