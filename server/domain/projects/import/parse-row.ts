import { countryAtEnd, countryCode } from '#server/domain/projects/country-codes.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { type Project, saleStatuses } from '#src/schemas/project.ts';
import { type ProjectField, projectFields, type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { cellText, holdsList, isList } from './cells.ts';
import type { FieldName } from './fields.ts';
import { type LabelColumn, labelColumns, parseLabels, parseRatings } from './label-cells.ts';
import type { Mapping } from './map-columns.ts';
import { type ParseResult, parseCount, parseDay, parsePounds, parseValue, wordOf } from './parse-field.ts';
import type { Row } from './read-rows.ts';
import { documentListOf, firstOf, humanised, placeFrom, standardNamed, unitTypeOf, yearsIn } from './registry-cells.ts';

/** An invalid value in a file. */
export type RowError = { line: number; column: string; value: string; reason: string };
/** A value that was interpreted or ignored, in a row that is imported all the same. */
export type Note = RowError;
/** Fields that may be null until a row is stored: the slug is generated from the title, the status depends on what is stored. */
type DeferredField = 'slug' | 'status' | 'imageUrl';
/** A row, parsed for the table of projects. */
export type ParsedProject = { line: number } & Pick<Project, Exclude<StoredName, DeferredField>> & {
    [Name in DeferredField]: Project[Name] | null;
  };

/** Parses a row into a project with notes about its values, or returns all errors of the row. */
export function parseRow(row: Row, mapping: Mapping, columns: string[]): { project?: ParsedProject; errors: RowError[]; notes: Note[] } {
  const errors: RowError[] = [];
  const notes: Note[] = [];
  const at = (field: FieldName, value: string, reason: string): RowError => {
    const position = mapping.positions.get(field);
    return { line: row.line, column: (position === undefined ? undefined : columns[position]) ?? field, value: shortened(value), reason };
  };
  const error = (field: FieldName, value: string, reason: string) => void errors.push(at(field, value, reason));
  const note = (field: FieldName, value: string, reason: string) => void notes.push(at(field, value, reason));
  const rawValue = (field: FieldName): string | null => cellText(row, field, mapping) ?? mapping.constants.get(field) ?? null;

  /** Returns a value as the field stores it; null if it is missing or invalid. */
  function fieldValue<Name extends StoredName>(field: Name, value = rawValue(field)): Project[Name] | null {
    const { type, isRequired }: ProjectField = projectFields[field];
    if (value === null && isRequired) {
      // No advice for titles, which projects do not share.
      const advice = field === 'title' ? '' : `; to use one value for all such rows: --set ${field}="..."`;
      error(field, '', `is missing${advice}`);
    }
    const isGuess = mapping.guessed.some((guess) => guess.field === field);
    if (isGuess && value !== null && (type.kind === 'webAddress' || type.kind === 'list'))
      return valueOrNote(field, parseValue(type, value) as ParseResult<Project[Name]>, value);
    if (type.kind === 'oneOf') return oneOf(field, type.values, value) as Project[Name] | null;
    return parse(field, (text) => parseValue(type, text) as ParseResult<Project[Name]>, value);
  }
  function parse<T>(field: FieldName, parser: (value: string) => ParseResult<T>, value = rawValue(field)): T | null {
    if (value === null) return null;
    const result = parser(value);
    if ('reason' in result) error(field, value, result.reason);
    else if (result.note) note(field, value, result.note);
    return 'value' in result ? result.value : null;
  }
  /** Used for columns that were matched by an alias: an invalid value is noted and ignored, rather than rejecting the row. */
  function valueOrNote<T>(field: FieldName, result: ParseResult<T>, value: string): T | null {
    if ('value' in result) return result.value;
    note(field, value, `${result.reason}. Ignored`);
    return null;
  }
  function oneOf<T extends string>(field: FieldName, words: readonly T[], value = rawValue(field)): T | null {
    if (value === null) return null;
    const result = wordOf(words, value);
    if ('value' in result) return result.value;
    // A registry's own "status", for instance, has nothing to do with whether Carma sells the credits.
    if (!mapping.isOwnExport && !mapping.named.has(field)) note(field, value, `has values other than ${words.join(', ')}. Ignored`);
    else error(field, value, result.reason);
    return null;
  }

  if (row.extra > 0) error('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
  for (const [field, position] of mapping.positions) {
    const cell = row.cells[position];
    if (typeof cell === 'object' && cell !== null && !isList(cell) && !holdsList(field))
      error(field, JSON.stringify(cell), 'is an object, not a value');
    const text = String(cell);
    // JSON can represent it, but PostgreSQL cannot store it.
    if (!text.isWellFormed()) error(field, text.toWellFormed(), 'has half a character (a lone surrogate)');
  }

  const title = fieldValue('title') ?? '';
  const projectType = fieldValue('projectType', humanised(rawValue('projectType'), mapping));
  const category = fieldValue('category', firstOf(humanised(rawValue('category'), mapping) ?? projectType, mapping) ?? 'Other') ?? '';
  const verificationStandard = fieldValue('verificationStandard', standardNamed(rawValue('verificationStandard'), mapping)) ?? '';
  const { country, location } = placeOf();
  const pounds = parse('price', parsePounds);
  const pricePerCredit = fieldValue('pricePerCredit') ?? pounds;
  const sale = oneOf('status', saleStatuses);
  const statedStatus = sale === null ? null : /^not/i.test(sale) ? 'Not yet on sale' : 'On sale';
  const priceField = mapping.positions.has('pricePerCredit') ? 'pricePerCredit' : 'price';
  if (pricePerCredit === null && statedStatus === 'On sale' && errors.length === 0)
    error(priceField, '', 'is missing, but the project is on sale');
  const issued = parse('issued', parseCount);
  const retired = parse('retired', parseCount) ?? 0;
  const availableCredits = fieldValue('availableCredits') ?? (issued === null ? 0 : Math.max(issued - retired, 0));
  const [latitude, longitude] = [fieldValue('latitude'), fieldValue('longitude')];
  if (errors.length === 0 && (latitude === null) !== (longitude === null))
    error(latitude === null ? 'latitude' : 'longitude', '', 'is missing, while the other coordinate is given');

  // Fields that depend on more than their own column. All others are read as the table of fields specifies.
  const derived = {
    title,
    description: fieldValue('description') ?? factsOf({ category, projectType, location, verificationStandard }),
    category,
    projectType,
    pricePerCredit,
    availableCredits,
    verificationStandard,
    location,
    country,
    latitude,
    longitude,
    impactPerYear: fieldValue('impactPerYear') ?? 0,
    featured: fieldValue('featured') ?? false,
    status: statedStatus ?? null,
    unitsStatus: fieldValue('unitsStatus') ?? (issued !== null && issued > 0 ? 'issued' : null),
    unitType: fieldValue(
      'unitType',
      mapping.isOwnExport ? rawValue('unitType') : unitTypeOf(rawValue('unitType'), `${category} ${projectType ?? ''}`),
    ),
    methodology: fieldValue('methodology', humanised(rawValue('methodology'), mapping)),
    ...vintageOf(),
    labels: labelsOf(),
    ratings: ratingsOf(),
    documents: fieldValue('documents', mapping.isOwnExport ? rawValue('documents') : documentListOf(rawValue('documents'))),
  } satisfies Partial<ParsedProject>;
  const remaining = storedFields.filter(({ name }) => !(name in derived)).map(({ name }) => [name, fieldValue(name)]);
  const project = { line: row.line, ...derived, ...Object.fromEntries(remaining) } as ParsedProject;
  const survey = storedFields.find(({ name }) => name.startsWith('survey') && name !== 'surveyedOn' && project[name] !== null);
  if (survey && project.surveyedOn === null) error('surveyedOn', '', `is missing, while ${survey.name} is given`);
  if ((project.reviewer === null) !== (project.reviewedOn === null))
    error(project.reviewer === null ? 'reviewer' : 'reviewedOn', '', 'is missing, while the other half of the review is given');
  return errors.length > 0 ? { errors, notes } : { project, errors, notes };

  /** Returns the labels of all columns that have some. A JSON list in their own column is read as it is. */
  function labelsOf(): ParsedProject['labels'] {
    const defaults = { source: rawValue('labelsSource'), day: parse('labelsAsOf', parseDay) };
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
    const found = statements('ratings', parseRatings(cell, { source: rawValue('ratingAgency'), day: parse('ratedOn', parseDay) }), cell);
    return found.length > 0 ? fieldValue('ratings', JSON.stringify(found)) : null;
  }
  function statements<T>(field: FieldName, result: ParseResult<T[]>, cell: string): T[] {
    const isGuess = mapping.guessed.some((guess) => guess.field === field);
    return (isGuess ? valueOrNote(field, result, cell) : parse(field, () => result, cell)) ?? [];
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
    const name = rawValue('country');
    const code = name === null ? undefined : countryCode(name);
    if (name !== null && !code) {
      if (mapping.isOwnExport || /^[A-Z]{2}$/.test(name)) error('country', name, 'is not an ISO 3166-1 country');
      else note('country', name, 'is not a known country. Left empty');
    }
    const country = code ?? null;
    const place = rawValue('location') ?? placeFrom([rawValue('site'), rawValue('state'), code ? countryName(code) : name]);
    if (place === null && !mapping.isOwnExport) note('location', '', 'is missing. Imported as "Not stated"');
    const location = fieldValue('location', place ?? (mapping.isOwnExport ? null : 'Not stated')) ?? '';
    const hasCountry = mapping.positions.has('country') || mapping.constants.has('country');
    return { country: country ?? (hasCountry ? null : (countryAtEnd(location) ?? null)), location };
  }
}

/** Returns a description for a project that has none, from its facts alone. */
export function factsOf(facts: { category: string; projectType: string | null; location: string; verificationStandard: string }): string {
  const { category, projectType, location, verificationStandard } = facts;
  const kind = projectType && projectType !== category ? `${category}, ${projectType}` : category;
  return `${kind}. Place: ${location}. Standard: ${verificationStandard}.`;
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}
