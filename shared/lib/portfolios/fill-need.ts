import { permanenceOf } from '#shared/lib/projects/facts.ts';
import type { LimitName, PortfolioNeed } from '#shared/schemas/portfolio.ts';
import type { LabelName, Project } from '#shared/schemas/project.ts';
import { linesLimit, subtotalWithin, tonnesLimit } from '../money/money.ts';
import { mostTonnes, type QuotableProject, refusalOf } from '../money/quote.ts';

/** Tonnes of one project in a mix. */
export type Part<Offered extends Offer = Offer> = { offer: Offered; tonnes: number };

/** A mix before its price is worked out. */
export type Chosen<Offered extends Offer = Offer> = {
  parts: Part<Offered>[];
  /** How many of the offers were left out, because a shortlist holds no more projects. */
  leftOut: number;
};

/** The largest share of a mix that may come from one project, in whole per cent from 1 to 100. */
export type LargestShare = number;

/** Fills what a need asks for from the offers, in their order: its tonnes, or as many as its budget pays for. Null: they have too few. */
export function fillNeed<Offered extends Offer>(
  need: PortfolioNeed,
  order: readonly Offered[],
  share: LargestShare,
): Chosen<Offered> | null {
  if (need.tonnes !== undefined) return fillTonnes(order, need.tonnes, share);
  const budget = budgetOf(need) ?? 0;
  return withinLines(order, (offers) => fill(offers, mostWithin(columnsOf(offers), share, budget), share));
}

/** Fills whole tonnes from the offers in their order. Null: they have too few. */
function fillTonnes<Offered extends Offer>(order: readonly Offered[], tonnes: number, share: LargestShare): Chosen<Offered> | null {
  return withinLines(order, (offers) => fill(offers, tonnes, share));
}

/** Fills as many whole tonnes as the offers have, in their order. Null: not even one. */
export function fillMost<Offered extends Offer>(order: readonly Offered[], share: LargestShare): Chosen<Offered> | null {
  // No other projects have more tonnes than as many of the largest.
  const largest = Array.from(bySize(order).subarray(0, linesLimit), (position) => order[position]).filter((offer) => offer !== undefined);
  return fillTonnes(order, mostWithin(columnsOf(largest), share, Number.POSITIVE_INFINITY), share);
}

/** Fills the fewest tonnes that the offers can, in their order. Null: none, whatever number. */
export function fillFewest<Offered extends Offer>(order: readonly Offered[], share: LargestShare): Chosen<Offered> | null {
  for (let tonnes = 1; tonnes <= 100; tonnes += 1) {
    const chosen = fillTonnes(order, tonnes, share);
    if (chosen) return chosen;
  }
  return null;
}

/** Returns what parts cost, in pence, excl. VAT. */
export function costOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, { offer, tonnes }) => sum + (offer.pricePerCredit ?? 0) * tonnes, 0);
}

/** The tonnes and prices of offers in their order. As columns, because thousands of offers are gone through hundreds of times. */
type Columns = { sizes: Float64Array; prices: Float64Array };

function columnsOf(order: readonly Offer[]): Columns {
  const columns = { sizes: new Float64Array(order.length), prices: new Float64Array(order.length) };
  // Float64Array.from takes ten times as long.
  for (const [index, offer] of order.entries()) {
    columns.sizes[index] = mostTonnes(offer);
    columns.prices[index] = offer.pricePerCredit ?? 0;
  }
  return columns;
}

const partOf = (tonnes: number, share: LargestShare) => Math.floor((tonnes * share) / 100);

/** What is taken of each offer, in their order: what it has, at most its share of the whole, rounded down. Null: they have too few. */
function fill<Offered extends Offer>(order: readonly Offered[], tonnes: number, share: LargestShare): Part<Offered>[] | null {
  const most = partOf(tonnes, share);
  const parts: Part<Offered>[] = [];
  let missing = tonnes;
  for (const offer of order) {
    if (missing === 0) break;
    const taken = Math.min(mostTonnes(offer), most, missing);
    if (taken > 0) parts.push({ offer, tonnes: taken });
    missing -= taken;
  }
  return missing === 0 && parts.length > 0 ? parts : null;
}

/** What such parts cost. Infinite: more than the budget. Undefined: the offers have too few. */
function costOf({ sizes, prices }: Columns, tonnes: number, share: LargestShare, budget: number): number | undefined {
  const most = partOf(tonnes, share);
  let [missing, cost] = [tonnes, 0];
  for (let index = 0; index < sizes.length && missing > 0; index += 1) {
    const taken = Math.min(sizes[index] ?? 0, most, missing);
    missing -= taken;
    cost += taken * (prices[index] ?? 0);
    // More projects cost more still; whether they have enough does not matter any more.
    if (cost > budget) return Number.POSITIVE_INFINITY;
  }
  return missing === 0 ? cost : undefined;
}

/** Fills from all offers, or from as many of the largest as do not make more parts than a shortlist holds. */
function withinLines<Offered extends Offer>(
  order: readonly Offered[],
  fillFrom: (offers: readonly Offered[]) => Part<Offered>[] | null,
): Chosen<Offered> | null {
  const whole = fillFrom(order);
  if (!whole || whole.length <= linesLimit) return whole && { parts: whole, leftOut: 0 };
  const ranks = new Uint32Array(order.length);
  for (const [rank, position] of bySize(order).entries()) ranks[position] = rank;
  const largest = (count: number) => fillFrom(order.filter((_, position) => (ranks[position] ?? count) < count));
  let [fits, exceeds] = [linesLimit, order.length];
  // The largest have too few tonnes, and so have all others; or one of them costs more than the budget, which only the first pay for.
  if (!largest(fits)) {
    const first = fillFrom(order.slice(0, linesLimit));
    return first && { parts: first, leftOut: order.length - linesLimit };
  }
  while (exceeds - fits > 1) {
    const count = Math.floor((fits + exceeds) / 2);
    if ((largest(count)?.length ?? 0) > linesLimit) exceeds = count;
    else fits = count;
  }
  const parts = largest(fits);
  return parts && { parts, leftOut: order.length - fits };
}

/** The positions of offers, the largest first; equals stay in their order. */
function bySize(order: readonly Offer[]): Float64Array {
  const { sizes } = columnsOf(order);
  const count = sizes.length;
  // Size and position in one exact number, because sorting is much faster without a function that compares.
  const keys = sizes.map((size, position) => position - size * count).sort();
  return keys.map((key) => ((key % count) + count) % count);
}

/**
 * Returns the most whole tonnes that offers, in their order, fill for a budget; 0 if none. Because a share is rounded down, one tonne
 * more may cost less, or be impossible. Among numbers of tonnes whose shares leave the same remainder, more tonnes take no less of any
 * project and cost more, so that each of these series is halved.
 */
function mostWithin(columns: Columns, share: LargestShare, budget: number): number {
  const step = 100 / greatestDivisor(share, 100);
  const limit = Math.min(
    columns.sizes.reduce((sum, size) => sum + size, 0),
    linesLimit * tonnesLimit.max,
  );
  let best = 0;
  for (let remainder = 0; remainder < step; remainder += 1) {
    let [low, high] = [-1, Math.floor((limit - remainder) / step) + 1];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      const tonnes = middle * step + remainder;
      const cost = costOf(columns, tonnes, share, budget);
      if (cost === undefined ? !isMoreFilled(columns, tonnes, step, share) : cost > budget) high = middle;
      else {
        low = middle;
        if (cost !== undefined) best = Math.max(best, tonnes);
      }
    }
  }
  return best;
}

/**
 * Of tonnes that the offers do not fill: whether more might be filled, because the share of one project grows faster than the whole. What
 * the offers give for n tonnes, less n, first rises and then falls, as each gives more by equal steps until it has no more.
 */
function isMoreFilled({ sizes }: Columns, tonnes: number, step: number, share: LargestShare): boolean {
  const given = (asked: number) => {
    const most = partOf(asked, share);
    let sum = 0;
    for (const size of sizes) sum += Math.min(size, most);
    return sum;
  };
  return given(tonnes + step) - given(tonnes) > step;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/** What the rule of mixes needs to know of a project. */
export type Offer = QuotableProject &
  Pick<Project, 'country' | 'projectType' | 'category' | 'unitType' | 'vintageStart' | 'permanenceYears' | 'unanswered'> & {
    /** The labels of the units on sale. */
    soldLabels: readonly LabelName[];
  };

/** A limit of a need on each project. */
type ProjectLimit = Exclude<LimitName, 'tonnes' | 'budget' | 'share'>;

/** Returns the condition that a project on sale meets all limits of a need on projects. */
export function meeting(need: PortfolioNeed): (offer: Offer) => boolean {
  const { year, country, type, removal, nature, label, units, deliverBy } = need;
  const highestPrice = highestPriceOf(need) ?? Number.POSITIVE_INFINITY;
  // Whether credits of which nothing is stated can be retired for a year, or by a day, is not known.
  const isIssuanceOpen = units !== 'issued' && year === undefined && deliverBy === undefined;
  return (offer) =>
    (offer.unitsStatus === null ? isIssuanceOpen : offer.unitsStatus === 'issued' || units === 'pending') &&
    (offer.pricePerCredit ?? 0) <= highestPrice &&
    // A vintage that is not stated may be later.
    (year === undefined || (offer.vintageEnd ?? offer.vintageStart ?? Number.POSITIVE_INFINITY) <= year) &&
    (country === undefined || offer.country === country) &&
    (type === undefined || offer.projectType === type) &&
    (!removal || offer.unitType?.startsWith('Removal') === true) &&
    (!nature || offer.unitType?.endsWith('nature') === true) &&
    label.every((name) => offer.soldLabels.includes(name)) &&
    refusalOf(offer, 1, { neededBy: deliverBy ?? null }) === null;
}

const loosened: Record<ProjectLimit, (need: PortfolioNeed) => PortfolioNeed | undefined> = {
  max: ({ maxPence, ...rest }) => (maxPence === undefined ? undefined : rest),
  year: ({ year, ...rest }) => (year === undefined ? undefined : rest),
  country: ({ country, ...rest }) => (country === undefined ? undefined : rest),
  type: ({ type, ...rest }) => (type === undefined ? undefined : rest),
  removal: (need) => (need.removal ? { ...need, removal: false } : undefined),
  nature: (need) => (need.nature ? { ...need, nature: false } : undefined),
  label: (need) => (need.label.length > 0 ? { ...need, label: [] } : undefined),
  units: (need) => (need.units === 'pending' ? undefined : { ...need, units: 'pending' }),
  // What comes later than a day is pending.
  deliverBy: ({ deliverBy, ...rest }) => (deliverBy === undefined ? undefined : { ...rest, units: 'pending' }),
};

export const projectLimits = Object.keys(loosened) as ProjectLimit[];

/** Returns a need without a limit; undefined if it does not set it. */
export function withoutLimit(need: PortfolioNeed, limit: ProjectLimit): PortfolioNeed | undefined {
  return loosened[limit](need);
}

/** Returns the budget of a need in pence, excl. VAT; undefined if it gives tonnes. */
export function budgetOf({ budgetPence, vat }: PortfolioNeed): number | undefined {
  return budgetPence === undefined || vat === 'excl' ? budgetPence : subtotalWithin(budgetPence);
}

/** Returns the highest price of a tonne in pence, excl. VAT; undefined if a need sets none. */
export function highestPriceOf({ maxPence, vat }: PortfolioNeed): number | undefined {
  return maxPence === undefined || vat === 'excl' ? maxPence : subtotalWithin(maxPence);
}

/** Returns the years for which a project's carbon is stored; 0 if that is not stated, or nothing is stored. */
export function yearsOf(offer: Offer): number {
  const permanence = permanenceOf(offer);
  return typeof permanence === 'number' ? permanence : 0;
}

/** Sorts the cheaper first; at one price the better evidenced, then the more durable, then the issued, then by slug. */
export function byPrice(one: Offer, other: Offer): number {
  return (
    (one.pricePerCredit ?? 0) - (other.pricePerCredit ?? 0) ||
    one.unanswered.length - other.unanswered.length ||
    yearsOf(other) - yearsOf(one) ||
    Number(other.unitsStatus === 'issued') - Number(one.unitsStatus === 'issued') ||
    (one.slug < other.slug ? -1 : 1)
  );
}

/** Returns the tonnes that can be bought of projects. */
export function tonnesOf(offers: readonly Offer[]): number {
  return offers.reduce((sum, offer) => sum + mostTonnes(offer), 0);
}
