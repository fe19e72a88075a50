import canonicalize from 'canonicalize';
import { type CommittedText, storeTexts } from '#server/domain/record/log/texts.ts';
import { sql, type Transaction } from '#server/platform/database/query.ts';
import { own } from '#shared/lib/input/own.ts';
import { ownedStatuses } from '#shared/schemas/record.ts';
import { broughtBy, quantityIn, quantityOf, type RecordEntry, type RecordLine, textFields, type UnitStatus } from '#verify/entry.ts';
import { serialsOf } from '#verify/serials.ts';
import { entryNamed, entryNumber } from '#verify/text.ts';
import { type PickedUnits, partsOutside, readNamed } from './pick-units.ts';

/** An entry that is to be stored, with its place in the log. */
export type NewEntry = {
  index: number;
  entry: RecordEntry;
  /** The bytes of a lost entry, which are stored as they were. Those of a new entry are its canonical JSON (RFC 8785). */
  bytes?: Uint8Array;
  /** What the writer knows and the entry does not say. A lost entry has none: nobody knows it any more. */
  beside?: {
    texts: readonly CommittedText[];
    /** The bearer key of the writer. Null: the command or a job. */
    keyId: number | null;
  };
};

/**
 * The state into which each kind of operation puts units; the lines of a delivery state it themselves. `moves` in verify/book.ts says the
 * same once more, as a second opinion.
 */
export const statusAfter = {
  receive: 'Held',
  reserve: 'Reserved',
  release: 'Held',
  assign: 'Assigned',
  transfer: 'Transferred',
  retire: 'Retired',
  cancel: 'Cancelled',
} as const satisfies Partial<Record<RecordEntry['kind'], UnitStatus>>;

/**
 * Stores the next entries of the log, and everything that follows from them: batches, the states of units, texts, keyed hashes and, by
 * triggers, the log's other tables and the events of webhooks (0006_deliveries.sql). Nothing else adds to these, except `restoreTexts`,
 * which brings texts back. Several entries share the same few statements, and may only receive units: an entry that moves units is stored
 * by itself. The log must be locked.
 * @throws Error if an entry does not follow from the book; the driver's error if the database refuses it.
 */
export async function applyEntries(transaction: Transaction, entries: readonly NewEntry[]): Promise<void> {
  const moved = await findMoved(transaction, entries);
  const brought = entries.flatMap((one) => broughtBy(one.entry).map((line) => ({ ...one, line })));
  const ofBatches = brought.flatMap((one) => firstPieces(one, moved));
  // Sent together: they run in order on the same connection.
  await Promise.all([
    insertEntries(transaction, entries),
    insertBeside(transaction, entries),
    brought.length > 0 ? insertBatches(transaction, brought) : undefined,
    moveUnits(transaction, moved, ofBatches),
    updateRegistryUrls(transaction, entries),
  ]);
}

/** Stores entries as they are logged. From them triggers fill the log's other columns, and the lists of their projects and certificates. */
async function insertEntries(transaction: Transaction, entries: readonly NewEntry[]): Promise<void> {
  const logged = entries.map(({ entry, bytes = Buffer.from(canonicalize(entry) as string) }) => Buffer.from(bytes).toString('hex'));
  const stored = await transaction<{ index: number }[]>`
    insert into record_entries (entry)
    select decode(bytes, 'hex')
    from unnest(${logged}::text[]) with ordinality as given (bytes, place)
    order by place
    returning index::float8 as index
  `;
  for (const [at, { index }] of entries.entries())
    if (stored[at]?.index !== index) throw new Error(`The log has ${stored[at]?.index} entries, and ${entryNamed(index)} was to follow`);
}

/** Stores the keyed hashes and the texts of entries and, for each lost entry, the names of the texts that were lost with it. */
async function insertBeside(transaction: Transaction, entries: readonly NewEntry[]): Promise<void> {
  const operations = entries.map(({ index, entry, beside }) => {
    return { index, key: entry.operation, request: entry.request, writer: beside?.keyId };
  });
  const texts = entries.flatMap(({ index, beside }) => beside?.texts.map((text) => ({ ...text, index })) ?? []);
  const lost = entries.flatMap(({ index, entry, beside }) =>
    beside ? [] : textFields.filter((field) => entry[field] !== undefined).map((field) => ({ index, field })),
  );
  await Promise.all([
    transaction`
      insert into record_operations (key, request_hash, entry_index, key_id)
      select key, decode(request, 'hex'), index, writer
      from jsonb_to_recordset(${sql.json(operations)}) as given (key text, request text, index bigint, writer integer)
    `,
    texts.length > 0 && storeTexts(transaction, texts),
    lost.length > 0 &&
      transaction`
        insert into record_lost_texts (entry_index, field)
        select * from jsonb_to_recordset(${sql.json(lost)}) as given (index bigint, field text)
      `,
  ]);
}

/** A batch that an entry brings. */
type Brought = NewEntry & { line: RecordLine };

async function insertBatches(transaction: Transaction, brought: readonly Brought[]): Promise<void> {
  const batches = brought.map(({ index, entry, line }) => {
    const serials = serialsOf(line);
    const project = (line.project ?? entry.project)?.id;
    if ('refusal' in serials || project === undefined)
      throw new Error(
        `Entry ${entryNumber(index)} receives units that the book cannot take: ${'refusal' in serials ? serials.refusal : 'they are of no project'}`,
      );
    return { ...line, index, project, numbering: serials.numbering, serials: `[${line.first},${line.last}]`, url: entry.registryUrl };
  });
  await transaction`
    insert into credit_batches (
      id, project_id, registry, series, numbering, serials, vintage_start, vintage_end, unit_type, issuance, registry_url, received_entry
    )
    select *
    from jsonb_to_recordset(${sql.json(batches)}) as given (
      batch integer, project integer, registry text, series text, numbering text, serials int8range, "vintageStart" date,
      "vintageEnd" date, "unitType" text, issuance text, url text, index bigint
    )
  `;
}

/** Stores where the registry shows the units now, if a delivery under the same serials states it. */
async function updateRegistryUrls(transaction: Transaction, entries: readonly NewEntry[]): Promise<void> {
  for (const { entry } of entries) {
    const { kind, registryUrl, received, verified = 0, lines } = entry;
    if (kind !== 'deliver' || registryUrl === undefined || received || verified === 0) continue;
    await transaction`
      update credit_batches set registry_url = ${registryUrl} where id = any(${[...new Set(lines.map(({ batch }) => batch))]}::integer[])
    `;
  }
}

/**
 * Updates the projects of the entries from the index `from` on and before `to`, so that cached pages with these projects go stale. The
 * trigger `carbon_projects_a_book` puts the credits that the book has for sale in the place of the 0.
 */
export async function refreshProjects(transaction: Transaction, from: number, { to = Number.MAX_SAFE_INTEGER } = {}): Promise<void> {
  await transaction`
    update carbon_projects
    set available_credits = 0, updated_at = clock_timestamp()
    where id in (select project_id from record_entry_projects where entry_index >= ${from} and entry_index < ${to})
  `;
}

/** The state of units. `owner`: the entry that they belong to; `until`: the last day of a reservation. */
type State = { status: UnitStatus; issuance: RecordLine['issuance']; owner: number | null; until: string | null };
/** The part of a live holding that an entry moves, with its new state. */
type Moved = PickedUnits & { index: number; to: State };

/** Finds the parts of holdings that entries move, and the states into which the entries put them. */
async function findMoved(transaction: Transaction, entries: readonly NewEntry[]): Promise<Moved[]> {
  const lines = entries.flatMap((one) => {
    const brought = new Set(broughtBy(one.entry).map(({ batch }) => batch));
    return one.entry.lines.filter(({ batch }) => !brought.has(batch)).map((line) => ({ ...one, line }));
  });
  if (lines.length === 0) return [];
  const ranges = lines.map(({ line }) => line);
  const byLine = await readNamed(transaction, ranges);
  return lines.flatMap(({ index, entry, line }, at): Moved[] => {
    const units = byLine[at] ?? [];
    if (quantityIn(units) !== quantityOf(line))
      throw new Error(
        `Entry ${entryNumber(index)} moves ${line.first} to ${line.last} of batch ${line.batch}, which the book does not have`,
      );
    return units.map((part) => ({ ...part, index, to: stateOf(index, entry, line, part.reservedUntil) }));
  });
}

/** Returns the state that an entry puts units into. `reservedUntil`: the last day of the units' reservation, which a delivery keeps. */
function stateOf(index: number, { kind, until }: RecordEntry, line: RecordLine, reservedUntil: string | null): State {
  const status = line.status ?? own<UnitStatus>(statusAfter, kind);
  if (!status) throw new Error(`Entry ${entryNumber(index)} does not say what becomes of its units`);
  const owner = kind === 'deliver' ? (line.owner ?? null) : beginsOwner(kind) ? index : null;
  return { status, issuance: line.issuance, owner, until: status === 'Reserved' ? (until ?? reservedUntil) : null };
}

/** Checks whether units that an entry of this kind moves belong to that entry from then on. */
export const beginsOwner = (kind: RecordEntry['kind']) =>
  Object.values(ownedStatuses).some((status) => status === own<UnitStatus>(statusAfter, kind));

/** A holding that begins with the entry `begun`. `holding`: the id of the former holding, whose state this one keeps if it has no `to`. */
type Piece = { batch: number; holding: number | null; first: number; last: number; begun: number; to?: State };

/** Returns the holdings that a batch begins with. Units that a delivery reserves stay reserved for as long as the expected units were. */
function firstPieces({ index, entry, line }: Brought, moved: readonly Moved[]): Piece[] {
  const { batch } = line;
  const states = entry.kind === 'deliver' ? entry.lines.filter((part) => part.batch === batch) : [line];
  const untilOf = (part: RecordLine) => moved.find(({ owner }) => owner !== null && owner === part.owner)?.reservedUntil ?? null;
  return states.map((part) => {
    const { first, last } = part;
    return { batch, holding: null, first, last, begun: index, to: stateOf(index, entry, part, untilOf(part)) };
  });
}

/**
 * Ends the holdings from which units are moved, and begins others: of the moved units in their new states, of the remainders in their old
 * state, and of new batches.
 */
async function moveUnits(transaction: Transaction, moved: readonly Moved[], ofBatches: readonly Piece[]): Promise<void> {
  const byHolding = Map.groupBy(moved, ({ holding }) => holding) as Map<number, [Moved, ...Moved[]]>;
  const pieces = [...[...byHolding.values()].flatMap(piecesOf), ...ofBatches];
  await Promise.all([
    // By id alone, without `ended_entry is null`, for which PostgreSQL may read a whole index: a trigger refuses what was ended before.
    moved[0] && transaction`update unit_holdings set ended_entry = ${moved[0].index} where id = any(${[...byHolding.keys()]}::bigint[])`,
    transaction`
      insert into unit_holdings (batch_id, serials, status, issuance, owner_entry, reserved_until, entry_index, begun_entry)
      select
        piece.batch, int8range(piece.first, piece.last, '[]'), coalesce(piece.status, held.status), coalesce(piece.issuance, held.issuance),
        case when piece.status is null then held.owner_entry else piece.owner end,
        case when piece.status is null then held.reserved_until else piece.until end,
        case when piece.status is null then held.entry_index else piece.begun end,
        piece.begun
      from jsonb_to_recordset(${sql.json(pieces.map(({ to, ...piece }) => ({ ...piece, ...to })))}) as piece (
        batch integer, holding bigint, first bigint, last bigint, status text, issuance text, owner bigint, until date, begun bigint
      )
      left join unit_holdings as held on held.id = piece.holding
    `,
  ]);
}

/** Returns the ranges into which one holding falls: those that are moved, and what is left of it. */
function piecesOf(moved: readonly [Moved, ...Moved[]]): Piece[] {
  const [{ batch, holding, holdingFirst, holdingLast, index: begun }] = moved;
  return [
    ...moved.map(({ first, last, to }) => ({ batch, holding, first, last, begun, to })),
    ...partsOutside({ first: holdingFirst, last: holdingLast }, moved).map((rest) => ({ batch, holding, ...rest, begun })),
  ];
}
