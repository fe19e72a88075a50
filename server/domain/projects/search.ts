import { commaList, type Fragment, inSnapshot, joined, sql, type Transaction } from '#server/platform/database/query.ts';
import {
  type CatalogueQuery,
  emptyCatalogueQuery,
  facetNames,
  impactSteps,
  isPicture,
  type unitsValues,
} from '#shared/schemas/catalogue-query.ts';
import { cataloguePageSize, type ListedProject, labels, type Project } from '#shared/schemas/project.ts';
import {
  type Choice,
  type CountedFilter,
  columnsOf,
  countedFilters,
  distance,
  filterValues,
  isListed,
  listedColumns,
  matchesText,
  onSale,
  type Similar,
  searchWords,
  uncounted,
  usedFilters,
} from './carbon-projects.ts';
import { countProjects, dropUnknownValues, findMatching, inOrder, type Matching } from './matching.ts';

/** A filter that a query uses, and how many projects match without it. */
type WithoutFilter = { filter: FilterName; total: number };
const filterNames = ['q', ...facetNames, 'price', 'available', 'unanswered', 'impact'] as const;
type FilterName = (typeof filterNames)[number];
const pictured = [
  ...(['slug', 'title', 'location', 'country', 'category', 'projectType', 'status'] as const),
  ...(['unitType', 'pricePerCredit', 'permanenceYears', 'latitude', 'longitude'] as const),
];
/** What a picture of the list shows of a project. */
export type PicturedProject = Pick<Project, (typeof pictured)[number]>;
export type ProjectSearch = Awaited<ReturnType<typeof searchProjects>>;

/** Finds one page of the projects that match a query, in its order, with the counts beside the filters, all from one snapshot. */
export function searchProjects(requested: CatalogueQuery) {
  return inSnapshot(async (db) => {
    const { query, unknown } = await dropUnknownValues(db, requested);
    const found = await findMatching(db, query, countFacets);
    const { similar, counts } = found;
    const page = inOrder(found, { limit: cataloguePageSize, offset: (query.page - 1) * cataloguePageSize });
    return {
      /** A page of the matching projects; empty if the view is a picture, which has all of them, by price. */
      projects: isPicture(query.view) ? [] : await db<ListedProject[]>`select ${listedColumns} ${page}`,
      pictured: isPicture(query.view) ? await readPictured(db, found.condition) : [],
      ...counts,
      /** The requested query without the values that no project has, which are in `unknown`. */
      query,
      unknown,
      /** Whether no project has the words as typed, so that these are the projects with similar words. */
      similar: similar !== undefined,
      /** If `similar`: the words that were probably meant. */
      suggestion: similar ? await suggestWords(db, query, similar) : undefined,
      /** If nothing was found: how many match without each filter, the most first; otherwise empty. */
      withoutEach: counts.total === 0 ? await countWithoutEach(db, found) : [],
    };
  });
}

/** Lists what a picture shows of every project of the catalogue, by price. */
export const listPictured = () => inSnapshot((db) => readPictured(db, isListed));

/** Reads the projects in batches, so that others have their turn between them. */
async function readPictured(db: Transaction, condition: Fragment): Promise<PicturedProject[]> {
  const projects: PicturedProject[] = [];
  const batches = db.inBatches<PicturedProject>(1_000)`
    select ${columnsOf(pictured)} from carbon_projects where ${condition} order by price_per_credit, id
  `;
  for await (const batch of batches) projects.push(...batch);
  return projects;
}

/**
 * Returns the words that a mistyped search probably meant. Each word that none of the projects with similar words has is replaced with
 * their most similar one, or left out if there are none. `total`: how many projects match these words and the other filters; undefined
 * instead if there are none.
 */
async function suggestWords(db: Transaction, query: CatalogueQuery, similar: Similar) {
  const { q } = query;
  const words = await db<{ word: string | null }[]>`
    with vocabulary as materialized (
      select distinct word
      from carbon_projects
      cross join regexp_split_to_table(search_words, '[^[:alnum:]]+') as word
      where ${matchesText(q, similar)} and word <> ''
    )
    select
      case
        -- From three letters on, words match as beginnings.
        when exists (select from vocabulary where word = term or char_length(term) > 2 and starts_with(word, term)) then term
        else (select word from vocabulary where char_length(word) > 2 order by ${distance(sql`word`, sql`term`)}, word limit 1)
      end as word
    from unnest(${searchWords(q)}::text[]) with ordinality as terms (term, position)
    order by position
  `;
  const meant = words.flatMap(({ word }) => word ?? []).join(' ');
  if (meant === '' || meant === searchWords(q).join(' ')) return undefined;
  const { total } = await countProjects(db, { ...query, q: meant });
  return total > 0 ? { q: meant, total } : undefined;
}

/** Counts what matches without each filter: with the similar words, if the list has those. */
async function countWithoutEach(db: Transaction, { query, similar }: Matching<unknown>): Promise<WithoutFilter[]> {
  const count = async (filter: FilterName) => ({ filter, ...(await countProjects(db, withoutFilter(query, filter), { similar })) });
  const counts = await Promise.all(activeFilters(query).map(count));
  return counts.toSorted((a, b) => b.total - a.total);
}

/** Lists the filters that a query uses. */
export function activeFilters(query: CatalogueQuery): FilterName[] {
  return filterNames.filter((name) =>
    [name === 'price' ? [query.min, query.max] : query[name]].flat().some((value) => value !== undefined && value !== ''),
  );
}

/** Returns the query without one filter, at the first page. */
export function withoutFilter(query: CatalogueQuery, filter: FilterName): CatalogueQuery {
  if (filter === 'price') return { ...query, page: 1, min: undefined, max: undefined };
  return { ...query, page: 1, [filter]: emptyCatalogueQuery[filter] };
}

/** A value of a filter, and how many projects it would show with all other filters unchanged. */
export type FacetCount = { value: string; count: number };
export type Facets = Record<CountedFilter, FacetCount[]>;
/** Credits on sale, in tCO2e, by whether they are issued. */
export type CreditTotals = Record<(typeof unitsValues)[number], number>;
export type Counted = { total: number; credits: CreditTotals; facets: Facets };

/** Projects with the same value of one filter, `name`, that fail the same filters. */
type Group = {
  name: CountedFilter;
  /** As in `filterValues`. */
  value: string | null;
  /** The only filter that they fail; "several" if they fail more; null if they match. */
  failed: CountedFilter | 'several' | null;
  projects: number;
  /** tCO2e on sale. */
  credits: number;
};

/**
 * Counts the matching projects and their credits on sale, and the projects beside each filter, in the transaction's snapshot: one
 * statement, which reads each project once. The counts beside a filter ignore that filter's own condition, so a project that fails
 * a single filter still counts beside that filter. Labels are the exception: a project must have all that are selected.
 */
export async function countFacets(db: Transaction, query: CatalogueQuery, choice?: Choice): Promise<Counted> {
  const columns = countedFilters.map((name) => ({ name, column: sql(name) }));
  const groups = await db<Group[]>`
    select
      case ${joined(columns.map(({ name, column }) => sql`when grouping(${column}) = 0 then ${sql.unsafe(`'${name}'`)} `))} end as name,
      coalesce(${commaList(columns.map(({ column }) => column))}) as value,
      failed,
      count(*)::int as projects,
      coalesce(sum(available_credits) filter (where can_be_bought), 0)::float8 as credits
    from (
      select
        ${commaList(columns.map(({ name, column }) => sql`${filterValues[name]} as ${column}`))},
        available_credits,
        ${onSale} as can_be_bought,
        ${failedFilter(query)} as failed
      from carbon_projects
      where ${uncounted(query, choice)}
    ) as project
    group by failed, grouping sets (${commaList(columns.map(({ column }) => sql`(${column})`))})
  `;
  return countedOf(groups, query);
}

/** Returns the expression for `failed` of a group. */
function failedFilter(query: CatalogueQuery): Fragment {
  const failures = usedFilters(query).map(
    ({ name, condition }) => sql`case when ${condition} then null else ${sql.unsafe(`'${name}'`)} end`,
  );
  if (failures.length === 0) return sql`null::text`;
  return sql`case when num_nonnulls(${commaList(failures)}) > 1 then 'several' else coalesce(${commaList(failures)}) end`;
}

function countedOf(groups: readonly Group[], query: CatalogueQuery): Counted {
  // Every project has a value of the filter `units`, so that its groups are all projects.
  const matching = groups.filter(({ name, failed }) => name === 'units' && failed === null);
  const creditsOf = (units: keyof CreditTotals) => matching.find(({ value }) => value === units)?.credits ?? 0;
  return {
    total: matching.reduce((total, { projects }) => total + projects, 0),
    credits: { issued: creditsOf('issued'), expected: creditsOf('expected'), 'not stated': creditsOf('not stated') },
    facets: Object.fromEntries(countedFilters.map((name) => [name, countsBeside(name, groups, query)])) as Facets,
  };
}

const labelOrder: readonly string[] = labels;
const alphabet = new Intl.Collator('en-GB');

/**
 * Lists the values of a filter by count, years with the latest first, labels in their order. Values that other filters exclude are listed
 * too, as are selected ones that no project has, and all steps of the impact.
 */
function countsBeside(name: CountedFilter, groups: readonly Group[], query: CatalogueQuery): FacetCount[] {
  const always = name === 'impact' ? impactSteps.map(String) : query[name];
  const counts = new Map(always.map((value) => [value, 0]));
  for (const group of groups) {
    if (group.name !== name || group.value === null) continue;
    // Another label narrows the list further, so that projects without a selected label do not count.
    const count = group.failed === null || (group.failed === name && name !== 'label') ? group.projects : 0;
    for (const value of valuesOf(name, group.value)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  const listed = [...counts].map(([value, count]) => ({ value, count }));
  if (name === 'impact') return listed;
  if (name === 'vintage') return listed.sort((a, b) => Number(b.value) - Number(a.value));
  if (name === 'label') return listed.sort((a, b) => labelOrder.indexOf(a.value) - labelOrder.indexOf(b.value));
  return listed.sort((a, b) => b.count - a.count || alphabet.compare(a.value, b.value));
}

/** Returns the values in which a group counts: a vintage in each of its years, labels in each, an impact at each step up to its highest. */
function valuesOf(name: CountedFilter, value: string): string[] {
  if (name === 'impact') return impactSteps.filter((step) => step <= Number(value)).map(String);
  if (name === 'label') return value.split('|');
  if (name !== 'vintage') return [value];
  const [first = 0, last = 0] = value.split(' ').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}
