import { countryCode } from '#server/domain/projects/countries.ts';
import { derivedColumns } from '#server/domain/projects/files.ts';
import { excerptOf, namesOtherCurrency, sentenceNamesOtherCurrency, writtenIn } from '#server/platform/tables/cells.ts';
import type { FileTable, Row, RowError } from '#server/platform/tables/read-table.ts';
import {
  type FieldOfRows,
  type KnownFile,
  type Mapping as MappingOf,
  type MapOptions as Options,
  objectionFinder,
  plainName,
  rowsOf,
} from '#server/platform/tables/rows.ts';
import { own } from '#shared/lib/input/own.ts';
import { registriesAt, registriesOfId } from '#shared/lib/registries/listed-projects.ts';
import type { ProjectField } from '#shared/schemas/field-types.ts';
import { type StoredName, storedFields } from '#shared/schemas/project.ts';
import { findRegistry, type RegistryKey } from '#verify/registries.ts';
import { type LabelColumn, labelColumns, standardNamed, standards } from './registry-words.ts';

export type ProjectMapping = MappingOf<FieldName, RegistryFile> & {
  /** The fields that the file states. Other fields of stored projects stay as they are, or follow from these. */
  given: Set<StoredName>;
  /** Whether the rows only change existing projects, which they name by slug or by the id in the registry. */
  isPartial: boolean;
  /** Whether its status is the one that buyers see, as in the files of the public list. */
  hasShownStatus: boolean;
  /** Whether its countries are codes, so that NA is Namibia rather than a missing value. */
  hasCountryCodes: boolean;
  /** Whether the letters of an id, or an address in a registry, say the standard of a row that does not state it. */
  hasTellingIds: boolean;
  allowOtherTitle: boolean;
  /** Returns what columns that are not used say against a sale of a row's credits. */
  saidAgainstSale: (row: Row, quantity?: number) => RowError | undefined;
};
export type ProjectMapOptions = Options & {
  /** The rows only change existing projects, even if they have titles. */
  isPartial?: boolean;
  /** Projects get the titles of the file even if these share no word with the stored ones. */
  allowOtherTitle?: boolean | undefined;
};

/** What a column of a file can be: a field of a project, or a helper from which one is derived. */
export type FieldName = StoredName | HelperName;
type HelperName = keyof typeof helpers;

/** Columns from which fields are derived, each with its other names (`plainName`). `sources` has those that can state a field alone. */
const helpers = {
  /** In pounds. */
  price:
    'pricegbp priceingbp pricepounds priceinpounds unitprice unitpricegbp pricepertonne pricepertonnegbp pricepercreditgbp pricepert pricet pricetgbp ' +
    'pricegbpt pricegbptco2e pricegbppertonne gbpt gbppertonne gbptonne gbptco2e pricepertco2e pricetco2e pricetonne unitpricegbptco2e listprice listpricegbp ' +
    'costpertonne costpertonnegbp gbp sellingprice saleprice offerprice askingprice',
  /** Of the price. */
  currency: 'pricecurrency currencycode ccy curr currencyofprice',
  site: 'projectsitelocation projectsite',
  state: 'projectsitestate province',
  /** Lists of objects: places with country, region, city and coordinates; sectors with a description; issuances with a quantity. */
  places: 'locations projectlocations',
  sectors: '',
  issuances: '',
  /** Labels of one kind each. */
  ccp: 'ccplabel corecarbonprinciples',
  corsia: 'corsiaeligibility corsiaeligible',
  article6: 'article6authorisation article6authorization',
  correspondingAdjustment: 'correspondingadjustments',
  sdgs: 'sdg sustainabledevelopmentgoals sdgimpact',
  /** The source and date of labels, and the agency and date of a rating, that do not name their own. */
  labelsSource: 'labelsource',
  labelsAsOf: 'labeldate labelsdate',
  ratingAgency: 'ratingbody',
  ratedOn: 'ratingdate dateofrating',
};

const lists: ReadonlySet<string> = new Set<HelperName>(['places', 'sectors', 'issuances']);

/** The helpers from which a field is derived if a file has no column for it. */
const sources: Partial<Record<StoredName, HelperName[]>> = {
  location: ['state', 'site', 'places'],
  country: ['places'],
  latitude: ['places'],
  longitude: ['places'],
  category: ['sectors'],
  registryIssued: ['issuances'],
  pricePerCredit: ['price'],
  labels: Object.keys(labelColumns).filter((name): name is Exclude<LabelColumn, 'labels'> => name !== 'labels'),
};

/** `standard`: that of all its projects, under the name that buyers know. */
type RegistryFile = KnownFile<FieldName> & { registry: RegistryKey; standard: string };

const listOf = (registry: RegistryKey, columns: readonly string[], map: KnownFile<FieldName>['map'] = {}): RegistryFile => ({
  ...{ registry, standard: standardNamed(registry), columns, map },
});

/**
 * The lists of projects that registries publish, by their header rows (CarbonPlan's offsets-db-data has them all, but Puro.Earth's). They
 * do not name the registry in their rows, and write numbers with a decimal point. If two columns are one field, the first in `map` counts.
 */
const registryFiles: readonly RegistryFile[] = [
  listOf('verra', ['ID', 'Name', 'Proponent', 'Estimated Annual Emission Reductions']),
  // From Verra's API.
  listOf('verra', ['resourceIdentifier', 'resourceName', 'protocolCategories'], {
    ...{ resourceIdentifier: 'externalId', resourceName: 'title', protocols: 'methodology', protocolCategories: 'projectType' },
    ...{ resourceStatus: 'status', estAnnualEmissionReductions: 'impactPerYear' },
  }),
  listOf('gold-standard', ['GSID', 'Project Name', 'Project Developer Name']),
  // From Gold Standard's API: its projects have the number of their serials and certificates beside that of the database.
  listOf('gold-standard', ['sustaincert_id', 'gsf_standards_version', 'name'], {
    ...{ id: '', sustaincert_id: 'externalId', sustaincert_url: 'registryUrl', sustainable_development_goals: 'sdgs', labels: '' },
  }),
  listOf('acr', ['Project ID', 'Project Methodology/Protocol', 'Total Number of Credits Registered']),
  listOf('car', ['Project ID', 'Project Type', 'Total Number of Offset Credits Registered']),
  listOf('art', ['Program ID', 'Program Name', 'Sovereign Program Developer'], {
    ...{ 'Program ID': 'externalId', 'Program Name': 'title', 'Sovereign Program Developer': 'developer', 'Program Type': 'projectType' },
    ...{ 'Program Country': 'country', 'Program Jurisdiction(s)': 'site', 'Program Website': 'website' },
    // Two programmes share ART's registry.
    'Crediting Program and Standard': 'verificationStandard',
  }),
  listOf('cercarbono', ['code', 'name', 'evaluation_criteria', 'owner'], {
    ...{ id: '', code: 'externalId', developer: 'developer', owner: 'developer', annualEstimated: 'impactPerYear' },
    ...{ quantification_method: 'methodology', evaluation_criteria: 'methodology' },
    ...{ locations: 'places', sector: 'sectors', serials: 'issuances' },
  }),
  listOf('isometric', ['short_code', 'name', 'pathway'], {
    ...{ id: '', short_code: 'externalId', pathway: 'category', protocol_slug: 'methodology', url: 'registryUrl' },
    ...{ 'supplier.organisation.name': 'developer', current_verifier_name: 'verifier', validator_name: 'verifier' },
    'location.description': 'location',
  }),
  // As Puro.Earth's pages carry it.
  listOf('puro', ['projectId', 'supplierName', 'methodologyCode'], {
    ...{ code: '', supplierName: 'developer', 'methodology.edition': 'methodologyVersion' },
  }),
];

/** Returns how a field's column is read. A row whose essential fields cannot be read is refused. */
function declarationOf({ name, names, type, isEssential }: ProjectField & { name: StoredName }): FieldOfRows {
  const paragraphs = type.kind === 'text' && type.hasParagraphs ? 'paragraphs' : undefined;
  return {
    names,
    holds: name === 'externalId' ? 'an id' : type.kind === 'list' ? 'a list' : paragraphs,
    number: type.kind === 'pence' || type.kind === 'wholeNumber' ? 'whole' : undefined,
    mayBeLeftOut: !isEssential,
  };
}

/** Every field and helper, with how its column is read. */
const declared = Object.fromEntries([
  ...storedFields.map((field) => [field.name, declarationOf(field)]),
  ...Object.entries(helpers).map(([name, names]) => [name, { names, holds: lists.has(name) ? 'a list' : undefined, mayBeLeftOut: true }]),
  // In place of the helper's: a cell of money that cannot be read refuses its row.
  ['price', { names: helpers.price, number: 'money' }],
]) as Record<FieldName, FieldOfRows>;

/** What files of projects have. */
export const projectRows = rowsOf('a project', declared, registryFiles);

/** A file with all of these columns is one of our own exports. */
const ownColumns = ['slug', 'title', 'availableCredits', 'verificationStandard', 'unitsStatus', 'figuresAsOf'];

/**
 * Maps the columns of a file to fields, by --map first, then by name.
 * @throws Error that explains what is wrong in --map or --set, or why the prices are not clearly in pounds or in pence, and what to do.
 */
export function mapColumns(table: FileTable, options: ProjectMapOptions = {}): ProjectMapping {
  const { columns, rows, titles = [] } = table;
  const isOwnExport = ownColumns.every((name) => columns.includes(name));
  const mapped = projectRows.map(table, options, {
    isOwn: isOwnExport,
    namesOf: (column, field) => (isDerived(column, { isOwnExport, columns }) ? [] : namesOf(column, field)),
  });
  const { positions, constants, named, guessed, unused, file } = mapped;
  preferRegistryIds();
  if (!isOwnExport && !positions.has('country')) findByContent('country', areCountryCodes);
  if (!isOwnExport && !positions.has('registryUrl')) findByContent('registryUrl', areRegistryPages);
  assertPriceIsClear();
  const isPriced = positions.has('price') || positions.has('pricePerCredit');
  const foreign = isPriced && !isOwnExport ? [...titles, ...linesAlone(rows)].find(sentenceNamesOtherCurrency) : undefined;
  if (foreign)
    throw new Error(
      `The file says "${excerptOf(foreign)}" of its rows, and prices are in pounds. Convert them, and take that out of the file.`,
    );
  if (file && !constants.has('verificationStandard')) constants.set('verificationStandard', file.standard);
  const unread = unused.filter((position) => ![...positions.values()].includes(position));
  return {
    ...mapped,
    unused: unread,
    given: fieldsIn(mapped, [columns[positions.get('vintageStart') ?? -1] ?? Object.keys(options.set ?? {})].flat()),
    isPartial: namingColumn(mapped) !== undefined && (!isInFile(mapped, 'title') || options.isPartial === true),
    allowOtherTitle: options.allowOtherTitle === true,
    // Only files of the public list have this column.
    hasShownStatus: columns.includes('priced'),
    hasTellingIds: [...textsIn('externalId'), ...textsIn('registryUrl')].some(standardOf),
    hasCountryCodes: isOwnExport || textsIn('country').some((text) => /^(?!NA)[A-Z]{2}$/.test(text)),
    saidAgainstSale: isOwnExport
      ? () => undefined
      : // A column "State" is read as a place, but may say "Sold".
        objectionFinder(columns, [unread, positions.get('state') ?? []].flat(), { noun: 'credits', hasTotals: true }),
  };

  /** Refuses a number in a column of pence whose name people also give to a column of pounds, unless its cell or --map says which it is. */
  function assertPriceIsClear(): void {
    const column = columns[positions.get('pricePerCredit') ?? -1] ?? 'pricePerCredit';
    if (column === 'pricePerCredit' || plainName(column) !== 'pricepercredit' || named.has('pricePerCredit')) return;
    const unclear = textsIn('pricePerCredit').find((text) => /^[\d,. ]+$/.test(text));
    if (unclear === undefined) return;
    const map = (field: FieldName) => `--map ${JSON.stringify(column)}=${field}`;
    throw new Error(`"${column}" may have pounds or pence (${unclear}). For pounds: ${map('price')}. For pence: ${map('pricePerCredit')}`);
  }
  /** Reads the ids from the column that has them as registries write them, and not from a column of database numbers: `id`, `code`. */
  function preferRegistryIds(): void {
    const position = positions.get('externalId');
    if (isOwnExport || columns[position ?? -1] === 'externalId' || named.has('externalId')) return;
    if (position === undefined ? positions.has('slug') : areRegistryIds(textsAt(position))) return;
    findByContent('externalId', areRegistryIds);
  }
  /** Reads a field from the first column with what registries write there, whatever it is called. */
  function findByContent(field: FieldName, isSuch: (texts: string[]) => boolean): void {
    const found = columns.findIndex((_, position) => isFree(position) && isSuch(textsAt(position)));
    if (found < 0) return;
    for (const other of givingWay) if (positions.get(other) === found) positions.delete(other);
    positions.set(field, found);
    guessed.add(field);
  }
  /** Checks whether a column may become another field's: nobody has named or ignored it, and its field, if any, is in `givingWay`. */
  function isFree(position: number): boolean {
    const [field] = [...positions].find(([, at]) => at === position) ?? [];
    return field === undefined ? unused.includes(position) : givingWay.includes(field) && !named.has(field);
  }
  function textsAt(position: number): string[] {
    return rows.map(({ cells }) => writtenIn(cells[position]).trim()).filter(Boolean);
  }
  function textsIn(field: FieldName): string[] {
    return textsAt(positions.get(field) ?? -1);
  }
}

/** Fields that give way: their column is another field's if its content says so. */
const givingWay: readonly FieldName[] = ['website', 'figuresSource', 'location'];

const areRegistryIds = (texts: string[]) =>
  texts.length > 0 && texts.every((id) => registriesOfId(id) !== undefined) && new Set(texts).size === texts.length;
/** Checks whether all texts are codes of countries, and at least one of them has no other meaning (`statesAndWords`). */
const areCountryCodes = (texts: string[]) =>
  texts.some((text) => !statesAndWords.has(text)) && texts.every((text) => /^[A-Z]{2,3}$/.test(text) && countryCode(text) !== undefined);
/** American states, and words: a "NO", a "TON", the month "MAR". */
const statesAndWords = new Set([
  ...'NO TON MAR AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS'.split(' '),
  ...'MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(' '),
]);
const areRegistryPages = (texts: string[]) => texts.length > 0 && texts.every((text) => registriesAt(text) !== undefined);

/** The texts that stand alone in their rows, as a title or a note about all rows does. */
const linesAlone = (rows: readonly Row[]) =>
  rows
    .map(({ cells }) => cells.map((cell) => writtenIn(cell).trim()).filter(Boolean))
    .flatMap((texts) => (texts.length === 1 ? texts : []));

/** Returns the standard to which alone the letters of an id, or an address in a registry, belong; undefined if there is none. */
export function standardOf(text: string): string | undefined {
  const [letters = ''] = registriesOfId(text) ? (/[a-z]+/i.exec(text) ?? []) : [];
  const [name = '', ...others] = registriesAt(text) ?? [];
  return own(standards, letters.toLowerCase()) ?? (others.length === 0 && findRegistry(name) ? standardNamed(name) : undefined);
}

/** Words for parties to a project, whose own place is not the project's. */
const party = /supplier|owner|developer|proponent|organi[sz]ation|company|contact|office|headquarter|address|verifier|validator/i;

/** A unit behind the name of a column: "Available (tCO2e)". */
const unit =
  /[([](?:t(?:onnes)?(?: ?(?:of )?co[2₂](?:-?eq?)?)?|credits|units|vcus|vers)(?: ?(?:\/|per )? ?(?:y|yr|year|annum|p\.?a\.?))?[)\]]\s*$/i;

/** The names under which a column is known, also without a unit. Coordinates are often nested: `location.latitude`, `geo.point.lat`. */
function namesOf(column: string, field: FieldName): string[] {
  if (namesOtherCurrency(column)) return [];
  const isCoordinate = (field === 'latitude' || field === 'longitude') && !party.test(column) && column.includes('.');
  const other = isCoordinate ? column.slice(column.lastIndexOf('.')) : column.replace(unit, '');
  return [...new Set([column, other].map(plainName))];
}

/** Returns the column by which a file names projects; undefined if it has none. */
export const namingColumn = ({ positions }: Columns) => (['slug', 'externalId'] as const).find((field) => positions.has(field));

type Columns = Pick<ProjectMapping, 'positions' | 'constants'>;
/** Checks whether the file has a column or a constant for a field. */
const isInFile = ({ positions, constants }: Columns, field: FieldName) => positions.has(field) || constants.has(field);

/** The names of a column, or a constant, that has a whole vintage ("Vintage"), and not only its first year. */
const wholeVintageNames = declared.vintageStart.names.split(' ').filter((name) => !name.startsWith('first'));

/**
 * Returns the fields that a file states, without those that only follow from other stored fields. `names`: what the column of the vintage
 * is called or, if the file has none, what its constants are called.
 */
function fieldsIn(mapping: Columns, names: readonly string[]): Set<StoredName> {
  const isStated = (name: StoredName) =>
    [name, ...(sources[name] ?? [])].some((source) => isInFile(mapping, source)) ||
    (name === 'vintageEnd' && names.some((one) => wholeVintageNames.includes(plainName(one))));
  return new Set(storedFields.map(({ name }) => name).filter(isStated));
}

/** Checks whether a column of our own exports is derived, and so not imported. `priceGbp` is imported if there is no column of pence. */
export function isDerived(column: string, { isOwnExport, columns }: Pick<ProjectMapping, 'isOwnExport' | 'columns'>): boolean {
  return isOwnExport && derivedColumns.some((name) => name === column) && (column !== 'priceGbp' || columns.includes('pricePerCredit'));
}

/** @throws Error if the file lacks required fields, with their names and the remedy, or if it only names projects. */
export function assertComplete(mapping: ProjectMapping): void {
  const { positions, constants } = mapping;
  // Beside an id, a standard only says in whose registry the id is.
  const read = [...positions.keys(), ...constants.keys()].filter((name) => name !== 'verificationStandard' || positions.has('slug'));
  if (mapping.isPartial && read.length === 1)
    throw new Error('The file changes nothing: no column but that of the ids is read. Name what it changes: --map COLUMN=price');
  const isStated = (name: StoredName) => isInFile(mapping, name) || (name === 'verificationStandard' && mapping.hasTellingIds);
  const missing = storedFields.filter(({ name, isRequired, isEssential }) => isRequired && isEssential && !isStated(name));
  if (missing.length === 0 || mapping.isPartial) return;
  const names = missing.map(({ name }) => name);
  const hints = names.map((name) => `  --map COLUMN=${name}${name === 'title' ? '' : `   or a value for all rows:  --set ${name}="..."`}`);
  throw new Error(
    `The file has no column for ${names.join(', ')}. Name it with:\n${hints.join('\n')}\nIts columns are: ${mapping.columns.filter(Boolean).join(', ')}`,
  );
}
