import bidiFactory from 'bidi-js';

/** A font of names in other scripts than our own pages have: what DejaVu has, Devanagari, and Chinese, Japanese and Korean. */
export type NameFont = 'other' | 'devanagari' | 'cjk';

/** Part of a line in one font and one direction: `text` is in the order in which a font's shaping expects it. */
type Run<Font> = { text: string; font: Font };
/** A line of a name, its parts from left to right, and its width in points. */
type NameLine<Font> = { runs: Run<Font>[]; width: number };

const bidi = bidiFactory();

/** Of the scripts that the fonts have, those that are written from right to left. */
const hebrewOrArabic = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/** Whether a text needs the font `cjk`, the largest: it has scripts of Chinese, Japanese and Korean, or their punctuation. */
export const needsCjk = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u.test(text);
/** Marks and joiners, which a font can only set beside the letter before them. */
const joins = /[\p{M}\u200c\u200d]/u;
/** What has no script of its own: digits, punctuation and marks. */
const neutral = /[\p{Script=Common}\p{Script=Inherited}]/u;
/** Where a line may break: between words, and between characters of scripts without spaces, though not before closing punctuation. */
const breaks =
  /(?<=\s)(?!\s)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Whether a text has letters that are written from right to left, which a PDF has to be given in the order in which they are seen. */
export const isRightToLeft = (text: string) => hebrewOrArabic.test(text);

/**
 * Breaks a name into lines of at most `width` points, and each line into runs from left to right, by the Unicode Bidirectional
 * Algorithm (UAX #9, rules L1 to L4).
 * @param fontsOf the fonts that have a character, the preferred one first; at least one.
 * @param widthOf a run's width in points.
 */
export function typesetName<Font>(
  name: string,
  { width, fontsOf, widthOf }: { width: number; fontsOf: (character: string) => Font[]; widthOf: (run: Run<Font>) => number },
): NameLine<Font>[] {
  const embedding = bidi.getEmbeddingLevels(name);
  const fonts = fontsByCharacter(name, fontsOf);
  const lineOf = (start: number, end: number): NameLine<Font> => {
    const trimmed = start + name.slice(start, end).trimEnd().length;
    const order = bidi.getReorderedIndices(name, embedding, start, trimmed - 1);
    const runs = runsBetween(start, trimmed)
      .toSorted((one, other) => order.indexOf(one.start) - order.indexOf(other.start))
      .map(forShaping);
    return { runs, width: runs.reduce((sum, run) => sum + widthOf(run), 0) };
  };
  /** Returns the runs of a part of the name in the order in which they are read. */
  const runsBetween = (start: number, end: number) => {
    const runs: (Run<Font> & { level: number; start: number })[] = [];
    for (let at = start; at < end; at++) {
      const [level, font, last] = [embedding.levels[at] ?? 0, fonts[at] as Font, runs.at(-1)];
      if (last && last.level === level && last.font === font) last.text += name[at];
      else runs.push({ text: name[at] ?? '', level, font, start: at });
    }
    return runs;
  };

  const lines: NameLine<Font>[] = [];
  let [start, end] = [0, 0];
  const add = (length: number) => {
    if (end > start && lineOf(start, end + length).width > width) {
      lines.push(lineOf(start, end));
      start = end;
    }
    end += length;
  };
  for (const word of name.split(breaks)) {
    if (lineOf(end, end + word.length).width <= width) add(word.length);
    // A word longer than a line is broken between its characters.
    else for (const { segment } of graphemes.segment(word)) add(segment.length);
  }
  return [...lines, lineOf(start, end)];
}

/** Returns the font of each UTF-16 unit. A character without a script of its own stays in the font of the character before it. */
function fontsByCharacter<Font>(name: string, fontsOf: (character: string) => Font[]): Font[] {
  const fonts: Font[] = [];
  for (const character of name) {
    const [before, possible] = [fonts.at(-1), fontsOf(character)];
    const stays = before !== undefined && (joins.test(character) || (neutral.test(character) && possible.includes(before)));
    for (let unit = 0; unit < character.length; unit++) fonts.push(stays ? before : (possible[0] as Font));
  }
  return fonts;
}

/** Returns a run as shaping expects it (rule L4). Odd levels run from right to left; shaping reverses Hebrew and Arabic by itself. */
function forShaping<Font>({ text, font, level }: Run<Font> & { level: number }): Run<Font> {
  const isOdd = level % 2 === 1;
  const mirrored = isOdd ? [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('') : text;
  const first = [...text].find((character) => !neutral.test(character)) ?? '';
  return { font, text: hebrewOrArabic.test(first) === isOdd ? mirrored : [...mirrored].reverse().join('') };
}
