import { contradictionOf } from '#server/domain/record/book/confirm.ts';
import { readRequest } from '#server/domain/record/book/read-request.ts';
import type { Operation } from '#src/schemas/record.ts';
import { printSerial } from '#verify/serials.ts';
import { missingPart, type NamedPart } from './find-named-units.ts';
import type { FoundRetirement, FoundUnits } from './find-retirements.ts';
import { assertAgrees, type ReadRow } from './row-operations.ts';
import type { UnitMapping } from './unit-columns.ts';
import { BadRow, type Cells, type Meaning, retirementDayIn, serialsIn } from './unit-row.ts';

type Context = {
  mapping: UnitMapping;
  /** ISO 8601. */
  today: string;
  retirements: ReadonlyMap<string, FoundRetirement>;
};

/** Units that are retired here. `says`: what a row says that they are, if not retired. */
export type SeenUnits = Pick<NamedPart, 'batch' | 'registry' | 'series' | 'first' | 'last'> & {
  certificate: string;
  says: string | undefined;
};

/** Most ranges of serials that one operation names. */
const rangesLimit = 100;

/**
 * Returns the operations that confirm the retirements of the units of a row, one for each certificate; `'confirmed already'` if all of
 * them are, with the same facts. `units`: the states of `parts`.
 * @throws BadRow for anything in which the registry's row and the record differ; RecordProblem for a field of the operation.
 */
export function confirmationsOf(
  { cells, serials, project, vintage }: ReadRow,
  { parts, units }: { parts: readonly NamedPart[]; units: readonly FoundUnits[] },
  { mapping, today, retirements }: Context,
): Operation[] | 'confirmed already' {
  if (!serials) throw new BadRow('serial', 'is missing');
  const missing = missingPart(serials, parts);
  if (missing) throw new BadRow('serial', missing);
  for (const part of parts) assertAgrees(part, { serials, project, vintage });
  const live = units.filter(({ certificate }) => certificate === null);
  if (live.length > 0) {
    const states = live.map((one) => `${printSerial(one)} (${one.status})`).join(', ');
    throw new BadRow('serial', `${live.length === units.length ? 'These units' : 'Some of these units'} are not retired here: ${states}`);
  }
  const day = retirementDayIn(cells, mapping, { today, notBefore: vintage?.start });
  if (day === undefined)
    throw new BadRow(mapping.positions.has('retiredOrCancelledOn') ? 'retiredOrCancelledOn' : 'retiredOn', 'is missing');
  const id = cells('retirementId') || undefined;
  const open = units.filter((one) => !isConfirmed(one, day, id, retirements));
  if (open.length === 0) return 'confirmed already';
  return [...Map.groupBy(open, ({ certificate }) => certificate ?? '')].flatMap(([certificate, some]) => {
    const retirement = retirements.get(certificate);
    const contradiction = retirement && contradictionOf(retirement, { registryRetiredOn: day, registryRetirementId: id });
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
export function serialsAlone(cells: Cells, mapping: UnitMapping, meaning: Meaning): ReadRow {
  const serials = serialsIn(cells, mapping);
  if (!serials) throw new BadRow('serial', 'is missing');
  return { cells, meaning, serials, project: undefined, vintage: undefined };
}

/** Checks whether units have a confirmation with the same facts. @throws BadRow if they have one with others, or only some have one. */
function isConfirmed(units: FoundUnits, day: string, id: string | undefined, retirements: Context['retirements']): boolean {
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
