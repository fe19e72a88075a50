import { operate } from '#server/domain/record/book/operate.ts';
import { RecordProblem } from '#server/domain/record/book/record-problem.ts';
import { query } from '#server/platform/database/query.ts';
import { releaseUnits } from '#src/schemas/record.ts';

/** Most ranges of serials that one operation names. */
const rangesLimit = 100;

/**
 * Releases what is left of every reservation that has ended, with one entry for each reservation and a hundred ranges of serials.
 * Each names its reservation, so that under the lock of the log only units that still belong to it are released: what was bought or
 * reserved anew meanwhile stays. Several instances may run it at the same time.
 * @returns the number of entries.
 * @throws RecordProblem if the log accepts no entries.
 */
export async function expireReservations(): Promise<number> {
  const skipped: number[] = [];
  let entries = 0;
  for (;;) {
    const [due] = await query<{ reservation: number; serials: { batch: number; first: number; last: number }[]; key: string }[]>`
      select
        owner_entry::float8 as reservation,
        json_agg(json_build_object('batch', batch_id, 'first', lower(serials), 'last', upper(serials) - 1) order by batch_id, serials) as serials,
        'expire-' || owner_entry || '-' || min(id) as key
      from (
        select id, owner_entry, batch_id, serials, row_number() over (partition by owner_entry order by batch_id, serials) as place
        from unit_holdings
        where ended_entry is null and status = 'Reserved' and reserved_until < (now() at time zone 'Europe/London')::date
          and not owner_entry = any(${skipped}::bigint[])
      ) as held
      where place <= ${rangesLimit}
      group by owner_entry
      order by owner_entry
      limit 1
    `;
    if (!due) return entries;
    const { reservation, serials, key } = due;
    const request = releaseUnits.parse({ reservation, serials, note: 'The reservation has expired' });
    try {
      await operate({ kind: 'release', request }, { key });
      entries += 1;
    } catch (error) {
      if (!(error instanceof RecordProblem) || error.code !== 'units_not_available') throw error;
      // Somebody was faster. What is left of it is released by the next run.
      skipped.push(reservation);
    }
  }
}
