import { query } from '#server/platform/database/query.ts';
import { type Fragment, sql } from '#server/platform/database/sql.ts';

/** How many entries the log had at a moment, to the millisecond. @throws the driver's error when Postgres does not answer in time. */
export async function sizeAt(moment: Date): Promise<number> {
  const [row] = await query<{ size: number }[]>`
    select (coalesce(max(index), -1) + 1)::float8 as size from record_entries where created_at < ${moment}::timestamptz + interval '1 millisecond'
  `;
  return row?.size ?? 0;
}

/**
 * The condition that a row of `unit_holdings` held when the log had `size` entries; without it, that it holds now. What is
 * left of a range that was split has the entry of the whole, so it counts only once the whole has ended.
 */
export function isLive(alias: Fragment, size: number | undefined): Fragment {
  if (size === undefined) return sql`${alias}.ended_entry is null`;
  const held = (row: Fragment) => sql`${row}.entry_index < ${size} and (${row}.ended_entry is null or ${row}.ended_entry >= ${size})`;
  return sql`
    ${held(alias)}
    and not exists (
      select from unit_holdings as whole
      where whole.batch_id = ${alias}.batch_id and whole.serials @> ${alias}.serials and whole.serials <> ${alias}.serials and ${held(sql`whole`)}
    )
  `;
}
