import { keysOfNumber, statedColumn } from '#server/domain/projects/carbon-projects.ts';
import { type TypedProject, typeColumns } from '#server/domain/record/book/unit-types.ts';
import { query, sql } from '#server/platform/database/query.ts';
import { readDay, readFlag, readNumber, withoutUnit } from '#server/platform/tables/cells.ts';
import type { RowReader } from '#server/platform/tables/row-reader.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import type { Project } from '#shared/schemas/project.ts';
import { maxSerial, vintageDay } from '#shared/schemas/record.ts';
import { type Issuance, quantityOf } from '#verify/entry.ts';
import { type RegistryKey, registries } from '#verify/registries.ts';
import { foldSerial, printSerial, readRegistry, readSerial, type Serials, serialsOf } from '#verify/serials.ts';
import { naming, type UnitField, type UnitMapping } from './unit-columns.ts';

/** The cells of a row of units. Where the readers below cannot read one, or one contradicts another, the row has an error. */
export type UnitRow = RowReader<UnitField, UnitMapping>;

/** What a row says that its units are. `field`: the column that says so. */
export type Meaning = {
  is: 'issued' | 'expected' | 'retired' | 'cancelled' | 'used under CORSIA' | 'in a buffer pool' | 'retired or cancelled' | 'not stated';
  field: UnitField | undefined;
};

/** Words of columns, with what they say. */
const issuances: readonly [words: string, Issuance][] = [
  ['issued, active, available, held, outstanding', 'issued'],
  ['expected, pending, pending issuance', 'expected'],
];
const statuses: readonly [words: string, Meaning['is']][] = [
  ...issuances,
  ['retired', 'retired'],
  ['cancelled, canceled', 'cancelled'],
  ['buffer, buffer pool', 'in a buffer pool'],
];
/** What registries call their units, issued or expected. */
const products: typeof issuances = [
  ['VER, VCU, ERT, CRT, ROC, WCU, PCU, CORC, CER', 'issued'],
  ['PER, PIU', 'expected'],
];

/** What says that units were used under CORSIA, which "CORSIA-eligible" and "not for CORSIA" do not. */
const usedUnderCorsia =
  /(?<!\b(?:no|not|non|eligible)[ -](?:(?:for|in|of|the|to|under|used?) )*)\bCORSIA\b(?![ -](?:(?:(?:pilot|first|second) phase|phase \d)[ -])?eligib)/i;

/**
 * Returns what a row says that its units are: by its buffer, its use by an airline (CORSIA), its cancellation, its status, its dates, its
 * product, or the file that it stands in. Undefined if the row lacks a status that its file should have, which is an error.
 */
export function meaningOf(row: UnitRow): Meaning | undefined {
  const { file, positions } = row.mapping;
  // Cercarbono's serials of units in its buffer.
  const ofBuffer = (['serial', 'series'] as const).find((field) => /^(?:CDC|IC)_.*_BFC?(?:_|$)/i.test(row.text(field)));
  const buffer = row.read('isBuffer', readFlag) ? 'isBuffer' : ofBuffer;
  if (buffer) return { is: 'in a buffer pool', field: buffer };
  if (row.text('airline') !== '') return { is: 'used under CORSIA', field: 'airline' };
  const corsia = (['cancellation', 'reason', 'purpose', 'note'] as const).find((field) => usedUnderCorsia.test(row.text(field)));
  if (corsia) return { is: 'used under CORSIA', field: corsia };
  if (row.text('cancellation') !== '') return { is: 'cancelled', field: 'cancellation' };
  // Verra's one list of retirements and cancellations says in its reason which it is.
  if (/\bcancel/i.test(row.text('reason'))) return { is: 'cancelled', field: 'reason' };
  if (/\bbuffer\b/i.test(row.text('reason'))) return { is: 'in a buffer pool', field: 'reason' };
  if (file?.rowsAre === 'cancelled') return { is: 'cancelled', field: undefined };
  if (file && positions.has('status') && row.text('status') === '') return row.missing('status');
  const status = statusOf(row);
  const product = wordIn(row, 'productType', products);
  const issuance = wordIn(row, 'issuance', issuances, 'issued, expected');
  const stated = product ?? issuance;
  if (product && issuance && product !== issuance) row.error('issuance', `contradicts ${row.text('productType')}, which is ${product}`);
  if (status?.is === 'issued' && !product && issuance === 'expected') row.error('issuance', 'contradicts the status, which is issued');
  if (status?.is === 'expected' && stated === 'issued') row.error('status', 'is of expected units, and the row also says issued ones');
  if ((status?.is ?? file?.rowsAre) === 'retired' && stated === 'expected')
    row.error(product ? 'productType' : 'issuance', 'is of expected units, which nobody can retire');
  // Of Gold Standard's expected units (PER), too, the status is that they are issued.
  if (status && status.is !== 'issued') return status;
  // A file of retirements may have cancellations, too: the column that says so of them (above) says that this row is none.
  if (!status && file?.rowsAre === 'retired') return { is: 'retired', field: 'reason' };
  if (stated) return { is: stated, field: product ? 'productType' : 'issuance' };
  return status ?? { is: file?.rowsAre ?? 'not stated', field: undefined };
}

/** Returns what a status or a date says. Verra has one date for retirements and cancellations; a row without that date is of neither. */
function statusOf(row: UnitRow): Meaning | undefined {
  const is = wordIn(row, 'status', statuses, 'Issued, Expected, Retired, Cancelled');
  const isEither = row.mapping.positions.has('retiredOrCancelledOn');
  const field = isEither ? 'retiredOrCancelledOn' : 'retiredOn';
  const isOver = row.text(field) !== '';
  if (is && is !== 'retired' && is !== 'cancelled' && isOver) row.error(field, `is a date, but the units are ${is}`);
  const because = (['reason', 'beneficiary'] as const).find((name) => isEither && row.text(name, 'own') !== '');
  if (because && !isOver && !row.hasError(field)) return row.error(because, 'is given, but the date of the retirement is missing');
  if (is) return { is, field: 'status' };
  if (!isEither) return isOver ? { is: 'retired', field } : undefined;
  return { is: !isOver ? 'issued' : because ? 'retired' : 'retired or cancelled', field };
}

/** Returns what the word in a cell says; it may be in the plural. `known`: the words that are named if it is none of `all`. */
function wordIn<Said>(
  row: UnitRow,
  field: UnitField,
  all: readonly [string, Said][],
  known = all.map(([words]) => words).join(', '),
): Said | undefined {
  const parser = (text: string) => {
    const found = all.find(([words]) => words.toLowerCase().split(', ').includes(text.toLowerCase().replace(/s$/, '')));
    return found ? { value: found[1] } : { reason: `is not one of: ${known}` };
  };
  return row.read(field, parser) ?? undefined;
}

/** Returns the registry that a row or its file names, if it is known and its units can be received. */
export function registryIn(row: UnitRow): RegistryKey | undefined {
  const { file } = row.mapping;
  const name = row.text('registry');
  if (name === '') return file?.registry;
  const read = readRegistry(name);
  if ('refusal' in read) return row.error('registry', read.refusal);
  if (file && read.key !== file.registry) return row.error('registry', `is not ${registries[file.registry].name}, whose file this is`);
  return read.key;
}

/** The fields that say which units a row names. */
export const serialFields: readonly UnitField[] = [...naming, 'registry'];

/** Returns the units that a row names; undefined if it names none, or its columns name different ones. Another quantity is an error. */
export function serialsIn(row: UnitRow): Serials | undefined {
  const { mapping } = row;
  const [serial, series, first, last] = [row.text('serial'), row.text('series'), row.text('first'), row.text('last')];
  if (`${serial}${series}${first}${last}` === '') return mapping.file ? row.missing('serial') : undefined;
  const registry = registryIn(row);
  if (row.hasError('registry')) return undefined;
  const hasNumbers = `${series}${first}${last}` !== '' || mapping.positions.has('first');
  const whole = readSerial(serial, { registry });
  const name = series || ('refusal' in whole ? serial : whole.series);
  const read = hasNumbers ? numbersInColumns(row, name, registry) : whole;
  if (!read) return undefined;
  if ('refusal' in read) return row.error(serial === '' && series !== '' ? 'series' : 'serial', read.refusal);
  const isAnother = 'refusal' in whole ? serial !== '' && foldSerial(serial) !== foldSerial(name) : !isSameRange(read, whole);
  if (isAnother) return row.error('serial', `does not agree with the columns of series and numbers, which say ${printSerial(read)}`);
  const stated = countIn(row, 'quantity');
  const counted = quantityOf(read);
  if (stated !== undefined && stated !== counted)
    row.error('quantity', `is ${stated}, but the serials ${read.first} to ${read.last} are ${counted} units`);
  const product = row.text('productType');
  if (product !== '' && /^CERs?$/i.test(product) !== (read.registry === 'cdm'))
    row.error('productType', `is ${product}, but the serial is of ${registries[read.registry].name}`);
  return read;
}

const isSameRange = (one: Serials, other: Serials) =>
  (['registry', 'numbering', 'first', 'last'] as const).every((part) => one[part] === other[part]);

/** Reads units whose numbers stand in columns of their own; `name`: their series. */
function numbersInColumns(row: UnitRow, name: string, registry: RegistryKey | undefined): ReturnType<typeof readSerial> | undefined {
  const [first, last] = [countIn(row, 'first'), countIn(row, 'last')];
  if (row.hasError('first') || row.hasError('last')) return undefined;
  if (first === undefined && last === undefined && row.text('series') === '') return readSerial(row.text('serial'), { registry });
  if (name === '') return row.missing('series', undefined, ['serial']);
  if (first === undefined && last === undefined) return row.missing('first');
  if (first === undefined || last === undefined)
    return row.error(first === undefined ? 'first' : 'last', 'is missing, while the other number is given');
  if (first > last) return row.error('last', `${last} is before the first number, ${first}`);
  // A serial is made up of the series, only to learn its registry.
  const detected = registry ? undefined : readSerial(`${name}, from 1, to 1`);
  const key = registry ?? (detected && !('refusal' in detected) ? detected.registry : undefined);
  return key ? serialsOf({ registry: key, series: name, first, last }) : row.missing('registry', 'For all rows: --set registry="..."');
}

/** Returns how many units a row states, or their first or last number; undefined if it states none, or none that can be read in one way. */
export function countIn(row: UnitRow, field: 'quantity' | 'first' | 'last'): number | undefined {
  const count = row.read(field, (given) => {
    const text = withoutUnit(given);
    const number = readNumber(text, row.markOf(field, text));
    if ('reason' in number) return number;
    if (number.fraction !== '') return { reason: 'is not a whole number' };
    return number.whole > maxSerial ? { reason: 'is too great' } : { value: Number(number.whole) };
  });
  return count ?? undefined;
}

/**
 * Returns the vintage of a row, its first and last day: as its columns have it, else its serial, else its monitoring period. Undefined if
 * none of them says it, or its columns cannot be read.
 */
export function vintageIn(row: UnitRow, serials: Serials | undefined): Vintage | undefined {
  const { from, until, year } = serials?.facts ?? {};
  const inSerial = from && until ? { start: from, end: until } : year ? { start: `${year}-01-01`, end: `${year}-12-31` } : undefined;
  const stated = periodInColumns(row, 'vintageStart', 'vintageEnd') ?? periodInCell(row, 'vintage');
  if (stated || vintageFields.some((field) => row.hasError(field))) return stated;
  return inSerial ?? periodInColumns(row, 'monitoringStart', 'monitoringEnd');
}

export const vintageFields = ['vintageStart', 'vintageEnd', 'vintage'] as const;

/** First and last day. */
export type Vintage = { start: string; end: string };
type Bound = 'vintageStart' | 'vintageEnd' | 'vintage' | 'monitoringStart' | 'monitoringEnd';

function periodInColumns(row: UnitRow, startField: Bound, endField: Bound): Vintage | undefined {
  const [first, last] = [row.text(startField), row.text(endField)];
  if (first === '') return last === '' ? undefined : row.error(startField, 'is missing, while the end is given', '');
  return between(row, [startField, first], last === '' ? [startField, first] : [endField, last]);
}

/** Reads a period in one cell: a year, two of them, or two days, "2010-01-01 / 2018-09-30". */
function periodInCell(row: UnitRow, field: Bound): Vintage | undefined {
  const text = row.text(field);
  if (text === '') return undefined;
  const [first = '', last = first, ...more] = /^\d{4}[-–]\d{4}$/.test(text) ? text.split(/[-–]/) : text.split(/ (?:\/|to|-|–) /);
  if (more.length > 0) return row.error(field, 'is not a year, nor two days such as 2024-01-01 to 2024-12-31');
  return between(row, [field, first], [field, last]);
}

function between(row: UnitRow, [startField, first]: [Bound, string], [endField, last]: [Bound, string]): Vintage | undefined {
  const [start, end] = [boundOf(row, startField, first, '01-01'), boundOf(row, endField, last, '12-31')];
  if (!start || !end) return undefined;
  if (start === end && startField === endField) return row.error(startField, 'is a single day, and a vintage is a year, or two days');
  return end < start ? row.error(endField, `ends before ${start}`) : { start, end };
}

/** Reads a day, or a year, to which it adds `day` (month and day). */
function boundOf(row: UnitRow, field: Bound, text: string, day: string): string | undefined {
  const [, year] = /^(\d{4})(?:\.0+)?$/.exec(text) ?? [];
  const read = year === undefined ? readDay(text, row.mapping.file?.dates) : { value: `${year}-${day}` };
  if ('reason' in read) return row.error(field, read.reason.replace(/^is not a date .*/, '$& or a year'));
  const [wrong] = vintageDay.safeParse(read.value).error?.issues ?? [];
  return wrong ? row.error(field, wrong.message) : read.value;
}

/** Returns the day on which the registry retired the units; undefined if the row has none, or one that cannot be right. */
export function retirementDayIn(row: UnitRow, { today, notBefore }: { today: string; notBefore: string | undefined }): string | undefined {
  const field = row.text('retiredOn') === '' ? 'retiredOrCancelledOn' : 'retiredOn';
  const day = row.read(field, (text) => readDay(text, row.mapping.file?.dates));
  if (!day) return undefined;
  if (day > today) return row.error(field, `is in the future: ${day}`);
  if (notBefore && day < notBefore) return row.error(field, `${day} is before the vintage, which begins on ${notBefore}`);
  return day;
}

/** A project of the catalogue, as far as rows of units need it. */
export type UnitProject = TypedProject & Pick<Project, 'externalId' | 'vintageStart' | 'vintageEnd'>;

const projectFields = ['project', 'projectId'] as const;

/**
 * Returns the projects that a row may mean in one of these registries, none if the catalogue lacks them. `field` has the slug or the id
 * that names the project: by default it is the first of both columns that has a value.
 */
export type FindProjects = (row: UnitRow, inRegistries: readonly (RegistryKey | undefined)[], field?: UnitField) => UnitProject[];

/** Reads the catalogue's projects. */
export async function readUnitProjects(): Promise<FindProjects> {
  const rows = await query<(UnitProject & { registryKey: string | null })[]>`
    select
      ${typeColumns}, external_id, registry_key,
      ${sql.unsafe(statedColumn('vintage_start'))} as vintage_start, ${sql.unsafe(statedColumn('vintage_end'))} as vintage_end
    from carbon_projects
  `;
  const bySlug = new Map(rows.map((project) => [project.slug, project]));
  const byKey = new Map(rows.map((project) => [project.registryKey, project]));
  const byNumber = Map.groupBy(rows, ({ externalId }) => externalId && spelledId(externalId));
  return (row, inRegistries, field = projectFields.find((one) => row.text(one) !== '')) => {
    const named = field === 'project' ? row.text('project') : '';
    const withSlug = bySlug.get(named);
    const id = spelledId(named || row.text('projectId'));
    if (withSlug || id === '') return withSlug ? [withSlug] : [];
    // Registries write their ids with or without letters: VCS1340 and 1340. One of them has two kinds: WCC200 and PC200.
    const letters = inRegistries.map((key) => (key ? registries[key].idPrefixes : []));
    const known = [[''], ...letters].map((prefixes) => prefixes.flatMap((prefix) => byKey.get(spelledId(prefix + id)) ?? []));
    const hasLetters = letters.flat().length > 0;
    // A bare number also names the one project that has it without letters, if that is of no other registry. A person who names a
    // project by a bare number alone may mean any registry, as in commands.
    const bare =
      named !== '' && !hasLetters && /^\d+$/.test(id)
        ? keysOfNumber(id).flatMap((key) => byKey.get(key) ?? [])
        : (byNumber.get(id) ?? []).filter(({ registryKey }) => !hasLetters || !keysOfNumber(id).includes(registryKey ?? ''));
    return known.find((some) => some.length > 0) ?? bare;
  };
}

/**
 * Returns the project that a row names. If the catalogue lacks it, or the slug and the id name two projects, the row has an error. An id
 * that the catalogue lacks may stand beside the slug of a project that has no id there.
 */
export function projectIn(find: FindProjects, row: UnitRow, inRegistries: readonly (RegistryKey | undefined)[]): UnitProject | undefined {
  // Nobody can tell of which registry a number without letters is while the serial cannot be read.
  if (/^\d+$/.test(row.text('projectId')) && !inRegistries.some(Boolean) && serialFields.some((field) => row.hasError(field)))
    return undefined;
  const [named, other] = projectFields.filter((field) => row.text(field) !== '');
  if (!named) return undefined;
  const [project, second] = find(row, inRegistries, named);
  if (!project)
    return row.error(named, `is no project of the catalogue, by its ${named === 'project' ? 'slug or its ' : ''}id in the registry`);
  if (second) return row.error(named, `is the id of ${project.slug} and ${second.slug}: write it with the letters of its registry`);
  const others = other ? find(row, inRegistries, other) : [];
  if (other && !others.includes(project) && (others[0] || project.externalId !== null))
    row.error(other, `is ${others[0] ? `the id of ${others[0].slug}` : 'no id in the catalogue'}, and the row says ${project.slug}`);
  return project;
}

type NamedRow = { serials: Serials | undefined; row: { line: number } };

/**
 * Finds the rows of a file that name units which an earlier row names. The reason says which units, and names the earlier row, a `word` and
 * its line. Goes through each numbering once, by serials: a registry's file has hundreds of thousands of rows of one numbering.
 */
export function findRepeatedUnits<Row extends NamedRow>(rows: readonly Row[], word: string): { of: Row; reason: string }[] {
  const named = rows.flatMap((of) => (of.serials ? [{ of, line: of.row.line, ...of.serials }] : []));
  type Named = (typeof named)[number];
  const earlier = new Map<Named, Named>();
  for (const one of Map.groupBy(named, ({ registry, numbering }) => `${registry} ${numbering}`).values()) {
    // The ranges that reach the first serial of `next`, without those that an earlier line covers from there on.
    let open: Named[] = [];
    for (const next of one.toSorted((a, b) => a.first - b.first)) {
      open = open.filter(({ last }) => last >= next.first);
      for (const other of open) {
        const [before, after] = other.line < next.line ? [other, next] : [next, other];
        if (before.line < (earlier.get(after)?.line ?? Infinity)) earlier.set(after, before);
      }
      open = open.filter(({ line, last }) => line < next.line || last > next.last);
      if (!open.some(({ line, last }) => line < next.line && last >= next.last)) open.push(next);
    }
  }
  return [...earlier].map(([after, before]) => {
    const { registry, series } = before;
    const both = { registry, series, first: Math.max(before.first, after.first), last: Math.min(before.last, after.last) };
    return { of: after.of, reason: `names units that ${word} ${before.line} names already: ${printSerial(both)}` };
  });
}
