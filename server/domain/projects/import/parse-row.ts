import { countryName } from '#src/lib/countries.ts';
import { saleStatuses } from '#src/schemas/project.ts';
import { countryAtEnd, countryCode } from './country-codes.ts';
import type { FieldName } from './fields.ts';
import type { Mapping } from './map-columns.ts';
import type { Row } from './read-rows.ts';
import { type Reading, readCount, readDay, readDegrees, readFlag, readPence, readPounds } from './values.ts';
import { firstOf, humanised, placeFrom, standardNamed } from './words.ts';

/** What is wrong with one value of a file. */
export type Fault = { line: number; column: string; value: string; reason: string };
/** What was read otherwise than it stands there, and imported all the same. */
export type Note = Fault;
/** A row as the table takes it. A null slug or status is settled later: from the title, and from what is stored. */
export type ParsedProject = {
  line: number;
  externalId: string | null;
  slug: string | null;
  title: string;
  description: string;
  monitoring: string | null;
  category: string;
  projectType: string | null;
  imageUrl: string | null;
  pricePerCredit: number;
  availableCredits: number;
  verificationStandard: string;
  location: string;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  impactPerYear: number;
  featured: boolean;
  status: 'on sale' | 'not yet on sale' | null;
  unitsStatus: 'issued' | 'expected' | null;
  permanenceYears: number | null;
  figuresSource: string | null;
  figuresAsOf: string | null;
};

const nothing = /^(|-+|–|—|n\/?a|#n\/a|null|none|nan|nil|tbc|tbd|unknown|undefined|not (available|applicable|stated|known))$/i;
const maxPermanence = 1_000_000;

/** One row as a project, with what was read otherwise than it stands there; or every fault of the row. */
export function parseRow(row: Row, mapping: Mapping, columns: string[]): { project?: ParsedProject; faults: Fault[]; notes: Note[] } {
  const faults: Fault[] = [];
  const notes: Note[] = [];
  const at = (field: FieldName, value: string, reason: string): Fault => {
    const position = mapping.positions.get(field);
    return { line: row.line, column: (position === undefined ? undefined : columns[position]) ?? field, value: shortened(value), reason };
  };
  const fault = (field: FieldName, value: string, reason: string) => void faults.push(at(field, value, reason));
  const note = (field: FieldName, value: string, reason: string) => void notes.push(at(field, value, reason));
  const given = (field: FieldName): string | null => cellOf(row, field, mapping) ?? mapping.constants.get(field) ?? null;

  function text(field: FieldName, limit: number, value = given(field)): string | null {
    if (value !== null && [...value].length > limit) fault(field, value, `is longer than ${limit} characters (${[...value].length})`);
    return value;
  }
  function required(field: FieldName, limit: number, value = given(field)): string {
    // Projects do not share a title.
    const advice = field === 'title' ? '' : `; one value for all such rows: --set ${field}="..."`;
    if (value === null) fault(field, '', `is missing${advice}`);
    return text(field, limit, value) ?? '';
  }
  function read<T>(field: FieldName, reader: (value: string) => Reading<T>): T | null {
    const value = given(field);
    if (value === null) return null;
    const reading = reader(value);
    if ('reason' in reading) fault(field, value, reading.reason);
    else if (reading.note) note(field, value, reading.note);
    return 'value' in reading ? reading.value : null;
  }
  function oneOf<T extends string>(field: FieldName, values: readonly T[], value = given(field)): T | null {
    if (value === null) return null;
    const found = values.find((known) => known.toLowerCase() === value.toLowerCase());
    if (found) return found;
    // A registry's own "status" is another thing than whether Carma sells the credits.
    if (!mapping.isOurs && !mapping.named.has(field)) note(field, value, `has other words than ${values.join(', ')}. Passed over`);
    else fault(field, value, `is none of: ${values.join(', ')}`);
    return null;
  }

  if (row.extra > 0) fault('title', '', `the row has ${row.extra} more cells than the header; is a comma unquoted?`);
  for (const [field, position] of mapping.positions) {
    const cell = row.cells[position];
    if (typeof cell === 'object' && cell !== null && !isList(cell)) fault(field, JSON.stringify(cell), 'is an object, not a value');
    const text = String(cell);
    // JSON can spell it; Postgres cannot store it.
    if (!text.isWellFormed()) fault(field, text.toWellFormed(), 'has half a character (a lone surrogate)');
  }

  const title = required('title', 300);
  const projectType = text('projectType', 100, humanised(given('projectType'), mapping));
  const category = text('category', 100, firstOf(humanised(given('category'), mapping) ?? projectType, mapping)) ?? 'Other';
  const verificationStandard = required('verificationStandard', 200, standardNamed(given('verificationStandard'), mapping));
  const { country, location } = placeOf();
  const pounds = read('price', readPounds);
  const pricePerCredit = read('pricePerCredit', readPence) ?? pounds;
  const sale = oneOf('status', saleStatuses);
  const stated = sale === null ? null : /^not/i.test(sale) ? 'not yet on sale' : 'on sale';
  const priced = mapping.positions.has('pricePerCredit') ? 'pricePerCredit' : 'price';
  if (pricePerCredit === null && stated === 'on sale' && faults.length === 0) fault(priced, '', 'is missing, but the project is on sale');
  const issued = read('issued', readCount);
  const retired = read('retired', readCount) ?? 0;
  const available = read('availableCredits', readCount) ?? (issued === null ? 0 : Math.max(issued - retired, 0));
  const [latitude, longitude] = [
    read('latitude', (value) => readDegrees(value, 90)),
    read('longitude', (value) => readDegrees(value, 180)),
  ];
  if (faults.length === 0 && (latitude === null) !== (longitude === null))
    fault(latitude === null ? 'latitude' : 'longitude', '', 'is missing, while the other coordinate is given');
  const permanenceYears = read('permanenceYears', readCount);
  if (permanenceYears !== null && (permanenceYears < 1 || permanenceYears > maxPermanence))
    fault('permanenceYears', String(permanenceYears), `is not between 1 and ${maxPermanence.toLocaleString('en-GB')} years`);
  const slug = given('slug');
  if (slug !== null && !(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 120))
    fault('slug', slug, 'must be lower case letters and digits joined by hyphens, 120 at most');
  if (slug === 'compare') fault('slug', slug, 'is the address of another page');
  const imageUrl = given('imageUrl');
  if (imageUrl !== null && !/^(\/|https:\/\/)[^/\s][^\s]{0,1990}$/.test(imageUrl))
    fault('imageUrl', imageUrl, 'must be a path on this site (/pictures/...) or an https address');

  const project: ParsedProject = {
    line: row.line,
    externalId: text('externalId', 200),
    slug,
    title,
    description: text('description', 5000) ?? factsOf({ category, projectType, location, verificationStandard }),
    monitoring: text('monitoring', 5000),
    category,
    projectType,
    imageUrl,
    pricePerCredit: pricePerCredit ?? 0,
    availableCredits: available,
    verificationStandard,
    location,
    country,
    latitude,
    longitude,
    impactPerYear: read('impactPerYear', readCount) ?? 0,
    featured: read('featured', readFlag) ?? false,
    status: stated ?? (pricePerCredit === null ? 'not yet on sale' : null),
    unitsStatus: oneOf('unitsStatus', ['issued', 'expected']) ?? (issued !== null && issued > 0 ? 'issued' : null),
    permanenceYears,
    figuresSource: text('figuresSource', 500),
    figuresAsOf: read('figuresAsOf', readDay),
  };
  return faults.length > 0 ? { faults, notes } : { project, faults, notes };

  function placeOf(): { country: string | null; location: string } {
    const name = given('country');
    const code = name === null ? undefined : countryCode(name);
    if (name !== null && !code) {
      if (mapping.isOurs || /^[A-Z]{2}$/.test(name)) fault('country', name, 'is no country of ISO 3166-1');
      else note('country', name, 'is no country that is known here. Left empty');
    }
    const country = code ?? null;
    const stated = given('location') ?? placeFrom([given('site'), given('state'), code ? countryName(code) : name]);
    if (stated === null && !mapping.isOurs) note('location', '', 'is missing. Imported as "Not stated"');
    const location = required('location', 200, stated ?? (mapping.isOurs ? null : 'Not stated'));
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
  const raw = isList(cell) ? cell.join(', ') : String(cell);
  const written = mapping.isGuarded ? raw.replace(/^'(?='*[=+\-@\t\r])/, '') : raw;
  const lines = written.replaceAll('\0', '').replace(/\r\n?/g, '\n').normalize('NFC').trim();
  // A name broken over lines is one name; only what describes has paragraphs.
  const text = mapping.isOurs || field === 'description' || field === 'monitoring' ? lines : lines.replace(/\s+/g, ' ');
  if (text === '') return null;
  return !mapping.isOurs && nothing.test(text) && !(field === 'country' && text === 'NA' && mapping.hasCountryCodes) ? null : text;
}

function isList(cell: unknown): cell is (string | number)[] {
  return Array.isArray(cell) && cell.every((item) => typeof item === 'string' || typeof item === 'number');
}

function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  return [...line].length > 60 ? `${[...line].slice(0, 60).join('')}…` : line;
}
