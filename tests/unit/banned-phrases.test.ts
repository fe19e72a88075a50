import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as carbonStandards from '#shared/content/carbon-standards.ts';
import * as goldStandard from '#shared/content/gold-standard.ts';
import * as standards from '#shared/content/standards.ts';
import * as vcs from '#shared/content/vcs.ts';
import * as woodlandCarbon from '#shared/content/woodland-carbon.ts';
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

it.each(bannedPhrases)('no text contains %s', (phrase) => {
  expect(texts.length).toBeGreaterThan(200);
  expect(texts.filter(({ text }) => phrase.test(text)).map(({ file }) => file)).toEqual([]);
});

/** Comments are for engineers. Removes only whole lines, to keep URLs in strings. */
function withoutComments(file: string, text: string): string {
  return /\.tsx?$/.test(file) ? text.replace(/^\s*(?:\/\/|\/\*|\*).*$/gm, '') : text;
}

it('figures of a standard stand on its own page only, where a setting hides them', () => {
  const others = JSON.stringify([standards, carbonStandards]);
  const figures = [...vcs.figures, ...goldStandard.figures, ...woodlandCarbon.figures].map(({ value }) => value.replace('~', ''));
  expect(figures).toContain('75%');
  // How long a project lasts is a rule of the standard.
  expect(figures.filter((value) => value !== '35–100' && others.includes(value))).toEqual([]);
});
