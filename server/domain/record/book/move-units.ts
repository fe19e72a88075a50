import type { PickedUnits } from '#server/domain/record/book/pick-units.ts';
import { sql } from '#server/platform/database/sql.ts';
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

/** What one entry moves. */
export type Move = { index: number; moved: readonly MovedUnits[] };
/** `begun`: the entry with which it begins. */
type Piece = { holding: number; first: number; last: number; begun: number; to?: NewState };

/**
 * Ends the holdings from which units were picked and creates holdings in the new states, by entries in order. Remainders become separate
 * holdings in the original state, cut where later operations of the list will take parts of them: otherwise each of these would end
 * what is left of a long range and begin a shorter one, among ever more that were ended before. Few statements, however many units.
 */
export async function moveUnits(transaction: Transaction, moves: readonly Move[], cuts: Cuts): Promise<void> {
  const all = moves.flatMap(({ index, moved }) => moved.map((one) => ({ ...one, index })));
  const byHolding = Map.groupBy(all, ({ units }) => units.holding);
  const ids = [...byHolding.keys()];
  const ends = [...byHolding.values()].map((parts) => begunOf(parts));
  const pieces = [...byHolding.values()].flatMap((parts) => piecesOf(parts, cuts));
  // What a later entry takes of the same holding is a remainder until then.
  const later = [...byHolding.values()].flatMap((parts) => parts.filter(({ index }) => index > begunOf(parts)));
  // Sent together: they run in order on the same connection. By id alone: a trigger refuses what was ended before, and with that
  // condition PostgreSQL may read the whole of an index of live holdings.
  const end = moves.length === 1 ? sql`${ends[0] ?? 0}` : sql`(${ends}::bigint[])[array_position(${ids}::bigint[], id)]`;
  const [{ count }] = await Promise.all([
    transaction`update unit_holdings set ended_entry = ${end} where id = any(${ids}::bigint[])`,
    insertPieces(transaction, pieces.slice(0, piecesAtOnce)),
  ]);
  if (count !== byHolding.size) throw new Error('A holding was ended by another transaction');
  for (let at = piecesAtOnce; at < pieces.length; at += piecesAtOnce) await insertPieces(transaction, pieces.slice(at, at + piecesAtOnce));
  if (later.length === 0) return;
  await Promise.all([
    transaction`
      update unit_holdings as held
      set ended_entry = part.entry
      from unnest(
        ${later.map(({ units }) => units.batch)}::integer[], ${later.map(({ units }) => units.first)}::bigint[],
        ${later.map(({ index }) => index)}::bigint[]
      ) as part (batch, first, entry)
      where held.batch_id = part.batch and lower(held.serials) = part.first and held.ended_entry is null
    `,
    insertPieces(
      transaction,
      later.map(({ units: { holding, first, last }, index, to }) => ({ holding, first, last, begun: index, to })),
    ),
  ]);
}

/** How many holdings one statement creates, so that each ends well within DATABASE_STATEMENT_TIMEOUT_MS. */
const piecesAtOnce = 5_000;

async function insertPieces(transaction: Transaction, pieces: readonly Piece[]): Promise<void> {
  await transaction`
    insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, reserved_until, entry_index, begun_entry)
    select
      held.batch_id, int8range(piece.first, piece.last, '[]'), coalesce(piece.status, held.status), coalesce(piece.issuance, held.issuance),
      case when piece.status is null then held.owner_entry else piece.owner end,
      case when piece.status is null then held.reserved_until else piece.until end,
      case when piece.status is null then held.entry_index else piece.begun end,
      piece.begun
    from unnest(
      ${pieces.map(({ holding }) => holding)}::bigint[], ${pieces.map(({ first }) => first)}::bigint[], ${pieces.map(({ last }) => last)}::bigint[],
      ${pieces.map(({ to }) => to?.status ?? null)}::text[], ${pieces.map(({ to }) => to?.issuance ?? null)}::text[],
      ${pieces.map(({ to }) => to?.owner ?? null)}::bigint[], ${pieces.map(({ to }) => to?.until ?? null)}::date[],
      ${pieces.map(({ begun }) => begun)}::bigint[]
    ) as piece (holding, first, last, status, issuance, owner, until, begun)
    join unit_holdings as held on held.id = piece.holding
  `;
}

type Moved = MovedUnits & Pick<Move, 'index'>;

/** Returns the first entry that takes a part of a holding, which ends it. */
function begunOf(moved: readonly Moved[]): number {
  return Math.min(...moved.map(({ index }) => index));
}

/** Returns the ranges into which one holding falls: those that are moved, and what is between them. */
function piecesOf(moved: Moved[], cuts: Cuts): Piece[] {
  const pieces: Piece[] = [];
  const [{ units } = { units: undefined }] = moved;
  if (!units) return pieces;
  const { batch, holding, holdingFirst, holdingLast } = units;
  const begun = begunOf(moved);
  const starts = cuts.get(batch) ?? [];
  const keep = (first: number, last: number) => {
    let from = first;
    for (let at = firstAfter(starts, first); (starts[at] ?? Infinity) <= last; at += 1) {
      const start = starts[at] as number;
      pieces.push({ holding, first: from, last: start - 1, begun });
      from = start;
    }
    pieces.push({ holding, first: from, last, begun });
  };
  let at = holdingFirst;
  for (const { units: part, to, index } of moved.toSorted((a, b) => a.units.first - b.units.first)) {
    const { first, last } = part;
    if (first > at) keep(at, first - 1);
    pieces.push({ holding, first, last, begun, ...(index > begun ? {} : { to }) });
    at = last + 1;
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
