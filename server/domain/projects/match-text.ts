import { type Fragment, sql } from '#server/platform/database/sql.ts';

const maxWords = 8;
/** At most so many projects are shown for words that no project has: those with the most similar ones. */
const similarLimit = 24;
/** From so many letters on, a word may be the beginning of another: "UK" is not a search for Ukraine. */
const beginningLength = 3;

/** The words of a search as `catalogue_fold` makes them: lower case, without accents; punctuation only separates. */
export function searchWords(q: string): string[] {
  const folded = q
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđðħı]/g, (letter) => 'loddhi'['łøđðħı'.indexOf(letter)] ?? letter)
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe');
  return folded
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
}

/**
 * The condition that a project has every word, begun or whole, or the registry id that the words are. If `similar`: that it
 * is among the projects whose words are most like these. True without words.
 */
export function matchesText(q: string, similar: boolean): Fragment {
  const words = searchWords(q);
  if (words.length === 0) return sql`true`;
  if (similar) {
    return sql`id in (
      select id
      from carbon_projects
      where ${words.map((word) => sql`${word} <% search_words`).reduce((all, next) => sql`${all} and ${next}`)}
      order by word_similarity(catalogue_fold(${q}), search_words) desc, id
      limit ${similarLimit}
    )`;
  }
  const keys = registryKeys(q);
  const hasWords = sql`search_vector @@ (${textQuery(q)})`;
  return keys.length === 0 ? hasWords : sql`(${hasWords} or registry_key = any(${keys}))`;
}

/** The words as a `tsquery`. Letters and digits only, so nothing in them is an operator. */
export function textQuery(q: string): Fragment {
  return searchWords(q)
    .map((word) => (word.length < beginningLength ? word : `${word}:*`))
    .map((word) => sql`(to_tsquery('simple', ${word}) || to_tsquery('english', ${word}))`)
    .reduce((all, next) => sql`${all} && ${next}`);
}

/** The same to rank rows by. As a subquery it is worked out once; a statement that is prepared would else do so for each row. */
export function rankedBy(q: string): Fragment {
  return sql`(select ${textQuery(q)})`;
}

const registryNames: Readonly<Record<string, string>> = { VERRA: 'VCS', VERIFIEDCARBONSTANDARD: 'VCS', GOLDSTANDARD: 'GS' };
const registries = ['VCS', 'GS', 'ACR', 'CAR', 'WCC', 'PC', 'ART', 'PURO'];

/**
 * What `carbon_projects.registry_key` may be when a search is a registry's id, in any common form: "VCS1764", "vcs 1764",
 * "Verra-1764", or "1764", which every registry may have. Empty when it is none.
 */
export function registryKeys(q: string): string[] {
  const letters = searchWords(q).join('').toUpperCase();
  const [, name = '', number] = /^([A-Z]{0,24})(\d{1,18})$/.exec(letters) ?? [];
  if (number === undefined) return [];
  if (name === '') return [number, ...registries.map((registry) => `${registry}${number}`)];
  return [`${registryNames[name] ?? name}${number}`];
}
