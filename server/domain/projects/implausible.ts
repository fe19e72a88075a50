import { sql } from '#server/platform/database/sql.ts';

/** The condition that more credits are for sale than the project makes in the years of the vintage, where all that is known. */
export const exceedsImpact = sql`
  (impact_per_year > 0 and available_credits > impact_per_year::bigint * (coalesce(vintage_end, vintage_start) - vintage_start + 1))
`;

/** What is wrong then. */
export const exceedsImpactKind = sql`'has more credits for sale than its annual impact times its vintage years'`;

/** Its figures. */
export const exceedsImpactDetails = sql`
  (available_credits || ' > ' || impact_per_year || ' × ' || coalesce(vintage_end, vintage_start) - vintage_start + 1)
`;
