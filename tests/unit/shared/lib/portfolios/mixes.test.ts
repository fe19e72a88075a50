import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOf, subtotalWithin } from '#shared/lib/money/money.ts';
import { costOfParts, highestPriceOf, meeting, type Offer, type Part, withoutLimit, yearsOf } from '#shared/lib/portfolios/fill-need.ts';
import { findMixes } from '#shared/lib/portfolios/mixes.ts';
import { catalogueAddress, type MixReason, type PortfolioNeed } from '#shared/schemas/portfolio.ts';
import { auditQuestions, unitTypes } from '#shared/schemas/project.ts';

const offer = (slug: string, more: Partial<Offer> = {}): Offer => ({
  slug,
  pricePerCredit: 1_000,
  availableCredits: 100,
  status: 'On sale',
  unitsStatus: 'issued',
  vintageStart: 2023,
  vintageEnd: 2024,
  deliveryBy: null,
  country: 'GB',
  projectType: 'Biochar',
  category: 'Biochar',
  unitType: 'Removal - technical',
  permanenceYears: 100,
  unanswered: [],
  soldLabels: [],
  ...more,
});
const need = (more: Partial<PortfolioNeed>): PortfolioNeed => ({ vat: 'excl', removal: false, nature: false, label: [], ...more });
const namesOf = (parts: readonly Part[]) => parts.map(({ offer: { slug }, tonnes }) => `${slug}:${tonnes}`).join(' ');
const tonnesOf = (parts: readonly Part[]) => parts.reduce((sum, { tonnes }) => sum + tonnes, 0);
const averageYears = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + yearsOf(part.offer) * part.tonnes, 0) / tonnesOf(parts);

/** All mixes of some tonnes of which no project has more than its share, worked out by trying everything. */
function allMixes(offers: readonly Offer[], tonnes: number, share: number): Part[][] {
  const most = Math.floor((tonnes * share) / 100);
  const from = (index: number, missing: number): Part[][] => {
    const next = offers[index];
    if (!next) return missing === 0 ? [[]] : [];
    const limit = Math.min(next.availableCredits ?? 0, most, missing);
    return Array.from({ length: limit + 1 }, (_, taken) =>
      from(index + 1, missing - taken).map((rest) => (taken === 0 ? rest : [{ offer: next, tonnes: taken }, ...rest])),
    ).flat();
  };
  return tonnes === 0 ? [] : from(0, tonnes);
}

const measures: Record<MixReason, (parts: readonly Part[]) => number> = {
  cheapest: (parts) => costOf(parts.map((part) => ({ pricePerCredit: part.offer.pricePerCredit ?? 0, tonnes: part.tonnes }))).subtotal,
  durable: (parts) => (parts.every((part) => yearsOf(part.offer) > 0) ? -averageYears(parts) : Number.POSITIVE_INFINITY),
  evidenced: (parts) => parts.reduce((sum, part) => sum + part.offer.unanswered.length * part.tonnes, 0),
};
const lowest = (values: number[]) => Math.min(...values);

/** The cheapest of the mixes that are best for a reason: its cost; undefined if there is none. */
function costOfBest(mixes: Part[][], reason: MixReason): number | undefined {
  const values = mixes.map(measures[reason]);
  const best = lowest(values);
  if (!Number.isFinite(best)) return undefined;
  return lowest(mixes.filter((_, index) => Math.abs((values[index] ?? 0) - best) < 1e-9).map(costOfParts));
}

const smallCatalogue = fc
  .array(
    fc.record({
      pricePerCredit: fc.integer({ min: 1, max: 7 }),
      availableCredits: fc.integer({ min: 0, max: 6 }),
      permanenceYears: fc.constantFrom(null, 40, 100, 1_000),
      unanswered: fc.subarray(auditQuestions.slice(0, 3)),
      unitType: fc.constantFrom(...unitTypes, null),
      unitsStatus: fc.constantFrom('issued' as const, 'issued' as const, 'expected' as const, null),
      vintageEnd: fc.constantFrom(null, 2023, 2027),
      country: fc.constantFrom('GB', 'KE'),
    }),
    { maxLength: 5 },
  )
  .map((rows) => rows.map((row, index) => offer(`p${index}`, { ...row, vintageStart: row.vintageEnd })));
const shares = fc.constantFrom(50, 50, 40, 30, 67, 100);
const limits = fc.record(
  {
    maxPence: fc.integer({ min: 1, max: 7 }),
    year: fc.constant(2024),
    country: fc.constant('GB'),
    removal: fc.constant(true),
    units: fc.constantFrom('issued' as const, 'pending' as const),
    deliverBy: fc.constant('2026-12-31'),
  },
  { requiredKeys: [] },
);
const reasons: MixReason[] = ['cheapest', 'durable', 'evidenced'];

it('mixes of small catalogues, against all that are possible of some tonnes are the cheapest, the most durable and the best evidenced; and there is none only if none is possible', () => {
  fc.assert(
    fc.property(smallCatalogue, limits, fc.integer({ min: 1, max: 9 }), shares, (offers, more, tonnes, share) => {
      const asked = need({ ...more, tonnes });
      const possible = allMixes(offers.filter(meeting(asked)), tonnes, share);
      const { mixes } = findMixes(asked, offers, share);
      expect(mixes.length > 0).toBe(possible.length > 0);
      for (const reason of reasons) {
        const cost = costOfBest(possible, reason);
        const found = mixes.filter((mix) => mix.reasons.includes(reason));
        expect(found.length > 0, reason).toBe(cost !== undefined);
        for (const { parts } of found) expect(measures[reason](parts)).toBeCloseTo(lowest(possible.map(measures[reason])));
        if (cost !== undefined) expect(lowest(found.map(({ parts }) => costOfParts(parts)))).toBe(cost);
      }
      for (const { parts, reasons: own } of mixes) {
        expect(tonnesOf(parts)).toBe(tonnes);
        // No reason that is true of it is kept back.
        const isBest = (reason: MixReason) => measures[reason](parts) <= lowest(possible.map(measures[reason])) + 1e-9;
        expect(own).toEqual(reasons.filter((reason) => Number.isFinite(measures[reason](parts)) && isBest(reason)));
      }
    }),
    { numRuns: 400 },
  );
});

it('mixes of small catalogues, against all that are possible for a budget have the most tonnes that it pays for', () => {
  fc.assert(
    fc.property(smallCatalogue, limits, fc.integer({ min: 1, max: 60 }), shares, (offers, more, budgetPence, share) => {
      const asked = need({ ...more, budgetPence });
      const matching = offers.filter(meeting(asked));
      const { mixes } = findMixes(asked, offers, share);
      for (const reason of reasons) {
        const affordable = Array.from({ length: 31 }, (_, tonnes) => tonnes).filter((tonnes) => {
          const stored = reason === 'durable' ? matching.filter((one) => yearsOf(one) > 0) : matching;
          const cost = costOfBest(allMixes(stored, tonnes, share), reason);
          return cost !== undefined && cost <= budgetPence;
        });
        const found = mixes.filter((mix) => mix.reasons.includes(reason));
        expect(found.length > 0, reason).toBe(affordable.length > 0);
        for (const { parts } of found) expect(tonnesOf(parts), reason).toBe(affordable.at(-1));
      }
      for (const { parts } of mixes) expect(costOfParts(parts)).toBeLessThanOrEqual(budgetPence);
    }),
    { numRuns: 300 },
  );
});

it('mixes of small catalogues, against all that are possible that are not possible: each limit alone is loosened no further than it has to be, and none is left out', () => {
  fc.assert(
    fc.property(smallCatalogue, limits, fc.integer({ min: 1, max: 9 }), shares, (offers, more, tonnes, share) => {
      const asked = need({ ...more, tonnes });
      const { mixes, loosened } = findMixes(asked, offers, share);
      if (mixes.length > 0) {
        expect(loosened).toEqual([]);
        return;
      }
      const most = (of: PortfolioNeed, largest = share) => {
        const matching = offers.filter(meeting(of));
        return Array.from({ length: 31 }, (_, count) => count).findLast((count) => allMixes(matching, count, largest).length > 0) ?? 0;
      };
      const now = most(asked);
      for (const limit of ['max', 'year', 'country', 'removal', 'units', 'deliverBy', 'tonnes', 'share'] as const) {
        const changed = limit === 'tonnes' || limit === 'share' ? asked : withoutLimit(asked, limit);
        const possible = changed && changed !== asked ? most(changed) : most(asked, limit === 'share' ? 100 : share);
        const [found] = loosened.filter((one) => one.limit === limit);
        if (limit === 'tonnes') {
          expect(found?.need.tonnes ?? 0).toBe(now);
          continue;
        }
        const fits = changed !== undefined && allMixes(offers.filter(meeting(changed)), tonnes, limit === 'share' ? 100 : share).length > 0;
        expect(found !== undefined, limit).toBe(changed !== undefined && (fits || possible > now));
        if (!found) continue;
        expect(found.isEnough).toBe(fits);
        expect(tonnesOf(found.chosen.parts)).toBe(fits ? tonnes : possible);
        if (limit !== 'share') expect(findMixes(found.need, offers, share).mixes.length).toBeGreaterThan(0);
        if (limit === 'max' && fits && found.need.maxPence) {
          expect(findMixes({ ...found.need, maxPence: found.need.maxPence - 1 }, offers, share).mixes).toEqual([]);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('a mix has no more than half of one project, and all of it whole tonnes', () => {
  const offers = [
    offer('cheap', { pricePerCredit: 500 }),
    offer('dear', { pricePerCredit: 900 }),
    offer('dearest', { pricePerCredit: 2_000 }),
  ];
  const mixes = (tonnes: number) => findMixes(need({ tonnes }), offers, 50).mixes.map(({ parts }) => namesOf(parts));
  expect(mixes(100)).toEqual(['cheap:50 dear:50']);
  expect(mixes(101)).toEqual(['cheap:50 dear:50 dearest:1']);
});

it('a mix is not durable if its storage is not stated, or nothing is stored', () => {
  const offers = [
    offer('silent', { permanenceYears: null, projectType: 'Soil', category: 'Soil', pricePerCredit: 1 }),
    offer('methane', { permanenceYears: null, projectType: 'Methane avoidance', pricePerCredit: 2 }),
    offer('stated', { permanenceYears: 1, pricePerCredit: 3 }),
  ];
  const { mixes, matching } = findMixes(need({ tonnes: 10 }), offers, 50);
  expect(mixes.map(({ reasons: own }) => own)).toEqual([['cheapest', 'evidenced']]);
  expect(matching).toEqual({ projects: 3, tonnes: 300, stored: 100 });
});

it('a mix has pending credits only if they are asked for, and those that are delivered in time', () => {
  const offers = [
    offer('issued'),
    offer('soon', { unitsStatus: 'expected', deliveryBy: '2027-01-31', vintageEnd: 2026, pricePerCredit: 10 }),
    offer('late', { unitsStatus: 'expected', vintageEnd: 2030, pricePerCredit: 1 }),
    offer('silent', { unitsStatus: null, pricePerCredit: 5 }),
  ];
  const cheapest = (more: Partial<PortfolioNeed>) => {
    const [first] = findMixes(need({ tonnes: 10, ...more }), offers, 100).mixes;
    return first && namesOf(first.parts);
  };
  expect(cheapest({})).toBe('silent:10');
  expect(cheapest({ units: 'issued' })).toBe('issued:10');
  expect(cheapest({ deliverBy: '2027-01-31' })).toBe('issued:10');
  expect(cheapest({ year: 2026 })).toBe('issued:10');
  expect(cheapest({ units: 'pending' })).toBe('late:10');
  expect(cheapest({ units: 'pending', deliverBy: '2027-01-31' })).toBe('soon:10');
  expect(cheapest({ units: 'pending', deliverBy: '2027-01-30' })).toBe('issued:10');
  expect(cheapest({ units: 'pending', year: 2026 })).toBe('soon:10');
});

it.each<[Partial<PortfolioNeed>, string[]]>([
  [{ country: 'KE' }, ['kenya']],
  [{ type: 'Wind' }, ['wind']],
  [{ removal: true }, ['kenya', 'tree']],
  [{ nature: true }, ['tree', 'peat']],
  [{ removal: true, nature: true }, ['tree']],
  [{ label: ['SDG 13'] }, ['wind', 'tree']],
  [{ label: ['SDG 13', 'CCP-labelled'] }, ['tree']],
  [{ maxPence: 1_000, year: 2024 }, ['kenya', 'wind', 'tree']],
  [{ year: 2023 }, ['wind', 'peat']],
  [{ year: 2022 }, []],
])('a mix is of projects that meet each limit: %j', (limit, expected) => {
  const offers = [
    offer('kenya', { country: 'KE' }),
    offer('wind', { projectType: 'Wind', unitType: 'Avoidance', soldLabels: ['SDG 13'], vintageStart: 2023, vintageEnd: null }),
    offer('tree', { unitType: 'Removal - nature', soldLabels: ['SDG 13', 'CCP-labelled'] }),
    offer('peat', { unitType: 'Reduction - nature', pricePerCredit: 1_001, vintageEnd: 2023 }),
    offer('silent', { unitType: null, country: null, projectType: null, vintageStart: null, vintageEnd: null, pricePerCredit: 1_002 }),
  ];
  expect(offers.filter(meeting(need(limit))).map(({ slug }) => slug)).toEqual(expected);
});

it('amounts with VAT are the largest amounts without it that stay within them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_647 }), (total) => {
      const subtotal = subtotalWithin(total);
      const withVat = (pence: number) => pence + Math.floor((pence * 20 + 50) / 100);
      expect(withVat(subtotal)).toBeLessThanOrEqual(total);
      expect(withVat(subtotal + 1)).toBeGreaterThan(total);
    }),
  );
});

it('amounts with VAT limit a budget and a price alike', () => {
  const offers = [offer('a', { pricePerCredit: 2_500 }), offer('b', { pricePerCredit: 2_501 })];
  const found = (more: Partial<PortfolioNeed>) => findMixes(need({ vat: 'incl', ...more }), offers, 100);
  expect(found({ tonnes: 10, maxPence: 3_000 }).matching.projects).toBe(1);
  expect(found({ budgetPence: 30_000 }).mixes.map(({ parts }) => namesOf(parts))).toEqual(['a:10']);
  expect(found({ budgetPence: 29_999 }).mixes.map(({ parts }) => namesOf(parts))).toEqual(['a:9']);
});

it.each([
  [{}, 'status=On+sale&units=issued&units=not+stated'],
  [{ units: 'pending' }, 'status=On+sale'],
  [{ units: 'pending', year: 2026 }, 'status=On+sale&units=expected&units=issued'],
  [{ deliverBy: '2099-12-31' }, 'status=On+sale&units=issued'],
  [{ maxPence: 3_000, vat: 'incl', removal: true }, 'status=On+sale&units=issued&units=not+stated&mechanism=Removal&max=25'],
  [
    { country: 'GB', type: 'UK tree planting', maxPence: 2_000, units: 'issued' },
    'type=UK+tree+planting&country=GB&status=On+sale&units=issued&max=20',
  ],
] as const)('the catalogue of what is on sale takes the filters along that it has: %j', (limits, query) => {
  const asked = need({ tonnes: 10, ...limits });
  const exclVat = highestPriceOf(asked);
  const highestPrice = exclVat === undefined ? null : { exclVat, inclVat: 0 };
  expect(catalogueAddress({ need: asked, highestPrice })).toBe(`/projects?${query}`);
});
