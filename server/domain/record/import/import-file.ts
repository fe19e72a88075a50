import { hash } from 'node:crypto';
import { operateInPieces, operateTogether, ProblemInList } from '#server/domain/record/book/operate.ts';
import { listCertificates, listUnconfirmed } from '#server/domain/record/read/certificates.ts';
import { env } from '#server/platform/env.ts';
import { writtenIn } from '#server/platform/tables/cells.ts';
import { type FileTable, type RowError, rowWord } from '#server/platform/tables/read-table.ts';
import { RowReader } from '#server/platform/tables/row-reader.ts';
import { type MapOptions, objectionFinder, plainName } from '#server/platform/tables/rows.ts';
import type { Operation } from '#shared/schemas/record.ts';
import type { OperationReceipt } from '#shared/schemas/record-api.ts';
import { quantityOf } from '#verify/entry.ts';
import { areIndependent, findNamedParts, findRecordedRows, findRefused, findVintages, type RowOperation } from './in-book.ts';
import {
  columnField,
  confirmOperations,
  type ReadRow,
  type Retirements,
  readUnitRow,
  receiveOf,
  retireOf,
  type SeenUnits,
  unitsRetiredOnlyHere,
} from './row-operations.ts';
import { type UnitField, type UnitMapping, unitRows } from './unit-columns.ts';
import {
  countIn,
  findRepeatedUnits,
  type Meaning,
  meaningOf,
  readUnitProjects,
  registryIn,
  serialFields,
  serialsIn,
  type UnitRow,
} from './unit-row.ts';

/** What a file is imported as. */
export type ImportKind = 'batches' | 'retirements' | 'confirmations';
export type ImportOptions = MapOptions & {
  /** The file's idempotency key. By default a hash of its rows. */
  key?: string | undefined;
  /** Where it is stated that Carma holds the units. Public. */
  held?: string | undefined;
  /** The reason why units are of a type that contradicts what else is known of their project. Public. */
  mixed?: string | undefined;
  /** Leaves out rows whose units are of another kind than the import takes. */
  skipOther?: boolean;
  /** Leaves out rows of retired or cancelled units that do not say which. */
  skipUndecided?: boolean;
  /** What becomes of a row that differs a little from a retirement on the record. By default it is an error. */
  changed?: 'leave-out' | 'retire' | undefined;
  dryRun?: boolean;
  /** Called repeatedly with the number of operations done and their total. */
  progress?: (done: number, total: number) => void;
};
export type ImportResult = {
  mapping: UnitMapping;
  /** What was done, or would be in a dry run, by the line of each row. If the book refused a row in the end: what was stored before it. */
  imported: { line: number; beneficiary: string | undefined; receipt: OperationReceipt }[];
  errors: RowError[];
  /** What is to be said of rows that are imported all the same, such as that a text was shortened. */
  notes: RowError[];
  /** Rows that were left out because the record has their retirement already. */
  recorded: { line: number; certificate: string }[];
  /** Rows of other kinds that were left out. `lines`: of those that do not say whether their units are retired or cancelled. */
  leftOut: { kind: Other; rows: number; units: number; lines?: number[] }[];
  /** Of confirmations: units of the file's registries that are retired here, and that it calls something else or, unconfirmed, lacks. */
  retiredOnlyHere: SeenUnits[];
  /** Account holders in the file that were not compared, because RECORD_ACCOUNTS is not set. */
  uncompared: string[];
  /** Whether the file says only that the units exist, and nothing says that they are Carma's: then nothing was stored. */
  needsHeld: boolean;
};

/** Why a row is left out: what its units are. */
type Other = Meaning['is'] | 'not in the book' | 'confirmed already';

/** Which units each import takes (`wanted`), and what it says of any others. */
const kinds: Record<ImportKind, { wanted: readonly Meaning['is'][]; advice: string }> = {
  batches: { wanted: ['issued', 'expected', 'not stated'], advice: 'only units that Carma holds are received' },
  retirements: { wanted: ['retired', 'not stated'], advice: 'only retired ones are imported' },
  confirmations: { wanted: ['retired', 'not stated'], advice: 'only retirements of the record are confirmed' },
};

/**
 * Imports a file of received batches, of retired units, or of what a registry shows of retirements on the record. It is a registry's own
 * file, or one with the columns of `unit-columns.ts`. A row of another kind is an error, unless the options leave it out. With any error
 * nothing is stored.
 * @throws Error that explains what is wrong with the file or its columns as a whole.
 */
export async function importFile(kind: ImportKind, table: FileTable, options: ImportOptions = {}): Promise<ImportResult> {
  const file = await openFile(kind, table, options);
  const { result, rows } = file;
  const list = await operationsOf(file, readRows(file));
  const hasErrors = () => rows.some(({ errors }) => errors.length > 0);
  result.needsHeld = kind === 'batches' && result.mapping.file !== undefined && !options.held && list.length > 0;
  if (!hasErrors()) for (const { of, field, reason } of await findRefused(list)) of.row.error(field, reason);
  if (!hasErrors()) await carryOut(file, list);
  result.errors = rows.flatMap(({ errors }) => errors);
  result.notes = rows.flatMap(({ notes }) => notes);
  return result;
}

/** A row of the kind that is imported. `index`: its place among the rows of the file, from 0. */
type RowToImport = ReadRow & { index: number };
type OperationOfRow = RowOperation & { row: UnitRow };

/** A file that is imported, with what its import finds. */
type OpenFile = Awaited<ReturnType<typeof openFile>>;

async function openFile(kind: ImportKind, table: FileTable, options: ImportOptions) {
  const mapping = unitRows.map(table, options);
  const result: ImportResult = {
    ...{ mapping, imported: [], errors: [], notes: [], recorded: [], leftOut: [], uncompared: [], retiredOnlyHere: [] },
    needsHeld: false,
  };
  // A file of retirements or confirmations may well use these words of its units, in columns that nothing reads.
  const expected = kind === 'batches' ? [] : (['retired', 'another’s'] as const);
  return {
    ...{ kind, table, options, result, today: new Date().toISOString().slice(0, 10) },
    /** All rows, with what is wrong with them. */
    rows: table.rows.map((row): UnitRow => new RowReader(row, mapping)),
    findProjects: await readUnitProjects(),
    findObjection: objectionFinder(table.columns, unreadColumns(kind, mapping), { noun: 'units', expected }),
    /** Units that are retired here and that a row names. */
    seen: [] as SeenUnits[],
  };
}

/** Reads the rows of the kind that is imported. */
function readRows(file: OpenFile): RowToImport[] {
  const { kind, table, rows, findObjection, findProjects, result } = file;
  const read = rows.flatMap((row, index): RowToImport[] => {
    const stated = meaningOf(row);
    // With an error in it, a row may not say what its units are.
    const meaning = row.errors.length === 0 ? stated : undefined;
    // A registry's file has everybody's units: ours are recognised by their serials alone.
    if (kind === 'confirmations') {
      const serials = serialsIn(row) ?? row.missing('serial', undefined, serialFields);
      return serials ? [{ row, index, meaning, serials, project: undefined, vintage: undefined, parts: [] }] : [];
    }
    if (meaning && !kinds[kind].wanted.includes(meaning.is)) return leaveOutOrRefuse(file, row, meaning);
    compareHolder(row, kind, result.uncompared);
    const found = readUnitRow(row, meaning, findProjects);
    // An unread column of numbers is compared with the number of units. If their serials cannot be read, the row has its error already.
    if (found.serials || row.errors.length === 0) row.add(findObjection(row.row, found.serials && quantityOf(found.serials)));
    return [{ ...found, index }];
  });
  // If every row is wrong or left out, nothing else is said.
  if (read.some(({ row }) => row.errors.length === 0)) assertPersons(kind, result.mapping);
  for (const { of, reason } of findRepeatedUnits(read, rowWord(table, 'item'))) of.row.error('serial', reason);
  return read;
}

/** Returns the operations of the rows without errors, except those that the record has already. */
async function operationsOf(file: OpenFile, read: readonly RowToImport[]): Promise<OperationOfRow[]> {
  const { kind, table, options, today, seen, result } = file;
  const named = read.filter(({ serials }) => serials !== undefined);
  const found = await findNamedParts(named.flatMap(({ serials }) => serials ?? []));
  for (const [at, one] of named.entries()) one.parts = found[at] ?? [];
  const unnamed = kind === 'batches' ? [] : read.flatMap(({ serials, project }) => (serials || !project ? [] : [project.slug]));
  const vintagesInBook = unnamed.length === 0 ? [] : await findVintages([...new Set(unnamed)]);
  const certified =
    kind === 'confirmations' ? found.flat().flatMap(({ units }) => units.flatMap(({ certificate }) => certificate ?? [])) : [];
  const retirements = new Map((await listCertificates([...new Set(certified)])).map((one) => [one.entry.certificate, one]));
  const fileKey = options.key ?? hashOf(table);
  const list = read.flatMap((one) => {
    const operations =
      kind === 'confirmations'
        ? confirmationsIn(file, one, retirements)
        : [kind === 'batches' ? receiveOf(one, { today, held: options.held, mixed: options.mixed }) : retireOf(one, vintagesInBook, today)];
    const name = `file:${kind}:${fileKey}:${one.index}`;
    return operations.flatMap((operation, at) =>
      operation && one.row.errors.length === 0
        ? [{ operation, row: one.row, parts: one.parts, key: at === 0 ? name : `${name}:${at}` }]
        : [],
    );
  });
  if (kind === 'retirements') return withoutRecorded(file, list);
  if (kind === 'confirmations') {
    const registries = new Set(
      [result.mapping.file?.registry, ...named.map(({ serials }) => serials?.registry)].flatMap((key) => key ?? []),
    );
    result.retiredOnlyHere = unitsRetiredOnlyHere(await listUnconfirmed({ registries: [...registries] }), seen);
  }
  return list;
}

/** Carries operations out. What the book refuses meanwhile becomes an error of the import. */
async function carryOut({ result, options: { dryRun, progress } }: OpenFile, list: readonly OperationOfRow[]): Promise<void> {
  const imported = (receipt: OperationReceipt, index: number): ImportResult['imported'][number] => {
    const { row, operation } = list[index] as OperationOfRow;
    return { line: row.line, beneficiary: 'beneficiary' in operation.request ? operation.request.beneficiary : undefined, receipt };
  };
  try {
    const operate = areIndependent(list) ? operateInPieces : operateTogether;
    result.imported = (await operate(list, { dryRun: dryRun || result.needsHeld, progress })).map(imported);
  } catch (error) {
    if (!(error instanceof ProblemInList)) throw error;
    (list[error.at] as OperationOfRow).row.error(columnField(error.problem.field), error.message);
    result.imported = error.stored.map(imported);
  }
}

/** Returns the operations that are not on the record. If one may be, its row is an error, unless `changed` says whether it is. */
async function withoutRecorded({ result, options: { changed } }: OpenFile, all: readonly OperationOfRow[]): Promise<OperationOfRow[]> {
  const recorded = await findRecordedRows(all);
  for (const { of, certificate, differs } of recorded) {
    if (differs === '' || changed === 'leave-out') result.recorded.push({ line: of.row.line, certificate });
    else if (changed === undefined)
      of.row.error(
        'the row',
        `may be ${certificate}, which is on the record with ${differs}`,
        undefined,
        'If it is, --changed leave-out, and correct the entry; if it is another retirement, --changed retire',
      );
  }
  const recordedRows = new Set(recorded.filter(({ differs }) => differs === '' || changed !== 'retire').map(({ of }) => of));
  return all.filter((one) => !recordedRows.has(one));
}

function confirmationsIn(file: OpenFile, { row, meaning, serials, parts }: RowToImport, retirements: Retirements): Operation[] {
  const { findObjection, findProjects, seen, today } = file;
  if (parts.length === 0) return leaveOutOrRefuse(file, row, { is: 'not in the book', field: 'serial' });
  const units = parts.flatMap((part) => part.units);
  if (meaning && row.errors.length === 0 && !kinds.confirmations.wanted.includes(meaning.is)) {
    for (const { certificate, ...one } of units) if (certificate !== null) seen.push({ ...one, certificate, says: meaning.is });
    return leaveOutOrRefuse(file, row, meaning);
  }
  row.add(findObjection(row.row, serials && quantityOf(serials)));
  compareHolder(row, file.kind, file.result.uncompared);
  const operations = confirmOperations({ ...readUnitRow(row, meaning, findProjects), parts }, { today, retirements });
  // Without `says`, only the units are compared, never the certificate.
  seen.push(...units.map((one) => ({ ...one, certificate: one.certificate ?? '', says: undefined })));
  return operations === 'confirmed already' ? leaveOut(file, row, operations) : operations;
}

/** Counts a row among those that are left out. @returns its operations: none. */
function leaveOut({ result: { leftOut } }: OpenFile, row: UnitRow, kind: Other, line?: number): [] {
  const serials = serialsIn(row);
  const units = serials ? quantityOf(serials) : (countIn(row, 'quantity') ?? 0);
  // Reading the units may have found errors.
  if (row.errors.length > 0) return [];
  const counted = leftOut.find((one) => one.kind === kind) ?? { kind, rows: 0, units: 0 };
  if (counted.rows === 0) leftOut.push(counted);
  counted.rows += 1;
  counted.units += units;
  if (line !== undefined) counted.lines = [...(counted.lines ?? []), line];
  return [];
}

/** Leaves out a row that is, or may be, of another kind, if the options say so; if not, it is an error. @returns its operations: none. */
function leaveOutOrRefuse(
  file: OpenFile,
  row: UnitRow,
  { is, field = 'the row' }: { is: Other; field: UnitField | 'the row' | undefined },
): [] {
  const { kind, options, findProjects, result } = file;
  const isUndecided = kind !== 'batches' && is === 'retired or cancelled';
  if (isUndecided ? options.skipUndecided : options.skipOther) return leaveOut(file, row, is, isUndecided ? row.line : undefined);
  const [project, second] = findProjects(row, [result.mapping.file?.registry, registryIn(row)]);
  const [reason, remedy] = isUndecided
    ? [
        'the units are retired or cancelled, and the row has neither a reason nor a beneficiary to say which',
        'To leave out such rows: --skip-undecided',
      ]
    : [
        `the units${project && !second ? ` of ${project.slug}` : ''} are ${is}: ${kinds[kind].advice}`,
        'To leave out rows of another kind: --skip-other',
      ];
  row.error(field, reason, undefined, remedy);
  return [];
}

/** @throws Error if a file of retirements does not say for whom, or nothing says who saw confirmations at the registry. */
function assertPersons(kind: ImportKind, { positions, constants, columns }: UnitMapping): void {
  const isStated = (field: UnitField) => positions.has(field) || constants.has(field);
  if (kind === 'retirements' && !isStated('beneficiary'))
    throw new Error(
      `The file has no column for the beneficiary. Name it with:\n  --map COLUMN=beneficiary   or a value for all rows:  --set beneficiary="..."\nAn account holder is not the beneficiary. Its columns are: ${columns.filter(Boolean).join(', ')}`,
    );
  if (kind === 'confirmations' && !isStated('checkedByRole') && !isStated('checkedBy'))
    throw new Error(
      'Say who looked at the registry:\n  --set checkedByRole="registry desk"   (public, in the log itself: no names)\n  --set checkedBy="..."   (a name: only its salted hash is in the log)',
    );
}

/** Fields that say what became of units, so that they are not to be received. An import of batches reads only one of them, the note. */
const ofRetirements: readonly UnitField[] = ['beneficiary', 'purpose', 'reason', 'note', 'retirementId'];

/** Returns the columns that an import leaves unread, though they may say what the units of a row are. */
function unreadColumns(kind: ImportKind, { columns, positions, named, unused }: UnitMapping): number[] {
  if (kind !== 'batches') return unused;
  // A column with our own name of a fact of retirements is read by the import of retirements, which follows. What a person has called a
  // note is no statement about the units.
  const others = ofRetirements.flatMap((field) => (field === 'note' && named.has(field) ? [] : (positions.get(field) ?? [])));
  return [...unused, ...others.filter((position) => !(ofRetirements as readonly string[]).includes(columns[position] ?? ''))];
}

/**
 * Compares an account holder with our accounts: another's is an error. While RECORD_ACCOUNTS names none, any holder of received units is
 * an error; the other imports, whose units are in the book, only add the holder to `uncompared`.
 */
function compareHolder(row: UnitRow, kind: ImportKind, uncompared: string[]): void {
  const [holder, accounts] = [row.text('accountHolder'), env().RECORD_ACCOUNTS];
  if (holder === '') return;
  if (accounts.length === 0 && kind !== 'batches') {
    if (!uncompared.includes(holder)) uncompared.push(holder);
  } else if (accounts.length === 0)
    row.error(
      'accountHolder',
      'holds the units, and nothing says which accounts are ours',
      undefined,
      'Name them in RECORD_ACCOUNTS, or leave the column out with --ignore COLUMN',
    );
  else if (!accounts.some((account) => plainName(account) === plainName(holder)))
    row.error('accountHolder', `is none of our accounts, which RECORD_ACCOUNTS names: ${accounts.join('; ')}`);
}

/** Identifies a file by its columns and the texts of its cells, in whichever format and encoding it is saved. */
function hashOf({ columns, rows }: FileTable): string {
  return hash('sha256', JSON.stringify([columns, rows.map(({ cells }) => cells.map(writtenIn))])).slice(0, 32);
}
