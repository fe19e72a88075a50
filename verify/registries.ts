import { normalised } from './text.ts';

/** A registry, by the key under which the record knows its units. */
export type RegistryKey =
  | 'verra'
  | 'gold-standard'
  | 'cdm'
  | 'acr'
  | 'car'
  | 'art'
  | 'cercarbono'
  | 'puro'
  | 'uk-land-carbon'
  | 'isometric'
  | 'sample';

export type Registry = {
  /** The name that pages, certificates and files print. */
  name: string;
  /** Other names that files and people use, compared as `findRegistry` does. */
  aliases: readonly string[];
  /** What it calls its units. */
  units: string;
  /**
   * The letters with which the ids of its projects begin, before the number. A number without letters gets the first of them, but from
   * `catalogue_registry_key` (db/migrations) those of its standard: PC for the Peatland Code.
   */
  idPrefixes: readonly string[];
  /** A serial of it, as an example of what is read. With one, a serial is recognised without its registry. Null: it publishes none. */
  example: string | null;
  /**
   * The grammars of its serials over time, for a text folded by `foldSerial`. `head` and `tail` are what all units of a range share,
   * `first` and `last` its numbers; the others are facts that the serial states, and what `numbering` needs besides (`set`, `period`).
   */
  forms: readonly RegExp[];
  /**
   * Returns the set of units in which the registry gives a number once, from the groups of a match. Without it: the whole series.
   * It is the identity of a unit, together with the registry and the number.
   */
  numbering?: (groups: Record<string, string | undefined>) => string;
  /** Writes a range as the registry does. */
  write: (series: string, first: number, last: number) => string;
  /** The registry whose serials stand in files of this one besides its own. */
  alsoLists?: RegistryKey;
  /** Why its units cannot be received. */
  refusal?: string;
};

const withTo = (series: string, first: number, last: number) => `${series}-${first} to ${last}`;
const withHyphens = (series: string, first: number, last: number) => `${series}-${first}-${last}`;
/** How many digits follow the GSRN of an older serial of Puro. */
const digitsAfterGsrn = 12;

/** The registries that the record knows, and what is known of their serials. It takes no units of one with a `refusal`. */
export const registries: Readonly<Record<RegistryKey, Registry>> = {
  // Batch, first, last, VCS-VCU, account, registry, country, scope, project, first and last day of the vintage, label. Since the move
  // to Verra's own registry a number is given once in the whole registry; before, serials had no "VCS" and began anew in each batch, so
  // none has a vintage after 2020. The last digit is a label (additional certification), which units may be given later.
  // https://verra.org/programs/verified-carbon-standard/verified-carbon-units-labels/; serials of the public registry.
  verra: {
    name: 'Verra',
    aliases: ['VCS', 'Verified Carbon Standard', 'Verra Registry', 'Verra VCS', 'VCS Verra', 'VCS Program'],
    units: 'Verified Carbon Units (VCU)',
    idPrefixes: ['VCS'],
    example: '19385-941467007-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1',
    forms: [
      /^(?<batch>\d{1,9})-(?<first>\d{1,15})-(?<last>\d{1,15})-(?<tail>VCS-VCU-\d{1,6}-[A-Z0-9]{3}-[A-Z]{2}-\d{1,3}-(?<project>\d{1,9})-(?<from>\d{8})-(?<until>\d{8})-\d)$/,
      /^(?<batch>\d{1,9})-(?<first>\d{1,15})-(?<last>\d{1,15})-(?<tail>(?<set>VCU-\d{1,6}-[A-Z0-9]{3}-[A-Z]{2}-\d{1,3}-(?<project>\d{1,9})-(?<from>\d{8})-(?<until>\d{4}(?:19\d\d|20[01]\d|2020)))-\d)$/,
    ],
    numbering: ({ batch, set }) => (set === undefined ? 'VCS-VCU' : `${batch}-${set}`),
    write: (series, first, last) => series.replace(/^\d+/, (batch) => withHyphens(batch, first, last)),
  },
  // Standard, unit type, country, project, project type, vintage, batch, first, last: rows of https://registry.goldstandard.org.
  // Units of the Clean Development Mechanism with its label stand in its files under their own serials.
  'gold-standard': {
    name: 'Gold Standard',
    aliases: [
      'GS',
      'Gold',
      'GSF',
      'GS4GG',
      'Gold Standard Impact Registry',
      'Gold Standard Registry',
      'Gold Standard for the Global Goals',
    ],
    units: 'Verified Emission Reductions (VER)',
    idPrefixes: ['GS'],
    example: 'GS1-1-UG-GS11236-16-2024-30307-1-19149',
    forms: [
      /^(?<head>GS\d-\d{1,3}-[A-Z]{2}-GS(?<project>\d{1,9})-\d{1,3}-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:-(?<last>\d{1,15}))?$/,
    ],
    write: withHyphens,
    alsoLists: 'cdm',
  },
  // Host Party, unit type (5 is a CER, 6 and 7 are temporary and long-term ones), number, commitment period of issue and of use, land use
  // (0 for a CER), project, in pairs of the first and the last: rows of https://registry.goldstandard.org. A number is unique for Party
  // and period of issue (decision 3/CMP.1, annex, appendix D, paragraph 7, in https://cdmrulebook.org/304.html; the type beside them is
  // that of the data exchange standards for registry systems). The period of use changes when units are carried over.
  cdm: {
    name: 'CDM Registry',
    aliases: ['CDM', 'Clean Development Mechanism', 'UNFCCC', 'UNFCCC CDM'],
    units: 'Certified Emission Reductions (CER)',
    idPrefixes: ['CDM'],
    example: 'CN-5-216003571-2-2-0-4126 to CN-5-216003670-2-2-0-4126',
    forms: [
      /^(?<head>[A-Z]{2}-[5-7])-(?<first>\d{1,15})-(?<tail>(?<period>\d)-\d-\d-(?<project>\d{1,9}))(?:(?: TO |[-,;/ ])\k<head>-(?<last>\d{1,15})-\k<tail>)?$/,
    ],
    numbering: ({ head, period }) => `${head}-${period}`,
    write: (series, first, last) =>
      [first, last].map((number) => series.replace(/^[A-Z]{2}-\d/, (head) => `${head}-${number}`)).join(' to '),
  },
  // Registry, country, project, vintage, batch, first "to" last; with a hyphen in older guides. https://acrcarbon.org and
  // https://help.cloverly.com/knowledge/registry-serial-number-ranges
  acr: {
    name: 'American Carbon Registry',
    aliases: ['ACR', 'ACR Registry'],
    units: 'Emission Reduction Tonnes (ERT)',
    idPrefixes: ['ACR'],
    example: 'ACR-FR-1129-2025-2917-30932 to 35143',
    forms: [
      /^(?<head>ACR-[A-Z]{2}-(?<project>\d{1,9})-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/,
    ],
    write: withTo,
  },
  // Registry, unit type (1 is a CRT, ROC an offset credit for California), country, project, project type, developer, state, vintage,
  // batch, first "to" last. https://www.climateactionreserve.org/how/projects/serial-number-guide/
  car: {
    name: 'Climate Action Reserve',
    aliases: ['CAR', 'The Reserve'],
    units: 'Climate Reserve Tonnes (CRT)',
    idPrefixes: ['CAR'],
    example: 'CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000',
    forms: [
      /^(?<head>CAR-(?:\d|ROC)-[A-Z]{2}-(?<project>\d{1,9})-\d{1,4}-\d{1,9}-[A-Z0-9]{1,4}-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/,
    ],
    write: withTo,
  },
  // One registry of two programmes: TREES, whose serials begin with ART, and the Forest Carbon Partnership Facility's. Programme,
  // country, project, vintage, batch, first "to" last: rows of https://art.apx.com, both in `tests/data` of CarbonPlan's offsets-db-data.
  art: {
    name: 'ART Registry',
    aliases: ['ART', 'ART TREES', 'TREES', 'FCPF', 'Architecture for REDD+ Transactions', 'Forest Carbon Partnership Facility'],
    units: 'TREES credits and FCPF emission reductions',
    idPrefixes: ['ART', 'FCPF', 'TREES'],
    example: 'ART-GY-102-2023-21-1 to 300',
    forms: [
      /^(?<head>(?:ART|FCPF)-[A-Z]{2}-(?<project>\d{1,9})-(?<year>\d{4})-(?<batch>\d{1,9}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/,
    ],
    write: withTo,
  },
  // Numbers and codes of programme, methodology and verification, in most a vintage, BF or BFC for units of the buffer; some begin with
  // CDC_R or IC. Rows of https://www.ecoregistry.io, some thousand of them in `tests/data` of CarbonPlan's offsets-db-data. In all of those
  // the first number is the project's, but nothing published says so, and it is not compared. The numbers of units stand in columns of
  // their own, "from" and "to".
  cercarbono: {
    name: 'Cercarbono',
    aliases: ['CDC', 'EcoRegistry', 'Cercarbono EcoRegistry'],
    units: 'Carboncer',
    idPrefixes: ['CDC'],
    example: 'CDC_1_1_1_321_14_1_2009 from 4426 to 4971',
    forms: [
      /^(?<head>(?:CDC|IC)(?:_[A-Z0-9]{1,9}){6,15}?(?:_(?<year>(?:19|20)\d{2}))?(?:_BF)?)[, ](?:FROM )?(?<first>\d{1,15})(?:[, ]TO (?<last>\d{1,15}))?$/,
    ],
    write: (series, first, last) => `${series} from ${first} to ${last}`,
  },
  // Standard, registry, credit type, country, facility, vintage, issuance; a number is unique within one issuance. Older units keep a
  // GSRN and twelve digits. https://docs.api.puro.earth/mypuro/concepts/certificates
  puro: {
    name: 'Puro.Earth',
    aliases: ['Puro', 'Puro Registry', 'Puro Standard', 'Puro.Earth Registry'],
    units: 'CO₂ Removal Certificates (CORC)',
    idPrefixes: ['PURO'],
    example: 'PURO_PR_CORC100+_FI_577166_2020_055a3fbe-eabc-4535-b9cf-1028e7d18f89_1-100',
    forms: [
      /^(?<head>PURO_PR_CORC(?:_?\d{1,4}\+?)?_[A-Z]{2}_(?<project>\d{6})_(?<year>\d{4})_(?<set>[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}))_(?<first>\d{1,15})(?:-(?<last>\d{1,15}))?$/,
      /^(?<head>PURO_PR_CORC(?:_?\d{1,4}\+?)?_[A-Z]{2}_(?<project>\d{6})_(?<year>\d{4})_[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}_(?<set>\d{18}))(?<first>\d{12})(?:-\k<set>(?<last>\d{12}))?$/,
      /^(?<head>(?<set>\d{18}))(?<first>\d{12})(?:(?: TO |-)\k<set>(?<last>\d{12}))?$/,
    ],
    numbering: ({ set }) => set ?? '',
    write: (series, first, last) => {
      const [, gsrn] = /(?:^|_)(\d{18})$/.exec(series) ?? [];
      if (gsrn === undefined) return `${series}_${first}-${last}`;
      return `${series}${String(first).padStart(digitsAfterGsrn, '0')}-${gsrn}${String(last).padStart(digitsAfterGsrn, '0')}`;
    },
  },
  // Units of the Woodland Carbon Code and the Peatland Code. No serial of it has been published, so no grammar is claimed: a series, a
  // first and a last number are given, and written in a form of our own.
  'uk-land-carbon': {
    name: 'UK Land Carbon Registry',
    aliases: ['Woodland Carbon Code', 'WCC', 'UK Woodland Carbon Code', 'Peatland Code', 'PC', 'UKLCR'],
    units: 'Pending Issuance Units (PIU), Woodland Carbon Units (WCU) and Peatland Carbon Units (PCU)',
    idPrefixes: ['WCC', 'PC'],
    example: null,
    forms: [/^(?<head>[A-Z0-9][A-Z0-9._+/-]{0,299}),(?<first>\d{1,15})(?: TO (?<last>\d{1,15}))?$/],
    write: (series, first, last) => `${series}, ${first} to ${last}`,
  },
  isometric: {
    name: 'Isometric',
    aliases: ['Isometric Registry'],
    units: 'Isometric credits',
    idPrefixes: [],
    example: null,
    forms: [],
    write: withTo,
    refusal: 'Isometric gives its credits no serials and counts parts of tonnes, so its units cannot be on the record',
  },
  // The registry of the sample projects, which is as invented as they are: project, vintage, first "to" last.
  sample: {
    name: 'Sample registry',
    aliases: ['Sample'],
    units: 'Sample units',
    idPrefixes: ['SAMPLE'],
    example: 'SAMPLE-0010-2024-1 to 1133',
    forms: [/^(?<head>SAMPLE-(?<project>\d{4})-(?<year>\d{4}))-(?<first>\d{1,15})(?:(?: TO |-)(?<last>\d{1,15}))?$/],
    write: withTo,
  },
};

export const registryKeys = Object.keys(registries) as RegistryKey[];

/** Returns the name of a registry, as pages and files print it; the key itself if there is no such registry. */
export function registryName(key: string): string {
  return Object.hasOwn(registries, key) ? registries[key as RegistryKey].name : key;
}

/** Returns the name of a registry and what it calls its units: "Verra: Verified Carbon Units (VCU)". */
export function registryAndUnits(key: string): string {
  return Object.hasOwn(registries, key) ? `${registryName(key)}: ${registries[key as RegistryKey].units}` : key;
}

/**
 * Returns the key of a registry by its key, name or an alias, or two of them as in "Woodland Carbon Code (WCC)", whatever the case, blanks,
 * punctuation, width of letters or invisible characters. Undefined: none of ours.
 */
export function findRegistry(text: string): RegistryKey | undefined {
  const keyOf = (name: string) => keysByName.get(plainName(name));
  const [, name = '', other = ''] = /^([^()]+)\(([^()]+)\)$/.exec(normalised(text, 'NFKC').trim()) ?? [];
  return keyOf(text) ?? (keyOf(name) === keyOf(other) ? keyOf(name) : undefined);
}

/** Returns the keys of the registries that a text is a name or an alias of, or at least three letters of the name. */
export function findRegistries(text: string): RegistryKey[] {
  const part = plainName(text);
  return registryKeys.filter((key) => findRegistry(text) === key || (part.length >= 3 && plainName(registries[key].name).includes(part)));
}

const known = registryKeys.filter((key) => key !== 'sample' && registries[key].refusal === undefined).map((key) => registries[key]);

/** The names of the registries whose units the record takes. */
export const knownRegistries = known.map(({ name }) => name).join(', ');
/** A serial of each registry that has published any, with its name. */
export const knownSerials = known.flatMap(({ name, example }) => (example === null ? [] : [`${name}: ${example}`])).join('; ');

/** The sentence that refuses an unknown registry, with the known ones. */
export function unknownRegistry(text: string): string {
  return `${text === '' ? 'The registry is missing' : `The registry ${JSON.stringify(text)} is unknown`}. Known: ${knownRegistries}`;
}

function plainName(text: string): string {
  return normalised(text, 'NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const keysByName = new Map(
  registryKeys.flatMap((key) => [key, registries[key].name, ...registries[key].aliases].map((name) => [plainName(name), key] as const)),
);
