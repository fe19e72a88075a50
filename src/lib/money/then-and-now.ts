import { type BasketCost, costOf, lineCost } from './basket.ts';
import type { QuotableProject, QuotedLine } from './quote.ts';

/** What a project cost on an earlier day, in pence; null: nothing. `since`: the history of its prices begins after that day. */
export type FormerPrice = { price: number | null; since?: undefined } | { since: Date | null; price?: undefined };

/** A line of a shortlist with its price and cost, in pence excl. VAT, on an earlier day. */
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
    const price = then.price ?? null;
    return { line, then, thenCost: price === null ? null : lineCost({ pricePerCredit: price, tonnes: line.tonnes }) };
  });
  const counted = compared.filter(({ line }) => !line.refusal);
  const priced = counted.flatMap(({ line, then }) => (then.price ? [{ pricePerCredit: then.price, tonnes: line.tonnes }] : []));
  return { lines: compared, thenTotal: counted.length > 0 && priced.length === counted.length ? costOf(priced) : null };
}
