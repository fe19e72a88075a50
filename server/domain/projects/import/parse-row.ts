import { countryName } from '#src/lib/countries.ts';
import { type Project, saleStatuses } from '#src/schemas/project.ts';
import { type ProjectField, projectFields, type StoredName, storedFields } from '#src/schemas/project-fields.ts';
import { countryAtEnd, countryCode } from './country-codes.ts';
import type { FieldName } from './fields.ts';
import type { Mapping } from './map-columns.ts';
import { type Reading, readCount, readPounds, readValue, wordOf } from './read-field.ts';
import type { Row } from './read-rows.ts';
import { documentListOf, firstOf, humanised, placeFrom, standardNamed, unitTypeOf, yearsIn } from './registry-cells.ts';

/** What is wrong with one value of a file. */
export type RowError = { line: number; column: string; value: string; reason: string };
/** What was read otherwise than it stands there, and imported all the same. */
export type Note = RowError;
/** What may be unknown until a row is stored: the slug is made from the title, the status depends on what is stored. */
type SettledLater = 'slug' | 'status' | 'imageUrl';
/** A row as the table takes it. */
export type ParsedProject = { line: number } & Pick<Project, Exclude<StoredName, SettledLater>> & {
    [Name in SettledLater]: Project[Name] | null;
  };

const nothing = /^(|-+|–|—|n\/?a|#n\/a|null|none|nan|nil|tbc|tbd|unknown|undefined|not (available|applicable|stated|known))$/i;

type TextName = 'title' | 'verificationStandard' | 'location';

/** One row as a project, with what was read otherwise than it stands there; or every error of the row. */
export function parseRow(row: Row, mapping: Mapping, columns: string[]): { project?: ParsedProject; errors: RowError[]; notes: Note[] } {
  const errors: RowError[] = [];
  const notes: Note[] = [];
  const at = (field: FieldName, value: string, reason: string): RowError => {
    const position = mapping.positions.get(field);
    return { line: row.line, column: (position === undefined ? undefined : columns[position]) ?? field, value: shortened(value), reason };
  };
  const error = (field: FieldName, value: string, reason: string) => void errors.push(at(field, value, reason));
  const note = (field: FieldName, value: string, reason: string) => void notes.push(at(field, value, reason));
  const given = (field: FieldName): string | null => cellOf(row, field, mapping) ?? mapping.constants.get(field) ?? null;

  function required(field: TextName, value = given(field)): string {
    // Projects do not share a title.
    const advice = field === 'title' ? '' : `; one value for all such rows: --set ${field}="..."`;
    if (value === null) error(field, '', `is missing${advice}`);
    return stored(field, value) ?? '';
  }
  /** A value as the field stores it; null where the row has none, or a wrong one. */
  function stored<Name extends StoredName>(field: Name, value = given(field)): Project[Name] | null {
    const { type }: ProjectField = projectFields[field];
    const isGuess = mapping.guessed.some((guess) => guess.field === field);
    if (isGuess && value !== null && (type.kind === 'webAddress' || type.kind === 'list'))
      return looselyRead(field, readValue(type, value) as Reading<Project[Name]>, value);
    if (type.kind === 'oneOf') return oneOf(field, type.values, value) as Project[Name] | null;
    return read(field, (text) => readValue(type, text) as Reading<Project[Name]>, value);
  }
  function read<T>(field: FieldName, reader: (value: string) => Reading<T>, value = given(field)): T | null {
    if (value === null) return null;
    const reading = reader(value);
    if ('reason' in reading) error(field, value, reading.reason);
    else if (reading.note) note(field, value, reading.note);
    return 'value' in reading ? reading.value : null;
  }
  /** In a column that was taken for the field by its name, an address that is none is noted, and the row imported without it. */
  function looselyRead<T>(field: FieldName, reading: Reading<T>, value: string): T | null {
    if ('value' in reading) return reading.value;
    note(field, value, `${reading.reason}. Passed over`);
    return null;
  }
  function oneOf<T extends string>(field: FieldName, words: readonly T[], value = given(field)): T | null {
    if (value === null) return null;
    const reading = wordOf(words, value);
    if ('value' in reading) return reading.value;
    // A registry's own "status" is another thing than whether Carma sells the credits.
    if (!mapping.isOurs && !mapping.named.has(field)) note(field, value, `has other words than ${words.join(', ')}. Passed over`);
    else error(field, value, reading.reason);
    return null;
  }

  if (row.extra > 0) error('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
  for (const [field, position] of mapping.positions) {
    const cell = row.cells[position];
    if (typeof cell === 'object' && cell !== null && !isList(cell) && !holdsList(field))
      error(field, JSON.stringify(cell), 'is an object, not a value');
    const text = String(cell);
    // JSON can spell it; Postgres cannot store it.
    if (!text.isWellFormed()) error(field, text.toWellFormed(), 'has half a character (a lone surrogate)');
  }

  const title = required('title');
  const projectType = stored('projectType', humanised(given('projectType'), mapping));
  const category = stored('category', firstOf(humanised(given('category'), mapping) ?? projectType, mapping)) ?? 'Other';
  const verificationStandard = required('verificationStandard', standardNamed(given('verificationStandard'), mapping));
  const { country, location } = placeOf();
  const pounds = read('price', readPounds);
  const pricePerCredit = stored('pricePerCredit') ?? pounds;
  const sale = oneOf('status', saleStatuses);
  const stated = sale === null ? null : /^not/i.test(sale) ? 'not yet on sale' : 'on sale';
  const priced = mapping.positions.has('pricePerCredit') ? 'pricePerCredit' : 'price';
  if (pricePerCredit === null && stated === 'on sale' && errors.length === 0) error(priced, '', 'is missing, but the project is on sale');
  const issued = read('issued', readCount);
  const retired = read('retired', readCount) ?? 0;
  const availableCredits = stored('availableCredits') ?? (issued === null ? 0 : Math.max(issued - retired, 0));
  const [latitude, longitude] = [stored('latitude'), stored('longitude')];
  if (errors.length === 0 && (latitude === null) !== (longitude === null))
    error(latitude === null ? 'latitude' : 'longitude', '', 'is missing, while the other coordinate is given');

  // What depends on more than the field's own column. All other fields are read as the table of fields says.
  const own = {
    title,
    description: stored('description') ?? factsOf({ category, projectType, location, verificationStandard }),
    category,
    projectType,
    pricePerCredit: pricePerCredit ?? 0,
    availableCredits,
    verificationStandard,
    location,
    country,
    latitude,
    longitude,
    impactPerYear: stored('impactPerYear') ?? 0,
    featured: stored('featured') ?? false,
    status: stated ?? (pricePerCredit === null ? 'not yet on sale' : null),
    unitsStatus: stored('unitsStatus') ?? (issued !== null && issued > 0 ? 'issued' : null),
    unitType: stored('unitType', mapping.isOurs ? given('unitType') : unitTypeOf(given('unitType'), `${category} ${projectType ?? ''}`)),
    methodology: stored('methodology', humanised(given('methodology'), mapping)),
    ...vintageOf(),
    documents: stored('documents', mapping.isOurs ? given('documents') : documentListOf(given('documents'))),
  } satisfies Partial<ParsedProject>;
  const others = storedFields.filter(({ name }) => !(name in own)).map(({ name }) => [name, stored(name)]);
  const project = { line: row.line, ...own, ...Object.fromEntries(others) } as ParsedProject;
  return errors.length > 0 ? { errors, notes } : { project, errors, notes };

  /** The years of the vintage; a registry may write both into one cell, "2019-2021", or write days. */
  function vintageOf(): Pick<ParsedProject, 'vintageStart' | 'vintageEnd'> {
    if (mapping.isOurs) return { vintageStart: stored('vintageStart'), vintageEnd: stored('vintageEnd') };
    const [first, last] = [yearsIn(given('vintageStart')), yearsIn(given('vintageEnd'))];
    const start = stored('vintageStart', first[0] ?? given('vintageStart'));
    const end = stored('vintageEnd', last.at(-1) ?? given('vintageEnd') ?? first[1] ?? null);
    if (start !== null && end !== null && end < start) error('vintageEnd', String(end), 'is before the first year of the vintage');
    return { vintageStart: start, vintageEnd: end };
  }
  function placeOf(): { country: string | null; location: string } {
    const name = given('country');
    const code = name === null ? undefined : countryCode(name);
    if (name !== null && !code) {
      if (mapping.isOurs || /^[A-Z]{2}$/.test(name)) error('country', name, 'is no country of ISO 3166-1');
      else note('country', name, 'is no country that is known here. Left empty');
    }
    const country = code ?? null;
    const stated = given('location') ?? placeFrom([given('site'), given('state'), code ? countryName(code) : name]);
    if (stated === null && !mapping.isOurs) note('location', '', 'is missing. Imported as "Not stated"');
    const location = required('location', stated ?? (mapping.isOurs ? null : 'Not stated'));
    const hasCountry = mapping.positions.has('country') || mapping.constants.has('country');
    return { country: country ?? (hasCountry ? null : (countryAtEnd(location) ?? null)), location };
  }
}

/** The description of a project that comes without one: its facts, nothing else. */
export function factsOf(facts: { category: string; projectType: string | null; location: string; verificationStandard: string }): string {
  const { category, projectType, location, verificationStandard } = facts;
  const kind = projectType && projectType !== category ? `${category}, ${projectType}` : category;
  return `${kind}. Place: ${location}. Standard: ${verificationStandard}.`;
}

/** A cell's text: composed (NFC), without blanks at its ends and without what Postgres cannot store. Null: nothing there. */
function cellOf({ cells }: Row, field: FieldName, mapping: Mapping): string | null {
  const position = mapping.positions.get(field);
  const cell = position === undefined ? undefined : cells[position];
  if (cell === undefined || cell === null) return null;
  const raw = typeof cell === 'object' && holdsList(field) ? JSON.stringify(cell) : isList(cell) ? cell.join(', ') : String(cell);
  const written = mapping.isGuarded ? raw.replace(/^'(?='*[=+\-@\t\r])/, '') : raw;
  const lines = written.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
  // A name broken over lines is one name; only what describes has paragraphs.
  const text = mapping.isOurs || hasParagraphs(field) ? lines : lines.replace(/\s+/g, ' ');
  if (text === '') return null;
  return !mapping.isOurs && nothing.test(text) && !(field === 'country' && text === 'NA' && mapping.hasCountryCodes) ? null : text;
}

function hasParagraphs(field: FieldName): boolean {
  const type = typeOf(field);
  return type?.kind === 'text' && type.paragraphs;
}

function holdsList(field: FieldName): boolean {
  return typeOf(field)?.kind === 'list';
}

function typeOf(field: FieldName): ProjectField['type'] | undefined {
  return (projectFields as Partial<Record<FieldName, ProjectField>>)[field]?.type;
}

function isList(cell: unknown): cell is (string | number)[] {
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string' || typeof item === 'number');
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}
