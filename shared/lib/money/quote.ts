import type { ShortlistLine } from '#shared/lib/shortlist.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { tonnesLimit } from '#shared/schemas/limits.ts';
import type { TonnesByIssuance } from '#shared/schemas/portfolio.ts';
import type { Project } from '#shared/schemas/project.ts';
import { fill, formatDay } from '#verify/text.ts';
import { type BasketCost, costOf, lineCost } from './money.ts';

/** What a quote needs to know of a project. */
export type QuotableProject = Pick<
  Project,
  'slug' | 'status' | 'pricePerCredit' | 'availableCredits' | 'unitsStatus' | 'vintageStart' | 'vintageEnd' | 'deliveryBy'
>;

/** What a page gives to a calculation in the browser. */
export type PricedProject = QuotableProject & Pick<Project, 'title'>;

/** Returns only the fields of a `PricedProject`, because they stand in the page. */
export function pricedProject(project: Project): PricedProject {
  const { slug, title, status, pricePerCredit, availableCredits, unitsStatus, vintageStart, vintageEnd, deliveryBy } = project;
  return { slug, title, status, pricePerCredit, availableCredits, unitsStatus, vintageStart, vintageEnd, deliveryBy };
}

/** Until when the credits are needed (a day, as 2027-03-31; null: not said), and whether a later delivery is accepted. */
export type DeliveryTerms = { neededBy?: string | null; acceptsLaterDelivery?: boolean };

/** Why credits cannot be bought as asked. `available`: credits that one line may have. `delivery`: as `deliveryOf`. */
export type Refusal =
  | { reason: 'sold_out' | 'no_price' | 'not_yet_on_sale' }
  | { reason: 'too_many'; available: number }
  | { reason: 'not_deliverable_by'; delivery: string | null };

/** A line of a quote. `pricePerCredit` and `cost` in pence, excl. VAT; a line that is refused has no cost, and is in no total. */
export type QuotedLine<Quoted extends QuotableProject = Project> = { project: Quoted; tonnes: number } & (
  | { refusal: null; pricePerCredit: number; cost: number }
  | { refusal: Refusal; pricePerCredit: number | null; cost: null }
);

/** `tonnes`: those in the totals. */
export type Quote<Quoted extends QuotableProject = Project> = BasketCost & { lines: QuotedLine<Quoted>[]; tonnes: TonnesByIssuance };

/**
 * Works out what can be bought and what it costs, in pence: the one computation behind every page, call and mail that states a
 * price for tonnes. `projects` may be in any order; a line whose project is missing is dropped.
 */
export function quote<Quoted extends QuotableProject>(
  lines: readonly ShortlistLine[],
  projects: readonly Quoted[],
  terms: DeliveryTerms = {},
): Quote<Quoted> {
  const tonnes: TonnesByIssuance = { total: 0, issued: 0, expected: 0, notStated: 0 };
  const quoted = lines.flatMap((line): QuotedLine<Quoted>[] => {
    const project = projects.find(({ slug }) => slug === line.slug);
    if (!project) return [];
    const { pricePerCredit } = project;
    const refusal = refusalOf(project, line.tonnes, terms);
    // The second is for the compiler: what has no price is refused.
    if (refusal || pricePerCredit === null)
      return [{ project, tonnes: line.tonnes, refusal: refusal ?? { reason: 'no_price' }, pricePerCredit, cost: null }];
    tonnes.total += line.tonnes;
    tonnes[project.unitsStatus ?? 'notStated'] += line.tonnes;
    return [{ project, tonnes: line.tonnes, refusal, pricePerCredit, cost: lineCost({ pricePerCredit, tonnes: line.tonnes }) }];
  });
  return { ...costOf(quoted.flatMap((line) => (line.refusal ? [] : [line]))), tonnes, lines: quoted };
}

/** Returns the most credits that a line may have of a project: what is available, within the limit of a line. */
export function mostTonnes({ availableCredits }: Pick<Project, 'availableCredits'>): number {
  return Math.min(availableCredits ?? 0, tonnesLimit.max);
}

/** Returns the day by which expected credits are delivered: the end of their vintage, or a later one if stated. Null: issued or unknown. */
export function deliveryOf({ unitsStatus, deliveryBy, vintageStart, vintageEnd }: QuotableProject): string | null {
  if (unitsStatus !== 'expected') return null;
  const lastYear = vintageEnd ?? vintageStart;
  const endOfVintage = lastYear === null ? null : `${lastYear}-12-31`;
  return deliveryBy !== null && (endOfVintage === null || deliveryBy > endOfVintage) ? deliveryBy : endOfVintage;
}

/** Returns why tonnes of a project cannot be bought as asked; null if they can. */
export function refusalOf(project: QuotableProject, tonnes: number, { neededBy, acceptsLaterDelivery }: DeliveryTerms): Refusal | null {
  const { status, pricePerCredit, unitsStatus } = project;
  if (status === 'Sold out') return { reason: 'sold_out' };
  if (pricePerCredit === null) return { reason: 'no_price' };
  if (status !== 'On sale') return { reason: 'not_yet_on_sale' };
  const available = mostTonnes(project);
  if (tonnes > available) return { reason: 'too_many', available };
  const delivery = deliveryOf(project);
  const isLate = unitsStatus === 'expected' && neededBy && (delivery === null || delivery > neededBy);
  return isLate && !acceptsLaterDelivery ? { reason: 'not_deliverable_by', delivery } : null;
}

/** A sentence for each reason. {title}: the project; {credits}: `1 credit`; {delivery}: a day. */
type RefusalTexts = Record<Exclude<Refusal['reason'], 'not_deliverable_by'>, string> & {
  not_deliverable_by: { stated: string; notStated: string };
};

/** Says why a line is refused. */
export function refusalText(refusal: Refusal, title: string, texts: RefusalTexts): string {
  if (refusal.reason === 'not_deliverable_by') {
    const { stated, notStated } = texts.not_deliverable_by;
    return refusal.delivery === null ? fill(notStated, { title }) : fill(stated, { title, delivery: formatDay(refusal.delivery) });
  }
  const credits = refusal.reason === 'too_many' ? countOf(refusal.available, 'credit') : '';
  return fill(texts[refusal.reason], { title, credits });
}

/** What a project cost on an earlier day, in pence; null: it had no price. `since`: its prices are known since then; null: never. */
export type FormerPrice = { price: number | null; since?: undefined } | { since: Date | null; price?: undefined };

/** A line of a shortlist with its price and cost, in pence excl. VAT, on an earlier day. `thenCost`: null if it had none. */
export type ComparedLine<Quoted extends QuotableProject> = { line: QuotedLine<Quoted>; then: FormerPrice; thenCost: number | null };

/**
 * Compares a priced shortlist with what it cost on an earlier day. There is a total of that day only if each line that is in today's
 * has a price of that day: otherwise two totals would stand side by side that are about different things.
 */
export function thenAndNow<Quoted extends QuotableProject>(
  lines: readonly QuotedLine<Quoted>[],
  formerPriceOf: (project: Quoted) => FormerPrice,
): { lines: ComparedLine<Quoted>[]; thenTotal: BasketCost | null } {
  const compared = lines.map((line) => {
    const then = formerPriceOf(line.project);
    // More tonnes than a line may have had no cost on any day: they could not be bought.
    const price = line.tonnes > tonnesLimit.max ? null : (then.price ?? null);
    return { line, then, thenCost: price === null ? null : lineCost({ pricePerCredit: price, tonnes: line.tonnes }) };
  });
  const counted = compared.filter(({ line }) => !line.refusal);
  const priced = counted.flatMap(({ line, then }) => (then.price ? [{ pricePerCredit: then.price, tonnes: line.tonnes }] : []));
  return { lines: compared, thenTotal: counted.length > 0 && priced.length === counted.length ? costOf(priced) : null };
}
