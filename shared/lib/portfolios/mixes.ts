import { subtotalWithin, vatOn } from '#shared/lib/money/money.ts';
import { mostTonnes, type QuotableProject, refusalOf } from '#shared/lib/money/quote.ts';
import { isRemoval, permanenceOf } from '#shared/lib/projects/facts.ts';
import { linesLimit, tonnesLimit } from '#shared/schemas/limits.ts';
import type { LimitName, MixReason, PortfolioNeed } from '#shared/schemas/portfolio.ts';
import type { LabelName, Project } from '#shared/schemas/project.ts';
import { fillMost, fillTonnes, findFirst, type MixRules, type Part } from './fill-tonnes.ts';

/** What the rule of mixes needs to know of a project. */
export type Offer = QuotableProject &
  Pick<Project, 'country' | 'projectType' | 'category' | 'unitType' | 'permanenceYears' | 'unanswered'> & {
    /** The labels of the units on sale. */
    soldLabels: readonly LabelName[];
  };

export type Mix<Offered extends Offer = Offer> = { reason: MixReason; parts: Part<Offered>[] };

/** A need that one changed limit lets be met, and its cheapest mix. */
export type Loosened<Offered extends Offer = Offer> = { limit: LimitName; need: PortfolioNeed; parts: Part<Offered>[] };

/** How mixes are filled. `pause`: called before each is, so that others need not wait for all of them. `largestBudget`: in pence. */
type Filling = { rules: MixRules; largestBudget: number; pause: () => Promise<void> };

/** From this overlap on, two mixes are nearly the same. */
const sameShare = 0.9;

/**
 * Returns at most three mixes for a need: the cheapest; that with the longest storage; and that which answers the most of an auditor's
 * questions, if it answers more than the others. Two that are nearly the same are one. If there is none: what one changed limit allows.
 *
 * With tonnes, each mix has exactly these, at no more than the budget. Without, it has as many as the budget pays for. If the
 * projects that state their storage do not suffice for the need, they are blended with others, for as much storage as it pays for. Equal
 * needs and offers have equal answers, whatever the order of the offers.
 */
export async function findMixes<Offered extends Offer>(need: PortfolioNeed, offers: readonly Offered[], filling: Filling) {
  const listed = offers.filter((offer) => refusalOf(offer, 1, {}) === null).toSorted(byPrice);
  const matching = listed.filter(meeting(need));
  const fill = async (reason: MixReason, from = matching): Promise<Mix<Offered>[]> => {
    const parts = await fillNeed(need, from, filling, values[reason]);
    return parts ? [{ reason, parts }] : [];
  };
  const [cheapest] = await fill('cheapest');
  const mixes: Mix<Offered>[] = [];
  if (cheapest) {
    const storing = matching.filter((offer) => yearsOf(offer) > 0);
    const stored = await fill('durable', storing);
    for (const mix of [cheapest, ...(stored.length > 0 ? stored : await fill('blend')), ...(await fill('evidenced'))]) {
      const value = values[mix.reason];
      const isMore = mixes.every(({ parts }) => averageOf(mix.parts, value) > averageOf(parts, value));
      if (mix === cheapest || (isMore && mixes.every((other) => overlap(mix.parts, other.parts) < sameShare))) mixes.push(mix);
    }
  }
  const contested = listed.filter(meeting({ ...need, contested: true })).length - matching.length;
  return {
    mixes,
    /** What meets the limits on projects, and how many more would if contested kinds were asked for. */
    matching: { projects: matching.length, tonnes: tonnesOnOffer(matching), contested },
    loosened: cheapest ? [] : await loosenLimits(need, listed, filling),
  };
}

/** What a tonne of a project counts for. Of the cheapest, nothing but the price does. */
const values: Record<MixReason, (offer: Offer) => number> = {
  cheapest: () => 0,
  durable: yearsOf,
  blend: yearsOf,
  evidenced: ({ unanswered }) => -unanswered.length,
};

/** Returns the average of a value over the tonnes of parts, rounded down to a tenth: a smaller difference is none to a reader. */
export function averageOf<Offered extends Offer>(parts: readonly Part<Offered>[], value: (offer: Offered) => number): number {
  return Math.floor((parts.reduce((sum, { offer, tonnes }) => sum + value(offer) * tonnes, 0) * 10) / tonnesIn(parts)) / 10;
}

function overlap(one: readonly Part<Offer>[], other: readonly Part<Offer>[]): number {
  const shares = new Map(one.map(({ offer, tonnes }) => [offer.slug, tonnes / tonnesIn(one)]));
  return other.reduce((sum, { offer, tonnes }) => sum + Math.min(shares.get(offer.slug) ?? 0, tonnes / tonnesIn(other)), 0);
}

/** Fills what a need asks for, with the highest value. @param offers the cheapest first. @returns null if they cannot fill it. */
async function fillNeed<Offered extends Offer>(
  need: PortfolioNeed,
  offers: readonly Offered[],
  { rules, pause }: Filling,
  value: (offer: Offer) => number = values.cheapest,
): Promise<Part<Offered>[] | null> {
  const allowed = rulesFor(need, rules);
  const highestAverage = need.each ? Number.POSITIVE_INFINITY : (amountOf(need, 'maxPence') ?? Number.POSITIVE_INFINITY);
  const budget = amountOf(need, 'budgetPence') ?? Number.POSITIVE_INFINITY;
  const fill = async (tonnes: number, ceiling: number) => {
    await pause();
    const counted = { least: Math.ceil((tonnes * (need.removals ?? 0)) / 100), counts: isRemoval };
    return fillTonnes(offers, { tonnes, ceiling, rules: allowed, counted, value });
  };
  if (need.tonnes !== undefined) return fill(need.tonnes, Math.min(highestAverage * need.tonnes, budget));
  const mostOfCheapest = Math.floor(budget / (offers[0]?.pricePerCredit ?? 1));
  return fillMost(Math.min(tonnesOnOffer(offers), mostOfCheapest, linesLimit * tonnesLimit.max), allowed, async (tonnes) => {
    const parts = await fill(tonnes, highestAverage * tonnes);
    return parts && costOfParts(parts) <= budget ? parts : null;
  });
}

const rulesFor = ({ projects }: PortfolioNeed, rules: MixRules): MixRules => ({ ...rules, ...(projects && { fewestProjects: projects }) });

/**
 * Whether mixes leave a project out unless asked: forest protection, whose tonnes depend on a baseline (/vcs), and renewable energy, which
 * may have paid for itself (/bezero, /gold-standard), need the closest check. Gas from waste is registered as energy too, but measured.
 */
function isContested({ category, projectType, unitType }: Pick<Offer, 'category' | 'projectType' | 'unitType'>): boolean {
  const words = `${category} ${projectType ?? ''}`;
  if (/forest (conservation|protection|conversion)|deforestation|\bredd/i.test(words)) return true;
  return (
    /\b(renewables?|solar|pv|photovoltaics?|geothermal|wind|hydro|hydropower|hydroelectric\w*)\b/i.test(words) &&
    !/^(Reduction|Removal)/.test(unitType ?? '')
  );
}

/** Returns the condition that a project on sale meets all limits of a need on projects. */
export function meeting(need: PortfolioNeed): (offer: Offer) => boolean {
  const limits = Object.values(conditions).flatMap(({ meets = [] }) => meets);
  return (offer) => limits.every((meets) => meets(offer, need));
}

type Condition = {
  /** Whether a project meets it. Absent: the limit is not on projects, but on mixes as a whole. */
  meets?: (offer: Offer, need: PortfolioNeed) => boolean | undefined;
  /** The changes of a need that loosen or drop the limit, the smallest first. `sizes`: the tonnes that a mix without a budget may have. */
  without: (need: PortfolioNeed, offers: readonly Offer[], sizes: readonly number[]) => Partial<PortfolioNeed>[];
};

const firstYearOf = ({ vintageStart, vintageEnd }: Offer) => vintageStart ?? vintageEnd ?? Number.NEGATIVE_INFINITY;
const lastYearOf = ({ vintageStart, vintageEnd }: Offer) => vintageEnd ?? vintageStart ?? Number.POSITIVE_INFINITY;

/** Every limit but the tonnes: what meets it, and how it is loosened. */
const conditions: Record<Exclude<LimitName, 'tonnes'>, Condition> = {
  max: {
    meets: ({ pricePerCredit }, need) => !need.each || (pricePerCredit ?? 0) <= (amountOf(need, 'maxPence') ?? Number.POSITIVE_INFINITY),
    without: () => [{ maxPence: undefined }],
  },
  // Of the mix without a budget, `withLowest` then takes the cost as the budget: where a need has no tonnes, that of the smallest mix.
  budget: { without: (_need, _offers, sizes) => sizes.map((tonnes) => ({ budgetPence: undefined, tonnes })) },
  // A vintage that is not stated may be later, or earlier.
  year: {
    meets: (offer, { year }) => year === undefined || lastYearOf(offer) <= year,
    without: nearest('year', lastYearOf, (one, asked) => one > asked),
  },
  vintageFrom: {
    meets: (offer, { vintageFrom }) => vintageFrom === undefined || firstYearOf(offer) >= vintageFrom,
    without: nearest('vintageFrom', firstYearOf, (one, asked) => one < asked),
  },
  storage: {
    meets: (offer, { storage }) => storage === undefined || yearsOf(offer) >= storage,
    without: nearest('storage', yearsOf, (one, asked) => one > 0 && one < asked),
  },
  country: { meets: (offer, { country }) => country === undefined || offer.country === country, without: () => [{ country: undefined }] },
  type: { meets: (offer, { type }) => type === undefined || offer.projectType === type, without: () => [{ type: undefined }] },
  removal: { meets: (offer, { removal }) => !removal || isRemoval(offer), without: () => [{ removal: false }] },
  removals: {
    without: ({ removals = 0 }) => Array.from({ length: removals }, (_, index) => ({ removals: removals - 1 - index || undefined })),
  },
  nature: { meets: ({ unitType }, { nature }) => !nature || unitType?.endsWith('nature'), without: () => [{ nature: false }] },
  label: { meets: ({ soldLabels }, { label }) => label.every((name) => soldLabels.includes(name)), without: () => [{ label: [] }] },
  // Whether credits of which nothing is stated can be retired for a year, or by a day, is not known.
  units: {
    meets: ({ unitsStatus }, { units, year, deliverBy }) =>
      unitsStatus === null
        ? units !== 'issued' && year === undefined && deliverBy === undefined
        : unitsStatus === 'issued' || units === 'pending',
    without: () => [{ units: 'pending' }],
  },
  // What comes later than a day is pending.
  deliverBy: {
    meets: (offer, { deliverBy = null }) => refusalOf(offer, 1, { neededBy: deliverBy }) === null,
    without: ({ deliverBy }) => (deliverBy === undefined ? [] : [{ deliverBy: undefined, units: 'pending' }]),
  },
  contested: {
    meets: (offer, { type, contested }) => type !== undefined || contested || !isContested(offer),
    without: () => [{ contested: true }],
  },
  projects: { without: ({ projects = 1 }) => Array.from({ length: projects - 1 }, (_, index) => ({ projects: projects - 1 - index })) },
};

/** Returns what a limit in years may be moved to: each looser value that a project has, the nearest first, and then none. */
function nearest(
  field: 'year' | 'vintageFrom' | 'storage',
  read: (offer: Offer) => number,
  isLooser: (value: number, asked: number) => boolean,
): Condition['without'] {
  return ({ [field]: asked }, offers) => {
    if (asked === undefined) return [];
    const looser = [...new Set(offers.map(read))].filter((value) => Number.isFinite(value) && isLooser(value, asked));
    const sorted = looser.toSorted((one, other) => Math.abs(one - asked) - Math.abs(other - asked));
    return [...sorted, undefined].map((value) => ({ [field]: value }));
  };
}

/**
 * Returns, for a need that no mix meets, each limit that alone stands in the way, changed no further than it has to be. First come those
 * that leave the tonnes as they are, the cheapest mix first; then one project, if only our own rule asks for several and one has more
 * tonnes; then fewer tonnes; contested kinds are last. None needs a larger budget than can be asked for. Empty: no limit alone is why.
 * @param listed what is on sale, the cheapest first.
 */
async function loosenLimits<Offered extends Offer>(
  need: PortfolioNeed,
  listed: readonly Offered[],
  filling: Filling,
): Promise<Loosened<Offered>[]> {
  const sameTonnes: Loosened<Offered>[] = [];
  const { fewestProjects, smallestTonnes } = rulesFor(need, filling.rules);
  // Without tonnes, the fewest that a mix of one project has, and one of several.
  const sizes = need.tonnes === undefined ? [1, Math.max(2, fewestProjects) * smallestTonnes] : [need.tonnes];
  for (const [name, { without }] of Object.entries(conditions)) {
    const limit = name as LimitName;
    const isChange = (change: Partial<PortfolioNeed>) =>
      Object.entries(change).some(([field, value]) => `${need[field as keyof PortfolioNeed] ?? ''}` !== `${value ?? ''}`);
    const changes = without({ ...need, projects: fewestProjects }, listed, sizes).filter(isChange);
    const needs = changes.map((change) => ({ ...need, ...change }));
    const found = await findFirst(needs.length, async (index) => {
      const changed = needs[index] ?? need;
      const parts = await fillNeed(changed, listed.filter(meeting(changed)), filling);
      return parts && withLowest(need, { limit, need: changed, parts });
    });
    if (found && (found.need.budgetPence ?? 0) <= filling.largestBudget) sameTonnes.push(found);
  }
  const { tonnes } = need;
  const matching = listed.filter(meeting(need));
  const most = async (changed: PortfolioNeed) =>
    tonnes === undefined
      ? null
      : fillMost(tonnes - 1, rulesFor(changed, filling.rules), (count) => fillNeed({ ...changed, tonnes: count }, matching, filling));
  const fewer = await most(need);
  // Our own rules ask for several projects: with one alone there may be more tonnes.
  const alone = { ...need, projects: 1 };
  const more = need.projects === undefined && !sameTonnes.some(({ limit }) => limit === 'projects') ? await most(alone) : null;
  return [
    ...sameTonnes.filter(({ limit }) => limit !== 'contested').toSorted((a, b) => costOfParts(a.parts) - costOfParts(b.parts)),
    ...(more && tonnesIn(more) > tonnesIn(fewer ?? [])
      ? [{ limit: 'projects' as const, need: { ...alone, tonnes: tonnesIn(more) }, parts: more }]
      : []),
    ...(fewer ? [{ limit: 'tonnes' as const, need: { ...need, tonnes: tonnesIn(fewer) }, parts: fewer }] : []),
    ...sameTonnes.filter(({ limit }) => limit === 'contested'),
  ];
}

/** Where a limit on an amount was dropped, sets the lowest amount with which there is this mix. `asked`: the need before. */
function withLowest<Offered extends Offer>(asked: PortfolioNeed, loosened: Loosened<Offered>): Loosened<Offered> {
  const { limit, parts } = loosened;
  const cost = costOfParts(parts);
  if (limit === 'budget') return { ...loosened, need: { ...asked, budgetPence: withVatAs(asked, cost) } };
  if (limit !== 'max') return loosened;
  const price = asked.each ? Math.max(...parts.map(({ offer }) => offer.pricePerCredit ?? 0)) : Math.ceil(cost / tonnesIn(parts));
  return { ...loosened, need: { ...asked, maxPence: withVatAs(asked, price) } };
}

/** An amount excl. VAT as the need gives its own. */
const withVatAs = ({ vat }: PortfolioNeed, pence: number) => (vat === 'incl' ? pence + vatOn(pence) : pence);

/** Returns the budget of a need, or its highest price of a tonne, in pence, excl. VAT; undefined if it sets none. */
export function amountOf(need: PortfolioNeed, name: 'budgetPence' | 'maxPence'): number | undefined {
  const amount = need[name];
  return amount === undefined || need.vat === 'excl' ? amount : subtotalWithin(amount);
}

/** Returns the years for which a project's carbon is stored; 0 if that is not stated, or nothing is stored. */
export function yearsOf(offer: Offer): number {
  const permanence = permanenceOf(offer);
  return typeof permanence === 'number' ? permanence : 0;
}

/** Sorts the cheaper first; at one price the better evidenced, then the more durable, then the issued, then by slug. */
function byPrice(one: Offer, other: Offer): number {
  return (
    (one.pricePerCredit ?? 0) - (other.pricePerCredit ?? 0) ||
    one.unanswered.length - other.unanswered.length ||
    yearsOf(other) - yearsOf(one) ||
    Number(other.unitsStatus === 'issued') - Number(one.unitsStatus === 'issued') ||
    (one.slug < other.slug ? -1 : 1)
  );
}

/** Returns what parts cost, in pence, excl. VAT. */
export function costOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, { offer, tonnes }) => sum + (offer.pricePerCredit ?? 0) * tonnes, 0);
}

/** Returns the tonnes of parts. */
export const tonnesIn = (parts: readonly Part[]) => parts.reduce((sum, { tonnes }) => sum + tonnes, 0);

const tonnesOnOffer = (offers: readonly Offer[]) => offers.reduce((sum, offer) => sum + mostTonnes(offer), 0);
