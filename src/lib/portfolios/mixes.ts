import type { MixReason, PortfolioNeed } from '#src/schemas/portfolio.ts';
import { refusalOf } from '../money/quote.ts';
import { type Chosen, costOfParts, fillNeed, type LargestShare, type Part } from './fill-need.ts';
import { type Loosened, loosenLimits, tonnesIn } from './loosen.ts';
import { byPrice, meeting, type Offer, tonnesOf, yearsOf } from './offers.ts';

/** Projects and tonnes that meet a need, with what they are best at of all mixes of as many tonnes. */
export type Mix<Offered extends Offer = Offer> = Chosen<Offered> & { reasons: MixReason[] };

export type FoundMixes<Offered extends Offer = Offer> = {
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
