/** What the record says of credits that were quoted, in the order in which it happens. Sold: assigned to the buyer, or transferred. */
export const quoteStates = ['reserved', 'sold', 'retired'] as const;
export type QuoteState = (typeof quoteStates)[number];

/** Credits (tCO2e) by the state that they are in now. */
export type UnitsByState = Record<QuoteState, number>;

/** How far a quote has come: the state that all of its credits have reached, and the one that some of them have. Null: none. */
type Standing = { all: QuoteState | null; some: QuoteState | null };

/** Returns how far the lines of a quote have come. What has been sold was reserved, and what was retired was sold. */
export function standingOf(lines: readonly { tonnes: number; units: UnitsByState }[]): Standing {
  const reached = (units: UnitsByState, state: QuoteState) =>
    quoteStates.slice(quoteStates.indexOf(state)).reduce((sum, one) => sum + units[one], 0);
  return {
    all: quoteStates.findLast((state) => lines.length > 0 && lines.every(({ tonnes, units }) => reached(units, state) >= tonnes)) ?? null,
    some: quoteStates.findLast((state) => lines.some(({ units }) => units[state] > 0)) ?? null,
  };
}
