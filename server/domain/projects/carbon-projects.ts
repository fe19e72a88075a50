import { allOf, type Fragment, sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import { findRegistry, registries } from '#verify/registries.ts';
import { normalised } from '#verify/text.ts';
import { isListed } from './columns.ts';

const maxWords = 8;
/** The most projects shown if no project has the words, but some have similar ones. */
const similarLimit = 24;
/** Words of at least this many letters also match as prefixes. Shorter ones do not: "UK" is not a search for Ukraine. */
const prefixLength = 3;

/** Returns the words of a search, folded as by `catalogue_fold`: lower case, without accents, split at punctuation. */
export function searchWords(q: string): string[] {
  const folded = normalised(q, 'NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[łøđðħıßæœ]/g, (letter) => spelledOut[letter] ?? letter);
  return folded
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
}

/** Letters that Unicode does not take apart. */
const spelledOut: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' };

/** The ids of the projects with similar words, which a search then shows; false if it shows those with the words as typed. */
export type Similar = false | readonly number[];

/**
 * Returns the condition that a project is listed and has every word, whole or as a prefix, or the registry id that the text spells; with
 * `similar`, that it is one of those. Without words, every listed project matches.
 */
export function matchesText(q: string, similar: Similar): Fragment {
  if (searchWords(q).length === 0) return isListed;
  if (similar) return allOf([isListed, sql`id = any(${similar as number[]}::integer[])`]);
  const keys = soughtRegistryKeys(q);
  const hasWords = sql`search_vector @@ ${textQuery(q)}`;
  return allOf([isListed, keys.length === 0 ? hasWords : sql`(${hasWords} or registry_key = any(${keys}))`]);
}

/** Returns the condition that a folded text has every word of a search, whole or in part. False without words. */
export function containsWords(folded: Fragment, q: string): Fragment {
  const words = searchWords(q);
  return words.length === 0 ? sql`false` : allOf(words.map((word) => sql`${folded} like ${`%${word}%`}`));
}

/**
 * Returns how close a word of the catalogue is to a mistyped one; the lowest value is the closest. Words of about the same length come
 * first: "forset" shares as much with "for" as with "forest".
 */
export function closeness(word: Fragment, term: Fragment): Fragment {
  return sql`(greatest(abs(char_length(${word}) - char_length(${term})) - 2, 0) - similarity(${word}, ${term}))`;
}

/**
 * Whether projects with similar words are worth looking for when none has the words as typed. Words with digits are not: a registry
 * id means one project, and a similar id means an unrelated one.
 */
function mayBeMistyped(q: string): boolean {
  const words = searchWords(q);
  return words.length > 0 && !words.some((word) => /\d/.test(word));
}

/**
 * Returns the words as a `tsquery`: one parameter, however many there are. They contain only letters and digits, so no operators. As a
 * subquery it is evaluated once, not for each row.
 */
export function textQuery(q: string): Fragment {
  const terms = searchWords(q).map((word) => (word.length < prefixLength ? word : `${word}:*`));
  return sql`(
    select string_agg('(' || (to_tsquery('simple', term) || to_tsquery('english', term))::text || ')', ' & ')::tsquery
    from unnest(${terms}::text[]) as term
  )`;
}

/** The letters with which registries' ids of projects begin. */
const idLetters = Object.values(registries).flatMap(({ projectIds }) => projectIds);

/**
 * Returns the possible values of `carbon_projects.registry_key` if a search is a registry id in any common form: "VCS1764",
 * "vcs 1764", "Verra-1764", or "1764", which could be any registry's. Otherwise empty.
 */
export function soughtRegistryKeys(q: string): string[] {
  const spelled = searchWords(q).join('').toUpperCase();
  const [, name = '', number] = /^([A-Z]{0,24})(\d{1,18})$/.exec(spelled) ?? [];
  if (number === undefined) return [];
  if (name === '') return keysOfNumber(number);
  const registry = idLetters.includes(name) ? undefined : findRegistry(name);
  return (registry ? registries[registry].projectIds : [name]).map((letters) => spelledId(`${letters}${number}`));
}

/** Returns the values of `registry_key` that a bare number may mean: the number alone, or behind the letters of any registry. */
export function keysOfNumber(number: string): string[] {
  return ['', ...idLetters].map((letters) => spelledId(`${letters}${number}`));
}

/** Returns the projects with the most similar words, to be shown because none has the words of a search as typed; otherwise false. */
export async function findSimilar(db: Transaction, q: string): Promise<Similar> {
  if (!mayBeMistyped(q)) return false;
  const [row] = await db<{ found: boolean }[]>`
    with found as materialized (select id from carbon_projects where ${matchesText(q, false)})
    select exists (select from found) as found
  `;
  return row?.found ? false : readSimilar(db, q);
}

/** How similar a project is to the words of a search. */
export const likeness = (q: string): Fragment => sql`word_similarity(catalogue_fold(${q}), search_words)`;

/**
 * Returns the ids of the projects whose title and facts are the most similar: each word is similar to one of theirs. Read once for each
 * search, whose statements all need them.
 */
export async function readSimilar(db: Transaction, q: string): Promise<number[]> {
  const areSimilar = allOf([isListed, ...searchWords(q).map((word) => sql`${word} <% search_words`)]);
  const rows = await db<{ id: number }[]>`
    select id from carbon_projects where ${areSimilar} order by ${likeness(q)} desc, id limit ${similarLimit}
  `;
  return rows.map(({ id }) => id);
}
