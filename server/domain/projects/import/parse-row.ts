import { countryAtEnd, countryCode } from '#server/domain/projects/country-codes.ts';
import { debrisIn } from '#server/platform/tables/cell-values.ts';
import { readDay } from '#server/platform/tables/days.ts';
import type { DecimalMark } from '#server/platform/tables/numbers.ts';
import type { Row } from '#server/platform/tables/read-table.ts';
import type { RowError } from '#server/platform/tables/row-error.ts';
import { shortened, shortenedTo } from '#server/platform/tables/shorten.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { registries } from '#src/lib/registries/registries.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type Project, saleStatuses } from '#src/schemas/project.ts';
import { type ProjectField, projectFields, type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { cellText, holdsList } from './cells.ts';
import { markFor } from './decimal-marks.ts';
import type { FieldName } from './fields.ts';
import { type LabelColumn, labelColumns, parseLabels, parseRatings } from './label-cells.ts';
import { isProvided, type Mapping } from './map-columns.ts';
import { type ParseResult, parsePounds, parseValue, wordOf } from './parse-field.ts';
import { countryIn, documentListOf, firstOf, humanised, placeFrom, standardNamed, unitTypeOf, yearsIn } from './registry-cells.ts';

/** A value that was interpreted or left out, in a row that is imported all the same. */
export type Note = RowError;
/** Fields that may be null until a row is stored: the slug is generated from the title, the status depends on what is stored. */
type DeferredField = 'slug' | 'status' | 'imageUrl';
/** A row, parsed for the table of projects. */
export type ParsedProject = {
  line: number;
  /** What the row says of its sale. "Sold out" means that no credits are available; the status beside it is "On sale". */
  statedStatus: Project['status'] | null;
} & Pick<Project, Exclude<StoredName, DeferredField>> & { [Name in DeferredField]: Project[Name] | null };

/** What identifies a project and what is sold: a row is refused rather than imported without it. All else is left out with a note. */
const essential: FieldName[] = [
  ...(['externalId', 'slug', 'title', 'verificationStandard', 'price', 'pricePerCredit', 'availableCredits'] as const),
  ...(['status', 'unitsStatus', 'vintageStart', 'vintageEnd'] as const),
];
/** Texts of which a part would say something else. */
const neverShortened: FieldName[] = ['serials', 'methodologyVersion', 'shortfallTerms', 'retirementPlace'];

/** Words of a status that say whether something can be bought. */
const aboutSale = /sold|sale|stock|availab|reserved|coming soon/i;

/** The remedy of a value that all rows of a file lack. */
export const forAllRows = (field: StoredName, value: string) => `To use one value for all such rows: --set ${field}=${value}`;

/** Parses a row into a project with notes about its values, or returns all errors of the row. */
export function parseRow(row: Row, mapping: Mapping, columns: string[]): { project?: ParsedProject; errors: RowError[]; notes: Note[] } {
  const errors: RowError[] = [];
  const notes: Note[] = [];
  /** Fields whose cell has no value that could be read. */
  const leftOut = new Set<FieldName>();
  const at = (field: FieldName, value: string, reason: string): RowError => {
    const position = mapping.positions.get(field);
    return { line: row.line, column: (position === undefined ? undefined : columns[position]) ?? field, value: shortened(value), reason };
  };
  const error = (field: FieldName, value: string, reason: string, remedy?: string) =>
    void errors.push({ ...at(field, value, reason), ...(remedy ? { remedy } : {}) });
  const note = (field: FieldName, value: string, reason: string) => void notes.push(at(field, value, reason));
  const rawValue = (field: FieldName): string | null =>
    (leftOut.has(field) ? null : cellText(row, field, mapping)) ?? mapping.constants.get(field) ?? null;

  /** Returns a value as the field stores it; null if it is missing or invalid. */
  function fieldValue<Name extends StoredName>(field: Name, value = rawValue(field)): Project[Name] | null {
    const { type, isRequired }: ProjectField = projectFields[field];
    // No remedy for titles, which projects do not share.
    if (value === null && isRequired && !leftOut.has(field))
      error(field, '', 'is missing', field === 'title' ? undefined : forAllRows(field, '"..."'));
    const isGuess = mapping.guessed.has(field);
    const read = (text: string) => parseValue(type, text, markOf(field, text)) as ParseResult<Project[Name]>;
    if (isGuess && value !== null && (type.kind === 'webAddress' || type.kind === 'list')) return valueOrNote(field, read(value), value);
    if (type.kind === 'oneOf') return oneOf(field, type.values, value) as Project[Name] | null;
    if (type.kind === 'text' && value !== null && [...value].length > type.max && !essential.includes(field))
      return tooLong(field, value, type.max) as Project[Name] | null;
    return parse(field, read, value);
  }
  function parse<T>(field: FieldName, parser: (value: string) => ParseResult<T>, value = rawValue(field)): T | null {
    if (value === null) return null;
    const result = parser(value);
    if ('reason' in result) error(field, value, result.reason);
    else if (result.note) note(field, value, result.note);
    return 'value' in result ? result.value : null;
  }
  /** Returns the mark for a number with two readings. Numbers of JSON and of workbooks are written with a point here. */
  function markOf(field: FieldName, text: string): DecimalMark | undefined {
    const isNumber = typeof row.cells[mapping.positions.get(field) ?? -1] === 'number';
    return isNumber ? 'point' : markFor(field, text, mapping);
  }
  /** Used for columns that were matched by an alias: an invalid value is noted and ignored, rather than rejecting the row. */
  function valueOrNote<T>(field: FieldName, result: ParseResult<T>, value: string): T | null {
    const { reason, note: remark } = { reason: undefined, note: undefined, ...result };
    if (reason ?? remark) note(field, value, reason ? `${reason}. Ignored` : String(remark));
    return 'value' in result ? result.value : null;
  }
  function tooLong(field: FieldName, value: string, max: number): string | null {
    const isLeftOut = neverShortened.includes(field);
    note(field, value, `is longer than ${max} characters. ${isLeftOut ? 'Left out' : 'Shortened'}`);
    return isLeftOut ? null : shortenedTo(value, max);
  }
  function oneOf<T extends string>(field: FieldName, words: readonly T[], value = rawValue(field)): T | null {
    if (value === null) return null;
    const result = wordOf(words, value);
    if ('value' in result) return result.value;
    // A registry's own "status", for instance, has nothing to do with whether Carma sells the credits. One that speaks of a sale has.
    const isRegistryWord = !mapping.named.has(field) && !(field === 'status' && aboutSale.test(value));
    if (!mapping.isOwnExport && isRegistryWord) note(field, value, `has values other than ${words.join(', ')}. Ignored`);
    else error(field, value, result.reason);
    return null;
  }

  if (row.extra > 0) error('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
  for (const [field, position] of mapping.positions) {
    const cell = row.cells[position];
    const text = String(cell);
    // JSON can represent it, but PostgreSQL cannot store it.
    if (!text.isWellFormed()) error(field, text.toWellFormed(), 'has half a character (a lone surrogate)');
    const debris =
      mapping.isOwnExport || holdsList(field) || field === 'places' ? undefined : debrisIn(cellText(row, field, mapping) ?? '');
    if (!debris) continue;
    leftOut.add(field);
    if (essential.includes(field)) error(field, text, debris);
    else note(field, text, `${debris}. Left out`);
  }

  const title = fieldValue('title') ?? '';
  const projectType = fieldValue('projectType', humanised(rawValue('projectType'), mapping));
  const category = fieldValue('category', firstOf(humanised(rawValue('category'), mapping) ?? projectType, mapping) ?? 'Other') ?? '';
  const verificationStandard = fieldValue('verificationStandard', standardNamed(rawValue('verificationStandard'), mapping)) ?? '';
  const { country, location } = placeOf();
  const pounds = parse('price', (text) => parsePounds(text, markOf('price', text)));
  const pence = fieldValue('pricePerCredit');
  if (pounds !== null && pence !== null && pounds !== pence)
    error('price', formatPounds(pounds), `contradicts pricePerCredit, ${formatPounds(pence)}`);
  const currency = rawValue('currency');
  if (currency !== null && (pounds ?? pence) !== null && !/^(?:gbp|£|(?:british )?pounds?(?: sterling)?)$/i.test(currency))
    error('currency', currency, 'is another currency: prices are in pounds');
  const availableCredits = fieldValue('availableCredits');
  const sale = oneOf('status', saleStatuses);
  const isSoldOut = sale === 'Sold out';
  if (isSoldOut && availableCredits)
    error('status', sale, `contradicts ${formatCount(availableCredits)} available credits: write 0 of them, or "On sale"`);
  const [latitude, longitude] = [fieldValue('latitude'), fieldValue('longitude')];
  if (errors.length === 0 && (latitude === null) !== (longitude === null))
    error(latitude === null ? 'latitude' : 'longitude', '', 'is missing, while the other coordinate is given');

  // Fields that depend on more than their own column. All others are read as the table of fields specifies.
  const derived = {
    externalId: fieldValue('externalId', registryId(rawValue('externalId'))),
    title,
    description: fieldValue('description') ?? factsOf({ category, projectType, location, verificationStandard }),
    category,
    projectType,
    pricePerCredit: pence ?? pounds,
    availableCredits: isSoldOut ? 0 : availableCredits,
    verificationStandard,
    location,
    country,
    latitude,
    longitude,
    impactPerYear: fieldValue('impactPerYear') ?? 0,
    featured: fieldValue('featured') ?? false,
    status: isSoldOut ? 'On sale' : sale,
    unitsStatus: fieldValue('unitsStatus', rawValue('unitsStatus')?.replace(/^pending$/i, 'expected') ?? null),
    unitType: fieldValue(
      'unitType',
      mapping.isOwnExport ? rawValue('unitType') : unitTypeOf(rawValue('unitType'), `${category} ${projectType ?? ''}`),
    ),
    methodology: fieldValue('methodology', humanised(rawValue('methodology'), mapping)),
    registryIssued: registryTotal('registryIssued'),
    registryRetired: registryTotal('registryRetired'),
    ...vintageOf(),
    labels: labelsOf(),
    ratings: ratingsOf(),
    documents: fieldValue('documents', mapping.isOwnExport ? rawValue('documents') : documentListOf(rawValue('documents'))),
  } satisfies Partial<ParsedProject>;
  const remaining = storedFields.filter(({ name }) => !(name in derived)).map(({ name }) => [name, fieldValue(name)]);
  const project = { line: row.line, statedStatus: sale, ...derived, ...Object.fromEntries(remaining) } as ParsedProject;
  const survey = storedFields.find(({ name }) => name.startsWith('survey') && name !== 'surveyedOn' && project[name] !== null);
  if (survey && project.surveyedOn === null) error('surveyedOn', '', `is missing, while ${survey.name} is given`);
  if ((project.reviewer === null) !== (project.reviewedOn === null))
    error(project.reviewer === null ? 'reviewer' : 'reviewedOn', '', 'is missing, while the other half of the review is given');
  return errors.length > 0 ? { errors, notes } : { project, errors, notes };

  /** Returns the labels of all columns that have some. A JSON list in their own column is read as it is. */
  function labelsOf(): ParsedProject['labels'] {
    const defaults = { source: rawValue('labelsSource'), day: parse('labelsAsOf', readDay) };
    const found = (Object.keys(labelColumns) as LabelColumn[]).flatMap((column) => {
      const cell = rawValue(column);
      if (cell === null) return [];
      if (column === 'labels' && cell.startsWith('[')) return fieldValue('labels') ?? [];
      return statements(column, parseLabels(column, cell, defaults), cell);
    });
    // Two columns may state the same.
    const distinct = new Set(found.map((label) => JSON.stringify(label)));
    return distinct.size > 0 ? fieldValue('labels', `[${[...distinct].join()}]`) : null;
  }
  function ratingsOf(): ParsedProject['ratings'] {
    const cell = rawValue('ratings');
    if (cell === null || cell.startsWith('[')) return fieldValue('ratings');
    const found = statements('ratings', parseRatings(cell, { source: rawValue('ratingAgency'), day: parse('ratedOn', readDay) }), cell);
    return found.length > 0 ? fieldValue('ratings', JSON.stringify(found)) : null;
  }
  function statements<T>(field: FieldName, result: ParseResult<T[]>, cell: string): T[] {
    const isGuess = mapping.guessed.has(field);
    return (isGuess ? valueOrNote(field, result, cell) : parse(field, () => result, cell)) ?? [];
  }

  /**
   * Returns the registry's id with its letters: mere numbers are shared by projects of several registries. A column that was named with
   * --map may have ids of somebody else.
   */
  function registryId(id: string | null): string | null {
    const [prefix] = mapping.registry ? registries[mapping.registry.registry].projectIds : [];
    return prefix && id !== null && /^\d+$/.test(id) && !mapping.named.has('externalId') ? `${prefix}${id}` : id;
  }
  /** Returns a total of the registry. Its corrections may leave one below zero, which says nothing. */
  function registryTotal(field: 'registryIssued' | 'registryRetired'): number | null {
    const value = rawValue(field);
    if (value === null || !/^[-−]/.test(value)) return fieldValue(field);
    note(field, value, 'is negative. Left out');
    return null;
  }
  /** Returns the years of the vintage; registries may write both in one cell, "2019-2021", or write days. */
  function vintageOf(): Pick<ParsedProject, 'vintageStart' | 'vintageEnd'> {
    if (mapping.isOwnExport) return { vintageStart: fieldValue('vintageStart'), vintageEnd: fieldValue('vintageEnd') };
    const [first, last] = [yearsIn(rawValue('vintageStart')), yearsIn(rawValue('vintageEnd'))];
    const start = fieldValue('vintageStart', first[0] ?? rawValue('vintageStart'));
    const end = fieldValue('vintageEnd', last.at(-1) ?? rawValue('vintageEnd') ?? first[1] ?? null);
    if (start !== null && end !== null && end < start) error('vintageEnd', String(end), 'is before the first year of the vintage');
    return { vintageStart: start, vintageEnd: end };
  }
  function placeOf(): { country: string | null; location: string } {
    const name = rawValue('country') ?? countryIn(rawValue('places'));
    const code = name === null ? undefined : countryCode(name);
    if (name !== null && !code) {
      if (mapping.isOwnExport || /^[A-Z]{2}$/.test(name)) error('country', name, 'is not an ISO 3166-1 country');
      else note('country', name, 'is not a known country. Left empty');
    }
    const country = code ?? null;
    const place = rawValue('location') ?? placeFrom([rawValue('site'), rawValue('state'), code ? countryName(code) : name]);
    if (place === null && !mapping.isOwnExport) note('location', '', 'is missing. Imported as "Not stated"');
    const location = fieldValue('location', place ?? (mapping.isOwnExport ? null : 'Not stated')) ?? '';
    const hasCountry = isProvided(mapping, 'country');
    return { country: country ?? (hasCountry ? null : (countryAtEnd(location) ?? null)), location };
  }
}

/** Returns a description for a project that has none, from its facts alone. */
export function factsOf(facts: { category: string; projectType: string | null; location: string; verificationStandard: string }): string {
  const { category, projectType, location, verificationStandard } = facts;
  const kind = projectType && projectType !== category ? `${category}, ${projectType}` : category;
  return `${kind}. Place: ${location}. Standard: ${verificationStandard}.`;
}
