import type { LimitName, PortfolioNeed } from '#src/schemas/portfolio.ts';
import { vatOn } from '../money/basket.ts';
import { type Chosen, costOfParts, fillFewest, fillMost, fillNeed, type LargestShare } from './fill-need.ts';
import { meeting, type Offer, projectLimits, withoutLimit } from './offers.ts';

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
export function loosenLimits<Offered extends Offer>(
  need: PortfolioNeed,
  listed: readonly Offered[],
  share: LargestShare,
): Loosened<Offered>[] {
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
