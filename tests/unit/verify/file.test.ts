import { expect, it } from 'vitest';
import { readPack } from '#shared/lib/record/disclosure.ts';
import { duplicateKey, isPdf, readCertificateNumber, readEntryNumber } from '#verify/file.ts';
import { toUtf8 } from '#verify/text.ts';

it.each([
  ...['cr-5', 'CR5', 'cr 000005', ' CR–5 ', 'CR\u22125', 'CR\u00ad-5', 'ＣＲ－５', 'cr_005'].map((text) => [text, 'CR-000005']),
  ...['5', 'CR-', 'CR-5a', 'XCR-5', 'CR-5-6', 'CR-1234567890123456'].map((text) => [text, undefined]),
] as [string, string | undefined][])('the number of a certificate that is read from %j is %s', (text, number) => {
  expect(readCertificateNumber(text)).toBe(number);
  // Whatever is read as a number by itself is found in a longer text.
  if (number) expect(readPack(new URLSearchParams({ c: `x, ${text}; y` })).numbers).toEqual([number]);
});

it('the number of an entry is read behind its name, with zeros in front or not', () => {
  expect(['Entry 12', ' entry  0012', 'entry 0', 'entry12'].map(readEntryNumber)).toEqual([11, 11, undefined, undefined]);
});

it('a PDF may begin anywhere in the first kilobyte, but not in JSON', () => {
  for (const text of ['%PDF-1.7', `${' '.repeat(1_019)}%PDF-1.7`]) expect(isPdf(toUtf8(text))).toBe(true);
  for (const text of [`${' '.repeat(1_020)}%PDF-1.7`, '{"a":"%PDF-1.7"}', '\uFEFF {"a":"%PDF-1.7"}'])
    expect(isPdf(toUtf8(text))).toBe(false);
});

it.each([
  ['{"a":1,"b":{"a":2},"\\u0061":3}', 'a'],
  ['{"projects":[{"project":"oak","quantity":1},{"project":"elm","quantity":1,"quantity":5}]}', 'projects.1.quantity'],
  ['{"serials":[[1,2],{"a":{"first":1,"last":2,"first":3}}]}', 'serials.1.a.first'],
  ['[{"a":1,"a":1}]', '0.a'],
])('a duplicate key is found in any object, even when written with escapes, and named with the way to it: %s', (json, key) => {
  expect(duplicateKey(json)).toBe(key);
});
it('a key is no duplicate of one in another object, in a string or as a value; a duplicate is found behind a string of any length', () => {
  expect(duplicateKey('{"a":"\\"a\\":","b":[{"c":1},{"c":2}],"d":{"a":"a"},"e":["a","a"]}')).toBeUndefined();
  // So many characters that a pattern of the whole string would overflow its stack.
  expect(duplicateKey(`{"a":"${'x'.repeat(12_000_000)}","b":1,"b":2}`)).toBe('b');
});
