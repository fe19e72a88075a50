import type { LimitName, MixReason, PortfolioNeed } from '#shared/schemas/portfolio.ts';
import { vatOn } from '../money/money.ts';
import { refusalOf } from '../money/quote.ts';
import {
  byPrice,
  type Chosen,
  costOfParts,
  fillFewest,
  fillMost,
  fillNeed,
  type LargestShare,
  meeting,
  type Offer,
  type Part,
  projectLimits,
  tonnesOf,
  withoutLimit,
  yearsOf,
} from './fill-need.ts';

/** Projects and tonnes that meet a need, with what they are best at of all mixes of as many tonnes. */
export type Mix<Offered extends Offer = Offer> = Chosen<Offered> & { reasons: MixReason[] };

type FoundMixes<Offered extends Offer = Offer> = {
  /** At most three, each with a reason that no other of them has as well. */
  mixes: Mix<Offered>[];
  /** What meets the limits on projects, with its tonnes and, of these, the tonnes that state for how many years the carbon is stored. */
  matching: { projects: number; tonnes: number; stored: number };
  /** If there is no mix: what would be possible with one limit loosened. */
  loosened: Loosened<Offered>[];
};

/**
 * Returns at most three mixes for a need: the cheapest, the most durable and the best evidenced of what is offered; if there is none,
 * what would be possible with one limit loosened.
 *
 * With tonnes, each mix has exactly these. With a budget, it has as many whole tonnes as the budget pays for. A mix takes the projects in
 * the order of its reason, of each what it has left, at most `largestShare` per cent of the whole. Since prices are by the tonne, no other
 * mix of as many tonnes is then cheaper, is stored for longer on average, or has more of the auditor's questions answered on average.
 * A mix has no more projects than a shortlist holds; if it would, the smallest projects are left out. Equal needs and offers have equal
 * answers, whatever the order of the offers.
 */
export function findMixes<Offered extends Offer>(
  need: PortfolioNeed,
  offers: readonly Offered[],
  largestShare: LargestShare,
): FoundMixes<Offered> {
  const listed = offers.filter((offer) => refusalOf(offer, 1, {}) === null).toSorted(byPrice);
  const matching = listed.filter(meeting(need));
  const stored = matching.map((offer) => ({ offer, years: yearsOf(offer) })).filter(({ years }) => years > 0);
  const best = (order: readonly Offered[]) => fillNeed(need, order, largestShare);
  const cheapest = best(matching);
  // What the cheapest first do not fill, no other order does. Sorting keeps the order by price among equals.
  const mixes = cheapest
    ? withReasons({
        cheapest,
        durable: best(stored.toSorted((one, other) => other.years - one.years).map(({ offer }) => offer)),
        evidenced: best(matching.toSorted((one, other) => one.unanswered.length - other.unanswered.length)),
      })
    : [];
  return {
    mixes,
    matching: { projects: matching.length, tonnes: tonnesOf(matching), stored: tonnesOf(stored.map(({ offer }) => offer)) },
    loosened: mixes.length > 0 ? [] : loosenLimits(need, listed, largestShare),
  };
}

/** What a reason compares, among mixes of as many tonnes: the lower, the better. Infinite: it is not true of this mix. */
const measures: Record<MixReason, (parts: readonly Part[]) => number> = {
  cheapest: costOfParts,
  durable: (parts) =>
    parts.every(({ offer }) => yearsOf(offer) > 0)
      ? -parts.reduce((sum, { offer, tonnes }) => sum + yearsOf(offer) * tonnes, 0)
      : Number.POSITIVE_INFINITY,
  evidenced: (parts) => parts.reduce((sum, { offer, tonnes }) => sum + offer.unanswered.length * tonnes, 0),
};

/** Gives each mix all reasons that are true of it, and leaves out one whose reasons another has as well. */
function withReasons<Offered extends Offer>(found: Record<MixReason, Chosen<Offered> | null>): Mix<Offered>[] {
  const reasons = Object.keys(found) as MixReason[];
  const chosen = reasons.flatMap((reason) => found[reason] ?? []);
  const isBest = (mix: Chosen<Offered>, reason: MixReason) => {
    const equals = chosen.filter((other) => tonnesIn(other) === tonnesIn(found[reason]));
    return (
      equals.includes(mix) && equals.every(({ parts }) => measures[reason](parts) >= measures[reason](mix.parts)) && isSaid(mix, reason)
    );
  };
  const isSaid = ({ parts }: Chosen<Offered>, reason: MixReason) => Number.isFinite(measures[reason](parts));
  const mixes = chosen.map((mix) => ({ ...mix, reasons: reasons.filter((reason) => isBest(mix, reason)) }));
  return mixes.filter(
    (mix, index) =>
      !mixes.some(
        (other, position) =>
          position !== index &&
          mix.reasons.every((reason) => other.reasons.includes(reason)) &&
          (other.reasons.length > mix.reasons.length || position < index),
      ),
  );
}

/** What would be possible if one limit were loosened, and all others kept. */
export type Loosened<Offered extends Offer = Offer> = {
  limit: LimitName;
  /** The need with that limit loosened, no further than it has to be. For `share`, which is not the buyer's, without a change. */
  need: PortfolioNeed;
  /** Whether there is then a mix with all tonnes asked for; with a budget, a mix. Otherwise there are more tonnes than now. */
  isEnough: boolean;
  /** Its cheapest mix. */
  chosen: Chosen<Offered>;
};

/**
 * Works out, for a need that no mix meets, what each limit alone keeps from being possible. Limits whose loosening makes all of it
 * possible come first, the cheapest first; then those that give the most tonnes. Empty: no single limit is the reason.
 * @param listed what is on sale, the cheapest first.
 */
function loosenLimits<Offered extends Offer>(need: PortfolioNeed, listed: readonly Offered[], share: LargestShare): Loosened<Offered>[] {
  const matching = listed.filter(meeting(need));
  const now = need.tonnes === undefined ? null : fillMost(matching, share);
  const loosened = (limit: LimitName, changed: PortfolioNeed, order: readonly Offered[], largest = share): Loosened<Offered>[] => {
    const whole = fillNeed(need, order, largest);
    if (whole) return [{ limit, need: withLowestPrice(limit, changed, whole), isEnough: true, chosen: whole }];
    const most = need.tonnes === undefined ? null : fillMost(order, largest);
    if (!most || tonnesIn(most) <= tonnesIn(now)) return [];
    return [{ limit, need: { ...changed, tonnes: tonnesIn(most) }, isEnough: false, chosen: most }];
  };
  return [
    ...looserQuantity(need, matching, share, now),
    ...projectLimits.flatMap((limit) => {
      const changed = withoutLimit(need, limit);
      return changed ? loosened(limit, changed, listed.filter(meeting(changed))) : [];
    }),
    ...loosened('share', need, matching, 100),
  ].toSorted(
    (one, other) =>
      Number(other.isEnough) - Number(one.isEnough) ||
      tonnesIn(other.chosen) - tonnesIn(one.chosen) ||
      costOfParts(one.chosen.parts) - costOfParts(other.chosen.parts),
  );
}

/** Returns the tonnes of a mix. */
export function tonnesIn(chosen: Chosen | null): number {
  return chosen?.parts.reduce((sum, { tonnes }) => sum + tonnes, 0) ?? 0;
}

/** The tonnes that there are, or what the fewest tonnes cost. */
function looserQuantity<Offered extends Offer>(
  need: PortfolioNeed,
  matching: readonly Offered[],
  share: LargestShare,
  now: Chosen<Offered> | null,
): Loosened<Offered>[] {
  if (need.tonnes !== undefined) {
    return now ? [{ limit: 'tonnes', need: { ...need, tonnes: tonnesIn(now) }, isEnough: false, chosen: now }] : [];
  }
  const fewest = fillFewest(matching, share);
  if (!fewest) return [];
  return [{ limit: 'budget', need: { ...need, budgetPence: withVatAs(need, costOfParts(fewest.parts)) }, isEnough: true, chosen: fewest }];
}

/** With tonnes, the lowest limit on prices that there can be: the price of the dearest project of the cheapest mix. */
function withLowestPrice(limit: LimitName, need: PortfolioNeed, { parts }: Chosen): PortfolioNeed {
  if (limit !== 'max' || need.tonnes === undefined) return need;
  return { ...need, maxPence: withVatAs(need, Math.max(...parts.map(({ offer }) => offer.pricePerCredit ?? 0))) };
}

/** An amount excl. VAT as the need gives its own. */
const withVatAs = ({ vat }: PortfolioNeed, pence: number) => (vat === 'incl' ? pence + vatOn(pence) : pence);
