import { query } from '#server/platform/database/query.ts';
import type { UnitStatus } from '#src/schemas/record.ts';

/** The steps by which units come in, are promised, and leave, with the state that each puts them into. */
const steps = [
  { kind: 'receive', status: 'Held' },
  { kind: 'reserve', status: 'Reserved' },
  { kind: 'transfer', status: 'Transferred' },
  { kind: 'retire', status: 'Retired' },
] as const satisfies { kind: string; status: UnitStatus }[];

/**
 * Units (tCO2e) that took a step in the last 30 days and in the last 12 months (whole days in UTC before today, and today), and the
 * newest entry of these.
 */
export type Movement = (typeof steps)[number] & { month: number; year: number; latest: { index: number; createdAt: Date } | undefined };

/**
 * Returns what moved, in the order of the steps. Read from the book, because the rows of the log are wide. A delivery, which puts
 * issued units in the place of expected ones, is no step; the owner that they keep shows it.
 */
export async function readMovements(): Promise<Movement[]> {
  const rows = await query<{ status: UnitStatus; month: number; year: number; index: number; createdAt: Date }[]>`
    with today as (select date_trunc('day', now(), 'UTC') as day), firsts as materialized (
      select
        (select index from record_entries where created_at >= day - interval '30 days' order by created_at, index limit 1) as month,
        (select index from record_entries where created_at >= day - interval '12 months' order by created_at, index limit 1) as year
      from today
    ), moved as (
      select 'Held' as status, serials, received_entry as entry
      from credit_batches
      where (select kind from record_entries where index = received_entry) = 'receive'
      union all
      -- What an entry has put into a state. What it left of a range begins with it, too, but is in its state since an earlier one.
      select status, serials, entry_index
      from unit_holdings
      where status in ('Reserved', 'Transferred', 'Retired') and begun_entry = entry_index and coalesce(owner_entry, entry_index) = entry_index
    ), sums as (
      select
        moved.status,
        coalesce(sum(upper(serials) - lower(serials)) filter (where entry >= firsts.month), 0)::float8 as month,
        sum(upper(serials) - lower(serials))::float8 as year,
        max(entry) as latest
      from firsts
      join moved on moved.entry >= firsts.year
      group by moved.status
    )
    select sums.status, sums.month, sums.year, newest.index::float8 as index, newest.created_at
    from sums
    join record_entries as newest on newest.index = sums.latest
  `;
  return steps.map((step) => {
    const row = rows.find(({ status }) => status === step.status);
    return row
      ? { ...step, month: row.month, year: row.year, latest: { index: row.index, createdAt: row.createdAt } }
      : { ...step, month: 0, year: 0, latest: undefined };
  });
}
