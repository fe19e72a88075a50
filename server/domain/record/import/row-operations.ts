import { registryContradiction } from '#server/domain/record/book/decide.ts';
import { readRequest } from '#server/domain/record/book/operation.ts';
import { shortenedTo } from '#server/platform/tables/cells.ts';
import type { Operation } from '#shared/schemas/record.ts';
import { type RegistryKey, registryName } from '#verify/registries.ts';
import { contradictionOf, differingFact, printSerial, type Serials, serialsOf } from '#verify/serials.ts';
import { type FoundRetirement, type FoundUnits, type HeldKind, missingPart, type NamedPart } from './in-book.ts';
import type { UnitField, UnitMapping } from './unit-columns.ts';
import {
  BadRow,
  type Cells,
  countIn,
  type FindProject,
  type Meaning,
  projectIn,
  registryIn,
  retirementDayIn,
  serialsIn,
  type UnitProject,
  type Vintage,
  vintageIn,
} from './unit-row.ts';

/** A row of the kind that is imported. */
export type ReadRow = {
  cells: Cells;
  meaning: Meaning;
  serials: Serials | undefined;
  project: UnitProject | undefined;
  vintage: Vintage | undefined;
  /** What the book has of its serials. */
  parts: readonly NamedPart[];
};
type Context = {
  /** ISO 8601. */
  today: string;
  /** Remarks that a text was shortened. */
  shorten: (field: UnitField, reason: string) => void;
  held: string | undefined;
};

/** Most characters of a purpose, and of a note. */
const limits = { purpose: 300, note: 1_000 };

/** Reads a row. @throws BadRow if it is wrong, or its serial says another project or vintage than its other columns. */
export function readUnitRow(cells: Cells, meaning: Meaning, findProject: FindProject): ReadRow {
  const { mapping } = cells;
  const serials = serialsIn(cells);
  const project = projectIn(findProject, cells, [mapping.file?.registry, serials?.registry ?? registryIn(cells)]);
  const vintage = vintageIn(cells, serials);
  const contradiction =
    serials &&
    vintage &&
    contradictionOf(serials, { projectId: project?.externalId ?? null, vintageStart: vintage.start, vintageEnd: vintage.end });
  if (contradiction) {
    const { field, reason } = contradiction;
    throw new BadRow(
      field === 'project' && !mapping.positions.has('project') ? 'projectId' : mapping.positions.has(field) ? field : 'vintage',
      reason,
    );
  }
  return { cells, meaning, serials, project, vintage, parts: [] };
}

/** Returns the operation that receives the units of a row. @throws BadRow; RecordProblem for a field of the operation. */
export function receiveOf({ cells, meaning, serials, project, vintage }: ReadRow, context: Context): Operation {
  if (!serials) throw new BadRow('serial', 'is missing');
  if (!project) throw new BadRow('project', 'is missing', 'For all rows: --set project=SLUG');
  if (!vintage) throw new BadRow('vintage', 'is missing', 'For all rows: --set vintage=2024');
  const issuance = meaning.is === 'expected' ? 'expected' : 'issued';
  if (issuance === 'issued' && vintage.start > context.today)
    throw new BadRow(
      cells.mapping.positions.has('vintageStart') ? 'vintageStart' : 'vintage',
      `begins in the future, on ${vintage.start}, and the units are issued`,
    );
  const unitType = cells('unitType') || (project.unitType ?? '');
  if (unitType === '')
    throw new BadRow(
      'unitType',
      `is missing, and the catalogue has none for ${project.slug}`,
      'For all rows: --set unitType="Removal - nature"',
    );
  const { registry, series, first, last } = serials;
  const isOneText = [cells('series'), cells('first'), cells('last')].every((text) => text === '');
  const request = readRequest('receive', {
    project: project.slug,
    registry,
    ...(isOneText ? { serial: cells('serial') } : { series, first: String(first), last: String(last) }),
    vintageStart: vintage.start,
    vintageEnd: vintage.end,
    unitType,
    issuance,
    registryUrl: cells('registryUrl'),
    note: textOf('note', cells('note'), limits.note, context),
    held: context.held ?? '',
  });
  return { kind: 'receive', request };
}

/** What registries write instead of a name. */
const nobody =
  /^(?:not (?:public|disclosed|published)|undisclosed|confidential|anonymous|private|no (?:público|publico|divulgado)|não (?:público|divulgado)|confidencial|anónimo|anônimo)(?: (?:beneficiary|buyer|client|company|customer|donor|entity|individual|party|person|user))?$/i;

/**
 * Returns the operation that retires the units of a row: those that its serials name, or so many if it names none.
 * @throws BadRow; RecordProblem for a field of the operation.
 */
export function retireOf(row: ReadRow, kinds: readonly HeldKind[], context: Context): Operation {
  const { cells, serials, project, vintage, parts } = row;
  const own = cells('beneficiary', 'own');
  const isNobody = own === '' || nobody.test(own);
  const beneficiary = isNobody ? (cells.mapping.constants.get('beneficiary') ?? '') : own;
  if (beneficiary === '')
    throw new BadRow('beneficiary', own === '' ? 'is missing' : 'names nobody', 'For all rows without one: --set beneficiary="..."');
  const purpose = cells('purpose') === '' ? 'reason' : 'purpose';
  const words = {
    beneficiary,
    purpose: textOf(purpose, cells(purpose), limits.purpose, context),
    note: textOf('note', cells('note'), limits.note, context),
    registryRetiredOn: retirementDayIn(cells, context.today, vintage?.start) ?? '',
    registryRetirementId: cells('retirementId'),
    reservation: cells('reservation'),
    assignment: cells('assignment'),
    transfer: cells('transfer'),
  };
  if (!serials) {
    const quantity = countIn(cells, 'quantity');
    if (!project) throw new BadRow('project', 'is missing');
    if (quantity === undefined) throw new BadRow('quantity', 'is missing, and the row names no serials');
    assertOnlyKind(
      row,
      kinds.filter((kind) => kind.project === project.slug),
    );
    return { kind: 'retire', request: readRequest('retire', { project: project.slug, quantity: String(quantity), ...words }) };
  }
  assertInBook(row, serials);
  const ranges = parts.map(({ batch, first, last }) => `${batch}:${first}-${last}`).join(',');
  return { kind: 'retire', request: readRequest('retire', { serials: ranges, ...words }) };
}

/** @throws BadRow if a row without serials says a vintage or a registry, and the book also has other units (`own`) of its project. */
function assertOnlyKind({ cells, vintage }: ReadRow, own: readonly HeldKind[]): void {
  const registry = registryIn(cells);
  const other = vintage && own.find(({ vintageStart, vintageEnd }) => vintage.end < vintageStart || vintage.start > vintageEnd);
  const advice = 'and a quantity takes the oldest: name the serials';
  if (other) throw new BadRow('vintage', `The book has units of ${other.vintageStart} to ${other.vintageEnd}, ${advice}`);
  const foreign = registry && own.find((kind) => kind.registry !== registry);
  if (foreign) throw new BadRow('registry', `The book has units of ${registryName(foreign.registry)}, ${advice}`);
}

/** @throws BadRow if the book lacks units of a row, or a batch is of another project or vintage, or its serial states another fact. */
function assertInBook({ project, vintage, parts }: ReadRow, serials: Serials): void {
  const missing = missingPart(serials, parts);
  if (missing) throw new BadRow('serial', missing);
  for (const { batch, registry, series, batchFirst, ...part } of parts) {
    const known = serialsOf(registry as RegistryKey, series, batchFirst, batchFirst);
    const differing = 'refusal' in known ? undefined : differingFact(serials.facts, known.facts);
    if (differing) throw new BadRow('serial', `These numbers are ${series}, so the ${differing} in ${serials.series} is another`);
    if (project && project.slug !== part.project)
      throw new BadRow('serial', `These units are of ${part.project}, in batch ${batch}, and the row says ${project.slug}`);
    if (vintage && (vintage.end < part.vintageStart || vintage.start > part.vintageEnd))
      throw new BadRow(
        'vintage',
        `The units are of ${part.vintageStart} to ${part.vintageEnd}, and the row says ${vintage.start} to ${vintage.end}`,
      );
  }
}

function textOf(field: UnitField, text: string, max: number, { shorten }: Context): string {
  if ([...text].length <= max) return text;
  shorten(field, `is longer than ${max} characters. Shortened`);
  return shortenedTo(text, max);
}

/** Units that are retired here. `says`: what a row says that they are, if not retired. */
export type SeenUnits = Pick<NamedPart, 'batch' | 'registry' | 'series' | 'first' | 'last'> & {
  certificate: string;
  says: string | undefined;
};

type Retirements = ReadonlyMap<string, FoundRetirement>;

/** Most ranges of serials that one operation names. */
const rangesLimit = 100;

/**
 * Returns the operations that confirm the retirements of the units of a row, one for each certificate; `'confirmed already'` if all of
 * them are, with the same facts.
 * @throws BadRow for anything in which the registry's row and the record differ; RecordProblem for a field of the operation.
 */
export function confirmOperations(
  row: ReadRow,
  { today, retirements }: { today: string; retirements: Retirements },
): Operation[] | 'confirmed already' {
  const { cells, serials, vintage, parts } = row;
  const { mapping } = cells;
  if (!serials) throw new BadRow('serial', 'is missing');
  assertInBook(row, serials);
  const units = parts.flatMap((part) => part.units);
  const live = units.filter(({ certificate }) => certificate === null);
  if (live.length > 0) {
    const states = live.map((one) => `${printSerial(one)} (${one.status})`).join(', ');
    throw new BadRow('serial', `${live.length === units.length ? 'These units' : 'Some of these units'} are not retired here: ${states}`);
  }
  const day = retirementDayIn(cells, today, vintage?.start);
  if (day === undefined)
    throw new BadRow(mapping.positions.has('retiredOrCancelledOn') ? 'retiredOrCancelledOn' : 'retiredOn', 'is missing');
  const id = cells('retirementId') || undefined;
  const open = units.filter((one) => !isConfirmed(one, day, id, retirements));
  if (open.length === 0) return 'confirmed already';
  return [...Map.groupBy(open, ({ certificate }) => certificate ?? '')].flatMap(([certificate, some]) => {
    const retirement = retirements.get(certificate);
    const contradiction = retirement && registryContradiction(retirement, { registryRetiredOn: day, registryRetirementId: id });
    if (contradiction) throw new BadRow(contradiction.field === 'registryRetiredOn' ? 'retiredOn' : 'retirementId', contradiction.message);
    return Array.from({ length: Math.ceil(some.length / rangesLimit) }, (_, at): Operation => {
      const ranges = some.slice(at * rangesLimit, (at + 1) * rangesLimit);
      const request = readRequest('confirm', {
        certificate,
        serials: ranges.map(({ batch, first, last }) => `${batch}:${first}-${last}`).join(','),
        registryRetiredOn: day,
        registryRetirementId: id ?? '',
        registryUrl: cells('registryUrl'),
        source: mapping.file?.name ?? cells('source'),
        checkedByRole: cells('checkedByRole'),
        checkedBy: cells('checkedBy'),
        checkedOn: cells('checkedOn'),
      });
      return { kind: 'confirm', request };
    });
  });
}

/** @throws Error if nothing says who looked at the registry. */
export function assertChecker({ positions, constants }: UnitMapping): void {
  if ((['checkedByRole', 'checkedBy'] as const).some((field) => positions.has(field) || constants.has(field))) return;
  throw new Error(
    'Say who looked at the registry:\n  --set checkedByRole="registry desk"   (public, in the log itself: no names)\n  --set checkedBy="..."   (a name: only its salted hash is in the log)',
  );
}

/** Reads the serials of a row of a registry's file, and nothing else. @throws BadRow if they are missing or cannot be read. */
export function serialsAlone(cells: Cells, meaning: Meaning): ReadRow {
  const serials = serialsIn(cells);
  if (!serials) throw new BadRow('serial', 'is missing');
  return { cells, meaning, serials, project: undefined, vintage: undefined, parts: [] };
}

/** Checks whether units have a confirmation with the same facts. @throws BadRow if they have one with others, or only some have one. */
function isConfirmed(units: FoundUnits, day: string, id: string | undefined, retirements: Retirements): boolean {
  const { confirmations = [] } = retirements.get(units.certificate ?? '') ?? {};
  const found = confirmations.flatMap(({ index, entry }) =>
    (entry.confirmed ?? [])
      .filter(({ batch, first, last }) => batch === units.batch && first <= units.last && units.first <= last)
      .map((line) => ({ index, entry, line })),
  );
  const [first] = found;
  if (!first) return false;
  const isSame = found.every(
    ({ entry: { registryRetiredOn, registryRetirementId } }) =>
      registryRetiredOn === day && (id === undefined || registryRetirementId === undefined || registryRetirementId === id),
  );
  const covered = found.reduce((sum, { line }) => sum + Math.min(line.last, units.last) - Math.max(line.first, units.first) + 1, 0);
  if (isSame && covered === units.last - units.first + 1) return true;
  const { index, entry } = first;
  const shows = [entry.registryRetiredOn, entry.registryRetirementId].filter(Boolean).join(', ');
  throw new BadRow(
    'serial',
    `Units of ${units.certificate} are confirmed with entry ${index} (${shows}), ${isSame ? 'but not all that this row names' : 'and this row says otherwise'}`,
  );
}

/**
 * Returns the units that are retired here and not there: of those without a confirmation (`open`) the ones that no row names, and the
 * ones that a row calls something else.
 */
export function unitsNotThere(open: readonly Omit<SeenUnits, 'says'>[], seen: readonly SeenUnits[]): SeenUnits[] {
  const otherwise = seen.filter(({ says }) => says !== undefined);
  const unnamed = open.flatMap((range) => {
    const its = seen.filter(({ batch, first, last }) => batch === range.batch && first <= range.last && range.first <= last);
    return without(range, its).map((part) => ({ ...range, ...part, says: undefined }));
  });
  return [...otherwise, ...unnamed];
}

/** Returns the parts of a range that none of others has. */
function without<Range extends { first: number; last: number }>(range: Range, others: readonly { first: number; last: number }[]) {
  const parts: { first: number; last: number }[] = [];
  let next = range.first;
  for (const { first, last } of others.toSorted((a, b) => a.first - b.first)) {
    if (first > next) parts.push({ first: next, last: Math.min(first - 1, range.last) });
    next = Math.max(next, last + 1);
  }
  if (next <= range.last) parts.push({ first: next, last: range.last });
  return parts;
}
