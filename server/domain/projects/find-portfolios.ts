import { setImmediate } from 'node:timers/promises';
import { queryInSteps } from '#server/platform/database/query.ts';
import { Gate } from '#server/platform/web/gate.ts';
import { vatOn, vatPercent } from '#shared/lib/money/money.ts';
import { deliveryOf, quote } from '#shared/lib/money/quote.ts';
import type { MixRules, Part } from '#shared/lib/portfolios/fill-tonnes.ts';
import { amountOf, averageOf, findMixes, type Mix, tonnesIn, yearsOf } from '#shared/lib/portfolios/mixes.ts';
import { isRemoval, permanenceOf } from '#shared/lib/projects/facts.ts';
import { maxInteger } from '#shared/schemas/limits.ts';
import { type AskedFor, mixLine, type PortfolioNeed, type Portfolios, type PricedMix } from '#shared/schemas/portfolio.ts';
import { auditQuestions, type LabelName, labels } from '#shared/schemas/project.ts';
import { type OfferedProject, offeredColumns, onSale } from './carbon-projects.ts';

/** What the projects on sale offer to choose from. Countries are codes, in the order of these and not of their names. */
export type PortfolioChoices = { countries: string[]; types: string[]; labels: LabelName[] };

/** One need at a time, whoever asks: with 11,000 projects each takes some 10 MB, and holds the thread for some 10 ms in each step. */
const gate = new Gate({ maxConcurrent: 1, maxQueued: 200, waitMs: 10_000 });

/**
 * Returns the mixes for a need, priced as a quote prices them, or what keeps it from being met; `findMixes` has the rule.
 * @throws Overloaded
 */
export async function findPortfolios(need: PortfolioNeed): Promise<Portfolios> {
  return gate.run(undefined, async () => answerTo(need, await readOffers()));
}

/**
 * Returns what `findPortfolios` does, if there is a need, and what there is to choose from, all of one state of the catalogue.
 * @throws Overloaded
 */
export async function readPortfolioPage(need: PortfolioNeed | undefined) {
  const { offers, answer } = await gate.run(undefined, async () => {
    const offers = await readOffers();
    return { offers, answer: need && (await answerTo(need, offers)) };
  });
  const distinct = (values: (string | null)[]) => [...new Set(values)].filter((value) => value !== null).toSorted();
  const sold = new Set(offers.flatMap(({ soldLabels }) => soldLabels));
  return {
    answer,
    choices: {
      countries: distinct(offers.map(({ country }) => country)),
      types: distinct(offers.map(({ projectType }) => projectType)),
      labels: labels.filter((label) => sold.has(label)),
    } satisfies PortfolioChoices,
  };
}

/** Reads every project on sale, in one statement and so from one state of the catalogue. */
const readOffers = () => queryInSteps<OfferedProject>`select ${offeredColumns} from carbon_projects where ${onSale}`;

/** Two projects, so that a failure of one leaves half of a mix; parts below 5% or 10 t are not worth their paperwork. */
export const mixRules: MixRules = { fewestProjects: 2, smallestShare: 5, smallestTonnes: 10 };

async function answerTo(need: PortfolioNeed, offers: OfferedProject[]): Promise<Portfolios> {
  const { mixes, matching, loosened } = await findMixes(need, offers, { rules: mixRules, largestBudget: maxInteger, pause: letOthersGo });
  return {
    ...askedFor(need),
    fewestProjects: need.projects ?? mixRules.fewestProjects,
    matching,
    mixes: mixes.map((mix) => pricedMix(mix, need)),
    loosened: loosened.map(({ limit, need: changed, parts }) => {
      const { lines: _, tonnes, ...sums } = priced(parts, changed);
      return { limit, need: changed, tonnes: tonnes.total, ...sums };
    }),
  };
}

/** Lets other requests go first. */
async function letOthersGo(): Promise<void> {
  // Just after an answer of PostgreSQL, the first of these comes before any other request.
  await setImmediate();
  await setImmediate();
}

/** Returns a need with its amounts, each without and with VAT. */
export function askedFor(need: PortfolioNeed): AskedFor {
  // The amount in the buyer's own way is what the buyer typed, not rounded there and back.
  const withAndWithoutVat = (name: 'budgetPence' | 'maxPence') => {
    const exclVat = amountOf(need, name);
    return exclVat === undefined ? null : { exclVat, inclVat: need.vat === 'incl' ? (need[name] ?? 0) : exclVat + vatOn(exclVat) };
  };
  return { need, budget: withAndWithoutVat('budgetPence'), highestPrice: withAndWithoutVat('maxPence') };
}

function priced(parts: readonly Part<OfferedProject>[], { deliverBy }: PortfolioNeed) {
  const quoted = quote(
    parts.map(({ offer: { slug }, tonnes }) => ({ slug, tonnes })),
    parts.map(({ offer }) => offer),
    { neededBy: deliverBy ?? null },
  );
  return { ...quoted, averagePrice: Math.round(quoted.subtotal / quoted.tonnes.total) };
}

function pricedMix({ parts, reason }: Mix<OfferedProject>, need: PortfolioNeed): PricedMix {
  const { lines, ...sums } = priced(parts, need);
  const tonnesWith = (isSo: (offer: OfferedProject) => boolean) => tonnesIn(parts.filter(({ offer }) => isSo(offer)));
  const stored = parts.filter(({ offer }) => yearsOf(offer) > 0);
  const years = stored.map(({ offer }) => yearsOf(offer));
  return {
    reason,
    lines: lines.map(({ project, ...line }) =>
      mixLine.parse({ ...project, ...line, delivery: deliveryOf(project), permanence: permanenceOf(project) }),
    ),
    removals: tonnesWith(isRemoval),
    storage: {
      shortest: stored.length > 0 ? Math.min(...years) : null,
      longest: stored.length > 0 ? Math.max(...years) : null,
      average: stored.length > 0 ? averageOf(stored, yearsOf) : null,
      nothingStored: tonnesWith((offer) => permanenceOf(offer) === 'nothing stored'),
      notStated: tonnesWith((offer) => permanenceOf(offer) === 'not stated'),
    },
    labels: labels
      .map((label) => ({ label, tonnes: tonnesWith(({ soldLabels }) => soldLabels.includes(label)) }))
      .filter(({ tonnes }) => tonnes > 0),
    lacks: auditQuestions.flatMap((question) => {
      const slugs = parts.flatMap(({ offer: { slug, unanswered } }) => (unanswered.includes(question) ? [slug] : []));
      return slugs.length > 0 ? [{ question, slugs, tonnes: tonnesWith(({ slug }) => slugs.includes(slug)) }] : [];
    }),
    answered: averageOf(parts, ({ unanswered }) => auditQuestions.length - unanswered.length),
    ...sums,
    vatPercent,
    currency: 'GBP',
  };
}
