import { readRequest } from '#server/domain/record/book/read-request.ts';
import { shortenedTo } from '#server/platform/tables/cell-values.ts';
import type { Operation } from '#src/schemas/record.ts';
import { type RegistryKey, registryName } from '#verify/registries.ts';
import { contradictionOf, differingFact, type Serials, serialsOf } from '#verify/serials.ts';
import { type HeldKind, missingPart, type NamedPart } from './find-named-units.ts';
import type { UnitField, UnitMapping } from './unit-columns.ts';
import { type FindProject, projectIn, type UnitProject } from './unit-projects.ts';
import { BadRow, type Cells, countIn, type Meaning, registryIn, retirementDayIn, serialsIn, vintageIn } from './unit-row.ts';

type Vintage = { start: string; end: string };
/** A row of the kind that is imported. */
export type ReadRow = {
  cells: Cells;
  meaning: Meaning;
  serials: Serials | undefined;
  project: UnitProject | undefined;
  vintage: Vintage | undefined;
};
type Context = {
  mapping: UnitMapping;
  /** ISO 8601. */
  today: string;
  /** Remarks that a text was shortened. */
  shorten: (field: UnitField, reason: string) => void;
  held: string | undefined;
};

/** Most characters of a purpose, and of a note. */
const limits = { purpose: 300, note: 1_000 };

/** Reads a row. @throws BadRow if it is wrong, or its serial says another project or vintage than its other columns. */
export function readUnitRow(
  cells: Cells,
  mapping: UnitMapping,
  { meaning, findProject }: { meaning: Meaning; findProject: FindProject },
): ReadRow {
  const serials = serialsIn(cells, mapping);
  const project = projectIn(findProject, cells, [mapping.file?.registry, serials?.registry ?? registryIn(cells, mapping)]);
  const vintage = vintageIn(cells, mapping, serials);
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
  return { cells, meaning, serials, project, vintage };
}

/** Returns the operation that receives the units of a row. @throws BadRow; RecordProblem for a field of the operation. */
export function receiveOf({ cells, meaning, serials, project, vintage }: ReadRow, context: Context): Operation {
  if (!serials) throw new BadRow('serial', 'is missing');
  if (!project) throw new BadRow('project', 'is missing', 'For all rows: --set project=SLUG');
  if (!vintage) throw new BadRow('vintage', 'is missing', 'For all rows: --set vintage=2024');
  const issuance = meaning.is === 'expected' ? 'expected' : 'issued';
  if (issuance === 'issued' && vintage.start > context.today)
    throw new BadRow(
      context.mapping.positions.has('vintageStart') ? 'vintageStart' : 'vintage',
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

/** What the book has for a row: the parts that its serials name and, for one without serials, which kinds of its project. */
export type InBook = { parts: readonly NamedPart[]; kinds: readonly HeldKind[] };

/**
 * Returns the operation that retires the units of a row: those that its serials name, or so many if it names none.
 * @throws BadRow; RecordProblem for a field of the operation.
 */
export function retireOf({ cells, serials, project, vintage }: ReadRow, { parts, kinds }: InBook, context: Context): Operation {
  const own = cells('beneficiary', 'own');
  const isNobody = own === '' || nobody.test(own);
  const beneficiary = isNobody ? (context.mapping.constants.get('beneficiary') ?? '') : own;
  if (beneficiary === '')
    throw new BadRow('beneficiary', own === '' ? 'is missing' : 'names nobody', 'For all rows without one: --set beneficiary="..."');
  const purpose = cells('purpose') === '' ? 'reason' : 'purpose';
  const words = {
    beneficiary,
    purpose: textOf(purpose, cells(purpose), limits.purpose, context),
    note: textOf('note', cells('note'), limits.note, context),
    registryRetiredOn: retirementDayIn(cells, context.mapping, { today: context.today, notBefore: vintage?.start }) ?? '',
    registryRetirementId: cells('retirementId'),
    reservation: cells('reservation'),
    assignment: cells('assignment'),
    transfer: cells('transfer'),
  };
  if (!serials) {
    const quantity = countIn(cells, 'quantity', context.mapping);
    if (!project) throw new BadRow('project', 'is missing');
    if (quantity === undefined) throw new BadRow('quantity', 'is missing, and the row names no serials');
    assertOnlyKind(kinds, { project, vintage, registry: registryIn(cells, context.mapping) });
    return { kind: 'retire', request: readRequest('retire', { project: project.slug, quantity: String(quantity), ...words }) };
  }
  const missing = missingPart(serials, parts);
  if (missing) throw new BadRow('serial', missing);
  for (const part of parts) assertAgrees(part, { serials, project, vintage });
  const ranges = parts.map(({ batch, first, last }) => `${batch}:${first}-${last}`).join(',');
  return { kind: 'retire', request: readRequest('retire', { serials: ranges, ...words }) };
}

/** @throws BadRow if a row without serials says a vintage or a registry, and the book also has other units of its project. */
function assertOnlyKind(
  kinds: readonly HeldKind[],
  { project, vintage, registry }: { project: UnitProject; vintage: Vintage | undefined; registry: RegistryKey | undefined },
): void {
  const own = kinds.filter((kind) => kind.project === project.slug);
  const other = vintage && own.find(({ vintageStart, vintageEnd }) => vintage.end < vintageStart || vintage.start > vintageEnd);
  const advice = 'and a quantity takes the oldest: name the serials';
  if (other) throw new BadRow('vintage', `The book has units of ${other.vintageStart} to ${other.vintageEnd}, ${advice}`);
  const foreign = registry && own.find((kind) => kind.registry !== registry);
  if (foreign) throw new BadRow('registry', `The book has units of ${registryName(foreign.registry)}, ${advice}`);
}

/** @throws BadRow if a batch of the book is of another project or vintage than the row, or its serial states another fact. */
export function assertAgrees(
  part: NamedPart,
  { serials, project, vintage }: { serials: Serials; project: UnitProject | undefined; vintage: Vintage | undefined },
): void {
  const { batch, series, batchFirst } = part;
  const known = serialsOf(part.registry as RegistryKey, series, batchFirst, batchFirst);
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

function textOf(field: UnitField, text: string, max: number, { shorten }: Context): string {
  if ([...text].length <= max) return text;
  shorten(field, `is longer than ${max} characters. Shortened`);
  return shortenedTo(text, max);
}
