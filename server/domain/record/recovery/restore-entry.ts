import { storeCertificates } from '#server/domain/record/book/certificate-numbers.ts';
import { type MovedUnits, moveUnits, type NewState } from '#server/domain/record/book/move-units.ts';
import { columnsOfNamed, holdingsNamed, type PickedUnits } from '#server/domain/record/book/pick-units.ts';
import { type FirstHolding, storeBatches } from '#server/domain/record/book/receive-batch.ts';
import { type ProjectWords, restoreProject } from '#server/domain/record/recovery/restore-project.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { type NamedProject, ownedStatuses, type RecordEntry, type RecordLine, recordEntry, type UnitStatus } from '#src/schemas/record.ts';
import { stateAfter } from '#verify/book.ts';
import { textFields } from '#verify/entry.ts';
import { findRegistry } from '#verify/registries.ts';
import { quantityIn, quantityOf, serialsOf } from '#verify/serials.ts';

/** What became of a lost entry. */
export type RestoredEntry = {
  entry: RecordEntry;
  /** The ids of the projects whose units it is about. */
  projects: number[];
  /** Projects that the catalogue had lost too. */
  madeProjects: NamedProject[];
};

/**
 * Appends a lost entry exactly as it was, with everything that follows from it in the book: batches, the states of units, its
 * certificate, its idempotency key as a keyed hash. The log must be locked.
 * @throws Error if the entry cannot be read, does not follow from the book, or is about a project that is another one today.
 */
export async function restoreEntry(
  transaction: Transaction,
  { index, bytes, words }: { index: number; bytes: Uint8Array; words: ProjectWords },
): Promise<RestoredEntry> {
  const entry = readEntry(index, bytes);
  const madeProjects: NamedProject[] = [];
  for (const { project, line } of namedProjects(entry))
    if (await restoreProject(transaction, index, project, { line, words })) madeProjects.push(project);
  const [appended] = await transaction<{ index: number }[]>`
    insert into record_entries (kind, entry)
    values (${entry.kind}, ${Buffer.from(bytes)})
    returning index::float8 as index
  `;
  if (appended?.index !== index) throw new Error(`The log has ${appended?.index} entries, and entry ${index} was to follow`);
  const about = await transaction<{ id: number }[]>`
    select project_id as id from record_entry_projects where entry_index = ${index} order by project_id
  `;
  const projects = about.map(({ id }) => id);
  const received = entry.kind === 'receive' ? entry.lines : (entry.received ?? []);
  const brought = new Set(received.map(({ batch }) => batch));
  await moveLines(
    transaction,
    index,
    entry,
    entry.lines.filter(({ batch }) => !brought.has(batch)),
  );
  for (const line of received) await receiveLine(transaction, index, entry, { line, project: projects[0] });
  if (entry.certificate) await storeCertificates(transaction, [{ entry: index, number: entry.certificate }]);
  await transaction`
    insert into record_operations (key, request_hash, entry_index)
    values (${entry.operation}, ${entry.request ? sql`decode(${entry.request}, 'hex')` : null}, ${index})
  `;
  const lost = textFields.filter((field) => entry[field] !== undefined);
  await transaction`
    insert into record_lost_texts (entry_index, field) select ${index}, field from unnest(${lost}::text[]) as lost (field)
  `;
  return { entry, projects, madeProjects };
}

function readEntry(index: number, bytes: Uint8Array): RecordEntry {
  try {
    return recordEntry.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (cause) {
    throw new Error(`Entry ${index} cannot be read. Was it written by a newer release?`, { cause });
  }
}

/** Lists the projects that an entry names, each with a line of its units. */
function namedProjects({ project, lines }: RecordEntry): { project: NamedProject; line: RecordLine | undefined }[] {
  if (project) return [{ project, line: lines[0] }];
  const first = new Map(lines.flatMap((line) => (line.project ? [[line.project.id, line] as const] : [])).toReversed());
  return [...first.values()].flatMap((line) => (line.project ? [{ project: line.project, line }] : []));
}

/** Moves the units of lines into the states that the entry gives them. */
async function moveLines(transaction: Transaction, index: number, entry: RecordEntry, lines: RecordLine[]): Promise<void> {
  if (lines.length === 0) return;
  const parts = await transaction<(PickedUnits & { at: number })[]>`
    select named.at::int as at, ${columnsOfNamed} from ${holdingsNamed(lines)} order by named.at, first
  `;
  const moved = lines.flatMap((line, at): MovedUnits[] => {
    const units = parts.filter((part) => part.at === at + 1);
    if (quantityIn(units) !== quantityOf(line))
      throw new Error(`Entry ${index} moves ${line.first} to ${line.last} of batch ${line.batch}, which the book does not have`);
    return units.map((part) => ({ units: part, to: stateOf(index, entry, line, part.reservedUntil) }));
  });
  await moveUnits(transaction, [{ index, moved }], new Map());
  if (entry.kind === 'deliver' && !entry.received && entry.registryUrl)
    await transaction`
      update credit_batches set registry_url = ${entry.registryUrl} where id = any(${[...new Set(lines.map(({ batch }) => batch))]}::integer[])
    `;
}

/** Returns the state that an entry puts units into. `reservedUntil`: of the reservation that a delivery does not change. */
function stateOf(index: number, { kind, until }: RecordEntry, line: RecordLine, reservedUntil: string | null): NewState {
  const status = line.status ?? stateAfter(kind);
  if (!status) throw new Error(`Entry ${index} does not say what becomes of its units`);
  const isOwned = (Object.values(ownedStatuses) as UnitStatus[]).includes(status);
  const owner = kind === 'deliver' ? (line.owner ?? null) : isOwned ? index : null;
  return { status, issuance: line.issuance, owner, until: status === 'Reserved' ? (until ?? reservedUntil) : null };
}

/** Stores a batch that an entry brings, with the states that it begins in. */
async function receiveLine(
  transaction: Transaction,
  index: number,
  entry: RecordEntry,
  { line, project }: { line: RecordLine; project: number | undefined },
): Promise<void> {
  const registry = findRegistry(line.registry);
  const serials = registry && serialsOf(registry, line.series, line.first, line.last);
  if (!serials || 'refusal' in serials || project === undefined)
    throw new Error(
      `Entry ${index} receives units that the book cannot take: ${serials && 'refusal' in serials ? serials.refusal : line.series}`,
    );
  const states = entry.kind === 'deliver' ? entry.lines.filter(({ batch }) => batch === line.batch) : [line];
  const owners = states.flatMap(({ owner }) => owner ?? []);
  const reservations = await transaction<{ index: number; until: string | null }[]>`
    select index::float8 as index, convert_from(entry, 'UTF8')::jsonb ->> 'until' as until
    from record_entries
    where index = any(${owners}::bigint[])
  `;
  const untilOf = (owner: number | undefined) => reservations.find((reservation) => reservation.index === owner)?.until ?? null;
  const holdings = states.map(
    (part): FirstHolding => ({ first: part.first, last: part.last, to: stateOf(index, entry, part, untilOf(part.owner)) }),
  );
  const { serialText, registryUrl } = entry;
  const batch = { project: { id: project }, line, numbering: serials.numbering, serialText, registryUrl };
  await storeBatches(transaction, [{ batch, holdings, index }]);
}
