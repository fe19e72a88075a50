import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bannedPhrases } from '#tests/support/banned-phrases.ts';

/** Everything that holds words for people: pages, articles, mails, errors, what the API says of itself. */
const texts = [
  ...globSync('src/content/**/*.{ts,html,json}'),
  ...globSync('src/{pages,ui,client,schemas}/**/*.{ts,tsx}'),
  ...globSync('src/lib/*.ts'),
  ...globSync('src/page-scripts/**/*.ts'),
  ...globSync('server/domain/{messages,newsletter}/*.ts'),
  ...globSync('server/{api,http,submissions}/**/*.ts'),
  'docs/openapi.json',
].map((file) => ({ file, text: withoutComments(file, readFileSync(file, 'utf8')) }));

it.each(bannedPhrases)('no text says %s', (phrase) => {
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter(({ text }) => phrase.test(text)).map(({ file }) => file)).toEqual([]);
});

/** Comments are for engineers. Only whole lines, so that an address in a string stays. */
function withoutComments(file: string, text: string): string {
  return /\.tsx?$/.test(file) ? text.replace(/^\s*(?:\/\/|\/\*|\*).*$/gm, '') : text;
}
