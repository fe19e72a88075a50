import { longestBeneficiary, quantityOf } from './entry.ts';
import { readCertificateNumber, readEntryNumber } from './file.ts';
import { findRegistry, type RegistryKey, registries, registryKeys, registryName, unknownRegistry } from './registries.ts';
import { normalised } from './text.ts';

/** A range of units, both numbers included. Two ranges share a unit if registry and numbering are the same and the numbers overlap. */
export type Serials = {
  registry: RegistryKey;
  /** What all units of the range share, as the registry writes it: the serial without its numbers. */
  series: string;
  /** The set in which the registry gives a number once, in capitals. */
  numbering: string;
  first: number;
  last: number;
  facts: SerialFacts;
};

/** What a serial itself says about its units. */
export type SerialFacts = {
  /** The number of the project in the registry, without its letters and leading zeros. */
  project?: string;
  /** The year of the vintage, where the serial has only that. */
  year?: number;
  /** First and last day of the vintage, ISO 8601. */
  from?: string;
  until?: string;
  batch?: string;
};

/** Why a text is not read, in a sentence for the person who gave it. */
type Refusal = { refusal: string };

type ReadOptions = {
  /** The registry that issued the units, or whose file names them. Without it, the grammar of the serial tells. */
  registry?: RegistryKey | undefined;
  /** Whether a serial with one number is read, as that unit. In files, a missing last number may have been lost. */
  acceptsOneUnit?: boolean;
};

/**
 * Reads one range of units as a registry writes it, whatever the case, kind of dash, blanks or invisible characters. A count behind the
 * range, such as "(250)", must be right.
 * @returns a refusal if the text is no such range, or can be read in two ways.
 */
export function readSerial(text: string, { registry, acceptsOneUnit = false }: ReadOptions = {}): Serials | Refusal {
  if (registry && registries[registry].refusal) return { refusal: registries[registry].refusal };
  if (text.length > maxLength) return { refusal: `A serial has at most ${maxLength} characters` };
  const [, folded = foldSerial(text), count] = /^([^(]*?) ?(?:\(([\d,]{1,20})\))?$/.exec(foldSerial(text)) ?? [];
  const found = match(folded, registry ? [registry, registries[registry].alsoLists].filter((key) => key !== undefined) : detectable);
  if (!found) return { refusal: refusalOf(folded, registry) };
  const { key, groups } = found;
  const { first = '', last, from, until } = groups;
  if (last === undefined && !acceptsOneUnit)
    return {
      refusal: `The serial has no last number: for one unit, write ${registries[key].write(seriesOf(groups), Number(first), Number(first))}`,
    };
  const [lowest, highest] = [Number(first), Number(last ?? first)];
  if (lowest > highest) return { refusal: `The last number, ${highest}, is before the first, ${lowest}` };
  const quantity = quantityOf({ first: lowest, last: highest });
  if (count !== undefined && Number(count.replaceAll(',', '')) !== quantity)
    return { refusal: `The serial says ${count} units, but ${lowest} to ${highest} are ${quantity}` };
  const days = from === undefined || until === undefined ? undefined : [dayOf(from), dayOf(until)];
  if (days && !(days[0] && days[1] && days[0] <= days[1])) return { refusal: `The serial’s vintage, ${from} to ${until}, is no period` };
  const series = seriesOf(groups);
  return {
    registry: key,
    // Puro alone writes a part of its serials, the id of an issuance, in small letters.
    series: key === 'puro' ? series.replace(/[0-9A-F]{8}-[-0-9A-F]{27}/, (issuance) => issuance.toLowerCase()) : series,
    numbering: withoutLeadingZeros(registries[key].numbering?.(groups) ?? series),
    first: lowest,
    last: highest,
    facts: factsOf(groups, days),
  };
}

/**
 * Reads a range, or one unit, that a person looks for: as a registry writes it, or as this site prints a series with its numbers.
 * @returns undefined if the text is none.
 */
export function readSearched(text: string): Serials | undefined {
  const found = [undefined, ownForm].map((registry) => readSerial(text, { registry, acceptsOneUnit: true }));
  return found.find((one): one is Serials => !('refusal' in one));
}

/**
 * Returns what a text is that somebody enters to have it checked: a serial; words to search for, which are one line and no longer than a
 * beneficiary's name may be; or, as the number of a certificate or an entry and the text of a file are, what is checked itself.
 */
export function kindOfEntered(text: string): 'serial' | 'words' | 'checked' {
  if (readSearched(text)) return 'serial';
  const words = text.trim();
  const isNumber = readCertificateNumber(words) !== undefined || readEntryNumber(words) !== undefined;
  return words !== '' && words.length <= longestBeneficiary && !/^[{[]|[\r\n]/.test(words) && !isNumber ? 'words' : 'checked';
}

/**
 * Returns the range that a series of a registry and two numbers are, checked as `readSerial` checks a text; `series` is written as in
 * `Serials`.
 */
export function serialsOf({ registry: name, series, first, last }: UnitRange): Serials | Refusal {
  const registry = findRegistry(name);
  if (registry === undefined) return { refusal: unknownRegistry(name) };
  const text = registries[registry].write(foldSerial(series).replaceAll(' ', ''), first, last);
  if (registry === ownForm && !match(foldSerial(text), [registry]))
    return { refusal: 'A series has letters A to Z, digits and . _ + / -, at most 300, and begins with a letter or a digit' };
  return readSerial(text, { registry });
}

/** Returns the registry that a text names, by key, name or alias. */
export function readRegistry(text: string): { key: RegistryKey } | Refusal {
  const key = findRegistry(text);
  if (key === undefined) return { refusal: unknownRegistry(text) };
  const { refusal } = registries[key];
  return refusal === undefined ? { key } : { refusal };
}

/** The registry that has published no serials, whose units are written in a form of our own. */
const ownForm = 'uk-land-carbon' as const;

type UnitRange = { registry: string; series: string; first: number; last: number };

/** Writes a range as its registry does, or in our own form if the registry is unknown. `readSerial` reads it again, given the registry. */
export function printSerial({ registry, series, first, last }: UnitRange): string {
  return registries[Object.hasOwn(registries, registry) ? (registry as RegistryKey) : ownForm].write(series, first, last);
}

/**
 * Returns why units with these serials cannot be of a project and vintage, with the field at fault; undefined if they can be. A
 * vintage of whole calendar years agrees with a serial whose days lie in the same years. A serial that states only a year fits a vintage of
 * at most two calendar years that has it: of a longer one, a year alone says too little.
 * @param projectId the id of the project in its registry. Null: the catalogue has none.
 */
export function contradictionOf(
  { registry, facts }: Serials,
  { projectId, vintageStart, vintageEnd }: { projectId: string | null; vintageStart: string; vintageEnd: string },
): { field: 'project' | 'vintageStart' | 'vintageEnd'; reason: string } | undefined {
  const { project, year, from, until } = facts;
  if (project !== undefined && projectId !== null && !isProject(registry, project, projectId))
    return { field: 'project', reason: `The serial is of project ${registries[registry].idPrefixes[0]}${project}, not of ${projectId}` };
  const [start, end] = [Number(vintageStart.slice(0, 4)), Number(vintageEnd.slice(0, 4))];
  if (year !== undefined && (year < start || year > end || end - start > 1))
    return { field: 'vintageStart', reason: `The serial is of vintage ${year}, not of ${vintageStart} to ${vintageEnd}` };
  if (from === undefined || until === undefined) return undefined;
  const areYears = vintageStart.endsWith('-01-01') && vintageEnd.endsWith('-12-31');
  const differs = (fact: string, given: string) => fact !== given && !(areYears && fact.slice(0, 4) === given.slice(0, 4));
  const field = differs(from, vintageStart) ? 'vintageStart' : differs(until, vintageEnd) ? 'vintageEnd' : undefined;
  return field && { field, reason: `The serial’s vintage is ${from} to ${until}, not ${vintageStart} to ${vintageEnd}` };
}

/**
 * Returns the first fact that two serials of the same units state differently: batch, project or vintage. Undefined: none. A label at
 * the end of a serial is not compared, because a registry may add it later.
 */
export function differingFact(one: SerialFacts, other: SerialFacts): 'batch' | 'project' | 'vintage' | undefined {
  const differs = (name: keyof SerialFacts) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name];
  if (differs('batch')) return 'batch';
  if (differs('project')) return 'project';
  return differs('year') || differs('from') || differs('until') ? 'vintage' : undefined;
}

/**
 * Folds a serial to the characters in which registries write: NFKC, no invisible characters, every dash a hyphen, capitals, single
 * blanks and none beside a separator.
 */
export function foldSerial(text: string): string {
  return normalised(text, 'NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
    .split(/\s+/)
    .join(' ')
    .replace(/ ?([-_,;/]) ?/g, '$1')
    .toUpperCase();
}

/** Far more characters than any registry writes. */
const maxLength = 1_000;
/** The registries that a serial alone tells: those that publish serials, and so have an example. */
const detectable = registryKeys.filter((key) => registries[key].example !== null);

type Groups = Record<string, string | undefined>;

function match(folded: string, keys: readonly RegistryKey[]): { key: RegistryKey; groups: Groups } | undefined {
  for (const key of keys)
    for (const form of registries[key].forms) {
      const groups = form.exec(folded)?.groups;
      if (groups) return { key, groups };
    }
  return undefined;
}

/** Returns what all units of a range share. Serials of Verra have no `head`: they begin with the number of a batch, before the units'. */
function seriesOf({ head, batch, tail }: Groups): string {
  return tail === undefined ? (head ?? '') : `${head ?? batch}-${tail}`;
}

function refusalOf(folded: string, registry: RegistryKey | undefined): string {
  // A serial may have a comma or blanks in it, and its count behind it.
  const bare = folded.replace(/ ?\([\d,]+\)/g, '');
  const countBlocks = (between: RegExp) => bare.split(between).filter((part) => match(part, detectable)).length;
  const count = [/[;|&]/, /[,;|&/ ]/].map(countBlocks).find((blocks) => blocks > 1);
  if (count !== undefined) return `This names ${count} blocks of units: give each a row or a call of its own`;
  const other = match(folded, detectable)?.key;
  if (registry === undefined)
    return `No registry that we know writes serials like this. They write ${detectable.flatMap((key) => (key === 'sample' ? [] : [registries[key].example])).join('; ')}`;
  const { name, example } = registries[registry];
  if (other) return `This is a serial of ${registryName(other)}, not of ${name}`;
  if (example === null) return `${name} has published no serials from which a form could be known: give series, first and last`;
  return `This is no serial of ${name}, which writes ${example}`;
}

/** Drops the zeros in front of each number, so that "016" and "16" are one numbering. */
function withoutLeadingZeros(text: string): string {
  return text.replace(/(^|[^A-Z0-9.])0+(?=\d)/g, '$1');
}

function factsOf({ project, year, batch }: Groups, days: (string | undefined)[] | undefined): SerialFacts {
  const [from, until] = days ?? [];
  const facts = {
    project: project && withoutLeadingZeros(project),
    batch: batch && withoutLeadingZeros(batch),
    ...{ year: year && Number(year), from, until },
  };
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined)) as SerialFacts;
}

/** Reads a day as Verra writes it: 31122020. @returns ISO 8601; undefined if there is no such day. */
function dayOf(digits: string): string | undefined {
  const day = `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? undefined : day;
}

/** Whether a catalogue's id is that of the project with this number: "VCS0934", "vcs-934" and "934" are. */
function isProject(registry: RegistryKey, number: string, id: string): boolean {
  const folded = foldSerial(id).replace(/[^A-Z0-9]/g, '');
  const [, letters = '', digits = ''] = /^([A-Z]*)(\d+)$/.exec(folded) ?? [];
  // Another registry lists units of the CDM under project ids of its own.
  if (registry === 'cdm' && letters !== 'CDM') return true;
  return withoutLeadingZeros(digits) === number && (letters === '' || registries[registry].idPrefixes.includes(letters));
}
