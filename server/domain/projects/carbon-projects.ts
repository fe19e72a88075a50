// The table `carbon_projects` as queries read it: its columns, then the conditions that narrow it, then the words of a search.

import { allOf, type Fragment, joined, sql, type Transaction } from '#server/platform/database/query.ts';
import { nothingStoredWords } from '#shared/lib/projects/facts.ts';
import { defaultImage } from '#shared/lib/projects/landscapes.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import { type CatalogueQuery, type FacetName, facetNames, impactSteps } from '#shared/schemas/catalogue-query.ts';
import { pictureAddress } from '#shared/schemas/field-types.ts';
import {
  type AuditQuestion,
  auditAnswers,
  auditQuestions,
  type LabelName,
  labels,
  listedFields,
  type Project,
  type StoredName,
  storedFields,
} from '#shared/schemas/project.ts';
import { findRegistry, registries } from '#verify/registries.ts';
import { normalised } from '#verify/text.ts';

/** The condition that a project is in the catalogue, not withdrawn from it. */
export const isListed = sql`withdrawn_at is null`;

/** The condition that units of a project are on the record, as SQL text. */
export const onRecordSql = 'exists (select from credit_batches where project_id = carbon_projects.id)';

/** The conditions under which these fields state their part of an answer. Every other field does if it has a value. */
const statedBy: Partial<Record<keyof Project, string>> = {
  isOnRecord: onRecordSql,
  // Where nothing is stored, no duration is missing: `permanenceOf` (shared/lib/projects/facts.ts) is its counterpart.
  permanenceYears: `permanence_years is not null or (unit_type like 'Removal%') is not true and concat_ws(' ', category, project_type) ~* '\\m(${nothingStoredWords.join('|')})\\M'`,
  labels: `sold_labels && array[${labels
    .filter((label) => label.startsWith('Corresponding adjustment '))
    .map((label) => `'${label}'`)
    .join()}]`,
};
const statedSql = (field: keyof Project) => statedBy[field] ?? `${storedFields.find(({ name }) => name === field)?.column} is not null`;

/** Returns the condition, as SQL text, that the catalogue states every part of the answer to a question of an auditor. */
export function answeredSql(question: AuditQuestion): string {
  const parts: (readonly (keyof Project)[])[] = Object.values(auditAnswers[question]);
  return parts.map((fields) => `(${fields.map(statedSql).join(' or ')})`).join(' and ');
}

/** The questions that the catalogue does not answer in full, in their order. */
const unanswered = `array_remove(array[${auditQuestions.map((question) => `case when ${answeredSql(question)} then null else '${question}' end`).join()}], null)`;

/** The fields that may have facts of the units on the record in place of a statement, each with its name in `fromRecord`. */
export const factsOfRecord: Partial<Record<keyof Project, Project['fromRecord'][number]>> = {
  ...{ unitType: 'unitType', vintageStart: 'vintage', vintageEnd: 'vintage' },
};

/** A stored column as it was stated: null where it has facts of the units on the record. */
export function statedColumn(column: string, table = 'carbon_projects'): string {
  const field = storedFields.find((one) => one.column === column);
  const fact = field && factsOfRecord[field.name];
  return fact ? `case when '${fact}' = any(${table}.from_record) then null else ${table}.${column} end` : `${table}.${column}`;
}

/** The stored fields as they were stated. */
export const storedSelection = storedFields
  .map(({ name, column }) => (factsOfRecord[name] ? `${statedColumn(column)} as ${column}` : column))
  .join(', ');

/** How each field of a `Project` is selected. */
const selections: Record<keyof Project, string> = {
  id: 'id',
  ...(Object.fromEntries(storedFields.map(({ name, column }) => [name, column])) as Record<StoredName, string>),
  imageUrl: `case when image_url ~ '${pictureAddress.source}' then image_url else '${defaultImage}' end as image_url`,
  status: 'sale_status as status',
  isOnRecord: `${onRecordSql} as is_on_record`,
  fromRecord: 'from_record',
  unanswered: `${unanswered} as unanswered`,
  isSample: 'is_sample',
  updatedAt: 'updated_at',
};

/** The columns of a `Project`, for every query that returns one. One text, because each part of a statement costs time. */
export const projectColumns = sql.unsafe(Object.values(selections).join(', '));

/** What a mix of projects is made from and shows, besides two lists. */
const offered = [
  ...(['slug', 'title', 'location', 'country', 'category', 'projectType', 'verificationStandard', 'unitType', 'unitsStatus'] as const),
  ...(['status', 'pricePerCredit', 'availableCredits', 'deliveryBy', 'vintageStart', 'vintageEnd', 'permanenceYears'] as const),
  ...(['latitude', 'longitude', 'isOnRecord', 'isSample'] as const),
];
export type OfferedProject = Pick<Project, (typeof offered)[number] | 'unanswered'> & { soldLabels: LabelName[] };

/** The columns of an `OfferedProject`. Its lists are JSON: arrays of thousands of projects take the driver twice as long as the rest. */
export const offeredColumns = sql.unsafe(
  [...offered.map((name) => selections[name]), `to_json(${unanswered}) as unanswered`, 'to_json(sold_labels) as sold_labels'].join(', '),
);

/** The columns of these fields. */
export const columnsOf = (names: readonly (keyof Project)[]) => sql.unsafe(names.map((name) => selections[name]).join(', '));

/** The columns of a `ListedProject`. */
export const listedColumns = columnsOf(listedFields);

/** A filter with counts beside its values. */
export type CountedFilter = FacetName | 'impact';
export const countedFilters: readonly CountedFilter[] = [...facetNames, 'impact'];

const firstYear = sql`coalesce(vintage_start, vintage_end)`;
const lastYear = sql`coalesce(vintage_end, vintage_start)`;

/** The value of each filter as an expression over `carbon_projects`; null if a project has none. */
export const filterValues: Record<CountedFilter, Fragment> = {
  category: sql`category`,
  type: sql`project_type`,
  standard: sql`verification_standard`,
  country: sql`country`,
  status: sql`sale_status`,
  units: sql`coalesce(units_status, 'not stated')`,
  /** All of its labels, joined. */
  label: sql`nullif(array_to_string(sold_labels, '|'), '')`,
  mechanism: sql`coalesce(split_part(unit_type, ' ', 1), 'not stated')`,
  record: sql`case when ${sql.unsafe(onRecordSql)} then 'on the record' else 'stated by us' end`,
  rating: sql`case when ${sql.unsafe(answeredSql('rating'))} then 'rated' else 'not rated' end`,
  /** The first and the last year: "2021 2023". The project has each year between them. */
  vintage: sql`${firstYear} || ' ' || ${lastYear}`,
  /** The highest step that the project reaches. It has each lower step, too. */
  impact: sql`case ${joined(impactSteps.toReversed().map((step) => sql.unsafe(`when impact_per_year >= ${step} then '${step}'`)))} end`,
};

/** The condition that a project's credits can be bought. */
export const onSale = sql`sale_status = 'On sale'`;

/** The opposite, in the form in which the list is sorted by it. */
export const notOnSale = sql`(sale_status <> 'On sale')`;

/** What narrows a list beside its query: to projects that are featured, have a price, have coordinates; without these slugs (`except`). */
export type Narrowing = {
  featured?: boolean | undefined;
  priced?: boolean | undefined;
  located?: boolean | undefined;
  except?: readonly string[] | undefined;
};
/** Which projects match beside what their query asks for. `similar`: as in `matchesText`. */
export type Choice = Narrowing & { similar?: Similar | undefined };

/** Returns the condition that a project matches a query. */
export function matches(query: CatalogueQuery, choice?: Choice): Fragment {
  return allOf([uncounted(query, choice), ...usedFilters(query).map(({ condition }) => condition)]);
}

/** Returns the part of `matches` without counts beside it: words, limits of price and quantity, unanswered questions, `choice`. */
export function uncounted(query: CatalogueQuery, { similar, featured, priced, located, except = [] }: Choice = {}): Fragment {
  return allOf([
    matchesText(query.q, similar),
    ...(query.min === undefined ? [] : [sql`price_per_credit >= ${query.min}`]),
    ...(query.max === undefined ? [] : [sql`price_per_credit <= ${query.max}`]),
    ...(query.unanswered === undefined ? [] : [sql`(${sql.unsafe(answeredSql(query.unanswered))}) is not true`]),
    ...(query.available === undefined ? [] : [sql`coalesce(available_credits, 0) >= ${query.available}`]),
    ...(featured ? [sql`featured`] : []),
    ...(priced ? [sql`price_per_credit is not null`] : []),
    ...(located ? [sql`latitude is not null`] : []),
    ...(except.length > 0 ? [sql`slug <> all(${[...except]}::text[])`] : []),
  ]);
}

/** Returns the condition of each filter with counts that is used. */
export function usedFilters(query: CatalogueQuery): { name: CountedFilter; condition: Fragment }[] {
  const facets = facetNames.filter((name) => query[name].length > 0).map((name) => ({ name, condition: has(name, query[name]) }));
  return query.impact === undefined ? facets : [...facets, { name: 'impact', condition: sql`impact_per_year >= ${query.impact}` }];
}

function has(name: FacetName, selected: string[]): Fragment {
  if (name === 'status') return hasStatus(selected);
  if (name === 'vintage') return hasVintage(selected);
  if (name === 'label') return sql`sold_labels @> ${selected}::text[]`;
  return sql`${filterValues[name]} = any(${selected})`;
}

function hasStatus(selected: string[]): Fragment {
  const condition = sql`sale_status = any(${selected})`;
  // Redundant, but a key of the list's index, which then skips the projects on sale.
  return selected.includes('On sale') ? condition : sql`(${notOnSale} and ${condition})`;
}

/** Matches vintages that overlap any of the years: one parameter, however many there are. */
function hasVintage(years: string[]): Fragment {
  const ranges = `{${years.map((year) => `[${year},${year}]`).join()}}`;
  return sql`(${firstYear} is not null and int4range(${firstYear}, ${lastYear}, '[]') && ${ranges}::int4multirange)`;
}

/** Further words of a search are ignored. */
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
    .replace(/\P{ASCII}/gu, (letter) => spelledOut[letter] ?? letter);
  return folded
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, maxWords);
}

/** Letters that Unicode does not take apart, and the sigma that ends a word. */
const spelledOut: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ', ß: 'ss', æ: 'ae', œ: 'oe' };

/** The ids of the projects with similar words, which a search shows if none has its words as typed. */
export type Similar = readonly number[];

/**
 * Returns the condition that a project is listed and has every word, whole or as a prefix, or the registry id that the text spells. With
 * `similar`, its id has to be one of these instead. Every listed project matches an empty search, and none a search such as "?!".
 */
export function matchesText(q: string, similar?: Similar): Fragment {
  if (searchWords(q).length === 0) return q.trim() === '' ? isListed : sql`false`;
  if (similar) return allOf([isListed, sql`id = any(${[...similar]}::integer[])`]);
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
 * Returns how far a word of the catalogue is from a mistyped one; the lowest value is the closest. Words of about the same length come
 * first: "forset" shares as much with "for" as with "forest".
 */
export function distance(word: Fragment, term: Fragment): Fragment {
  return sql`(greatest(abs(char_length(${word}) - char_length(${term})) - 2, 0) - similarity(${word}, ${term}))`;
}

/**
 * Returns the words as a `tsquery`, of one parameter. The words contain only letters and digits, so no operators. A subquery is evaluated
 * once, not for each row.
 */
export function textQuery(q: string): Fragment {
  const terms = searchWords(q).map((word) => (word.length < prefixLength ? word : `${word}:*`));
  return sql`(
    select string_agg('(' || (to_tsquery('simple', term) || to_tsquery('english', term))::text || ')', ' & ')::tsquery
    from unnest(${terms}::text[]) as term
  )`;
}

/** The letters with which registries' ids of projects begin. */
const idLetters = Object.values(registries).flatMap(({ idPrefixes }) => idPrefixes);

/**
 * Returns the possible values of `carbon_projects.registry_key` if a search is a registry id in any common form: "VCS1764",
 * "vcs 1764", "Verra-1764", "BCR-CO-635-14-001", or "1764", which could be any registry's. Otherwise empty.
 */
export function soughtRegistryKeys(q: string): string[] {
  const spelled = spelledId(searchWords(q).join('-'));
  const [, name = '', number] = /^([A-Z]{0,24})(\d{1,18}(?:-\d{1,18})*)$/.exec(spelled) ?? [];
  if (number === undefined) return [];
  if (name === '') return keysOfNumber(number);
  const registry = idLetters.includes(name) ? undefined : findRegistry(name);
  return (registry ? registries[registry].idPrefixes : [name]).map((letters) => spelledId(`${letters}${number}`));
}

/** Returns the values of `registry_key` that a bare number may mean: the number alone, or behind the letters of any registry. */
export function keysOfNumber(number: string): string[] {
  return ['', ...idLetters].map((letters) => spelledId(`${letters}${number}`));
}

/** Returns the projects with the most similar words, if none has the words of a search as typed; otherwise undefined. */
export async function findSimilar(db: Transaction, q: string): Promise<Similar | undefined> {
  const words = searchWords(q);
  // Not words with digits: a registry id means one project, and a similar id means an unrelated project.
  if (words.length === 0 || words.some((word) => /\d/.test(word))) return undefined;
  const [{ found }] = await db<[{ found: number }]>`select count(*)::int as found from carbon_projects where ${matchesText(q)}`;
  return found > 0 ? undefined : readSimilar(db, q);
}

/** How similar a project is to the words of a search. */
export const likeness = (q: string): Fragment => sql`word_similarity(catalogue_fold(${q}), search_words)`;

/**
 * Returns the ids of the projects whose title and facts are the most similar: each word of the search is similar to a word of theirs. Read
 * once for each search, because all its statements need them.
 */
export async function readSimilar(db: Transaction, q: string): Promise<number[]> {
  const areSimilar = allOf([isListed, ...searchWords(q).map((word) => sql`${word} <% search_words`)]);
  const rows = await db<{ id: number }[]>`
    select id from carbon_projects where ${areSimilar} order by ${likeness(q)} desc, id limit ${similarLimit}
  `;
  return rows.map(({ id }) => id);
}
