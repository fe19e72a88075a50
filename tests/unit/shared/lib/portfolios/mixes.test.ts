import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MixRules, Part } from '#shared/lib/portfolios/fill-tonnes.ts';
import {
  amountOf,
  averageOf,
  costOfParts,
  findMixes as findMixesWith,
  meeting,
  type Offer,
  yearsOf,
} from '#shared/lib/portfolios/mixes.ts';
import { isRemoval } from '#shared/lib/projects/facts.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { catalogueAddress, type PortfolioNeed } from '#shared/schemas/portfolio.ts';
import { auditQuestions } from '#shared/schemas/project.ts';
import { unitTypes } from '#verify/entry.ts';

const offer = (slug: string, more: Partial<Offer> = {}): Offer => ({
  ...{ slug, pricePerCredit: 1_000, availableCredits: 1_000, status: 'On sale', unitsStatus: 'issued', deliveryBy: null },
  ...{ vintageStart: 2023, vintageEnd: 2024, country: 'GB', projectType: 'Biochar', category: 'Biochar', unitType: 'Removal - technical' },
  ...{ permanenceYears: 100, unanswered: [], soldLabels: [] },
  ...more,
});
const need = (more: Partial<PortfolioNeed>): PortfolioNeed => ({
  ...{ vat: 'excl', each: false, removal: false, nature: false, label: [], contested: false },
  ...more,
});
const rules: MixRules = { fewestProjects: 2, smallestShare: 5, smallestTonnes: 10 };
const findMixes = (asked: PortfolioNeed, offers: readonly Offer[], mixRules: MixRules) =>
  findMixesWith(asked, offers, { rules: mixRules, largestBudget: maxInteger, pause: async () => {} });
const namesOf = (parts: readonly Part<Offer>[] = []) => parts.map(({ offer: { slug }, tonnes }) => `${slug}:${tonnes}`).join(' ');
const tonnesOf = (parts: readonly Part[]) => parts.reduce((sum, { tonnes }) => sum + tonnes, 0);
const sumOf = (parts: readonly Part<Offer>[], value: (one: Offer) => number) =>
  parts.reduce((sum, part) => sum + value(part.offer) * part.tonnes, 0);
const answered = ({ unanswered }: Offer) => auditQuestions.length - unanswered.length;

/** Small parts, so that everything can be tried. */
const smallRules: MixRules = { fewestProjects: 2, smallestShare: 20, smallestTonnes: 2 };

/** All mixes of some tonnes under those rules, of at least so many projects, worked out by trying everything. */
function allMixes(offers: readonly Offer[], tonnes: number, projects = smallRules.fewestProjects): Part<Offer>[][] {
  const { fewestProjects, smallestShare, smallestTonnes } = smallRules;
  const isOne = tonnes < fewestProjects * smallestTonnes && projects <= fewestProjects;
  const least = isOne ? tonnes : Math.max(smallestTonnes, Math.ceil((tonnes * smallestShare) / 100));
  const most = isOne ? tonnes : Math.ceil(tonnes / projects);
  const from = (index: number, missing: number): Part<Offer>[][] => {
    const next = offers[index];
    if (!next) return missing === 0 ? [[]] : [];
    const sizes = Array.from({ length: Math.min(next.availableCredits ?? 0, most, missing) + 1 }, (_, taken) => taken);
    return sizes
      .filter((taken) => taken === 0 || taken >= least)
      .flatMap((taken) => from(index + 1, missing - taken).map((rest) => (taken === 0 ? rest : [{ offer: next, tonnes: taken }, ...rest])));
  };
  return from(0, tonnes);
}

const smallCatalogue = fc
  .array(
    fc.record({
      pricePerCredit: fc.integer({ min: 1, max: 12 }),
      availableCredits: fc.integer({ min: 0, max: 9 }),
      permanenceYears: fc.constantFrom(null, 40, 100, 1_000),
      unanswered: fc.subarray(auditQuestions.slice(0, 3)),
      unitType: fc.constantFrom(...unitTypes, null),
      unitsStatus: fc.constantFrom('issued' as const, 'issued' as const, 'expected' as const, null),
      vintageEnd: fc.constantFrom(null, 2023, 2027),
      country: fc.constantFrom('GB', 'KE'),
      category: fc.constantFrom('Biochar', 'Biochar', 'Forest Conservation'),
    }),
    { maxLength: 6, size: 'max' },
  )
  .map((rows) => rows.map((row, index) => offer(`p${index}`, { ...row, vintageStart: row.vintageEnd, projectType: null })));
/** Two limits at most: few small catalogues have a mix within more of them. */
const limits = fc
  .record({
    budgetPence: fc.integer({ min: 1, max: 120 }),
    maxPence: fc.integer({ min: 1, max: 12 }),
    each: fc.boolean(),
    country: fc.constant('GB'),
    units: fc.constantFrom('issued' as const, 'pending' as const),
    contested: fc.boolean(),
    projects: fc.integer({ min: 1, max: 4 }),
    removals: fc.constantFrom(0, 30, 50, 100),
    vintageFrom: fc.constantFrom(2023, 2025),
    storage: fc.constantFrom(50, 100, 500),
  })
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 2 }))
  .map((some): Partial<PortfolioNeed> => Object.fromEntries(some));

/** The mixes that are possible for so many tonnes of a need, within its amounts. */
function possibleFor(asked: PortfolioNeed, offers: readonly Offer[], tonnes: number): Part<Offer>[][] {
  const most = Math.min(asked.budgetPence ?? Infinity, asked.each ? Infinity : (asked.maxPence ?? Infinity) * tonnes);
  const removals = (parts: readonly Part<Offer>[]) => tonnesOf(parts.filter(({ offer }) => isRemoval(offer)));
  return allMixes(offers.filter(meeting(asked)), tonnes, asked.projects).filter(
    (parts) => costOfParts(parts) <= most && removals(parts) * 100 >= tonnes * (asked.removals ?? 0),
  );
}

it('a mix of a small catalogue is one of those that are possible, and the cheapest, the longest stored or the best evidenced of them', async () => {
  await fc.assert(
    fc.asyncProperty(smallCatalogue, limits, fc.integer({ min: 1, max: 14 }), async (offers, more, tonnes) => {
      const asked = need({ ...more, tonnes });
      const possible = possibleFor(asked, offers, tonnes);
      const { mixes, loosened } = await findMixes(asked, offers, smallRules);
      expect(mixes.length > 0, 'cheapest').toBe(possible.length > 0);
      if (possible.length > 0) expect(costOfParts(mixes[0]?.parts ?? [])).toBe(Math.min(...possible.map(costOfParts)));
      const sorted = (parts: readonly Part<Offer>[]) => namesOf(parts.toSorted((a, b) => (a.offer.slug < b.offer.slug ? -1 : 1)));
      const names = new Set(possible.map(sorted));
      for (const { reason, parts } of mixes) {
        expect(names).toContain(sorted(parts));
        const value = reason === 'evidenced' ? answered : yearsOf;
        const rivals = reason === 'durable' ? possible.filter((all) => all.every((part) => yearsOf(part.offer) > 0)) : possible;
        const values = rivals.map((all) => sumOf(all, value));
        // Tonnes are whole: a mix may fall short of the best one, but by no more than a tonne of the best project.
        if (reason !== 'cheapest') expect(sumOf(parts, value) + Math.max(...offers.map(value))).toBeGreaterThanOrEqual(Math.max(...values));
      }
      // What one changed limit is said to allow, it allows.
      for (const { need: changed, parts } of loosened) {
        expect(costOfParts((await findMixes(changed, offers, smallRules)).mixes[0]?.parts ?? [])).toBe(costOfParts(parts));
      }
    }),
    { numRuns: 600 },
  );
});

it('a budget alone buys as many tonnes as it pays for', async () => {
  await fc.assert(
    fc.asyncProperty(smallCatalogue, limits, fc.integer({ min: 1, max: 90 }), async (offers, more, budgetPence) => {
      const asked = need({ ...more, budgetPence });
      const [mix] = (await findMixes(asked, offers, smallRules)).mixes;
      const tonnes = mix ? tonnesOf(mix.parts) : 0;
      if (mix) expect(costOfParts(mix.parts)).toBe(Math.min(...possibleFor(asked, offers, tonnes).map(costOfParts)));
      // For more tonnes there are too many mixes to try.
      if (tonnes < 14) expect(possibleFor(asked, offers, tonnes + 1)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('where a limit in years or of projects is too much, it is moved to the nearest that can be met', async () => {
  const of = (year: number, permanenceYears: number | null) =>
    offer(`p${year}`, { vintageStart: year, vintageEnd: year, permanenceYears, availableCredits: 600 });
  const offers = [of(2020, null), of(2021, 40), of(2022, 100)];
  const waysOut = async (more: Partial<PortfolioNeed>) => {
    const { loosened } = await findMixes(need({ tonnes: 900, ...more }), offers, rules);
    return loosened.map(({ limit, need: changed }) => `${limit} ${changed[limit as keyof PortfolioNeed]}`).join(', ');
  };
  expect(await waysOut({ vintageFrom: 2022 })).toBe('vintageFrom 2021, projects 1, tonnes 19');
  expect(await waysOut({ year: 2020 })).toBe('year 2021, projects 1, tonnes 19');
  expect(await waysOut({ storage: 100 })).toBe('storage 40, projects 1, tonnes 19');
  expect(await waysOut({ storage: 100, tonnes: 1_500, projects: 1 })).toBe('storage undefined, tonnes 600');
  expect(await waysOut({ projects: 5 })).toBe('projects 3');
  for (const one of offers.slice(0, 2)) one.unitType = 'Avoidance';
  expect(await waysOut({ removals: 80 })).toBe('removals 50, projects 1, tonnes 19');
});

it('mixes are the cheapest, the longest stored and the best evidenced where these differ, find removals behind cheaper projects, and spend what the average price leaves on storage', async () => {
  const offers = [
    offer('cheap', { pricePerCredit: 500, permanenceYears: 40, unanswered: ['rating'] }),
    offer('dear', { pricePerCredit: 900, permanenceYears: 40, unanswered: ['rating'] }),
    offer('long', { pricePerCredit: 9_000, availableCredits: 30, permanenceYears: 1_000, unanswered: ['rating'] }),
    offer('open', { pricePerCredit: 300, permanenceYears: null, unanswered: ['rating', 'storage'] }),
  ];
  const found = async (more: Partial<PortfolioNeed>, from = offers) =>
    (await findMixes(need(more), from, rules)).mixes.map(({ reason, parts }) => `${reason} ${namesOf(parts)}`);
  expect(await found({ tonnes: 100 })).toEqual(['cheapest open:50 cheap:50', 'durable cheap:50 dear:20 long:30']);
  const answering = offer('answering', { pricePerCredit: 950, permanenceYears: 40 });
  expect(await found({ tonnes: 100 }, [...offers.slice(0, 2), answering])).toEqual([
    'cheapest cheap:50 dear:50',
    'evidenced cheap:50 answering:50',
  ]);
  // 30 t are less than a twentieth of 1,000 t.
  expect(await found({ tonnes: 1_000 }, offers.slice(0, 3))).toEqual(['cheapest cheap:500 dear:500']);
  const lasting = (availableCredits: number) => offer('long', { pricePerCredit: 9_000, availableCredits, permanenceYears: 1_000 });
  const reasons = async (tonnes: number) =>
    (await found({ tonnes: 1_000 }, [...offers.slice(0, 2), lasting(tonnes)])).map((one) => one.split(' ')[0]);
  // Two mixes that have nine tenths in common are one.
  expect([await reasons(90), await reasons(110)]).toEqual([['cheapest'], ['cheapest', 'durable']]);
  // Removals are found behind any number of cheaper projects that are none.
  const avoided = ['a', 'b', 'c', 'd', 'e'].map((slug) => offer(slug, { unitType: 'Avoidance', pricePerCredit: 10 }));
  expect(await found({ tonnes: 100, removals: 50 }, [...avoided, offer('removal')])).toEqual(['cheapest a:50 removal:50']);
  // What the average price leaves is spent on storage.
  expect(await found({ tonnes: 100, maxPence: 480 })).toEqual(['cheapest open:50 cheap:50', 'blend open:37 cheap:50 dear:13']);
});

it('a mix has no forest protection and no renewable energy, unless they are asked for', async () => {
  const offers = [
    offer('grid', { category: 'Renewable Energy', projectType: null, unitType: 'Avoidance' }),
    offer('forest', { category: 'Forestry', projectType: 'REDD+', unitType: null }),
    offer('digester', { category: 'Renewable Energy', projectType: 'Methane avoidance', unitType: 'Reduction - technical' }),
    offer('dam', { category: 'Hydropower', projectType: null, unitType: 'Avoidance' }),
    offer('logging', { category: 'Avoided Deforestation', projectType: null, unitType: null }),
    // As registries and the lists of their projects write it.
    ...['Avoided Planned Deforestation', 'Avoided Forest Conversion', 'Renewables', 'PV', 'Geothermal'].map((projectType) =>
      offer(projectType, { projectType, unitType: null }),
    ),
    ...['Windrows', 'Hydrogen', 'Hydrochar'].map((projectType) => offer(projectType, { projectType, unitType: null })),
  ];
  const names = (more: Partial<PortfolioNeed>) => offers.filter(meeting(need(more))).map(({ slug }) => slug);
  expect(names({})).toEqual(['digester', 'Windrows', 'Hydrogen', 'Hydrochar']);
  expect(names({ contested: true })).toHaveLength(13);
  expect(names({ type: 'REDD+' })).toEqual(['forest']);
  expect((await findMixes(need({ tonnes: 10 }), offers, rules)).matching).toMatchObject({ projects: 4, contested: 9 });
  // As a way out it comes last, however cheap it is.
  const all = [
    offer('tree', { availableCredits: 30 }),
    offer('far', { country: 'KE', pricePerCredit: 2_000 }),
    offer('solar', { category: 'Solar', unitType: 'Avoidance', pricePerCredit: 10 }),
  ];
  const { loosened } = await findMixes(need({ tonnes: 100, country: 'GB', projects: 1 }), all, rules);
  expect(loosened.map(({ limit }) => limit)).toEqual(['country', 'tonnes', 'contested']);
});

it('a mix has pending credits only if they are asked for, and those that are delivered in time', async () => {
  const offers = [
    offer('issued'),
    offer('soon', { unitsStatus: 'expected', deliveryBy: '2027-01-31', vintageEnd: 2026, pricePerCredit: 10 }),
    offer('late', { unitsStatus: 'expected', vintageEnd: 2030, pricePerCredit: 1 }),
    offer('silent', { unitsStatus: null, pricePerCredit: 5 }),
  ];
  const cheapest = async (more: Partial<PortfolioNeed>) => {
    const [first] = (await findMixes(need({ tonnes: 10, ...more }), offers, rules)).mixes;
    return first && namesOf(first.parts);
  };
  expect(await cheapest({})).toBe('silent:10');
  expect(await cheapest({ units: 'issued' })).toBe('issued:10');
  expect(await cheapest({ units: 'pending' })).toBe('late:10');
  expect(await cheapest({ units: 'pending', deliverBy: '2027-01-31' })).toBe('soon:10');
  expect(await cheapest({ units: 'pending', deliverBy: '2027-01-30' })).toBe('issued:10');
  expect(await cheapest({ units: 'pending', year: 2026 })).toBe('soon:10');
});

it.each<[Partial<PortfolioNeed>, string[]]>([
  [{ removal: true }, ['kenya', 'tree']],
  [{ nature: true }, ['tree', 'peat']],
  [{ removal: true, nature: true }, ['tree']],
  [{ label: ['SDG 13', 'CCP-labelled'] }, ['tree']],
  [{ maxPence: 1_000, each: true, year: 2024 }, ['kenya', 'waste', 'tree']],
  [{ year: 2023 }, ['waste', 'peat']],
  [{ vintageFrom: 2023 }, ['kenya', 'waste', 'tree', 'peat']],
  [{ country: 'KE' }, ['kenya']],
  [{ storage: 101 }, ['tree']],
])('a mix is of projects that meet each limit: %j', (limit, expected) => {
  const offers = [
    offer('kenya', { country: 'KE' }),
    offer('waste', { projectType: 'Waste', unitType: 'Avoidance', soldLabels: ['SDG 13'], vintageStart: 2023, vintageEnd: null }),
    offer('tree', { unitType: 'Removal - nature', permanenceYears: 200, soldLabels: ['SDG 13', 'CCP-labelled'] }),
    offer('peat', { unitType: 'Reduction - nature', pricePerCredit: 1_001, vintageEnd: 2023 }),
    offer('silent', { unitType: null, country: null, projectType: null, vintageStart: null, vintageEnd: null, pricePerCredit: 1_002 }),
  ];
  expect(offers.filter(meeting(need(limit))).map(({ slug }) => slug)).toEqual(expected);
});

it.each([
  ['excl', 1_001],
  ['incl', 1_201],
] as const)('where the average price (%s. VAT) is too low, the lowest whole penny that pays for a mix is proposed', async (vat, lowest) => {
  const offers = [offer('a'), offer('b'), offer('c', { pricePerCredit: 1_001 })];
  const [way] = (await findMixes(need({ tonnes: 30, projects: 3, maxPence: 900, vat }), offers, rules)).loosened;
  expect([way?.limit, way?.need.maxPence]).toEqual(['max', lowest]);
});

it('ways out are proposed from the cheapest on, and none at a budget that cannot be asked for', async () => {
  const ways = async (more: Partial<PortfolioNeed>, offers: Offer[]) =>
    (await findMixes(need({ projects: 1, ...more }), offers, rules)).loosened.map(({ limit }) => limit);
  const near = offer('near', { pricePerCredit: 3_000 });
  expect(await ways({ tonnes: 100, maxPence: 1_000, country: 'GB' }, [near, offer('far', { country: 'KE' })])).toEqual(['country', 'max']);
  const vast = (pricePerCredit: number) => [offer('vast', { pricePerCredit, availableCredits: 1_000_000 })];
  const broke = { tonnes: 1_000_000, budgetPence: 1 };
  expect([await ways(broke, vast(2_147)), await ways(broke, vast(2_148))]).toEqual([['budget'], []]);
});

it.each<[what: string, more: Partial<PortfolioNeed>, budgetPence: number]>([
  ['one tonne', {}, 100],
  ['the smallest part of each of three projects', { projects: 3 }, 21_000],
  ['two parts that together keep to an average price', { removals: 50, maxPence: 600 }, 11_000],
])('where a budget alone is too small, the lowest that pays for %s is proposed', async (_what, more, budgetPence) => {
  const offers = [offer('avoided', { unitType: 'Avoidance', pricePerCredit: 100 }), offer('a'), offer('b')];
  const { loosened } = await findMixes(need({ budgetPence: 99, ...more }), offers, rules);
  expect(loosened.map(({ limit, need: changed }) => [limit, changed.budgetPence])).toEqual([['budget', budgetPence]]);
});

it.each<[string, Partial<Offer>]>([
  ['the better evidenced', { unanswered: ['rating'], permanenceYears: 1_000 }],
  ['the longer stored', { permanenceYears: 99 }],
  ['the issued', { unitsStatus: null }],
])('of two projects at one price the cheapest mix takes %s', async (_what, other) => {
  const { mixes } = await findMixes(need({ tonnes: 10 }), [offer('a', other), offer('b')], rules);
  expect(namesOf(mixes[0]?.parts)).toBe('b:10');
});

it('the average over a mix is rounded down to a tenth', () => {
  const part = (tonnes: number, permanenceYears: number) => ({ offer: offer('a', { permanenceYears }), tonnes });
  expect(averageOf([part(2, 100), part(1, 0)], yearsOf)).toBe(66.6);
});

it('amounts with VAT limit a budget and a price alike', async () => {
  const offers = [offer('a', { pricePerCredit: 2_500 }), offer('b', { pricePerCredit: 2_501 })];
  const found = (more: Partial<PortfolioNeed>) => findMixes(need({ vat: 'incl', ...more }), offers, rules);
  expect((await found({ tonnes: 10, maxPence: 3_000, each: true })).matching.projects).toBe(1);
  expect((await found({ budgetPence: 30_000 })).mixes.map(({ parts }) => namesOf(parts))).toEqual(['a:10']);
  expect((await found({ budgetPence: 29_999 })).mixes.map(({ parts }) => namesOf(parts))).toEqual(['a:9']);
});

it.each([
  [{}, 'status=On+sale&units=issued&units=not+stated'],
  [{ units: 'pending', year: 2026 }, 'status=On+sale&units=expected&units=issued'],
  [{ maxPence: 3_000, each: true, vat: 'incl', removal: true }, 'status=On+sale&units=issued&units=not+stated&mechanism=Removal&max=25'],
  [
    { country: 'GB', type: 'UK trees', maxPence: 2_000, each: true, units: 'issued' },
    'type=UK+trees&country=GB&status=On+sale&units=issued&max=20',
  ],
] as const)('the address of the catalogue has what is on sale, and those limits of a need that are filters there: %j', (more, query) => {
  const asked = need({ tonnes: 10, ...more });
  const exclVat = amountOf(asked, 'maxPence');
  const highestPrice = exclVat === undefined ? null : { exclVat, inclVat: 0 };
  expect(catalogueAddress({ need: asked, highestPrice })).toBe(`/projects?${query}`);
});
