import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bannedPhrases } from '#tests/support/banned-phrases.ts';

/** Everything that holds text for people: pages, articles, mails, errors, the API's description of itself. */
const texts = [
  ...globSync('shared/content/**/*.{ts,html,json}'),
  ...globSync('src/{pages,ui,client}/**/*.{ts,tsx}'),
  ...globSync('shared/{lib,schemas,art}/**/*.{ts,tsx}'),
  ...globSync('src/page-scripts/**/*.ts'),
  ...globSync('server/{api,http,mail,domain/messages}/**/*.ts'),
  ...['server/domain/newsletter.ts', 'server/submissions.ts'],
  'docs/openapi.json',
].map((file) => ({ file, text: withoutComments(file, readFileSync(file, 'utf8')) }));

it.each(bannedPhrases)('no text contains %s', (phrase, instead) => {
  expect(texts.length).toBeGreaterThan(200);
  const found = texts.flatMap(({ file, text }) => (phrase.test(text) ? [`${file}: “${phrase.exec(text)?.[0]}”`] : []));
  expect(found, `Write instead: ${instead}`).toEqual([]);
});

/** Comments are for engineers. Removes only whole lines, to keep URLs in strings. */
function withoutComments(file: string, text: string): string {
  return /\.tsx?$/.test(file) ? text.replace(/^\s*(?:\/\/|\/\*|\*).*$/gm, '') : text;
}
