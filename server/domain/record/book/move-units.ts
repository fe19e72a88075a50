import type { PickedUnits } from '#server/domain/record/book/pick-units.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import type { Issuance, UnitStatus } from '#src/schemas/record.ts';

/** The state that picked units are moved into. */
export type NewState = {
  status: UnitStatus;
  issuance: Issuance;
  /** The entry that they belong to. */
  owner: number | null;
  /** The last day of a reservation. */
  until: string | null;
};
/** Picked units, with their new state. */
export type MovedUnits = {
  units: Pick<PickedUnits, 'batch' | 'holding' | 'holdingFirst' | 'holdingLast' | 'first' | 'last'>;
  to: NewState;
};

/** Where ranges that later operations of one list name begin, and where the serials behind them do, by batch. */
export type Cuts = ReadonlyMap<number, readonly number[]>;

type Piece = { holding: number; first: number; last: number; to?: NewState };

/**
 * Ends the holdings from which units were picked and creates holdings in the new states, by entry `index`. Remainders become separate
 * holdings in the original state, cut where later operations of the list will take parts of them: otherwise each of these would end
 * what is left of a long range and begin a shorter one, among ever more that were ended before. Few statements, however many units.
 */
export async function moveUnits(transaction: Transaction, moved: readonly MovedUnits[], index: number, cuts: Cuts): Promise<void> {
  const byHolding = Map.groupBy(moved, ({ units }) => units.holding);
  const pieces = [...byHolding.values()].flatMap((parts) => piecesOf(parts, cuts));
  // Sent together: they run in order on the same connection. By id alone: a trigger refuses what was ended before, and with that
  // condition PostgreSQL may read the whole of an index of live holdings.
  const [{ count }] = await Promise.all([
    transaction`update unit_holdings set ended_entry = ${index} where id = any(${[...byHolding.keys()]}::bigint[])`,
    insertPieces(transaction, pieces.slice(0, piecesAtOnce), index),
  ]);
  if (count !== byHolding.size) throw new Error('A holding was ended by another transaction');
  for (let at = piecesAtOnce; at < pieces.length; at += piecesAtOnce)
    await insertPieces(transaction, pieces.slice(at, at + piecesAtOnce), index);
}

/** How many holdings one statement creates, so that each ends well within DATABASE_STATEMENT_TIMEOUT_MS. */
const piecesAtOnce = 5_000;

async function insertPieces(transaction: Transaction, pieces: readonly Piece[], index: number): Promise<void> {
  await transaction`
    insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, reserved_until, entry_index, begun_entry)
    select
      held.batch_id, int8range(piece.first, piece.last, '[]'), coalesce(piece.status, held.status), coalesce(piece.issuance, held.issuance),
      case when piece.status is null then held.owner_entry else piece.owner end,
      case when piece.status is null then held.reserved_until else piece.until end,
      case when piece.status is null then held.entry_index else ${index} end,
      ${index}
    from unnest(
      ${pieces.map(({ holding }) => holding)}::bigint[], ${pieces.map(({ first }) => first)}::bigint[], ${pieces.map(({ last }) => last)}::bigint[],
      ${pieces.map(({ to }) => to?.status ?? null)}::text[], ${pieces.map(({ to }) => to?.issuance ?? null)}::text[],
      ${pieces.map(({ to }) => to?.owner ?? null)}::bigint[], ${pieces.map(({ to }) => to?.until ?? null)}::date[]
    ) as piece (holding, first, last, status, issuance, owner, until)
    join unit_holdings as held on held.id = piece.holding
  `;
}

/** Returns the ranges into which one holding falls: those that are moved, and what is between them. */
function piecesOf(moved: MovedUnits[], cuts: Cuts): Piece[] {
  const pieces: Piece[] = [];
  const [{ units } = { units: undefined }] = moved;
  if (!units) return pieces;
  const { batch, holding, holdingFirst, holdingLast } = units;
  const starts = cuts.get(batch) ?? [];
  const keep = (first: number, last: number) => {
    let from = first;
    for (let at = firstAfter(starts, first); (starts[at] ?? Infinity) <= last; at += 1) {
      const start = starts[at] as number;
      pieces.push({ holding, first: from, last: start - 1 });
      from = start;
    }
    pieces.push({ holding, first: from, last });
  };
  let at = holdingFirst;
  for (const { units: part, to } of moved.toSorted((a, b) => a.units.first - b.units.first)) {
    if (part.first > at) keep(at, part.first - 1);
    pieces.push({ holding, first: part.first, last: part.last, to });
    at = part.last + 1;
  }
  if (at <= holdingLast) keep(at, holdingLast);
  return pieces;
}

/** Returns the place of the first of sorted numbers that is greater than `number`. */
function firstAfter(sorted: readonly number[], number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
