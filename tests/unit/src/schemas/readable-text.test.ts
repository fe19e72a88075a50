import { describe, expect, it } from 'vitest';
import { itemText } from '#src/schemas/field-types.ts';
import { unreadableIn, withoutUnreadable } from '#src/schemas/readable-text.ts';
import { retireUnits } from '#src/schemas/record.ts';

const readable = [
  'Zoë Łukasiewicz & Söhne',
  'Công ty Rừng Việt',
  'Ελληνική Δασική ΑΕ',
  'Российский лес',
  'شركة الغابات',
  'مُحَمَّدٌ',
  'שָׁלוֹם',
  '株式会社みどり',
  'می\u200cخواهم',
  'क\u094d\u200dष',
  'क\u094d\u200cष',
  'x\u0301\u0302\u0303\u0304',
  '🌲 plc',
];

const unreadable: [what: string, text: string, codePoint: string, left: string][] = [
  ['a zero width space', 'Ver\u200bra', 'U+200B', 'Verra'],
  ['a soft hyphen', 'Ver\u00adra', 'U+00AD', 'Verra'],
  ['a byte order mark', 'Ver\ufeffra', 'U+FEFF', 'Verra'],
  ['a Hangul filler', '\u3164', 'U+3164', ''],
  ['a variation selector', 'A\ufe0f', 'U+FE0F', 'A'],
  ['a tag', 'A\u{e0041}', 'U+E0041', 'A'],
  ['a bidirectional override', '\u202emoc.elpmaxe', 'U+202E', 'moc.elpmaxe'],
  ['a bidirectional isolate', '\u2067Ada\u2069', 'U+2067', 'Ada'],
  ['a private character', 'A\ue000', 'U+E000', 'A'],
  ['an unassigned character', 'A\u0378', 'U+0378', 'A'],
  ['a noncharacter', 'A\uffff', 'U+FFFF', 'A'],
  ['a blank of Braille', '\u2800', 'U+2800', ''],
  ['an annotation', 'A\ufff9', 'U+FFF9', 'A'],
  ['an object', 'A\ufffc', 'U+FFFC', 'A'],
  ['a replacement character', 'Caf\ufffd', 'U+FFFD', 'Caf'],
  ['a line separator', 'A\u2028B', 'U+2028', 'AB'],
  ['a paragraph separator', 'A\u2029B', 'U+2029', 'AB'],
  ['a control character', 'A\u001b[2J', 'U+001B', 'A[2J'],
  ['an accent without a letter', '\u0301A', 'U+0301', 'A'],
  ['an accent on a blank', 'A \u0301B', 'U+0301', 'A B'],
  ['a fifth accent on a letter', 'x\u0301\u0302\u0303\u0304\u0305', 'U+0301', 'x\u0301\u0302\u0303\u0304'],
  ['a joiner in Latin', 'Ver\u200dra', 'U+200D', 'Verra'],
  ['a non-joiner at the end', 'می\u200c', 'U+200C', 'می'],
  ['a non-joiner after a letter that joins nothing behind it', 'د\u200cم', 'U+200C', 'دم'],
  ['a joiner between Arabic letters', 'می\u200dخ', 'U+200D', 'میخ'],
];

describe('an emoji of several characters', () => {
  it.each([
    ['a family', '👨\u200d👩\u200d👧', 'U+200D'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈', 'U+FE0F'],
    ['an astronaut with a skin colour', '🧑🏽\u200d🚀', 'U+200D'],
    ['a red heart', 'with ❤\ufe0f from us', 'U+FE0F'],
  ])('stays whole in a message, and cannot be in a name: %s', (_, text, codePoint) => {
    expect(withoutUnreadable(text)).toBe(text);
    expect(unreadableIn(text)).toContain(codePoint);
  });

  it.each([
    ['a joiner behind it', '👨\u200d', '👨'],
    ['a joiner in front of it', 'a\u200d👨', 'a👨'],
    ['a joiner between it and a letter', '👨\u200da', '👨a'],
    ['a second joiner', '👨\u200d\u200d👩', '👨👩'],
    ['a second selector', '❤\ufe0f\ufe0f', '❤\ufe0f'],
    ['a hidden text of tags', '🏴\u{e0061}\u{e0062}', '🏴'],
  ])('does not keep %s', (_, text, left) => {
    expect(withoutUnreadable(text)).toBe(left);
  });
});

describe('a name', () => {
  it.each(readable)('may be %s, and keeps all of it', (name) => {
    const composed = name.normalize('NFC');
    expect(unreadableIn(composed)).toBeUndefined();
    expect(withoutUnreadable(composed)).toBe(composed);
  });

  it.each(unreadable)('cannot have %s: it is named, and can be left out', (_, name, codePoint, left) => {
    expect(unreadableIn(name)).toContain(codePoint);
    expect(withoutUnreadable(name)).toBe(left);
    expect(itemText(300).safeParse(name).success).toBe(false);
  });

  it('says how to mend a text that was read in the wrong encoding', () => {
    const { error } = retireUnits.safeParse({ project: 'oak', quantity: 1, beneficiary: 'Caf\ufffd' });
    expect(error?.issues[0]).toMatchObject({ path: ['beneficiary'], message: expect.stringMatching(/U\+FFFD.*Windows-1252.*UTF-8/) });
  });
});
