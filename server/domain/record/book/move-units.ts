import type { PickedUnits } from '#server/domain/record/book/pick-units.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { UnitStatus } from '#src/schemas/record.ts';

type NewState = {
  status: UnitStatus /** The last day of a reservation. */;
  until?: string | undefined /** Of the entry. */;
  index: number;
};

/**
 * Ends the holdings that units were picked from, and puts the units into their new state; what is left of a holding goes on
 * as it was, as a holding of its own.
 */
export async function moveUnits(
  transaction: Transaction,
  picked: readonly PickedUnits[],
  { status, until, index }: NewState,
): Promise<void> {
  for (const [holding, parts] of Map.groupBy(picked, (one) => one.holding)) {
    const [first] = parts;
    if (!first) continue;
    const [was] = await transaction<{ status: string; reservedUntil: string | null; since: Date; entryIndex: number }[]>`
      update unit_holdings
      set ended_entry = ${index}
      where id = ${holding} and ended_entry is null
      returning status, to_char(reserved_until, 'YYYY-MM-DD') as reserved_until, since, entry_index::float8 as entry_index
    `;
    if (!was) throw new Error('A holding was ended by somebody else');
    const put = (
      from: number,
      to: number,
      state: { status: string; until: string | null; entry: number; since: Date | null },
    ) => transaction`
      insert into unit_holdings (batch_id, serials, status, reserved_until, entry_index, since)
      values (
        ${first.batch}, int8range(${from}, ${to}, '[]'), ${state.status}, ${state.until}::date, ${state.entry},
        coalesce(${state.since}::timestamptz, clock_timestamp())
      )
    `;
    const rest = { status: was.status, until: was.reservedUntil, entry: was.entryIndex, since: was.since };
    let at = first.holdingFirst;
    for (const part of parts.toSorted((a, b) => a.first - b.first)) {
      if (part.first > at) await put(at, part.first - 1, rest);
      await put(part.first, part.last, { status, until: status === 'Reserved' ? (until ?? null) : null, entry: index, since: null });
      at = part.last + 1;
    }
    if (at <= first.holdingLast) await put(at, first.holdingLast, rest);
  }
}
