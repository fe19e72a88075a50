import { beforeAll, describe, expect, it } from 'vitest';
import { matches, searchWords } from '#server/domain/projects/carbon-projects.ts';
import { findByReference, listProjectPages, readProjectPage } from '#server/domain/projects/find.ts';
import { listChangedProjects, listProjects, suggestProjects } from '#server/domain/projects/list.ts';
import { activeFilters, countFacets, type Facets, listPictured, searchProjects, withoutFilter } from '#server/domain/projects/search.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { commaList, type Fragment, inTransaction, query, sql } from '#server/platform/database/query.ts';
import type { Refused } from '#server/platform/refused.ts';
import { isSoldWith } from '#shared/lib/projects/facts.ts';
import {
  type CatalogueQuery,
  catalogueSorts,
  emptyCatalogueQuery,
  facetNames,
  impactSteps,
  parseCatalogueQuery,
} from '#shared/schemas/catalogue-query.ts';
import { featuredLimit, type Project, relatedLimit, wholeListLimit } from '#shared/schemas/project.ts';
import { manyProjects, measuredSearches } from '#tests/support/many-projects.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { importProjects } from '#tests/support/project-files.ts';
import { projectRow } from '#tests/support/projects.ts';
import { readWholeList } from '#tests/support/whole-list.ts';

// A single connection, because one test counts prepared statements, which belong to their connection.
const database = ownDatabase({ DATABASE_POOL_SIZE: '1' });
beforeAll(async () => {
  // Enough that reading the whole table is not the fastest plan, and none in Türkiye: a test below finds the only project there.
  const projects = manyProjects(1_500).filter(({ country }) => country !== 'TR');
  expect(await importProjects(JSON.stringify(projects))).toMatchObject({ created: projects.length, errors: [] });
  await database.sql`
    update carbon_projects
    set vintage_start = nullif(2015 + id % 7, 2021), vintage_end = nullif(2021 + id % 5, 2024),
      units_status = (array['issued', 'expected', null])[1 + id % 3],
      unit_type = (array['Removal - nature', 'Avoidance', null])[1 + id % 3],
      labels = (array[
        null,
        '[{"label":"CCP-labelled","vintageStart":2018,"vintageEnd":2019,"source":"Register","asOf":"2026-03-31"}]',
        '[{"label":"CCP-labelled","vintageStart":null,"vintageEnd":null,"source":"Register","asOf":"2026-03-31"},
          {"label":"SDG 13","vintageStart":null,"vintageEnd":null,"source":"Register","asOf":"2026-03-31"}]',
        '[{"label":"CORSIA 2024-2026","vintageStart":2021,"vintageEnd":2021,"source":"Register","asOf":"2026-03-31"}]'
      ]::jsonb[])[1 + id % 4]
  `;
  await database.sql`insert into carbon_projects ${database.sql({ ...projectRow('cwm-ty-coch'), title: 'Cwm Tŷ-coch Hillside' })}`;
  await database.sql`vacuum analyze carbon_projects`;
});

const alphabet = new Intl.Collator('en-GB');
const queryOf = (address: string) => parseCatalogueQuery(new URLSearchParams(address)).query;
const search = (address: string) => searchProjects(queryOf(address));
const searchAll = async (address: string) => (await readWholeList(queryOf(address))).projects;

it.each([
  ['the beginning of a word', 'q=mangr', 'Mangrove'],
  ['several misspelt words', 'q=zantno+sunfeild', 'Zanton Sunfield'],
  ['words without their accents', 'q=ty+coch', 'Cwm Tŷ-coch'],
  ['operators and quotes as separators', "q=coch+%26%26+!'(:*", 'Cwm Tŷ-coch'],
])('a search finds %s', async (_, address, title) => {
  const { projects, total } = await search(address);
  expect(total).toBeGreaterThan(0);
  expect(projects[0]?.title).toContain(title);
});

it('a search for signs without a letter or a digit finds nothing, and is not taken for an empty one', async () => {
  expect((await search('q=%F0%9F%98%80+?!')).total).toBe(0);
  expect((await search('q=+')).total).toBeGreaterThan(1_000);
  const [first, second] = await suggestProjects({ search: ' ', except: [], limit: 5 });
  expect((await suggestProjects({ search: ' ', except: [first?.slug ?? ''], limit: 5 }))[0]).toEqual(second);
});

it('a search without a sort order starts with featured projects, then with those on sale', async () => {
  const projects = await searchAll('');
  const ranks = projects.map(({ featured, status }) => [featured ? 0 : 1, status === 'On sale' ? 0 : 1].join(''));
  expect(new Set(ranks).size).toBeGreaterThan(2);
  expect(ranks).toEqual(ranks.toSorted());
});

it.each(catalogueSorts)('a list is sorted by %s', async (sort) => {
  const projects = await searchAll(`sort=${sort}&country=GB`);
  const value = { price: 'pricePerCredit', available: 'availableCredits', impact: 'impactPerYear', name: 'title' } as const;
  const isUpward = !sort.endsWith('-desc');
  const values = projects.flatMap((project) => project[value[sort.replace('-desc', '') as keyof typeof value]] ?? []);
  expect(new Set(values).size).toBeGreaterThan(20);
  const inOrder = values.toSorted((a, b) => (typeof a === 'number' ? a - Number(b) : alphabet.compare(a, String(b))));
  expect(values).toEqual(isUpward ? inOrder : inOrder.toReversed());
});

it('countries are found by name, and the values of a filter that no project has are dropped or refused with those that there are', async () => {
  const { query: known, unknown } = await search('country=Kenya&country=KE&country=Narnia&standard=VCS');
  expect([known.country, known.standard, unknown]).toEqual([['KE'], ['VCS'], [{ name: 'country', value: 'Narnia' }]]);
  const refusal: Refused = await listProjects({ standard: ['VCS', 'None'] }, { limit: 1 }).catch((error) => error);
  const { allowed = [] } = refusal.errors[0] ?? {};
  expect(allowed.length).toBeGreaterThan(5);
  expect(allowed).toEqual(allowed.toSorted());
});

it('a picture of the list has its projects by price, and the values of a filter stand by count, latest year or their own order', async () => {
  const { pictured, facets } = await search('view=prices&country=GB');
  const prices = pictured.map(({ pricePerCredit }) => pricePerCredit ?? Infinity);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  const years = facets.vintage.map(({ value }) => Number(value));
  expect(years).toEqual(years.toSorted((a, b) => b - a));
  expect(facets.label.map(({ value }) => value)).toEqual(['CCP-labelled', 'CORSIA 2024-2026', 'SDG 13']);
  const counts = facets.standard.map(({ value, count }) => ({ value, count }));
  expect(counts).toEqual(counts.toSorted((a, b) => b.count - a.count || alphabet.compare(a.value, b.value)));
  expect(Math.min(...[prices, years, counts].map(({ length }) => length))).toBeGreaterThan(2);
});

it.each([
  'q=coch&category=Reforestation&min=150',
  'unanswered=rating&q=zzzzzz&standard=Plan+Vivo&status=Sold+out',
  // Of similar words, too.
  'q=mangorve&max=1',
  'category=Biochar&country=GB&min=20&max=20.01&available=9&impact=10000&standard=VCS',
])('a search without results says how many match without each filter: %s', async (address) => {
  const { total, withoutEach, query } = await search(address);
  expect(total).toBe(0);
  expect(withoutEach.map(({ filter }) => filter).toSorted()).toEqual(activeFilters(query).toSorted());
  for (const { filter, total: found } of withoutEach)
    expect((await searchProjects(withoutFilter(query, filter))).total, filter).toBe(found);
  for (const filter of activeFilters(query)) {
    const without = withoutFilter({ ...query, page: 3 }, filter);
    expect([without.page, activeFilters(without).includes(filter)], filter).toEqual([1, false]);
  }
  expect(withoutEach).toEqual(withoutEach.toSorted((a, b) => b.total - a.total));
});

const counted = [
  ...['', 'q=biochar&category=Biochar', 'vintage=2016&vintage=2022&country=GB&type=UK+tree+planting'],
  ...['min=8&max=20&available=1000&impact=10000&status=On+sale', 'record=stated+by+us&status=Sold+out&status=Not+yet+on+sale'],
  ...['label=CCP-labelled&label=SDG+13&country=GB', 'label=CORSIA+2024-2026&vintage=2021&units=issued'],
];
it.each(counted)('the counts beside the filters match what choosing a value finds: %j', async (address) => {
  const criteria = queryOf(address);
  const inOneState = 'isolation level repeatable read read only';
  const { total, credits, facets } = await inTransaction(inOneState, (db) => countFacets(db, criteria));
  const found = (changed: Partial<CatalogueQuery>) => matches({ ...criteria, ...changed });
  const projectsWith = (changed: Partial<CatalogueQuery>) => sql`(count(*) filter (where ${found(changed)}))::int`;
  const creditsWith = (changed: Partial<CatalogueQuery>) => sql`
    coalesce(sum(available_credits) filter (where sale_status = 'On sale' and ${found(changed)}), 0)::int
  `;
  /** What is counted, how many there are, and how many are in the list. */
  const counts: [string, number, Fragment][] = [['total', total, projectsWith({})]];
  for (const name of facetNames)
    for (const { value, count } of facets[name]) {
      // A project must have all selected labels, but only one of the values of any other filter.
      const chosen = name === 'label' ? [...criteria.label, value] : [value];
      counts.push([`${name} ${value}`, count, projectsWith({ [name]: chosen })]);
    }
  for (const { value, count } of facets.impact)
    counts.push([`impact ${value}`, count, projectsWith({ impact: Number(value) as CatalogueQuery['impact'] })]);
  if (criteria.units.length === 0)
    for (const units of ['issued', 'not stated'] as const) counts.push([units, credits[units], creditsWith({ units: [units] })]);
  const [row] = await query<[{ inList: number[] }]>`
    select array[${commaList(counts.map(([, , inList]) => inList))}] as in_list from carbon_projects
  `;
  expect(counts.map(([of, count]) => `${of}: ${count}`)).toEqual(counts.map(([of], at) => `${of}: ${row.inList[at]}`));
});

/** The values that a project has of each filter but labels, which have tests of their own. */
const valuesOf: Record<Exclude<keyof Facets, 'label'>, (project: Project) => (string | null | undefined)[]> = {
  category: ({ category }) => [category],
  type: ({ projectType }) => [projectType],
  standard: ({ verificationStandard }) => [verificationStandard],
  country: ({ country }) => [country],
  status: ({ status }) => [status],
  units: ({ unitsStatus }) => [unitsStatus ?? 'not stated'],
  mechanism: ({ unitType }) => [unitType?.split(' ')[0] ?? 'not stated'],
  record: ({ isOnRecord }) => [isOnRecord ? 'on the record' : 'stated by us'],
  rating: ({ ratings }) => [ratings === null ? 'not rated' : 'rated'],
  vintage: ({ vintageStart, vintageEnd }) => {
    const [first, last] = [vintageStart ?? vintageEnd ?? 1, vintageEnd ?? vintageStart ?? 0];
    return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  },
  impact: ({ impactPerYear }) => impactSteps.map(String).filter((step) => impactPerYear >= Number(step)),
};
it('a value of a filter finds the projects that have it, and no others', async () => {
  const [projects, { facets }] = await Promise.all([searchAll(''), search('')]);
  for (const [name, valuesIn] of Object.entries(valuesOf))
    for (const { value } of facets[name as keyof Facets].filter(({ count }) => count > 0).slice(0, 2)) {
      const condition = matches(queryOf(new URLSearchParams({ [name]: value }).toString()));
      const found = await query<{ slug: string }[]>`select slug from carbon_projects where ${condition}`;
      const expected = projects.filter((project) => valuesIn(project).includes(value));
      expect(expected.length, `${name} ${value}`).toBeGreaterThan(0);
      expect(found.map(({ slug }) => slug).toSorted(), `${name} ${value}`).toEqual(expected.map(({ slug }) => slug).toSorted());
    }
});

it('a label is found with the units on sale exactly where the page says that they have it', async () => {
  type Labelled = Pick<Project, 'labels' | 'vintageStart' | 'vintageEnd'> & { soldLabels: string[] };
  const projects = await query<Labelled[]>`select labels, vintage_start, vintage_end, sold_labels from carbon_projects`;
  expect(new Set(projects.map(({ soldLabels }) => soldLabels.length))).toEqual(new Set([0, 1, 2]));
  for (const { labels, soldLabels, ...vintages } of projects) {
    const sold = (labels ?? []).filter((label) => isSoldWith(label, vintages)).map(({ label }) => label);
    expect(soldLabels.toSorted(), JSON.stringify({ labels, vintages })).toEqual(sold.toSorted());
  }
});

describe('with five more projects', () => {
  const found = async (q: string) => {
    const { projects, suggestion } = await search(`q=${encodeURIComponent(q)}`);
    return { slugs: projects.map(({ slug }) => slug), suggestion };
  };
  const setDeveloper = (developer: string | null) =>
    database.sql`update carbon_projects set developer = ${developer} where slug = 'zz-gold'`;

  beforeAll(async () => {
    await database.sql`
      insert into carbon_projects (
        slug, title, description, category, price_per_credit, available_credits, verification_standard, location, country,
        impact_per_year, external_id, status, developer, unit_type, vintage_start, vintage_end, units_status
      )
      values
        ('zz-verra', 'Zz Verra', 'Number 913 is in its text.', 'Other', 1000, 10, 'VCS', 'Bursa', 'TR', 1, '1764', 'On sale', 'Anadolu Karbon', 'Removal - nature', 2021, 2023, 'issued'),
        ('zz-gold', 'Zz Gold', 'Stoves.', 'Other', 1000, 10, 'Gold Standard', 'Bouaké', 'CI', 1, 'GS913', 'On sale', null, 'Reduction - technical', 2023, null, 'issued'),
        ('zz-acr', '“Zz ACR”', 'Wells.', 'Other', 1000, 10, 'American Carbon Registry', 'Tulsa', 'US', 1, 'ACR 102', 'On sale', null, null, null, null, null),
        ('zz-bcr', 'Zz BioCarbon', 'Reeds.', 'Other', 1000, 10, 'BioCarbon Standard', 'Cali', 'CO', 1, 'BCR-CO-635-14-001', 'On sale', null, null, null, null, null),
        ('zz-welsh', '  (Łąka) Zz', 'Oak.', 'Other', null, 10, 'Woodland Carbon Code', 'Powys', 'GB', 1, null, 'Not yet on sale', null, null, null, null, 'expected')
    `;
  });

  it.each([
    ['VCS1764', 'zz-verra'],
    ['1764', 'zz-verra'],
    ['GS913', 'zz-gold'],
    ['gold standard 913', 'zz-gold'],
    ['ACR102', 'zz-acr'],
    ['BCR-CO-635-14-001', 'zz-bcr'],
    ['Türkiye', 'zz-verra'],
    ['Ivory Coast', 'zz-gold'],
    ['Tulsa, U.S.A.', 'zz-acr'],
    ['Anadolu', 'zz-verra'],
    ['Wales WCC', 'zz-welsh'],
    ['laka', 'zz-welsh'],
    ['removal Turkey', 'zz-verra'],
    ['numbers Bursa', 'zz-verra'],
    ['tul', 'zz-acr'],
  ])('"%s" finds its project first', async (words, slug) => {
    const { projects, similar } = await search(`q=${encodeURIComponent(words)}`);
    expect(similar).toBe(false);
    expect(projects[0]?.slug).toBe(slug);
  });

  it('a place in a county of the United Kingdom is found by its nation, too', async () => {
    const places = {
      ...{ 'Galashiels, Selkirkshire': 'scotland scottish', Dumfriesshire: 'scotland scottish' },
      ...{ 'Dolgellau, Merionethshire': 'wales welsh', 'Caerleon, Newport': 'wales welsh' },
      ...{ 'Newport, Shropshire': 'england english', 'Berwick, Northumberland': 'england english' },
    };
    const named = await database.sql`
      select place, catalogue_nation('GB', place) as names from unnest(${Object.keys(places)}::text[]) as place`;
    expect(Object.fromEntries(named.map(({ place, names }) => [place, names]))).toEqual(places);
  });

  it('two letters are a whole word, not a prefix, and a search has eight words', async () => {
    expect((await search('q=uk+laka')).total).toBe(1);
    expect((await search('q=zz+tu')).similar).toBe(true);
    expect(searchWords('a b c d e f g h i')).toEqual([...'abcdefgh']);
  });

  it('misspelt words are answered with a suggestion, its count, and only the 24 most similar projects; a short word that projects have stays', async () => {
    const { similar, suggestion, total } = await search('q=mangorve');
    expect([similar, total]).toEqual([true, 24]);
    expect(suggestion).toEqual({ q: 'mangrove', total: (await search('q=mangrove')).total });
    // Its link keeps the other filters.
    expect((await search('q=mangorve&units=issued')).suggestion?.total).toBe((await search('q=mangrove&units=issued')).total);
    expect((await search('q=mangrove')).suggestion).toBeUndefined();
    expect(await search('q=VCS99999')).toMatchObject({ total: 0, suggestion: undefined });
    expect((await found('uk woodlnd')).suggestion?.q).toBe('uk woodland');
    expect((await found('wodland uk')).suggestion?.q).toBe('woodland uk');
  });

  it('similar words joined by a dot or a hyphen are found', async () => {
    await setDeveloper('Zorbix.Earth-Zumbara');
    for (const q of ['zorbix eart', 'zorbx zumbar']) expect((await found(q)).slugs).toEqual(['zz-gold']);
    await setDeveloper(null);
  });

  it('a misspelt word means one of titles and facts, not one of descriptions', async () => {
    await database.sql`update carbon_projects set description = 'Zephyrwood.' where id % 100 = 10`;
    await database.sql`insert into carbon_projects ${database.sql({ ...projectRow('zz-zephyr'), title: 'Zephyrwood' })}`;
    const { slugs, suggestion } = await found('zephyrwod');
    await database.sql`delete from carbon_projects where slug = 'zz-zephyr'`;
    expect(slugs).toEqual(['zz-zephyr']);
    expect(suggestion?.q).toBe('zephyrwood');
  });

  it('misspelt words are replaced by those that the same project has', async () => {
    // "anadolo" alone is closest to "anadola", which no project in Turkey has.
    await setDeveloper('Anadola Trust');
    const { projects, suggestion } = await search('q=anadolo+turky');
    await setDeveloper(null);
    expect(projects.map(({ slug }) => slug)).toEqual(['zz-verra']);
    expect(suggestion).toEqual({ q: 'anadolu turkey', total: 1 });
  });

  it.each(['TŷłŁøØđĐðħıßæœÉ ΑΘΗΝΑΣ', 'a“b”c„d‘e', 'f’g«h»i‹j›k'])('a search is folded as the database folds a text: %s', async (text) => {
    const [row] = await database.sql<{ folded: string }[]>`select catalogue_fold(${text}) as folded`;
    expect(searchWords(text)).toEqual(row?.folded.split(' '));
  });

  it('limits of price and credits include the limit, and no project without a price, which either order of prices has last', async () => {
    const slugs = async (address: string) => (await search(address)).projects.map(({ slug }) => slug);
    expect(await slugs('q=coch&min=28.50&max=28.50&available=100')).toEqual(['cwm-ty-coch']);
    for (const limit of ['min=28.51', 'max=28.49', 'available=101']) expect(await slugs(`q=coch&${limit}`), limit).toEqual([]);
    expect(await slugs('q=zz&max=999')).not.toContain('zz-welsh');
    for (const sort of ['price', 'price-desc']) expect((await slugs(`q=zz&sort=${sort}`)).at(-1)).toBe('zz-welsh');
  });
});

/** Words found in every project and in every fourth, for which a sequential scan is the fastest plan. */
const frequentWords = ['q=invented', 'q=mangrove'];
/** With combinations of filters that use other indexes. */
const searches = [
  ...measuredSearches.filter((one) => !frequentWords.includes(one)),
  ...['q=mangrove+12', 'type=Biochar&country=KE&min=50&max=180&sort=impact-desc', 'label=CCP-labelled&label=SDG+13'],
  'available=20000&standard=VCS&sort=available-desc',
  // Nothing: counts what the removal of each filter would find.
  'q=mangrove+12&type=Biochar&country=KE&max=0.01&available=45000',
];
/** Reads made for pages, files and feeds, by name: those whose time must not grow with the whole table. */
const queries: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(searches.map((address) => [`/projects?${address}`, () => search(address)])),
  'home: featured': () => listProjects({}, { featured: true, limit: featuredLimit }),
  '/credits, /impact-hub: first 60': () => listProjects({}, { limit: wholeListLimit }),
  '/geospatial: places': () => listProjects({}, { located: true, limit: wholeListLimit }),
  '/geospatial, /impact-hub: map': listPictured,
  '/projects: map': () => search('view=map&country=KE'),
  'a project, its history, related projects': async () => {
    const first = (await listProjects({}, { limit: 10 })).projects.at(-1);
    return first && readProjectPage(first.slug, { history: 12, related: relatedLimit });
  },
  'project by its registry id': () => findByReference('VCS9001'),
  'feed of changes': () => listChangedProjects(emptyCatalogueQuery, 50),
  'feed of the changes of a filtered list': () => listChangedProjects({ ...emptyCatalogueQuery, country: ['GB'], units: ['issued'] }, 50),
  sitemap: listProjectPages,
};

describe('on a large catalogue', () => {
  /** What the site sends. */
  const sent: { statement: string; parameters: unknown[] }[] = [];
  beforeAll(() => {
    openPool().sql.options.debug = (_connection, statement, parameters) => void sent.push({ statement, parameters });
  });

  /** Returns the plans of statements, under the settings sent before them. */
  async function plans(explain = 'explain'): Promise<string[]> {
    return database.sql.begin(async (transaction) => {
      const texts: string[] = [];
      for (const { statement, parameters } of sent) {
        if (statement.includes('set_config')) await transaction.unsafe(statement);
        if (!/^\s*(declare|select|with)\b[\s\S]*carbon_projects/.test(statement)) continue;
        const lines = await transaction.unsafe(`${explain} ${statement}`, parameters as string[]);
        texts.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
      return texts;
    });
  }

  it.each(Object.entries(queries))('no statement of "%s" scans the whole table', async (_, run) => {
    sent.length = 0;
    await run();
    const queryPlans = await plans();
    expect(queryPlans.length).toBeGreaterThan(0);
    expect(queryPlans.filter((plan) => plan.includes('Seq Scan on carbon_projects'))).toEqual([]);
  });

  it.each(['Sold+out', 'Not+yet+on+sale'])('the list of projects with the status %s is read without those on sale', async (status) => {
    sent.length = 0;
    await search(`status=${status}`);
    const [list] = (await plans('explain (analyze)')).filter((plan) => plan.includes('carbon_projects_list_order'));
    const skipped = [...(list ?? '').matchAll(/Rows Removed by Filter: (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(list).toContain('Index Cond');
    expect(skipped).toBeLessThan(500);
  });
});

it('searches, of all these shapes, leave no prepared statement behind', async () => {
  await search(measuredSearches.at(-1) ?? '');
  expect(await query`select from pg_prepared_statements`).toHaveLength(0);
});
