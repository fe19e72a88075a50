import { permanenceOf } from '#src/lib/projects/facts.ts';
import type { LimitName, PortfolioNeed } from '#src/schemas/portfolio.ts';
import type { LabelName, Project } from '#src/schemas/project.ts';
import { subtotalWithin } from '../money/basket.ts';
import { mostTonnes, type QuotableProject, refusalOf } from '../money/quote.ts';

/** What the rule of mixes needs to know of a project. */
export type Offer = QuotableProject &
  Pick<Project, 'country' | 'projectType' | 'category' | 'unitType' | 'vintageStart' | 'permanenceYears' | 'unanswered'> & {
    /** The labels of the units on sale. */
    soldLabels: readonly LabelName[];
  };

/** A limit of a need on each project. */
export type ProjectLimit = Exclude<LimitName, 'tonnes' | 'budget' | 'share'>;

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
