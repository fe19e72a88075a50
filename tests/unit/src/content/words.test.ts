import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Phrases that a native reader stumbles over, each with what to write in its place. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/nobody can sell twice/i, 'can be sold only once'],
  [/for each who asks/i, 'for every buyer'],
  [/what this settles/i, 'this rules out'],
  [/why buyers stay/i, 'what you can check'],
  [/what is left of it/i, 'the credits left'],
  [/\bit stops at\b/i, 'what this step does not settle'],
  [/be shown those tonnes/i, 'claim those tonnes'],
  [/keeps the books whole/i, 'balances the books'],
  [/character for character/i, 'verbatim'],
  [/whom each still asks/i, 'whom you still have to trust'],
  [/doubts it a second time/i, 'tests it again'],
  [/for at least so long/i, 'for at least this long'],
  [/\bfor who keeps\b/i, 'for anyone keeping'],
  [/\bis not a value of\b/i, 'has no value'],
  [/\b(?:price|cost) a (?:credit|tonne)\b/i, 'price per credit'],
  [/\bimpact a year\b/i, 'annual impact'],
  [/\btrustless\b/i, 'what can be checked'],
];

const texts = [
  ...globSync('src/content/**/*.{ts,html,json}'),
  ...globSync('server/domain/{messages,newsletter}/*.ts'),
  'server/api/openapi/document.ts',
].map((file) => ({ file, text: readFileSync(file, 'utf8') }));

it.each(banned)('no text says %s', (phrase) => {
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter(({ text }) => phrase.test(text)).map(({ file }) => file)).toEqual([]);
});
