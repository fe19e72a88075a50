import type { ProvedText } from '#verify/file.ts';

/** The words for a text that was erased, or is not on file because it was lost with a database. */
export type AbsentWords = { erased: string; notOnFile: string };

/** Returns a text; null if it was erased or is not on file, or the entry has none. */
export function textIn(text: ProvedText | undefined): string | null {
  return text && 'text' in text ? text.text : null;
}

/** Returns a text, or the words that say why it is not there. */
export function textOr(text: ProvedText, words: AbsentWords): string {
  return 'text' in text ? text.text : 'erased' in text ? words.erased : words.notOnFile;
}

/** Returns a text; undefined if the entry has none or it was erased. One that is lost is said to be so. */
export function textUnlessErased(text: ProvedText | undefined, words: AbsentWords): string | undefined {
  return text === undefined || 'erased' in text ? undefined : textOr(text, words);
}
