import { operate } from '#server/domain/record/book/operate.ts';
import { query } from '#server/platform/database/query.ts';
import { releaseUnits } from '#src/schemas/record.ts';

/**
 * Releases expired reservations, with one entry for each batch. Several instances may run it at the same time, because the
 * idempotency key is derived from the reservations.
 * @returns the number of batches concerned.
 * @throws RecordProblem if the log accepts no entries; the driver's error.
 */
export async function expireReservations(): Promise<number> {
  const rows = await query<{ batch: number; serials: { batch: number; first: number; last: number }[]; key: string }[]>`
    select
      batch_id as batch,
      json_agg(json_build_object('batch', batch_id, 'first', lower(serials), 'last', upper(serials) - 1) order by serials) as serials,
      'expire-' || batch_id || '-' || min(id) || '-' || max(id) as key
    from unit_holdings
    where ended_entry is null and status = 'Reserved' and reserved_until < (now() at time zone 'Europe/London')::date
    group by batch_id
    order by batch_id
    limit 100
  `;
  for (const { batch, serials, key } of rows) {
    const request = releaseUnits.parse({ batch, serials: serials.slice(0, 100), note: 'The reservation has expired' });
    await operate({ kind: 'release', request }, { key });
  }
  return rows.length;
}
