import { sql } from '#server/platform/database/sql.ts';

const maxWords = 8;

/** The words of a search as they are compared: lower case, without accents; punctuation only separates. */
export function searchWords(q: string): string[] {
  const folded = q
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return folded
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
}

/** The condition that a project has every word: begun or whole, or, if `similar`, mistyped. True without words. */
export function matchesText(q: string, similar: boolean) {
  const words = searchWords(q);
  if (words.length === 0) return sql`true`;
  if (!similar) return sql`search_vector @@ (${textQuery(q)})`;
  return words.map((word) => sql`${word} <% search_words`).reduce((all, next) => sql`${all} and ${next}`);
}

/** The words as a `tsquery`. Letters and digits only, so nothing in them is an operator. */
export function textQuery(q: string) {
  return searchWords(q)
    .map((word) => sql`(to_tsquery('simple', ${`${word}:*`}) || to_tsquery('english', ${`${word}:*`}))`)
    .reduce((all, next) => sql`${all} && ${next}`);
}
