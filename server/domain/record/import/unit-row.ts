import { keysOfNumber } from '#server/domain/projects/match-text.ts';
import { query } from '#server/platform/database/query.ts';
import { readDay, readNumber, withoutUnit } from '#server/platform/tables/cells.ts';
import type { Row, RowError } from '#server/platform/tables/read-table.ts';
import { readCell } from '#server/platform/tables/rows.ts';
import { spelledId } from '#shared/lib/registries/spelled-id.ts';
import { firstVintageYear } from '#shared/schemas/record.ts';
import { findRegistry, type RegistryKey, registries } from '#verify/registries.ts';
import { foldSerial, printSerial, quantityOf, readRegistry, readSerial, type Serials, serialsOf } from '#verify/serials.ts';
import { type UnitField, type UnitMapping, unitFieldOf, unitRows } from './unit-columns.ts';

/** A row cannot be imported; `field` is the one at fault. */
export class BadRow extends Error {
  readonly field: UnitField | undefined;
  /** What helps for all rows of a file at once. */
  readonly remedy: string | undefined;
  /** The error of a column that no field takes. */
  readonly told: RowError | undefined;
  constructor(field: UnitField | undefined, reason: string, remedy?: string, told?: RowError) {
    super(reason);
    this.field = field;
    this.remedy = remedy;
    this.told = told;
  }
}

/**
 * Returns the text of a field in a row: normalised (NFC), on one line, '' without a value. `own`: as the row itself has it, without the
 * value for all rows.
 * @throws BadRow if it is no text of a value.
 */
export type Cells = ((field: UnitField, own?: 'own') => string) & { mapping: UnitMapping };

/** Returns a reader of the cells of a row. */
export function cellsOf({ cells }: Row, mapping: UnitMapping): Cells {
  const read = (field: UnitField, own?: 'own') => {
    const { text, refused, debris } = readCell(cells[mapping.positions.get(field) ?? -1], unitFieldOf(field));
    const wrong = refused ?? debris;
    if (wrong) throw new BadRow(field, wrong);
    return text || own ? text : (mapping.constants.get(field) ?? '');
  };
  return Object.assign(read, { mapping });
}

/** What a row says that its units are. `field`: the column that says so. */
export type Meaning = {
  is: 'issued' | 'expected' | 'retired' | 'cancelled' | 'used under CORSIA' | 'in a buffer pool' | 'retired or cancelled' | 'not stated';
  field: UnitField | undefined;
};

const statuses: readonly [RegExp, Meaning['is']][] = [
  [/^(?:issued|active|available|held|outstanding)$/i, 'issued'],
  [/^(?:expected|pending|pending issuance)$/i, 'expected'],
  [/^retired$/i, 'retired'],
  [/^cancell?ed$/i, 'cancelled'],
  [/^buffer(?: pool)?$/i, 'in a buffer pool'],
];
/** What registries call their units: issued ones, expected ones, and those of the CDM. */
const products: readonly [RegExp, 'issued' | 'expected'][] = [
  [/^(?:VER|VCU|ERT|CRT|ROC|WCU|PCU|CORC|CER)s?$/i, 'issued'],
  [/^(?:PER|PIU)s?$/i, 'expected'],
];

/**
 * Returns what a row says that its units are: by its buffer, its use by an airline (CORSIA), its cancellation, its status, its dates,
 * its product, or the file that it stands in.
 * @throws BadRow if two of these contradict each other, or a word is not known.
 */
export function meaningOf(cells: Cells): Meaning {
  const { file, positions } = cells.mapping;
  const buffer = cells('isBuffer');
  if (buffer !== '' && !/^(?:true|false|yes|no|y|n|1|0)$/i.test(buffer)) throw new BadRow('isBuffer', 'is neither true nor false');
  if (/^(?:true|yes|y|1)$/i.test(buffer)) return { is: 'in a buffer pool', field: 'isBuffer' };
  if (/^(?:CDC|IC)_.*_BFC?(?:_|$)/i.test(cells('serial'))) return { is: 'in a buffer pool', field: 'serial' };
  if (cells('airline') !== '') return { is: 'used under CORSIA', field: 'airline' };
  const corsia = (['cancellation', 'reason', 'purpose', 'note'] as const).find((field) => /\bCORSIA\b/i.test(cells(field)));
  if (corsia) return { is: 'used under CORSIA', field: corsia };
  if (cells('cancellation') !== '') return { is: 'cancelled', field: 'cancellation' };
  // Verra's one list of retirements and cancellations says in its reason which it is.
  if (/\bcancel/i.test(cells('reason'))) return { is: 'cancelled', field: 'reason' };
  if (/\bbuffer\b/i.test(cells('reason'))) return { is: 'in a buffer pool', field: 'reason' };
  if (file?.rows === 'cancelled') return { is: 'cancelled', field: undefined };
  if (file && positions.has('status') && cells('status') === '') throw new BadRow('status', 'is missing');
  const status = statusOf(cells, positions.has('retiredOrCancelledOn'));
  const product = wordIn(products, cells('productType'), 'productType', 'VER, PER, CER, WCU, PCU, PIU');
  const issuance = wordIn(statuses.slice(0, 2), cells('issuance'), 'issuance', 'issued, expected') as 'issued' | 'expected' | undefined;
  const stated = product ?? issuance;
  if (product && issuance && product !== issuance) throw new BadRow('issuance', `contradicts ${cells('productType')}, which is ${product}`);
  if (status?.is === 'expected' && stated === 'issued')
    throw new BadRow('status', 'is of expected units, and the row also says issued ones');
  const isRetired = (status?.is ?? file?.rows) === 'retired';
  if (isRetired && stated === 'expected')
    throw new BadRow(product ? 'productType' : 'issuance', 'is of expected units, which nobody can retire');
  if (status && status.is !== 'issued') return status;
  if (!status && file?.rows === 'retired') return { is: 'retired', field: 'reason' };
  if (stated) return { is: stated, field: product ? 'productType' : 'issuance' };
  return status ?? { is: file?.rows ?? 'not stated', field: undefined };
}

/** Returns what a status or a date says. Verra has one date for a retirement or a cancellation, and none for what is neither. */
function statusOf(cells: Cells, hasDateOfBoth: boolean): Meaning | undefined {
  const is = wordIn(statuses, cells('status'), 'status', 'Issued, Expected, Retired, Cancelled');
  if (hasDateOfBoth) {
    const field = 'retiredOrCancelledOn';
    const because = (['reason', 'beneficiary'] as const).find((name) => cells(name, 'own') !== '');
    if (cells(field) !== '') return { is: because ? 'retired' : 'retired or cancelled', field };
    if (because) throw new BadRow(because, 'is given, but the date of the retirement is missing');
    return { is: is ?? 'issued', field };
  }
  const isRetired = cells('retiredOn') !== '';
  if (is && is !== 'retired' && is !== 'cancelled' && isRetired) throw new BadRow('retiredOn', `is a date, but the units are ${is}`);
  return is ? { is, field: 'status' } : isRetired ? { is: 'retired', field: 'retiredOn' } : undefined;
}

function wordIn<Word>(words: readonly [RegExp, Word][], text: string, field: UnitField, known: string): Word | undefined {
  if (text === '') return undefined;
  const found = words.find(([pattern]) => pattern.test(text));
  if (!found) throw new BadRow(field, `is not one of: ${known}`);
  return found[1];
}

/** Returns the registry that a row or its file names. @throws BadRow for one that is unknown or whose units cannot be received. */
export function registryIn(cells: Cells): RegistryKey | undefined {
  const { file } = cells.mapping;
  const name = cells('registry');
  if (name === '') return file?.registry;
  const read = readRegistry(name);
  if ('refusal' in read) throw new BadRow('registry', read.refusal);
  if (file && findRegistry(name) !== file.registry)
    throw new BadRow('registry', `is not ${registries[file.registry].name}, whose file this is`);
  return read.key;
}

/**
 * Returns the units that a row names; undefined if it names none.
 * @throws BadRow if they cannot be read, or are not as many as the row says.
 */
export function serialsIn(cells: Cells): Serials | undefined {
  const { mapping } = cells;
  const [serial, series, first, last] = [cells('serial'), cells('series'), cells('first'), cells('last')];
  if (`${serial}${series}${first}${last}` === '') {
    if (mapping.file) throw new BadRow('serial', 'is missing');
    return undefined;
  }
  const registry = registryIn(cells);
  const hasNumbers = `${series}${first}${last}` !== '' || mapping.positions.has('first');
  const whole = readSerial(serial, { registry });
  const name = series || ('refusal' in whole ? serial : whole.series);
  const read = hasNumbers ? inColumns(cells, name, registry) : whole;
  if ('refusal' in read) throw new BadRow(serial === '' && series !== '' ? 'series' : 'serial', read.refusal);
  const isAnother = 'refusal' in whole ? serial !== '' && foldSerial(serial) !== foldSerial(name) : !isSameRange(read, whole);
  if (isAnother) throw new BadRow('serial', `does not agree with the columns of series and numbers, which say ${printSerial(read)}`);
  const stated = countIn(cells, 'quantity');
  const counted = quantityOf(read);
  if (stated !== undefined && stated !== counted)
    throw new BadRow('quantity', `is ${stated}, but the serials ${read.first} to ${read.last} are ${counted} units`);
  const product = cells('productType');
  if (/^CERs?$/i.test(product) !== (read.registry === 'cdm') && product !== '')
    throw new BadRow('productType', `is ${product}, but the serial is of ${registries[read.registry].name}`);
  return read;
}

function isSameRange(one: Serials, other: Serials): boolean {
  return (['registry', 'numbering', 'first', 'last'] as const).every((part) => one[part] === other[part]);
}

/** Reads units whose numbers stand in columns of their own; `name`: their series. */
function inColumns(cells: Cells, name: string, registry: RegistryKey | undefined): ReturnType<typeof readSerial> {
  const [first, last] = [countIn(cells, 'first'), countIn(cells, 'last')];
  if (first === undefined && last === undefined && cells('series') === '') return readSerial(cells('serial'), { registry });
  if (name === '') throw new BadRow('series', 'is missing');
  for (const [field, number] of [
    ['first', first],
    ['last', last],
  ] as const)
    if (number === undefined) throw new BadRow(field, 'is missing, while the other number is given');
  if ((first ?? 0) > (last ?? 0)) throw new BadRow('last', `${last} is before the first number, ${first}`);
  const detected = registry ? undefined : readSerial(`${name}, from 1, to 1`);
  const key = registry ?? (detected && !('refusal' in detected) ? detected.registry : undefined);
  if (!key) throw new BadRow('registry', 'is missing', 'For all rows: --set registry="..."');
  return serialsOf(key, name, first ?? 0, last ?? 0);
}

/** Returns a number of units, or one of their numbers; undefined without one. @throws BadRow if it is none, or can be read in two ways. */
export function countIn(cells: Cells, field: 'quantity' | 'first' | 'last'): number | undefined {
  const text = withoutUnit(cells(field));
  if (text === '') return undefined;
  const number = readNumber(text, unitRows.markFor(field, text, cells.mapping));
  if ('reason' in number) throw new BadRow(field, number.reason);
  if (number.fraction !== '') throw new BadRow(field, 'is not a whole number');
  if (number.whole > 999_999_999_999_999n) throw new BadRow(field, 'is too great');
  return Number(number.whole);
}

/**
 * Returns the vintage of a row, its first and last day: as its columns have it, else its serial, else its monitoring period. Undefined
 * if nothing says it.
 * @throws BadRow for what is no vintage.
 */
export function vintageIn(cells: Cells, serials: Serials | undefined): Vintage | undefined {
  const { from, until, year } = serials?.facts ?? {};
  const inSerial = from && until ? { start: from, end: until } : year ? { start: `${year}-01-01`, end: `${year}-12-31` } : undefined;
  return (
    periodIn(cells, 'vintageStart', 'vintageEnd') ??
    periodOf(cells, 'vintage') ??
    inSerial ??
    periodIn(cells, 'monitoringStart', 'monitoringEnd')
  );
}

/** First and last day. */
export type Vintage = { start: string; end: string };
type Bound = 'vintageStart' | 'vintageEnd' | 'vintage' | 'monitoringStart' | 'monitoringEnd';

function periodIn(cells: Cells, startField: Bound, endField: Bound): Vintage | undefined {
  const [first, last] = [cells(startField), cells(endField)];
  if (first === '') {
    if (last !== '') throw new BadRow(startField, 'is missing, while the end is given');
    return undefined;
  }
  const start = boundOf(first, '01-01', startField, cells);
  const end = boundOf(last || first, '12-31', last === '' ? startField : endField, cells);
  if (end < start) throw new BadRow(endField, `is before ${start}`);
  return { start, end };
}

/** Reads a period in one cell: a year, two of them, or two days, "2010-01-01 / 2018-09-30". */
function periodOf(cells: Cells, field: Bound): Vintage | undefined {
  const text = cells(field);
  if (text === '') return undefined;
  const [first = '', last = first, ...more] = /^\d{4}[-–]\d{4}$/.test(text) ? text.split(/[-–]/) : text.split(/ (?:\/|to|-|–) /);
  if (more.length > 0) throw new BadRow(field, 'is not a year, nor two days such as 2024-01-01 to 2024-12-31');
  const [start, end] = [boundOf(first, '01-01', field, cells), boundOf(last, '12-31', field, cells)];
  if (end < start) throw new BadRow(field, `ends before ${start}`);
  return { start, end };
}

/** Reads a day, or a year, to which it adds `day` (month and day). */
function boundOf(text: string, day: string, field: Bound, { mapping: { file } }: Cells): string {
  const [, year] = /^(\d{4})(?:\.0+)?$/.exec(text) ?? [];
  const read = year === undefined ? readDay(text, file?.dates) : { value: `${year}-${day}` };
  if ('reason' in read) throw new BadRow(field, `${read.reason}${year === undefined && !/\d{4}/.test(text) ? ' or a year' : ''}`);
  if (Number(read.value.slice(0, 4)) < firstVintageYear)
    throw new BadRow(field, `is before ${firstVintageYear}, when no registry issued units`);
  return read.value;
}

/** Returns the day of the registry's retirement; undefined without one. @throws BadRow for a day that cannot be right. */
export function retirementDayIn(cells: Cells, today: string, notBefore?: string): string | undefined {
  const field = cells('retiredOn') === '' ? 'retiredOrCancelledOn' : 'retiredOn';
  const text = cells(field);
  if (text === '') return undefined;
  const read = readDay(text, cells.mapping.file?.dates);
  if ('reason' in read) throw new BadRow(field, read.reason);
  if (read.value > today) throw new BadRow(field, `is in the future: ${read.value}`);
  if (notBefore && read.value < notBefore) throw new BadRow(field, `${read.value} is before the vintage, which begins on ${notBefore}`);
  return read.value;
}

/** A project of the catalogue, as far as rows of units need it. */
export type UnitProject = { slug: string; externalId: string | null; unitType: string | null };

/** Returns the project that a row names, by its slug or its id in one of these registries. Undefined: none that the catalogue has. */
export type FindProject = (cells: Cells, registries: readonly (RegistryKey | undefined)[]) => UnitProject | undefined;

/** Reads the catalogue's projects. */
export async function readUnitProjects(): Promise<FindProject> {
  const rows = await query<(UnitProject & { registryKey: string | null })[]>`
    select slug, external_id, registry_key, unit_type from carbon_projects
  `;
  const bySlug = new Map(rows.map((project) => [project.slug, project]));
  const byKey = new Map(rows.map((project) => [project.registryKey, project]));
  const byNumber = Map.groupBy(rows, ({ externalId }) => externalId && spelledId(externalId));
  return (cells, keys) => {
    const [slug, id] = [cells('project'), spelledId(cells('projectId'))];
    if (slug !== '') return bySlug.get(slug);
    if (id === '') return undefined;
    // Registries write their ids with or without letters: VCS1340 and 1340.
    const letters = keys.flatMap((key) => (key ? registries[key].projectIds : []));
    const known = ['', ...letters].map((prefix) => byKey.get(spelledId(prefix + id))).find(Boolean);
    if (known) return known;
    // A bare number that the catalogue has without letters, too: of no other registry, and of one project.
    const [only, second] = (byNumber.get(id) ?? []).filter(
      ({ registryKey }) => letters.length === 0 || !keysOfNumber(id).includes(registryKey ?? ''),
    );
    if (second) throw new BadRow('projectId', `is the id of ${only?.slug} and ${second.slug}: write it with the letters of its registry`);
    return only;
  };
}

/** Returns as `find`, for a row that needs a project if it names one. @throws BadRow for one that the catalogue does not have. */
export function projectIn(find: FindProject, cells: Cells, keys: readonly (RegistryKey | undefined)[]): UnitProject | undefined {
  const project = find(cells, keys);
  const named = (['project', 'projectId'] as const).find((field) => cells(field) !== '');
  if (!project && named)
    throw new BadRow(named, `is no project of the catalogue, by its ${named === 'project' ? 'slug' : 'id in the registry'}`);
  return project;
}

type NamedRow = { serials: Serials | undefined; row: { line: number } };

/** Finds the rows of a file that name units which an earlier line names: for each the earliest such line, and which units they are. */
export function findRepeatedUnits<Row extends NamedRow>(rows: readonly Row[]): { of: Row; reason: string }[] {
  const named = rows.flatMap((of) => (of.serials ? [{ of, line: of.row.line, ...of.serials }] : []));
  type Named = (typeof named)[number];
  const earliest = new Map<Named, Named>();
  for (const one of Map.groupBy(named, ({ registry, numbering }) => `${registry} ${numbering}`).values()) {
    // Those that go on at the place to which the sweep has come, without what an earlier line covers from here on.
    let open: Named[] = [];
    for (const next of one.toSorted((a, b) => a.first - b.first)) {
      open = open.filter(({ last }) => last >= next.first);
      for (const other of open) {
        const [before, after] = other.line < next.line ? [other, next] : [next, other];
        if (before.line < (earliest.get(after)?.line ?? Infinity)) earliest.set(after, before);
      }
      open = open.filter(({ line, last }) => line < next.line || last > next.last);
      if (!open.some(({ line, last }) => line < next.line && last >= next.last)) open.push(next);
    }
  }
  return [...earliest].map(([after, before]) => {
    const { registry, series } = before;
    const both = { registry, series, first: Math.max(before.first, after.first), last: Math.min(before.last, after.last) };
    return { of: after.of, reason: `names units that line ${before.line} names already: ${printSerial(both)}` };
  });
}
