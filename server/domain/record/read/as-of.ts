import { query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';

/** Returns the size of the log at a moment: with the entries whose time is that moment. */
export async function sizeAt(moment: Date): Promise<number> {
  const [row] = await query<{ size: number }[]>`
    select (coalesce(max(index), -1) + 1)::float8 as size from record_entries where created_at <= ${moment}
  `;
  return row?.size ?? 0;
}

/** Returns the condition that a row of `unit_holdings` was live when the log had `size` entries, or is live now if `size` is undefined. */
export function isLive(alias: Fragment, size: number | undefined): Fragment {
  if (size === undefined) return sql`${alias}.ended_entry is null`;
  return sql`${alias}.begun_entry < ${size} and (${alias}.ended_entry is null or ${alias}.ended_entry >= ${size})`;
}
