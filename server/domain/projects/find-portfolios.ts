import { setImmediate } from 'node:timers/promises';
import { type OfferedProject, offeredColumns } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { queryInSteps } from '#server/platform/database/query.ts';
import { Gate } from '#server/platform/web/gate.ts';
import { vatOn, vatPercent } from '#shared/lib/money/money.ts';
import { deliveryOf, quote } from '#shared/lib/money/quote.ts';
import type { LineRules, Part } from '#shared/lib/portfolios/fill-tonnes.ts';
import { budgetOf, findMixes, highestPriceOf, type Mix } from '#shared/lib/portfolios/mixes.ts';
import { permanenceOf } from '#shared/lib/projects/facts.ts';
import { maxPence } from '#shared/schemas/catalogue-query.ts';
import type { AskedFor, MixLine, PortfolioNeed, Portfolios, PricedMix } from '#shared/schemas/portfolio.ts';
import { auditQuestions, type LabelName, labels } from '#shared/schemas/project.ts';

/** What the projects on sale offer to choose from, each in alphabetical order; labels in their own. */
export type PortfolioChoices = { countries: string[]; types: string[]; labels: LabelName[] };

/** One at a time: of 11,000 projects, each takes some 10 MB, and as many ms in each of its steps. The rest wait for their turn. */
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
export async function readPortfolioPage(
  need: PortfolioNeed | undefined,
): Promise<{ answer: Portfolios | undefined; choices: PortfolioChoices }> {
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
    },
  };
}

/** Every project on sale. One statement, and so one state of the catalogue. */
const readOffers = () => queryInSteps<OfferedProject>`select ${offeredColumns} from carbon_projects where ${onSale}`;

/** A failure of one project leaves half of a mix; a smaller part is not worth its paperwork. */
const rules: LineRules = { fewestProjects: 2, smallestShare: 5, smallestTonnes: 10 };

async function answerTo(need: PortfolioNeed, offers: OfferedProject[]): Promise<Portfolios> {
  const { mixes, matching, loosened } = await findMixes(need, offers, { rules, largestBudget: maxPence, pause: letOthersGo });
  return {
    ...askedFor(need),
    fewestProjects: need.projects ?? rules.fewestProjects,
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
  return {
    need,
    budget: bothWays(budgetOf(need), need, need.budgetPence),
    highestPrice: bothWays(highestPriceOf(need), need, need.maxPence),
  };
}

/** An amount without and with VAT; the one that was given as it was given. */
function bothWays(exclVat: number | undefined, { vat }: PortfolioNeed, given = 0): { exclVat: number; inclVat: number } | null {
  return exclVat === undefined ? null : { exclVat, inclVat: vat === 'incl' ? given : exclVat + vatOn(exclVat) };
}

function priced(parts: readonly Part<OfferedProject>[], { deliverBy }: PortfolioNeed) {
  const { lines, tonnes, subtotal, vat, total } = quote(
    parts.map(({ offer: { slug }, tonnes }) => ({ slug, tonnes })),
    parts.map(({ offer }) => offer),
    { neededBy: deliverBy ?? null },
  );
  return { lines, tonnes, averagePrice: Math.round(subtotal / tonnes.total), subtotal, vat, total };
}

function pricedMix({ parts, reason }: Mix<OfferedProject>, need: PortfolioNeed): PricedMix {
  const { lines, tonnes, ...sums } = priced(parts, need);
  const sumOf = (counted: readonly Part<OfferedProject>[]) => counted.reduce((sum, part) => sum + part.tonnes, 0);
  const without = (storage: 'nothing stored' | 'not stated') => sumOf(parts.filter(({ offer }) => permanenceOf(offer) === storage));
  const stored = parts.flatMap(({ offer, tonnes: taken }) => {
    const years = permanenceOf(offer);
    return typeof years === 'number' ? [{ years, tonnes: taken }] : [];
  });
  const years = stored.map((part) => part.years);
  return {
    reason,
    lines: lines.map(({ project, tonnes: taken, pricePerCredit, cost }) => ({
      ...lineOf(project),
      tonnes: taken,
      pricePerCredit: pricePerCredit ?? 0,
      cost: cost ?? 0,
    })),
    tonnes: { total: tonnes.total, issued: tonnes.issued, expected: tonnes.expected, notStated: tonnes['not stated'] },
    storage: {
      shortest: stored.length > 0 ? Math.min(...years) : null,
      longest: stored.length > 0 ? Math.max(...years) : null,
      average: average(stored.map((part) => ({ value: part.years, tonnes: part.tonnes }))),
      nothingStored: without('nothing stored'),
      notStated: without('not stated'),
    },
    labels: labels.flatMap((label) => {
      const having = sumOf(parts.filter(({ offer }) => offer.soldLabels.includes(label)));
      return having > 0 ? [{ label, tonnes: having }] : [];
    }),
    lacks: auditQuestions.flatMap((question) => {
      const lacking = parts.filter(({ offer }) => offer.unanswered.includes(question));
      return lacking.length > 0 ? [{ question, slugs: lacking.map(({ offer }) => offer.slug), tonnes: sumOf(lacking) }] : [];
    }),
    answered:
      average(parts.map(({ offer, tonnes: taken }) => ({ value: auditQuestions.length - offer.unanswered.length, tonnes: taken }))) ?? 0,
    ...sums,
    vatPercent,
    currency: 'GBP',
  };
}

function lineOf(project: OfferedProject): Omit<MixLine, 'tonnes' | 'pricePerCredit' | 'cost'> {
  const { slug, title, location, latitude, longitude, verificationStandard, isOnRecord, isSample } = project;
  const { unitsStatus, vintageStart, vintageEnd, unanswered } = project;
  return {
    ...{ slug, title, location, latitude, longitude, verificationStandard, isOnRecord, isSample },
    ...{ unitsStatus, vintageStart, vintageEnd, unanswered },
    delivery: deliveryOf(project),
    permanence: permanenceOf(project),
  };
}

/** The average over tonnes, rounded down to a tenth; null if there are none. */
function average(values: { value: number; tonnes: number }[]): number | null {
  const tonnes = values.reduce((sum, one) => sum + one.tonnes, 0);
  return tonnes === 0 ? null : Math.floor((values.reduce((sum, one) => sum + one.value * one.tonnes, 0) * 10) / tonnes) / 10;
}
