import { expect, it } from 'vitest';
import { catalogueParameters } from '#shared/schemas/catalogue-query.ts';
import { itemText } from '#shared/schemas/field-types.ts';
import { unreadableIn, withoutUnreadable } from '#shared/schemas/readable-text.ts';
import { storableText } from '#shared/schemas/storable-text.ts';

const readable = [
  ...['Zoë Łukasiewicz & Söhne', 'مُحَمَّدٌ', 'שָׁלוֹם', '株式会社みどり', 'می\u200cخواهم', 'क\u094d\u200dष', '🌲 plc'],
  // These only look as if they were read in another encoding.
  ...['PANÃMA', '“AMANHÃ”', '«IRMû', 'CAFÉ® & CAFÉ', 'Ångström', 'Âge – d’or'],
];

const unreadable: [what: string, text: string, codePoint: string, left: string][] = [
  ['a zero width space', 'Ver\u200bra', 'U+200B', 'Verra'],
  ['a bidirectional override', '\u202emoc.elpmaxe', 'U+202E', 'moc.elpmaxe'],
  ['a replacement character', 'Caf\ufffd', 'U+FFFD', 'Caf'],
  ['a control character', 'A\u001b[2J', 'U+001B', 'A[2J'],
  ['an accent without a letter', '\u0301A', 'U+0301', 'A'],
  ['a virama and a joiner without a letter', '\u094d\u200d\u094d\u200dA', 'U+094D', 'A'],
  ['five accents on a letter', 'x\u0301\u0302\u0303\u0304\u0305', 'U+0301', 'x\u0301\u0302\u0303\u0304'],
  ['a non-joiner after a letter that joins nothing behind it', 'د\u200cم', 'U+200C', 'دم'],
];

it.each([
  ['an astronaut with a skin colour', '🧑🏽\u200d🚀', 'U+200D'],
  ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}', 'U+E0067'],
  ['a keycap', '1\ufe0f\u20e3', 'U+FE0F'],
])('an emoji of several characters stays whole in a message, and cannot be in a name: %s', (_, text, codePoint) => {
  expect(withoutUnreadable(text)).toBe(text);
  expect(unreadableIn(text)).toContain(codePoint);
});

it.each([
  ['a joiner between it and a letter', '👨\u200da', '👨a'],
  ['a second joiner', '👨\u200d\u200d👩', '👨👩'],
  ['a second selector', '❤\ufe0f\ufe0f', '❤\ufe0f'],
  ['a hidden text of tags', '🏴\u{e0061}\u{e0062}', '🏴'],
])('an emoji of several characters does not keep %s', (_, text, left) => {
  expect(withoutUnreadable(text)).toBe(left);
});

it('a name is measured once its letters and accents are one, unless it is too long whatever they become', () => {
  expect(itemText(2).parse('α\u0313\u0300\u0345'.repeat(2))).toBe('ᾂᾂ');
  expect(itemText(2).safeParse('α\u0313\u0300\u0345'.repeat(3)).error?.issues).toHaveLength(1);
});

it.each(readable)('a name may be %s, and keeps all of it', (name) => {
  const composed = name.normalize('NFC');
  expect(unreadableIn(composed)).toBeUndefined();
  expect(withoutUnreadable(composed)).toBe(composed);
});

it.each(unreadable)('a name cannot have %s: it is named, and can be left out', (_, name, codePoint, left) => {
  expect(unreadableIn(name)).toContain(codePoint);
  expect(withoutUnreadable(name)).toBe(left);
  expect(itemText(300).safeParse(name).success).toBe(false);
});

it.each([
  ['CafÃ© Ltd', 'Ã©'],
  ['Oakâ€™s', 'â€™'],
  ['ÐšÐ¾Ð¼Ð¿', 'ÐšÐ¾'],
  ['æ—¥æœ¬', 'æ—¥æœ¬'],
])('a name that was read in another encoding is refused with the first letter that shows it, or two: %s', (name, letter) => {
  expect(unreadableIn(name)).toContain(`has "${letter}", a letter of UTF-8 that was read as Windows-1252`);
});

it('a text that PostgreSQL cannot store is rejected, or loses its zero bytes and halves of characters, also one that a cut leaves', () => {
  expect(storableText('a\0b\ud800c')).toBe('ab\ufffdc');
  expect(storableText('ab🌲', 3)).toBe('ab');
  expect(storableText('🌲', 2)).toBe('🌲');
  const { q, category } = catalogueParameters;
  for (const text of ['a\0b', 'a\ud800', '\udc00a'])
    expect([q.safeParse(text).success, category.safeParse([text]).success], JSON.stringify(text)).toEqual([false, false]);
});
