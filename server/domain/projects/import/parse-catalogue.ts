import { createHash } from 'node:crypto';
import { countryAtEnd, countryCode } from '#server/domain/projects/countries.ts';
import { readDay } from '#server/platform/tables/cells.ts';
import type { Row, RowError, Table } from '#server/platform/tables/read-table.ts';
import { plainName } from '#server/platform/tables/rows.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { formatCount } from '#shared/lib/text/numbers.ts';
import { type Project, type StoredName, saleStatuses, storedFields } from '#shared/schemas/project.ts';
import { findRegistry, registries } from '#verify/registries.ts';
import { normalised } from '#verify/text.ts';
import { assertComplete, type FieldName, isInFile, isProvided, type Mapping, mapColumns, sourcesOf, storedField } from './map-columns.ts';
import {
  countryIn,
  documentListOf,
  firstOf,
  humanised,
  type LabelColumn,
  labelColumns,
  parseLabels,
  parseRatings,
  placeFrom,
  standardNamed,
  unclearYears,
  unitKindOf,
  unitTypeOf,
  yearsIn,
} from './registry-words.ts';
import { type Note, type ParseResult, parsePounds, type RowReader, rowReader } from './row-reader.ts';

export type ProjectWithSlug = ParsedProject & {
  slug: string;
  /** Whether the slug comes from the file. */
  hasSlug: boolean;
};
export type ParsedCatalogue = {
  projects: ProjectWithSlug[];
  errors: RowError[];
  notes: Note[];
  mapping: Mapping;
  /** Returns the name of a field's column in the file, otherwise the field's. */
  nameOf: (field: string) => string;
  /** The fields that the file provides. Other fields of existing projects remain unchanged. */
  fieldsInFile: Set<StoredName>;
};

/**
 * Parses every row of a table into a project with a slug, and collects all errors. A slug that occurs twice is an error of
 * the second row; titles may repeat, and whether ids do is known with their registries (`removeConflicts`).
 * @throws Error that names the required fields that the file lacks.
 */
export function parseCatalogue(table: Table, mapping = mapColumns(table)): ParsedCatalogue {
  const { columns, rows } = table;
  assertComplete(mapping, columns);
  const errors: RowError[] = [];
  const notes: Note[] = [];
  const parsed: ParsedProject[] = [];
  const taken = new Map<string, number>();
  for (const row of rows) {
    const result = parseRow(row, mapping, columns);
    notes.push(...result.notes);
    errors.push(...result.errors);
    if (!result.project) continue;
    const { slug } = result.project;
    if (slug !== null && taken.has(slug)) {
      errors.push({ line: row.line, column: nameOf('slug'), value: slug, reason: `already appears in line ${taken.get(slug)}` });
      continue;
    }
    if (slug !== null) taken.set(slug, row.line);
    parsed.push(result.project);
  }
  // All slugs from the file are reserved before any is generated from a title, wherever they occur.
  const projects = parsed.map((project) => {
    const slug = project.slug ?? uniqueSlug(slugOf(project.title, project.externalId), taken);
    taken.set(slug, project.line);
    return { ...project, slug, hasSlug: project.slug !== null };
  });
  return {
    projects,
    errors: errors.sort((a, b) => a.line - b.line),
    notes,
    mapping,
    nameOf,
    fieldsInFile: fieldsIn(mapping, nameOf('vintageStart')),
  };

  function nameOf(field: string): string {
    return columns[mapping.positions.get(field as FieldName) ?? -1] ?? field;
  }
}

/** Returns the fields that a file states: not those that only follow from others that are stored (`writeWhatFollows`). */
function fieldsIn(mapping: Mapping, vintageColumn: string): Set<StoredName> {
  const isStated = (name: StoredName) =>
    sourcesOf(name).some((source) => (source === name || !storedField(source)) && isInFile(mapping, source)) ||
    // A column "Vintage" has all of it, one of its first year does not.
    (name === 'vintageEnd' && ['vintage', 'vintageyear'].includes(plainName(vintageColumn)));
  const names = storedFields.map(({ name }) => name);
  return new Set(names.filter((name) => isStated(name) && !mapping.completed.includes(name)));
}

const maxLength = 120;
const reserved = 'compare';

/**
 * Generates a slug from a title: words in ASCII letters joined by hyphens. An external id is appended, so that projects of the
 * same title differ whatever else is in the file. A title without ASCII letters gives `project`, plus a fingerprint if there is
 * no id. The database has the same rule for rows that bring no slug (`catalogue_slug`), which a test holds equal.
 */
export function slugOf(title: string, externalId: string | null): string {
  const id = externalId === null ? '' : latin(externalId).slice(0, 40) || fingerprint(externalId);
  const letters = cut(latin(title), 80);
  // Digits alone would be mistaken for a project's id.
  const words = /[a-z]/.test(letters) ? letters : id ? 'project' : `project-${fingerprint(title)}`;
  const slug = id ? cut(`${words}-${id}`, maxLength) : words;
  return slug === reserved ? `${slug}-project` : slug;
}

/** Returns the slug, with the lowest number from 2 appended if it is already taken. */
export function uniqueSlug(slug: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  let candidate = slug;
  for (let number = 2; taken.has(candidate); number++) candidate = `${cut(slug, maxLength - 7)}-${number}`;
  return candidate;
}

function latin(text: string): string {
  const dashed = normalised(text, 'NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-');
  // There is at most one hyphen at each end.
  return dashed.slice(dashed.startsWith('-') ? 1 : 0, dashed.endsWith('-') ? -1 : undefined);
}

function cut(slug: string, length: number): string {
  const short = slug.slice(0, length);
  return short.endsWith('-') ? short.slice(0, -1) : short;
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Fields that may be null until a row is stored: the slug is generated from the title, the status depends on what is stored. */
type DeferredField = 'slug' | 'status' | 'imageUrl';
/** A row, parsed for the table of projects. */
export type ParsedProject = {
  line: number;
  /** What the row says of its sale. "Sold out" means that no credits are available; the status beside it is "On sale". */
  statedStatus: Project['status'] | null;
  /** "Removal" or "Reduction", where the row does not say whether nature or technology does it: the category does. */
  unitKind: string | null;
} & Pick<Project, Exclude<StoredName, DeferredField>> & { [Name in DeferredField]: Project[Name] | null };

type Readings = { [Name in Exclude<keyof ParsedProject, 'line'>]?: (row: RowReader, found: ParsedProject) => ParsedProject[Name] };

/** What fields are derived from, which say nothing of their own in a row. */
export type Facts = Pick<ParsedProject, 'category' | 'projectType' | 'location' | 'country' | 'verificationStandard'>;

/** Fields that follow from others where nobody states them, on creation and whenever the others change. */
export const derived = {
  category: ({ projectType }: Facts) => firstOf(projectType) ?? 'Other',
  country: ({ location }: Facts) => countryAtEnd(location) ?? null,
  location: ({ country }: Facts) => (country === null ? 'Not stated' : countryName(country)),
  description: ({ category, projectType, location, verificationStandard }: Facts) => {
    const kind = projectType && projectType !== category ? `${category}, ${projectType}` : category;
    return `${kind}. Place: ${location}. Standard: ${verificationStandard}.`;
  },
};

/**
 * How fields are read that need more than their type (shared/schemas/project.ts): a registry's words translated, another column,
 * a default. They are read in this order, and `found` has those before. Where a required field is missing, the row is refused.
 */
const readings: Readings = {
  title: (row) => row.value('title') ?? '',
  projectType: (row) => row.value('projectType', humanised(row.text('projectType'), row.mapping)),
  category: (row, found) => {
    const stated = humanised(row.text('category'), row.mapping);
    return row.value('category', (row.mapping.isOwnExport ? stated : firstOf(stated)) ?? derived.category(found)) ?? '';
  },
  verificationStandard: (row) => row.value('verificationStandard', standardNamed(row.text('verificationStandard'), row.mapping)) ?? '',
  location: readLocation,
  country: readCountry,
  pricePerCredit: readPrice,
  statedStatus: (row) => row.word('status', saleStatuses),
  status: (_row, { statedStatus }) => (statedStatus === 'Sold out' ? 'On sale' : statedStatus),
  availableCredits: (row, { statedStatus }) => {
    const credits = row.value('availableCredits');
    if (statedStatus !== 'Sold out') return credits;
    if (credits) row.error('status', statedStatus, `contradicts ${formatCount(credits)} available credits: write 0 of them, or "On sale"`);
    return 0;
  },
  externalId: readRegistryId,
  description: (row, found) => row.value('description') ?? derived.description(found),
  impactPerYear: (row) => row.value('impactPerYear') ?? 0,
  featured: (row) => row.value('featured') ?? false,
  unitsStatus: (row) => row.value('unitsStatus', row.text('unitsStatus')?.replace(/^pending$/i, 'expected') ?? null),
  unitKind: (row) => (row.mapping.isOwnExport ? null : unitKindOf(row.text('unitType'))),
  unitType: (row, { category, projectType }) => {
    const stated = row.text('unitType');
    return row.value('unitType', row.mapping.isOwnExport ? stated : unitTypeOf(stated, `${category} ${projectType ?? ''}`));
  },
  methodology: (row) => row.value('methodology', humanised(row.text('methodology'), row.mapping)),
  registryIssued: (row) => readRegistryTotal(row, 'registryIssued'),
  registryRetired: (row) => readRegistryTotal(row, 'registryRetired'),
  // Registries may write both years in one cell, "2019-2021", or write days.
  vintageStart: (row) => row.value('vintageStart', vintageYears(row, 'vintageStart')[0] ?? row.text('vintageStart')),
  vintageEnd: (row, { vintageStart }) => {
    const stated = vintageYears(row, 'vintageEnd').at(-1) ?? row.text('vintageEnd');
    const end = row.value('vintageEnd', stated ?? vintageYears(row, 'vintageStart').slice(1).at(-1) ?? null);
    if (!row.mapping.isOwnExport && vintageStart !== null && end !== null && end < vintageStart)
      row.error('vintageEnd', String(end), 'is before the first year of the vintage');
    return end;
  },
  labels: readLabels,
  ratings: readRatings,
  documents: (row) => row.value('documents', row.mapping.isOwnExport ? row.text('documents') : documentListOf(row.text('documents'))),
};

/** Parses a row into a project with notes about its values, or returns all errors of the row. */
function parseRow(row: Row, mapping: Mapping, columns: string[]): { project?: ParsedProject; errors: RowError[]; notes: Note[] } {
  const reader = rowReader(row, mapping, columns);
  const { errors, notes } = reader;
  const found: Record<string, unknown> = { line: row.line };
  const project = found as ParsedProject;
  for (const [name, read] of Object.entries(readings)) found[name] = read(reader, project);
  for (const { name } of storedFields) if (!(name in readings)) found[name] = reader.value(name);
  for (const { name, needs } of storedFields)
    if (needs && found[name] !== null && found[needs] === null && !reader.hasError(needs as StoredName))
      reader.error(needs as StoredName, '', `is missing, while ${name} is given`);
  return errors.length > 0 ? { errors, notes } : { project, errors, notes };
}

function readLocation(row: RowReader): string {
  const { isOwnExport } = row.mapping;
  const { name, code } = statedCountry(row);
  const place = row.text('location') ?? placeFrom([row.text('site'), row.text('state'), code ? countryName(code) : name]);
  if (place === null && !isOwnExport) row.note('location', '', 'is missing. Imported as "Not stated"');
  return row.value('location', place ?? (isOwnExport ? null : 'Not stated')) ?? '';
}

function readCountry(row: RowReader, found: ParsedProject): string | null {
  const { name, code } = statedCountry(row);
  if (name !== null && !code) {
    if (row.mapping.isOwnExport || /^[A-Z]{2}$/.test(name)) row.error('country', name, 'is not an ISO 3166-1 country');
    else row.note('country', name, 'is not a known country. Left empty');
  }
  return code ?? (isProvided(row.mapping, 'country') ? null : derived.country(found));
}

function statedCountry(row: RowReader): { name: string | null; code: string | undefined } {
  const name = row.text('country') ?? countryIn(row.text('places'));
  return { name, code: name === null ? undefined : countryCode(name) };
}

/** Returns the price in pence, whichever of the two columns states it. */
function readPrice(row: RowReader): number | null {
  const pounds = row.read('price', (text) => parsePounds(text, row.markOf('price', text)));
  const pence = row.value('pricePerCredit');
  if (pounds !== null && pence !== null && pounds !== pence)
    row.error('price', formatPounds(pounds), `contradicts pricePerCredit, ${formatPounds(pence)}`);
  const currency = row.text('currency');
  if (currency !== null && (pounds ?? pence) !== null && !/^(?:gbp|£|(?:british )?pounds?(?: sterling)?)$/i.test(currency))
    row.error('currency', currency, 'is another currency: prices are in pounds');
  if (pounds !== null) row.refuseOtherCurrency();
  return pence ?? pounds;
}

/**
 * Returns the registry's id with its letters: mere numbers are shared by projects of several registries. A column that was named with
 * --map may have ids of somebody else.
 */
function readRegistryId(row: RowReader): string | null {
  const { file, named } = row.mapping;
  const id = row.text('externalId');
  if (id !== null && !row.mapping.isOwnExport) checkId(row, id);
  const [prefix] = file ? registries[file.registry].projectIds : [];
  return row.value('externalId', prefix && id !== null && /^\d+$/.test(id) && !named.has('externalId') ? `${prefix}${id}` : id);
}

/** Refuses an id with a decimal, as programs write a number, and one whose letters are of another registry than the row's standard. */
function checkId(row: RowReader, id: string): void {
  if (/^\d+\.0+$/.test(id)) row.error('externalId', id, `is a number with a decimal: write ${id.split('.')[0]}`);
  const standard = row.text('verificationStandard') ?? '';
  const [letters] = /^[a-z]+(?=[-_ ]?\d)/i.exec(id) ?? [];
  const [named, stated] = [
    Object.values(registries).find(({ projectIds }) => projectIds.includes(letters?.toUpperCase() ?? '')),
    findRegistry(standard),
  ];
  // Projects of the CDM go on under other standards.
  if (named && stated && named !== registries.cdm && named !== registries[stated])
    row.error('externalId', id, `is an id of ${named.name}, and the standard of the row is ${standard}`);
}

/** Returns a total of the registry. Its corrections may leave one below zero, which says nothing. */
function readRegistryTotal(row: RowReader, field: 'registryIssued' | 'registryRetired'): number | null {
  const stated = row.text(field);
  if (stated === null || !/^[-−]/.test(stated)) return row.value(field);
  row.note(field, stated, 'is negative. Left out');
  return null;
}

/** Returns the years in a cell of a vintage; none of our own exports, whose cells are years. */
function vintageYears(row: RowReader, field: 'vintageStart' | 'vintageEnd'): string[] {
  const text = row.text(field);
  if (row.mapping.isOwnExport || text === null) return [];
  const unclear = unclearYears(text);
  if (unclear && !row.hasError(field)) row.error(field, text, unclear);
  return yearsIn(text);
}

/** Returns the labels of all columns that have some. A JSON list in their own column is read as it is. */
function readLabels(row: RowReader): ParsedProject['labels'] {
  const defaults = { source: row.text('labelsSource'), day: row.read('labelsAsOf', readDay) };
  const found = (Object.keys(labelColumns) as LabelColumn[]).flatMap((column) => {
    const cell = row.text(column);
    if (cell === null) return [];
    if (column === 'labels' && cell.startsWith('[')) return row.value('labels') ?? [];
    return statements(row, column, () => parseLabels(column, cell, defaults));
  });
  // Two columns may state the same.
  const distinct = new Set(found.map((label) => JSON.stringify(label)));
  return distinct.size > 0 ? row.value('labels', `[${[...distinct].join()}]`) : null;
}

function readRatings(row: RowReader): ParsedProject['ratings'] {
  const cell = row.text('ratings');
  if (cell === null || cell.startsWith('[')) return row.value('ratings');
  const defaults = { source: row.text('ratingAgency'), day: row.read('ratedOn', readDay) };
  const found = statements(row, 'ratings', () => parseRatings(cell, defaults));
  return found.length > 0 ? row.value('ratings', JSON.stringify(found)) : null;
}

function statements<T>(row: RowReader, field: FieldName, parser: () => ParseResult<T[]>): T[] {
  return row.read(field, parser, row.text(field), row.mapping.guessed.has(field)) ?? [];
}
