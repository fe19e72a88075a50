import { readPricesOn } from '#server/domain/projects/figures-history.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { env } from '#server/platform/env.ts';
import type { BasketCost } from '#src/lib/money/basket.ts';
import { type Quote, quote } from '#src/lib/money/quote.ts';
import { type ComparedLine, thenAndNow } from '#src/lib/money/then-and-now.ts';
import { readSharedDay, type ShortlistLine } from '#src/lib/shortlist/shortlist-address.ts';
import type { Project } from '#src/schemas/project.ts';

/** A shortlist at today's prices and, if it was shared on an earlier day, at those of that day. Days are as 2026-11-26, in London. */
export type SharedList = {
  today: string;
  /** The last day on which the prices of a quote requested today hold. */
  until: string;
  priced: Quote;
  /** Undefined: the address names no earlier day. */
  earlier: { day: string; lines: ComparedLine<Project>[]; thenTotal: BasketCost | null } | undefined;
  /** The address names something that is no day up to today. */
  isDayWrong: boolean;
};

/** Prices a shortlist. `address` is the query of its address, which may name a day. */
export async function priceShared(lines: readonly ShortlistLine[], address: URLSearchParams): Promise<SharedList> {
  const [today, until] = [0, env().QUOTE_VALID_DAYS].map(dayIn) as [string, string];
  const day = readSharedDay(address, today);
  const priced = quote(lines, await findProjects(lines.map(({ slug }) => slug)));
  if (!day || day === today) return { today, until, priced, earlier: undefined, isDayWrong: day === null };
  const prices = await readPricesOn(
    priced.lines.map(({ project }) => project.id),
    day,
  );
  const compared = thenAndNow(priced.lines, ({ id }) => {
    const found = prices.find(({ projectId }) => projectId === id);
    return found?.isKnown ? { price: found.price } : { since: found?.since ?? null };
  });
  return { today, until, priced, earlier: { day, ...compared }, isDayWrong: false };
}

/** Returns the day that is so many days from today in London. Swedish dates are ISO 8601. */
function dayIn(days: number): string {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' });
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
}
