import type { PickedUnits } from '#server/domain/record/book/pick-units.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { UnitStatus } from '#src/schemas/record.ts';

type NewState = {
  status: UnitStatus;
  /** The last day of a reservation. */
  until?: string | undefined;
  /** The index of the entry. */
  index: number;
};

/**
 * Ends the holdings from which units were picked and creates holdings in the new state. Remainders become separate holdings in the
 * original state.
 */
export async function moveUnits(
  transaction: Transaction,
  picked: readonly PickedUnits[],
  { status, until, index }: NewState,
): Promise<void> {
  for (const [holding, parts] of Map.groupBy(picked, (units) => units.holding)) {
    const [first] = parts;
    if (!first) continue;
    const [ended] = await transaction<{ status: string; reservedUntil: string | null; since: Date; entryIndex: number }[]>`
      update unit_holdings
      set ended_entry = ${index}
      where id = ${holding} and ended_entry is null
      returning status, to_char(reserved_until, 'YYYY-MM-DD') as reserved_until, since, entry_index::float8 as entry_index
    `;
    if (!ended) throw new Error('A holding was ended by another transaction');
    const insertHolding = (
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
    const original = { status: ended.status, until: ended.reservedUntil, entry: ended.entryIndex, since: ended.since };
    let at = first.holdingFirst;
    for (const part of parts.toSorted((a, b) => a.first - b.first)) {
      if (part.first > at) await insertHolding(at, part.first - 1, original);
      const reservedUntil = status === 'Reserved' ? (until ?? null) : null;
      await insertHolding(part.first, part.last, { status, until: reservedUntil, entry: index, since: null });
      at = part.last + 1;
    }
    if (at <= first.holdingLast) await insertHolding(at, first.holdingLast, original);
  }
}
