import { confirmedParts, registryContradiction } from '#server/domain/record/book/decide.ts';
import { indexNamed } from '#server/domain/record/book/operation.ts';
import { partsOutside } from '#server/domain/record/book/pick-units.ts';
import { addReceivedType, contradictsKind } from '#server/domain/record/book/unit-types.ts';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { readDay } from '#server/platform/tables/cells.ts';
import { own } from '#shared/lib/input/own.ts';
import { statedVintage } from '#shared/lib/projects/facts.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { isNobody } from '#shared/schemas/readable-text.ts';
import { longest, type Operation, operations, ownerFields, type RequestField, rangesLimit } from '#shared/schemas/record.ts';
import { quantityIn, quantityOf, unitsInBoth, unitTypes } from '#verify/entry.ts';
import { registryName } from '#verify/registries.ts';
import { contradictionOf, differingFact, printSerial, type Serials, serialsOf } from '#verify/serials.ts';
import { entryNamed } from '#verify/text.ts';
import type { FoundUnits, NamedPart, VintageInBook } from './in-book.ts';
import { type UnitField, unitRows } from './unit-columns.ts';
import {
  countIn,
  type FindProjects,
  type Meaning,
  projectIn,
  registryIn,
  retirementDayIn,
  serialFields,
  serialsIn,
  type UnitProject,
  type UnitRow,
  type Vintage,
  vintageFields,
  vintageIn,
} from './unit-row.ts';

/** A row of the kind that is imported. */
export type ReadRow = {
  row: UnitRow;
  /** Undefined if the row's words for it cannot be read, or contradict each other. */
  meaning: Meaning | undefined;
  serials: Serials | undefined;
  project: UnitProject | undefined;
  vintage: Vintage | undefined;
  /** What the book has of its serials. Empty until the book has been asked (./in-book.ts). */
  parts: readonly NamedPart[];
};

/** Reads a row. It has an error if its serial says another project or vintage than its other columns do. */
export function readUnitRow(row: UnitRow, meaning: Meaning | undefined, findProjects: FindProjects): ReadRow {
  const { file, positions } = row.mapping;
  const serials = serialsIn(row);
  const project = projectIn(findProjects, row, [file?.registry, serials?.registry ?? registryIn(row)]);
  const vintage = vintageIn(row, serials);
  const contradiction =
    serials &&
    vintage &&
    contradictionOf(serials, { projectId: project?.externalId ?? null, vintageStart: vintage.start, vintageEnd: vintage.end });
  if (contradiction) {
    const { field, reason } = contradiction;
    row.error(field === 'project' && !positions.has('project') ? 'projectId' : positions.has(field) ? field : 'vintage', reason);
  }
  return { row, meaning, serials, project, vintage, parts: [] };
}

/** Returns the operation that receives the units of a row; undefined if the row has errors. `held`, `mixed`: as in `ImportOptions`. */
export function receiveOf(
  { row, meaning, serials, project, vintage, parts }: ReadRow,
  { today, held, mixed }: { today: string; held: string | undefined; mixed: string | undefined },
): Operation | undefined {
  if (!serials) row.missing('serial', undefined, serialFields);
  if (!project && row.text('projectId') === '') row.missing('project', 'For all rows: --set project=SLUG', ['projectId']);
  if (!vintage && serials)
    row.missing('vintage', 'For all rows: --set vintage=2024', [...vintageFields, 'monitoringStart', 'monitoringEnd']);
  const issuance = meaning?.is === 'expected' ? 'expected' : 'issued';
  if (vintage && meaning && issuance === 'issued' && vintage.start > today)
    row.error(
      row.mapping.positions.has('vintageStart') ? 'vintageStart' : 'vintage',
      `begins in the future, on ${vintage.start}, and the units are issued`,
    );
  // A type from --set is only for projects of which the catalogue states none.
  const unitType = row.text('unitType', 'own') || (project?.unitType ?? row.text('unitType'));
  const isType = (unitTypes as readonly string[]).includes(unitType);
  if (project && (isType || unitType === '')) checkType(row, unitType, project);
  const contradiction = project && isType ? addReceivedType(unitType, project) : undefined;
  // Units that the book has already were judged when they came.
  if (contradiction && parts.length === 0 && mixed === undefined)
    row.error('unitType', `is ${unitType}, and ${contradiction}`, undefined, 'If both are right, say why: --mixed "..."');
  if (!serials || !project || !vintage) return undefined;
  const [from, to] = [project.vintageStart ?? project.vintageEnd, project.vintageEnd ?? project.vintageStart];
  // Days and years are compared as texts.
  if (from !== null && to !== null && parts.length === 0 && (vintage.start < `${from}` || vintage.end > `${to + 1}`))
    row.note('vintage', `is not within that of ${project.slug} in the catalogue: ${statedVintage(project)}`, vintage.start.slice(0, 4));
  const { registry, series, first, last } = serials;
  const isOneText = (['series', 'first', 'last'] as const).every((field) => row.text(field) === '');
  return operationOf(row, 'receive', {
    project: project.slug,
    registry,
    ...(isOneText ? { serial: row.text('serial') } : { series, first, last }),
    vintageStart: vintage.start,
    vintageEnd: vintage.end,
    unitType,
    issuance,
    registryUrl: row.text('registryUrl'),
    note: row.upTo('note', longest.note),
    held,
    reason: mixed,
  });
}

/** Refuses a row if nothing states the type of its units, or if the registry's words for them contradict the type. */
function checkType(row: UnitRow, unitType: string, { slug }: UnitProject): void {
  const effect = row.text('effect');
  const inRow = effect && `the row says ${JSON.stringify(effect)}`;
  if (unitType === '')
    row.error(
      'unitType',
      `is missing, and the catalogue has none for ${slug}${inRow && `; ${inRow}`}`,
      '',
      `It is one of: ${unitTypes.join(', ')}. State it in the catalogue, in a column, or for all rows without one with --set unitType=...`,
    );
  else if (contradictsKind(unitType, effect)) row.error('unitType', `is ${unitType}, and ${inRow}`);
}

/** The names of an operation's fields in files, where they differ. */
const columnNames: Readonly<Partial<Record<RequestField, UnitField | 'the row'>>> = {
  serials: 'serial',
  registryRetiredOn: 'retiredOn',
  registryRetirementId: 'retirementId',
  // Stated for all rows: a column of this name has the registry's.
  reason: 'the row',
};

/** Returns the field of a column for a field of an operation, such as `serials.0.first`. */
export function columnField(name = ''): UnitField | 'the row' {
  const [first = ''] = name.split('.');
  return own(columnNames, first) ?? unitRows.fields.find((field) => field === first) ?? 'the row';
}

/** Returns the operation with this request, without empty texts; undefined if the row has errors, as for what the schema refuses. */
function operationOf(row: UnitRow, kind: Operation['kind'], stated: Record<string, unknown>): Operation | undefined {
  const request = Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== ''));
  const parsed = operations[kind].safeParse(request);
  for (const { field, message } of parsed.error ? fieldErrors(parsed.error) : []) {
    const column = columnField(field);
    row.error(column, column === 'the row' ? `${field} ${message}`.trim() : message);
  }
  return parsed.success && row.errors.length === 0 ? ({ kind, request: parsed.data } as Operation) : undefined;
}

/** Returns the operation that retires the units of a row, by its serials or else by its quantity; undefined if the row has errors. */
export function retireOf(read: ReadRow, vintages: readonly VintageInBook[], today: string): Operation | undefined {
  const { row, serials, project, vintage, parts } = read;
  const inCell = row.text('beneficiary', 'own');
  const beneficiary = isNobody(inCell) ? (row.mapping.constants.get('beneficiary') ?? '') : inCell;
  if (beneficiary === '')
    row.error('beneficiary', inCell === '' ? 'is missing' : 'names nobody', inCell, 'For all rows without one: --set beneficiary="..."');
  const facts = {
    beneficiary,
    purpose: purposeIn(row),
    note: row.upTo('note', longest.note),
    registryRetiredOn: retirementDayIn(row, { today, notBefore: latestVintageStart(vintage, parts) }),
    registryRetirementId: row.text('retirementId'),
    ...Object.fromEntries(ownerFields.map((field) => [field, row.read(field, indexNamed) ?? ''])),
  };
  if (serials) {
    checkInBook(read, serials);
    return operationOf(row, 'retire', { serials: rangesOf(parts), ...facts });
  }
  if (!project) row.missing('project', undefined, ['projectId', ...serialFields]);
  const quantity = countIn(row, 'quantity');
  // Serials that cannot be read are no missing quantity.
  if (row.errors.length > 0 || !project) return undefined;
  if (quantity === undefined) return row.error('quantity', 'is missing, and the row names no serials');
  checkOnlyVintage(read, project, vintages);
  return operationOf(row, 'retire', { project: project.slug, quantity, ...facts });
}

/** Reasons of registries that are no purpose: they say for whom units are retired, or nothing. No certificate says "Claimed for Other". */
const noPurpose = /^(?:other|on behalf of (?:a )?third party|retirement for (?:a )?person or organi[sz]ation|voluntary)$/i;

/** Returns what a row says that its retirement is claimed for: its purpose, else the registry's reason, if that says something. */
function purposeIn(row: UnitRow): string {
  for (const field of ['purpose', 'reason'] as const) {
    const text = row.text(field);
    if (text === '') continue;
    if (!noPurpose.test(text) && !isNobody(text)) return row.upTo(field, longest.purpose);
    row.note(field, 'does not say what the retirement is claimed for. Left out', text);
  }
  return '';
}

/** Returns when the latest vintage of a row's units begins, as the row or the book says. */
const latestVintageStart = (vintage: Vintage | undefined, parts: readonly NamedPart[]) =>
  [...(vintage ? [vintage.start] : []), ...parts.map(({ vintageStart }) => vintageStart)].toSorted().at(-1);

/** Returns ranges of serials as a request names them. */
const rangesOf = (ranges: readonly (NamedPart | FoundUnits)[]) => ranges.map(({ batch, first, last }) => ({ batch, first, last }));

/** Checks whether units of the book are of another vintage than a row says: the two vintages have no day in common. */
const isOtherVintage = ({ start, end }: Vintage, { vintageStart, vintageEnd }: Pick<NamedPart, 'vintageStart' | 'vintageEnd'>) =>
  end < vintageStart || start > vintageEnd;

/** Refuses a row without serials that states a vintage or a registry, if the book also has units of its project with another. */
function checkOnlyVintage({ row, vintage }: ReadRow, { slug }: UnitProject, vintages: readonly VintageInBook[]): void {
  const ofProject = vintages.filter(({ project }) => project === slug);
  const registry = registryIn(row);
  const other = vintage && ofProject.find((one) => isOtherVintage(vintage, one));
  const advice = 'and a quantity takes the oldest: name the serials';
  if (other) row.error('vintage', `The book has units of ${other.vintageStart} to ${other.vintageEnd}, ${advice}`);
  const foreign = registry && ofProject.find((one) => one.registry !== registry);
  if (foreign) row.error('registry', `The book has units of ${registryName(foreign.registry)}, ${advice}`);
}

/** Refuses a row if the book lacks some of its units, or says otherwise of their type, project, vintage or a fact in their serial. */
function checkInBook({ row, project, vintage, parts }: ReadRow, serials: Serials): void {
  if (parts.length === 0) row.error('serial', 'The book has no units with these serials');
  else if (quantityIn(parts) !== quantityOf(serials))
    row.error('serial', `The book has only a part of them: ${parts.map(printSerial).join(', ')}`);
  const effect = row.text('effect');
  for (const { batch, registry, series, batchFirst, unitType, ...part } of parts) {
    if (contradictsKind(unitType, effect)) row.error('effect', `is not what the book says of these units, in batch ${batch}: ${unitType}`);
    const known = serialsOf({ registry, series, first: batchFirst, last: batchFirst });
    const differing = 'refusal' in known ? undefined : differingFact(serials.facts, known.facts);
    if (differing) row.error('serial', `In the book these numbers are ${series}, whose ${differing} is not that of ${serials.series}`);
    if (project && project.slug !== part.project)
      row.error('serial', `These units are of ${part.project}, in batch ${batch}, and the row says ${project.slug}`);
    if (vintage && isOtherVintage(vintage, part))
      row.error(
        'vintage',
        `The units are of ${part.vintageStart} to ${part.vintageEnd}, and the row says ${vintage.start} to ${vintage.end}`,
      );
  }
}

/** Units that are retired on the record. `says`: what a row of the file calls them, if not retired. */
export type SeenUnits = Pick<NamedPart, 'batch' | 'registry' | 'series' | 'first' | 'last'> & {
  certificate: string;
  says: string | undefined;
};

/** Retirements of the record by their certificates. */
export type Retirements = ReadonlyMap<string | undefined, ReadEntry>;

/**
 * Returns the operations that confirm the retirement of a row's units: one for each certificate, or several if the units have more ranges
 * than `rangesLimit`; `'confirmed already'` if all units have a confirmation with the same facts. The row has an error for whatever it and
 * the record state differently.
 */
export function confirmOperations(
  read: ReadRow,
  { today, retirements }: { today: string; retirements: Retirements },
): Operation[] | 'confirmed already' {
  const { row, serials, vintage, parts } = read;
  if (!serials) return [];
  checkInBook(read, serials);
  const units = parts.flatMap((part) => part.units);
  const notRetired = units.filter(({ certificate }) => certificate === null);
  if (notRetired.length > 0) {
    const states = notRetired.map((one) => `${printSerial(one)} (${one.status})`).join(', ');
    row.error('serial', `${notRetired.length === units.length ? 'These units' : 'Some of these units'} are not retired here: ${states}`);
  }
  const dayField = row.mapping.positions.has('retiredOrCancelledOn') ? 'retiredOrCancelledOn' : 'retiredOn';
  const notBefore = latestVintageStart(vintage, parts);
  const day = retirementDayIn(row, { today, notBefore }) ?? row.missing(dayField, undefined, ['retiredOn']);
  if (day === undefined || notRetired.length > 0) return [];
  const id = row.text('retirementId') || undefined;
  const open = units.filter((one) => !compareConfirmation(row, one, { day, id }, retirements));
  if (row.errors.length > 0) return [];
  if (open.length === 0) return 'confirmed already';
  return [...Map.groupBy(open, ({ certificate }) => certificate ?? '')].flatMap(([certificate, some]) => {
    const retirement = retirements.get(certificate);
    const contradiction = retirement && registryContradiction(retirement, { registryRetiredOn: day, registryRetirementId: id });
    if (contradiction) row.error(contradiction.field === 'registryRetiredOn' ? dayField : 'retirementId', contradiction.message);
    return Array.from({ length: Math.ceil(some.length / rangesLimit) }, (_, at) => {
      return operationOf(row, 'confirm', {
        certificate,
        serials: rangesOf(some.slice(at * rangesLimit, (at + 1) * rangesLimit)),
        registryRetiredOn: day,
        registryRetirementId: id,
        registryUrl: row.text('registryUrl'),
        source: row.text('source') || row.mapping.file?.name,
        checkedByRole: row.text('checkedByRole'),
        checkedBy: row.text('checkedBy'),
        checkedOn: row.read('checkedOn', readDay) ?? '',
      });
    }).flatMap((operation) => operation ?? []);
  });
}

/** Checks whether units have a confirmation. If it states other facts, or covers only some of the units, the row gets an error. */
function compareConfirmation(
  row: UnitRow,
  units: FoundUnits,
  { day, id }: { day: string; id: string | undefined },
  retirements: Retirements,
): boolean {
  const retirement = retirements.get(units.certificate ?? '');
  const confirmations = retirement ? confirmedParts(retirement, [units]) : [];
  const [first] = confirmations;
  if (!first) return false;
  const isSame = confirmations.every(
    ({ entry: { registryRetiredOn, registryRetirementId } }) =>
      registryRetiredOn === day && (id === undefined || registryRetirementId === undefined || registryRetirementId === id),
  );
  if (isSame && quantityIn(confirmations.map(({ part }) => part)) === quantityOf(units)) return true;
  const { index, entry } = first;
  const shows = [entry.registryRetiredOn, entry.registryRetirementId].filter(Boolean).join(', ');
  row.error(
    'serial',
    `Units of ${units.certificate} are confirmed with ${entryNamed(index)} (${shows}), ${isSame ? 'but not all that this row names' : 'and this row says otherwise'}`,
  );
  return true;
}

/**
 * Returns the units that are retired on the record and not in the file: those of `open`, which have no confirmation, that no row names, and
 * those of `seen` that a row calls something else than retired (`says`).
 */
export function unitsRetiredOnlyHere(open: readonly Omit<SeenUnits, 'says'>[], seen: readonly SeenUnits[]): SeenUnits[] {
  const otherwise = seen.filter(({ says }) => says !== undefined);
  const unnamed = open.flatMap((range) => {
    const named = seen.filter((one) => unitsInBoth(one, range) > 0);
    return partsOutside(range, named).map((part) => ({ ...range, ...part, says: undefined }));
  });
  return [...otherwise, ...unnamed];
}
