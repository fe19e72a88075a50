import { query } from '#server/platform/database/query.ts';
import type { OperationKind } from '#src/schemas/record.ts';

/** The newest entry of a kind. */
export type LatestEntry = { kind: OperationKind; index: number; createdAt: Date };

/** Returns the newest entry of each of these kinds. A kind without one is left out. */
export function readLatestOfKinds(kinds: readonly OperationKind[]): Promise<LatestEntry[]> {
  return query<LatestEntry[]>`
    select newest.*
    from unnest(${kinds as string[]}::text[]) as wanted (kind)
    cross join lateral (
      select kind, index::float8 as index, created_at from record_entries where kind = wanted.kind order by index desc limit 1
    ) as newest
  `;
}
