import { countryAtEnd, countryCode, foldedWords } from '#server/domain/projects/countries.ts';
import { excerptOf, type Parsed, readDay, withoutPriceUnit } from '#server/platform/tables/cells.ts';
import { type FileTable, type Row, type RowError, rowWord } from '#server/platform/tables/read-table.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { countryName, statedVintage } from '#shared/lib/projects/facts.ts';
import { registriesAt } from '#shared/lib/registries/listed-projects.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { type Project, type StoredName, storedFields } from '#shared/schemas/project.ts';
import { CatalogueRow, parseCount, parsePounds, readRegistryId, refuseOther, statedStandard } from './catalogue-row.ts';
import { assertComplete, type FieldName, namingColumn, type ProjectMapping } from './map-columns.ts';
import type { Match, Stored } from './match-rows.ts';
import {
  documentListOf,
  firstOf,
  humanised,
  kindAgainst,
  type LabelColumn,
  labelColumns,
  parseLabels,
  parseRatings,
  placeFrom,
  unclearYears,
  unitTypeOf,
  valueIn,
  valuesIn,
  yearsIn,
} from './registry-words.ts';

/** The project that a row makes: a new one, or the stored one with the values of the row. */
export type ParsedProject = {
  line: number;
  /** The stored project; null: it is new. */
  matchedId: number | null;
  /** Whether the row itself states its slug. */
  hasSlug: boolean;
  /** The id as the row writes it. */
  statedId: string | null;
  /** What the row says of its sale. "Sold out" means that no credits are available; `status` is then "On sale". */
  statedStatus: Project['status'] | null;
  /** Whether the row itself puts credits up for sale. */
  isOffer: boolean;
  /** Whether the book has other available credits than the row. */
  isKeptFromBook: boolean;
} & Pick<Project, Exclude<StoredName, 'slug' | 'imageUrl'>> & { [Name in 'slug' | 'imageUrl']: Project[Name] | null };

type ParsedCatalogue = { projects: ParsedProject[]; errors: RowError[]; notes: RowError[] };

/**
 * Parses every row of a table into a project, and collects all errors. A slug that occurs twice is an error of the second row. Titles may
 * repeat, and repeated ids are found later, when their registries are known (`removeConflicts`).
 * @param matches the stored project of each row, or why the row is refused; without it the rows are new projects.
 * @throws Error that names the required fields that the file lacks.
 */
export function parseCatalogue(
  table: FileTable,
  mapping: ProjectMapping,
  matches: ReadonlyMap<Row, Match> = new Map<Row, Match>(),
): ParsedCatalogue {
  assertComplete(mapping);
  const catalogue: ParsedCatalogue = { projects: [], errors: [], notes: [] };
  const [taken, word] = [new Map<string, number>(), rowWord(table, 'project')];
  for (const row of table.rows) {
    const reader = new CatalogueRow(row, mapping);
    const match = matches.get(row);
    const isTotal = !mapping.isOwnExport && (['externalId', 'title'] as const).some((field) => totalWord.test(reader.text(field, 'own')));
    const refusal = isTotal ? { reason: 'is a total of the list, not a project' } : match?.refusal;
    const { slug, project } = refusal ? refused(reader, refusal) : parseRow(reader, match);
    const before = slug === null ? undefined : taken.get(slug);
    if (reader.errors.length === 0 && before !== undefined) reader.error('slug', `already appears in ${word} ${before}`);
    catalogue.notes.push(...reader.notes);
    catalogue.errors.push(...reader.errors);
    if (reader.errors.length > 0 || !project) continue;
    if (slug !== null) taken.set(slug, row.line);
    catalogue.projects.push(project);
  }
  return catalogue;
}

/** What stands in place of an id or a name in a row with the sums of a list. */
const totalWord =
  /^(?:(?:grand|sub|overall)[- ]?)?(?:totals?|sum|summe|gesamt|insgesamt|totale|suma)(?:[^\p{L}]+(?:credits|projects|tonnes|tCO2e?|units|volume))?[^\p{L}]*$/iu;

/** Refuses a row that is no project, or no project of the catalogue. An error in the row's id, if it has one, is given instead. */
function refused(row: CatalogueRow, { reason, remedy }: NonNullable<Match['refusal']>): { slug: null; project?: undefined } {
  readRegistryId(row);
  row.error(namingColumn(row.mapping) ?? 'the row', reason, undefined, remedy);
  return { slug: null };
}

/** The fields from which others are derived. */
type Facts = Pick<ParsedProject, 'category' | 'projectType' | 'location' | 'country'>;

/** Fields that follow from others where nobody states them, on creation and whenever the others change. */
const derived = {
  category: ({ projectType }: Facts) => firstOf(projectType ?? '') || 'Other',
  country: ({ location }: Facts) => countryAtEnd(location) ?? null,
  location: ({ country }: Facts) => (country === null ? 'Not stated' : countryName(country)),
  /** Removal or reduction stays as stored; whether nature or technology does it follows from the other facts. */
  unitType: (facts: Facts, { unitType }: Stored) => unitType && unitTypeOf(unitType.replace(/ - .*/, ''), wordsOf(facts)),
};

/** Returns a field that the file does not state: derived anew, unless the stored value differs from the derived one and so was stated. */
function following<Name extends keyof typeof derived>(name: Name, found: ParsedProject, stored: Stored): Stored[Name] {
  const anew = derived[name](found, stored) as Stored[Name];
  // A new place that names its country counts more than a country that was stated before.
  const isNamed = name === 'country' && anew !== null && found.location !== stored.location;
  return stored[name] === derived[name](stored, stored) || isNamed ? anew : stored[name];
}

type Reading<Name extends keyof ParsedProject> = (row: CatalogueRow, found: ParsedProject, stored?: Stored) => ParsedProject[Name];
type Readings = {
  [Name in Exclude<keyof ParsedProject, 'line' | 'matchedId' | 'hasSlug' | 'statedId' | 'isOffer' | 'isKeptFromBook'>]?: Reading<Name>;
};

/**
 * How to read the fields that need more than their type (shared/schemas/project.ts): the translation of a registry's words, a default, or
 * another column (also in `sources`, map-columns.ts, if it can state the field alone). They are read in this order, except those that
 * `endingWith` puts last, and `found` has what was read before. A field that is read even if the file does not state it is in `always`,
 * too. A row that lacks a required field is refused.
 */
const readings: Readings = {
  title: (row) => row.value('title') ?? '',
  projectType: (row) => row.value('projectType', humanised(row.text('projectType'), row.mapping)),
  category: (row, found) => {
    const stated = humanised(row.text('category') || valuesIn(row.text('sectors'), 'description').join('; '), row.mapping);
    return row.value('category', (row.mapping.isOwnExport ? stated : firstOf(stated)) || derived.category(found)) ?? '';
  },
  verificationStandard: (row) => row.value('verificationStandard', statedStandard(row)) ?? '',
  location: readLocation,
  country: readCountry,
  pricePerCredit: readPrice,
  statedStatus: (row) => row.saleStatus(),
  status: ({ mapping }, { statedStatus }, stored) => {
    // A file of the public list has the status that buyers see. If that is what they see now, the stored status stays.
    if (statedStatus === null || (mapping.hasShownStatus && statedStatus === stored?.saleStatus)) return stored?.status ?? 'On sale';
    return statedStatus === 'Sold out' ? 'On sale' : statedStatus;
  },
  availableCredits: (row, { statedStatus }, stored) => {
    const credits = row.value('availableCredits');
    if (statedStatus !== 'Sold out') return stored && !row.mapping.given.has('availableCredits') ? stored.availableCredits : credits;
    if (credits) row.error('status', `contradicts ${countOf(credits, 'available credit')}: write 0, or "On sale"`, statedStatus);
    return 0;
  },
  externalId: readRegistryId,
  registryUrl: readRegistryUrl,
  description: (row) => row.value('description') ?? '',
  impactPerYear: (row) => row.value('impactPerYear') ?? 0,
  featured: (row) => row.value('featured') ?? false,
  unitsStatus: (row, _found, stored) => {
    const stated = row.value('unitsStatus', row.text('unitsStatus').replace(/^pending$/i, 'expected'));
    // --set answers only for projects whose status of units nobody has stated: it never turns pending units into issued ones.
    return row.mapping.positions.has('unitsStatus') ? stated : (stored?.unitsStatus ?? stated);
  },
  unitType: readUnitType,
  methodology: (row) => row.value('methodology', humanised(row.text('methodology'), row.mapping)),
  registryIssued: (row) => readRegistryTotal(row, 'registryIssued') ?? readIssuances(row),
  registryRetired: (row) => readRegistryTotal(row, 'registryRetired'),
  // Registries may write both years in one cell, "2019-2021", or write days.
  vintageStart: (row) => row.value('vintageStart', statedYears(row, 'vintageStart')[0] ?? row.text('vintageStart')),
  vintageEnd: (row, _found, stored) => {
    const stated = statedYears(row, 'vintageEnd').at(-1) ?? row.text('vintageEnd');
    const end = row.value('vintageEnd', stated || statedYears(row, 'vintageStart').slice(1).at(-1));
    return end ?? (row.mapping.given.has('vintageEnd') ? null : (stored?.vintageEnd ?? null));
  },
  labels: readLabels,
  ratings: readRatings,
  documents: (row) => row.value('documents', row.mapping.isOwnExport ? undefined : (row.read('documents', documentListOf) ?? '')),
  slug: (row) => row.value('slug'),
  imageUrl: (row, found, stored) => {
    const own = row.value('imageUrl');
    if (own !== null || !stored) return own ?? anyLandscape;
    const isOutdated = stored.imageUrl?.startsWith(anyLandscape) && pictured.some((name) => found[name] !== stored[name]);
    // A landscape that the database chose is chosen anew for what the row says now.
    return isOutdated ? anyLandscape : row.mapping.given.has('imageUrl') ? null : stored.imageUrl;
  },
  latitude: (row) => row.value('latitude', row.text('latitude') || valueIn(row.text('places'), 'latitude')),
  longitude: (row) => row.value('longitude', row.text('longitude') || valueIn(row.text('places'), 'longitude')),
};

/** The folder of the landscapes. In place of a picture it lets the database choose one. */
const anyLandscape = '/pictures/landscapes/';
const pictured = ['title', 'location', 'methodology', 'category', 'projectType'] as const;
const wordsOf = ({ category, projectType }: Pick<Project, 'category' | 'projectType'>) => `${category} ${projectType ?? ''}`;

/** Every field, and what is read beside the fields. */
const names = [...Object.keys(readings), ...storedFields.map(({ name }) => name).filter((name) => !(name in readings))];
const endingWith = (...last: string[]) => [...names.filter((name) => !last.includes(name)), ...last] as StoredName[];
/** The unit type follows from the category and the type. Where a file has no locations, they follow from the country. */
const order = endingWith('unitType');
const orderWithoutLocation = endingWith('location', 'unitType');
/** Read in every row, though the file may not state them: they depend on the stored project and on the row's other fields. */
const always: readonly string[] = [
  ...(['statedStatus', 'status', 'availableCredits', 'externalId', 'vintageEnd', 'slug', 'imageUrl'] as const),
] satisfies (keyof Readings)[];

/** Returns what the project of a row becomes. The errors and notes are in `row`. */
function parseRow(row: CatalogueRow, match?: Match): { slug: string | null; project: ParsedProject } {
  const stored = match?.stored;
  const { given, isOwnExport, isPartial } = row.mapping;
  row.nameLeftovers();
  row.refuseObjection();
  const isOffer = row.isOffered();
  const found = { ...stored, line: row.line, matchedId: stored?.id ?? null, isOffer, isKeptFromBook: false } as ParsedProject;
  const set = (name: string, value: unknown) => Object.assign(found, { [name]: value });
  for (const name of stored && !given.has('location') ? orderWithoutLocation : order)
    if (!stored || given.has(name) || always.includes(name)) {
      const own = name in readings ? readings[name]?.(row, found, stored) : row.value(name);
      // The id stays as the row writes it, and is compared below.
      set(name, isOwnExport && stored && name !== 'externalId' && isSameNumber(own, stored[name]) ? stored[name] : own);
    } else if (name in derived) set(name, following(name as keyof typeof derived, found, stored));
  const { slug } = found;
  found.hasSlug = slug !== null;
  found.statedId = found.externalId;
  found.slug = slug ?? stored?.slug ?? match?.slug ?? null;
  if (stored) {
    const { statedId: id } = found;
    // A row that was found by its id merely spells it otherwise, as a spreadsheet does that drops zeros. One with a slug states a new id.
    set('externalId', (stored.isById && slug === null ? null : id) ?? stored.externalId);
    if (id !== null && stored.externalId !== null && id !== stored.externalId && !(isPartial && slug === null))
      row.note(
        'externalId',
        slug ? `replaces the id ${stored.externalId} of ${stored.slug}` : `is written ${stored.externalId} in the catalogue, which stays`,
        id,
      );
    if (stored.isById && slug === null) checkTitle(row, found, stored);
    if (stored.isWithdrawn)
      row.note('slug', 'stays withdrawn from the catalogue. To put it back: npm run catalogue -- restore PROJECT', stored.slug);
    // The available credits come from the book alone; while there are some, so do the status of the units and the vintage.
    found.isKeptFromBook = stored.isOnRecord && found.availableCredits !== stored.availableCredits;
    if (stored.isOnRecord) found.availableCredits = stored.availableCredits;
    if (stored.isOnRecord && stored.availableCredits) {
      found.unitsStatus = stored.unitsStatus;
      keepVintage(row, found, stored);
    }
  } else if (match?.nearest)
    row.note('externalId', `makes a new project, and may be misread. ${match.nearest}`, found.statedId ?? '', { isWarning: true });
  for (const { name, needs } of storedFields)
    if (needs && found[name] !== null && found[needs as StoredName] === null)
      row.error(needs as StoredName, `is missing, while ${name} is given`, '');
  return { slug, project: found };
}

/** Notes a new title of an id's project; refuses one that shares no telling word with the old title, unless --allow-other-title. */
function checkTitle(row: CatalogueRow, { title }: ParsedProject, stored: Stored): void {
  if (title.toLowerCase() === stored.title.toLowerCase()) return;
  const [words, before] = [title, stored.title].map((one) => foldedWords(one).split(' ')) as [string[], string[]];
  const telling = words.filter((word) => !commonWords.test(word));
  const isShared = (telling.length > 0 ? telling : words).some((word) => before.includes(word));
  if (isShared || row.mapping.allowOtherTitle) row.note('title', `is now the title of ${stored.slug}, which was "${stored.title}"`, title);
  else {
    const remedy = 'If it is that project under another name, say so for all: --allow-other-title; if not, correct the id';
    row.error('title', `shares no word with the title of ${stored.slug}, which has this id: "${stored.title}"`, title, remedy);
  }
}
const commonWords = /^(?:.{1,2}|for|from|projects?|programme?|phase|carbon|offset|proyecto|projeto|projet)$/;

/** Keeps the stored vintage of a project with units for sale, if that of the row is wider. `contradictions` finds other differences. */
function keepVintage(row: CatalogueRow, found: ParsedProject, { vintageStart, vintageEnd, shownVintage }: Stored): void {
  const [first, last] = [found.vintageStart ?? found.vintageEnd ?? 0, found.vintageEnd ?? found.vintageStart ?? 0];
  const [from, to] = [shownVintage.vintageStart ?? shownVintage.vintageEnd ?? 0, shownVintage.vintageEnd ?? shownVintage.vintageStart ?? 0];
  if (first > from || last < to || (first === from && last === to)) return;
  row.note('vintageStart', `is kept from the record, whose units for sale are of ${statedVintage(shownVintage)}`, statedVintage(found));
  Object.assign(found, { vintageStart, vintageEnd });
}

/** Checks whether two texts are one number: spreadsheets turn the version "1.0" into 1 when they save our own files. */
function isSameNumber(one: unknown, other: unknown): boolean {
  const isNumber = (text: unknown) => typeof text === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(text);
  return isNumber(one) && isNumber(other) && Number(one) === Number(other);
}

function readLocation(row: CatalogueRow): string {
  const { isOwnExport } = row.mapping;
  const { name, code } = statedCountry(row);
  const where = [row.text('site'), row.text('state'), ...['city', 'region'].map((part) => valueIn(row.text('places'), part))];
  const nation = /^(?:england|northern ireland|scotland|wales)$/i.test(name) ? name : '';
  const stated = row.text('location');
  const parts = [...where, nation, code ? countryName(code) : name];
  const isNamed = stated.toLowerCase().includes(nation.toLowerCase());
  const place = stated === '' ? placeFrom(parts) : isNamed ? stated : `${stated}, ${nation}`;
  if (place === '' && !isOwnExport) row.note('location', 'is missing. Imported as "Not stated"', '');
  return row.value('location', place || (isOwnExport ? '' : 'Not stated')) ?? '';
}

function readCountry(row: CatalogueRow, found: ParsedProject): string | null {
  const { isOwnExport, named, given } = row.mapping;
  const { name, code } = statedCountry(row);
  if (name !== '' && !code) {
    if (isOwnExport || named.has('country') || /^[A-Z]{2}$/.test(name)) row.error('country', 'is not an ISO 3166-1 country', name);
    else row.note('country', 'is not a known country. Left empty', name);
  }
  return code ?? (given.has('country') ? null : derived.country(found));
}

function statedCountry(row: CatalogueRow): { name: string; code: string | undefined } {
  const name = row.text('country') || valueIn(row.text('places'), 'country');
  return { name, code: name === '' ? undefined : countryCode(name) };
}

/** Returns the credits in a row's list of issuances, without those of a buffer; null without a list, or if a quantity cannot be read. */
function readIssuances(row: CatalogueRow): number | null {
  // Objects, which may have others within.
  const issuances = row.text('issuances').match(/\{(?:[^{}]|\{[^{}]*\})*\}/g) ?? [];
  const issued = issuances.flatMap((one) => (/true/i.test(valueIn(one, 'is_buffer')) ? [] : valuesIn(one, 'issued_quantity')));
  let sum = 0;
  for (const quantity of issued) {
    const read = parseCount(quantity, 'point');
    if ('reason' in read) {
      row.note('issuances', `has a quantity that ${read.reason}. Left out`, quantity);
      return null;
    }
    sum += read.value;
  }
  return issued.length === 0 ? null : row.value('registryIssued', String(sum));
}

/** Words for pounds. */
const poundWords = /^(?:gbp|£|(?:(?:british|uk) )?pounds?(?: sterling)?)$/i;

/** Returns the price in pence, whichever of the two columns states it. */
function readPrice(row: CatalogueRow): number | null {
  const pounds = row.read('price', (text) => parsePounds(text, row.markOf('price', text)));
  const pence = row.value('pricePerCredit');
  if (pounds !== null && pence !== null && pounds !== pence)
    row.error('price', `contradicts pricePerCredit, ${formatPounds(pence)}`, formatPounds(pounds));
  const [price, currency] = [pence ?? pounds, row.text('currency')];
  if (price !== null && currency !== '' && !poundWords.test(withoutPriceUnit(currency)))
    row.error('currency', 'is another currency: prices are in pounds');
  if (price !== null && !row.mapping.isOwnExport) row.refuseOtherCurrency();
  return price;
}

/** Returns the type of a row's units; null if the project's category or type contradicts it, unless --map names its column. */
function readUnitType(row: CatalogueRow, found: ParsedProject): Project['unitType'] {
  const { isOwnExport, named, columns, positions } = row.mapping;
  const [stated, words] = [row.text('unitType'), wordsOf(found)];
  const unitType = row.value('unitType', isOwnExport ? stated : unitTypeOf(stated, words));
  const other = unitType === null || isOwnExport || named.has('unitType') ? undefined : kindAgainst(unitType, words);
  if (other === undefined) return unitType;
  const option = `--map ${JSON.stringify(columns[positions.get('unitType') ?? -1] ?? 'COLUMN')}=unitType`;
  row.note(
    'unitType',
    `contradicts "${excerptOf(words.trim())}", which says ${other.toLowerCase()}. Left out. If it is right: ${option}`,
    stated,
  );
  return null;
}

/** Refuses an address in another registry than that of the row's standard. */
function readRegistryUrl(row: CatalogueRow): string | null {
  const address = row.value('registryUrl');
  refuseOther(row, 'registryUrl', registriesAt(address ?? ''));
  return address;
}

/** Returns a total of the registry. Corrections may make one negative: it is left out, unless a person has named the column. */
function readRegistryTotal(row: CatalogueRow, field: 'registryIssued' | 'registryRetired'): number | null {
  if (row.mapping.named.has(field) || !/^(?:[-−]|\(\s*\d)/.test(row.text(field))) return row.value(field);
  row.note(field, 'is negative. Left out');
  return null;
}

/** Returns the years in a cell of a vintage; none for our own exports, whose cells are years already. */
function statedYears(row: CatalogueRow, field: 'vintageStart' | 'vintageEnd'): string[] {
  const text = row.text(field);
  if (row.mapping.isOwnExport || text === '') return [];
  const unclear = unclearYears(text);
  if (unclear) row.error(field, unclear);
  return yearsIn(text);
}

/** Returns the labels of all columns that have some. A JSON list in their own column is read as it is. */
function readLabels(row: CatalogueRow): ParsedProject['labels'] {
  const defaults = { source: row.text('labelsSource'), day: row.read('labelsAsOf', readDay) };
  const found = (Object.keys(labelColumns) as LabelColumn[]).flatMap((column) => {
    const cell = row.text(column);
    if (cell === '') return [];
    if (column === 'labels' && cell.startsWith('[')) return row.value('labels') ?? [];
    return statements(row, column, 'labelsAsOf', () => parseLabels(column, cell, defaults));
  });
  // Two columns may state the same.
  const distinct = new Set(found.map((label) => JSON.stringify(label)));
  return distinct.size > 0 ? row.value('labels', `[${[...distinct].join()}]`) : null;
}

function readRatings(row: CatalogueRow): ParsedProject['ratings'] {
  const cell = row.text('ratings');
  if (cell === '' || cell.startsWith('[')) return row.value('ratings');
  const defaults = { source: row.text('ratingAgency'), day: row.read('ratedOn', readDay) };
  const found = statements(row, 'ratings', 'ratedOn', () => parseRatings(cell, defaults));
  return found.length > 0 ? row.value('ratings', JSON.stringify(found)) : null;
}

/** Returns the statements in a cell; none if the field `day`, for statements without a day of their own, cannot be read. */
function statements<T>(row: CatalogueRow, field: FieldName, day: FieldName, parser: () => Parsed<T[]>): T[] {
  if (row.hasError(day)) return [];
  return row.read(field, parser, row.text(field), { isGuess: row.mapping.guessed.has(field) }) ?? [];
}
