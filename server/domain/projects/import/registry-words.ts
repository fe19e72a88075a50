import { unescape as decoded } from 'node:querystring';
import { endsLikeDay, excerptOf, type Parsed, readDay, withScheme } from '#server/platform/tables/cells.ts';
import { plainName, spacedWords } from '#server/platform/tables/rows.ts';
import { own } from '#shared/lib/input/own.ts';
import { vintageYears } from '#shared/schemas/limits.ts';
import { type LabelName, labels, type ProjectLabel, type ProjectRating } from '#shared/schemas/project.ts';
import { withoutUnreadable } from '#shared/schemas/readable-text.ts';
import { unitTypes } from '#verify/entry.ts';
import type { ProjectMapping } from './map-columns.ts';

// Translates what registries write in their cells into the catalogue's terms.

/** Categories and types in which technology stores the carbon, even if it comes from plants, as in biochar. */
export const captures = /\b(?:(?:da|be|bio)?ccs|dac|biochar|weathering)\b/i;
/** Categories and types in which plants, soil or water absorb or store the carbon. */
export const nature =
  /forest|woodland|\btrees?\b|agri|(?<!(?:wind|solar|photovoltaic|pv)[ -]?)farm|soil|land(?![- ]?fill)|peat|mangrove|coast|blue carbon|seagrass|grass|meadow|\bredd|biodivers|\b(?:arr|afolu|ifm)\b/i;

/**
 * Translates a registry's words for removals and reductions ("Removal", "Long-Duration Removal", "Impermanent Removal") into the Climate
 * Action Data Trust's unit type. This also distinguishes nature from technology, as the project's category and type (`words`) say. Any
 * other text is returned unchanged, such as a whole unit type or one that names two kinds.
 */
export function unitTypeOf(text: string, words: string): string {
  if (unitTypes.some((type) => type.toLowerCase() === text.toLowerCase())) return text;
  const kind = unitKindOf(text);
  if (kind === undefined || kind === 'Avoidance') return kind ?? text;
  return `${kind} - ${nature.test(words) && !captures.test(words) ? 'nature' : 'technical'}`;
}

/** The three kinds of unit types, by their words. */
const kinds = { Removal: /\bremov(?:al|e)/i, Reduction: /\breduc(?:tion|e)/i, Avoidance: /\bavoid(?:ance|e)/i };
type UnitKind = keyof typeof kinds;

/** Returns which of the three kinds a text names; undefined if it names none or several, or says "not". */
export function unitKindOf(text: string): UnitKind | undefined {
  const found = (Object.keys(kinds) as UnitKind[]).filter((kind) => kinds[kind].test(text));
  return found.length === 1 && !/\b(?:no|not|non)\b/i.test(text) ? found[0] : undefined;
}

/**
 * Returns the kind that the words of a category and a type name, if it contradicts a unit type: a project that avoids emissions removes
 * nothing, and a removal avoids none. Undefined if they agree, or if the words are not clear. A title is no evidence.
 */
export function kindAgainst(unitType: string, words: string): UnitKind | undefined {
  const removes = /\bremoval|\barr\b|\b(?:re|af)forest/i.test(words);
  const avoids = /\bavoid|\bredd\b/i.test(words);
  if (removes === avoids || removes === unitType.startsWith('Removal')) return undefined;
  return removes ? 'Removal' : 'Avoidance';
}

/** A text that is a year and two digits, which may be a year's or a month: "2019/20", "FY 2019-20", "2019-06". */
const shortYears = /^(?:FY ?)?(\d\d)(\d\d) ?[/–—-] ?(\d\d)$/i;
/** A year and the last digits of another, wherever a text has them: "2019-20 to 2021-22"; but not 01 to 12, which may be a month. */
const shortEnd = /(?<!\d)(\d\d)(\d\d ?[/–—-] ?)(1[3-9]|[2-9]\d)(?=$|[,;&]| (?:to|until|and|&) | ?[–—-] ?\d{4})/g;

/** Returns the years in a text, in its order: both of "2019-2021" and of "2019/20"; 2020 twice for "01/01/2020 to 31/12/2020". */
export function yearsIn(text: string): string[] {
  const [, century, from, to] = shortYears.exec(text) ?? [];
  if (from === '99' && to === '00') return [`${century}99`, `${Number(century) + 1}00`];
  return text.replace(shortEnd, '$1$2$1$3').match(/(?<!\d)(?:(?:19|20|21)\d\d|2200)(?!\d)/g) ?? [];
}

/** Words and signs by which a range of years has no first or no last year: "2019+", "2019-", "up to 2020". */
const openRange =
  /[<>≤≥+]|\b(?:from|since|after|before|until|onwards?|later|earlier|ongoing|present)\b|^(?:up to|to|through|pre|post|[-–—])|(?:[-–—]|\bto(?: date)?)$/i;

/** Returns why a text with years is not clear about the first and the last; undefined if it is. */
export function unclearYears(text: string): string | undefined {
  const [, century = '', from = '', to = ''] = shortYears.exec(text) ?? [];
  // Two digits sort as texts as they do as numbers.
  if (to > from && to <= '12')
    return `can be read as ${century}${from}-${century}${to}, or as a month of ${century}${from}: write both years, or one`;
  const years = yearsIn(text).map(Number);
  if (years.length === 1 && openRange.test(text)) return 'has one year of two: write the first and the last';
  if (/[,;&]|\band\b/i.test(text) && years.some((year, index) => index > 0 && Math.abs(year - Number(years[index - 1])) > 1))
    return 'has years that do not follow each other, and a project has one vintage: write the first and the last';
  return undefined;
}

/** Converts a cell with web addresses, between spaces, commas or semicolons, into the list that we store. An address may have a comma. */
export function documentListOf(text: string): { value: string; note?: string } {
  const isAddress = (part: string) => /^https?:/i.test(part);
  if (!isAddress(withScheme(text))) return { value: text };
  const parts = partsOf(text, /[\s;]|,(?=[\s,;]|$|https?:|www\.)/i).map(withScheme);
  const others = parts.filter((part) => part !== '' && !isAddress(part)).join(' ');
  const list = [...new Set(parts.filter(isAddress))].map((address) => ({ title: titleOf(address), address }));
  return { value: JSON.stringify(list), ...(others && { note: `has what is no web address: ${excerptOf(others)}. Left out` }) };
}

/** Returns the title of a document, no longer than `projectDocument` allows: the last part of its address, or else the host. */
function titleOf(address: string): string {
  const url = URL.parse(address);
  const last = decoded(url?.pathname.split('/').filter(Boolean).at(-1) ?? '');
  const words = last.replace(/\.\w{2,4}$/, '').replace(/[-_+\s]+/g, ' ');
  const title = withoutUnreadable(words).trim() || (url?.hostname ?? 'Document');
  return [...title].slice(0, 200).join('');
}

/** Returns all values under a name in the objects of a list, as texts: the countries of `[{'country': 'Colombia', ...}]`. */
export function valuesIn(structure: string, name: string): string[] {
  const pairs = structure.matchAll(/['"](\w+)['"]\s*:\s*(?:'([^']*)'|"([^"]*)"|([\w.-]+))/g);
  return [...pairs].flatMap(([, key, single, double, bare]) => (key === name ? [single ?? double ?? bare ?? ''] : []));
}

/** Returns the value that all objects of a list have under a name, or ''. */
export function valueIn(structure: string, name: string): string {
  const [only = '', ...others] = new Set(valuesIn(structure, name));
  return others.length > 0 ? '' : only;
}

/** Splits a list, at commas and semicolons unless another separator is given. */
const partsOf = (list: string, separator: string | RegExp = /[,;]/) => list.split(separator).map((part) => part.trim());

/** Joins the parts of a place, from narrow to wide, each once; SAN JOSE becomes San Jose, and USA stays. '' if there are none. */
export function placeFrom(parts: string[]): string {
  const names: string[] = [];
  for (const part of parts) {
    const isInCapitals = /\p{Lu}{4}/u.test(part) && !/[\p{Ll},;()]/u.test(part);
    const name = part.replace(isInCapitals ? /\p{Lu}+/gu : /\p{Lu}{4,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
    const before = names.flatMap((earlier) => partsOf(earlier.toLowerCase()));
    if (name && !before.includes(name.toLowerCase())) names.push(name);
  }
  return names.join(', ');
}

/** Returns the first of several categories that a registry lists ("Transport; Waste handling and disposal"). */
export const firstOf = (categories: string): string => partsOf(categories, ';').find(Boolean) ?? categories;

/** Turns codes of other catalogues, and other texts in lower case, into words: `renewable-energy`, `['forests', 'ifm']`, `cookstoves`. */
export function humanised(value: string, { isOwnExport }: Pick<ProjectMapping, 'isOwnExport'>): string {
  if (isOwnExport) return value;
  const isList = value.startsWith('[') && value.endsWith(']');
  const parts = partsOf(isList ? value.slice(1, -1) : value, ',');
  const bare = parts.map((part) => part.replace(/^['"]|['"]$/g, '')).join(', ');
  // Nothing but codes, joined in any way.
  if (!/^[a-z0-9]+\+?([-_,; ]+[a-z0-9]+\+?)*$/.test(bare)) return isList ? bare : value;
  const words = partsOf(bare.replace(/[-_]+/g, ' ')).join(', ');
  return words.replace(/[a-z0-9]+/g, (word) => (shortForm.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)));
}

/** Abbreviations used in the trade, and codes of methodologies such as ACM0002. */
const shortForm = /^(afolu|arr|bng|ccs|dac|ghg|ifm|redd)$|\d/;

/** Replaces a registry's code with the name that buyers know. Another code of words in lower case is given capitals and blanks. */
export function standardNamed(value: string, mapping: Pick<ProjectMapping, 'isOwnExport'> = { isOwnExport: false }): string {
  if (mapping.isOwnExport) return value;
  return own(standards, spacedWords(value)) ?? (/^[a-z]+(-[a-z]+)*$/.test(value) ? humanised(value, mapping) : value);
}

/** Standards as buyers know them, each with its other names in files, and the letters that only ids of its projects begin with. */
const namesOfStandards = {
  'American Carbon Registry': ['acr'],
  'ART TREES': ['art', 'art the redd+ environmental excellence standard (trees)'],
  Cercarbono: ['cdc'],
  'Climate Action Reserve': ['car'],
  'Gold Standard': ['gld', 'gold', 'gs'],
  'Peatland Code': ['pc'],
  'Plan Vivo': [],
  'Puro.Earth': ['puro', 'puro earth'],
  VCS: ['verified carbon standard', 'verra'],
  'Woodland Carbon Code': ['wcc'],
};
/** Standards by all of their names. */
export const standards: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(namesOfStandards).flatMap(([standard, names]) => [standard.toLowerCase(), ...names].map((name) => [name, standard])),
);

// Reads labels and ratings as people write them in a cell; `statementsCell` writes them.

/** The source and the day of a statement: as it names them, "CCP-labelled (Verra Registry, 2026-03-31)", or else from their columns. */
type Origin = { source: string; day: string | null };

/** The columns that hold labels of one kind, with the words that each of their statements begins with. */
export const labelColumns = {
  labels: '',
  ccp: 'CCP',
  corsia: 'CORSIA',
  article6: 'Article 6',
  correspondingAdjustment: 'Corresponding adjustment',
  sdgs: 'SDG',
} as const;
export type LabelColumn = keyof typeof labelColumns;

/**
 * Reads the labels in a cell of one of these columns. A label that names no source or no day takes it from `defaults`. Refuses a label that
 * then lacks either, and words that do not say which label they mean.
 */
export function parseLabels(column: LabelColumn, cell: string, defaults: Origin): Parsed<ProjectLabel[]> {
  return parseEach<ProjectLabel>(cell, defaults, ({ words, source, day }) => {
    if (/^(no|none|false|0)$/i.test(words)) return { value: [] };
    const kind = labelColumns[column];
    const found = labelsIn(plainName(words).startsWith(plainName(kind)) ? words : `${kind} ${words}`, column);
    if ('reason' in found) return found;
    if (source === '' || day === null)
      return {
        reason: `has no ${source === '' ? 'source' : 'date'}: write "... (source, 2026-03-31)", or add labelsSource and labelsAsOf`,
      };
    return { value: found.value.map((label) => ({ ...label, source, asOf: day })) };
  });
}

/** Reads the ratings in a cell. Refuses one without an agency or a day. */
export function parseRatings(cell: string, defaults: Origin): Parsed<ProjectRating[]> {
  return parseEach<ProjectRating>(cell, defaults, ({ words, source, day }) =>
    source === '' || day === null
      ? { reason: `has no ${source === '' ? 'agency' : 'date'}: write "${words} (agency, 2026-03-31)", or add ratingAgency and ratedOn` }
      : { value: [{ rating: words, agency: source, date: day }] },
  );
}

function parseEach<T>(cell: string, defaults: Origin, parser: (statement: Origin & { words: string }) => Parsed<T[]>): Parsed<T[]> {
  const found: T[] = [];
  for (const part of partsOf(cell, ';').filter(Boolean)) {
    const [, words = '', inside = ''] = /^([^()]+)(?:\(([^()]*)\))?$/.exec(part) ?? [];
    if (words.trim() === '') return { reason: 'is not a list such as "... (source, 2026-03-31); ... (source, 2026-03-31)"' };
    const stated = sourceIn(inside.trim(), defaults);
    const parsed = 'reason' in stated ? stated : parser({ words: words.trim(), ...stated.value });
    if ('reason' in parsed) return parsed;
    found.push(...parsed.value);
  }
  return { value: found };
}

/** Takes "source, date" apart; either may be missing. The name of a goal, "13 (Climate Action)", is no source. */
function sourceIn(inside: string, { source, day }: Origin): Parsed<Origin> {
  const parts = partsOf(inside, ',');
  const date = readDay(parts.at(-1) ?? '');
  const unread = 'reason' in date && parts.find(endsLikeDay);
  if (unread) return { reason: `has "${unread}" in brackets: write "(source, 2026-03-31)", with a date that can be read in one way` };
  const named = 'reason' in date ? inside : inside.slice(0, Math.max(inside.lastIndexOf(','), 0)).trim();
  return { value: { source: named === '' || goalName.test(named) ? source : named, day: 'reason' in date ? day : date.value } };
}

const goalName =
  /^(?:no poverty|zero hunger|good health|quality education|gender equality|clean water|affordable and|decent work|industry, innovation|reduced inequal|sustainable cities|responsible consum|climate action$|life (?:below water|on land)|peace,? (?:and )?justice|partnerships for)/i;

/** Other spellings of labels, as `plainName` has them. */
const spellings: Record<string, LabelName> = {
  ccplabeled: 'CCP-labelled',
  ccplabel: 'CCP-labelled',
  ccpeligible: 'CCP-eligible programme',
  ccpeligibleprogram: 'CCP-eligible programme',
  corsiapilotphase: 'CORSIA 2021-2023',
  corsiafirstphase: 'CORSIA 2024-2026',
  corsiasecondphase: 'CORSIA from 2027',
  corsia2027: 'CORSIA from 2027',
  corsia2027on: 'CORSIA from 2027',
  article6authorized: 'Article 6 authorised',
};

/** Reads a label, or several goals, and vintages: "CCP-labelled, vintages 2021-2023", "CORSIA 2024-2026 vintage 2022", "SDG 7, 13". */
function labelsIn(words: string, column: LabelColumn): Parsed<Pick<ProjectLabel, 'label' | 'vintageStart' | 'vintageEnd'>[]> {
  const years = /(?<!\d)(\d{4})(?: ?(?:-|–|to) ?(\d{4}))?$/.exec(words);
  const before = words.slice(0, years?.index).trim();
  // Bare years are a period of CORSIA, or the vintages of any other label, but may be of a goal's name ("Agenda 2030").
  const areVintages = years && (/vintages?$/i.test(before) || !(column === 'sdgs' || /^corsia/i.test(before)));
  const name = areVintages ? before.replace(/vintages?$/i, '') : words;
  const [, first, last = first] = areVintages ? years : [];
  const isOfGoals = column === 'sdgs' || (/^sdg/i.test(name) && !/\p{L}/u.test(name.replace(/sdgs?|\b(?:and|to)\b/gi, '')));
  const names = isOfGoals ? goalsOf(name) : { value: [name] };
  if ('reason' in names) return names;
  const found = names.value.map(labelNamed);
  if (!found.every((label) => label !== undefined)) return { reason: reasonFor(name) };
  if (first === undefined) return { value: found.map((label) => ({ label, vintageStart: null, vintageEnd: null })) };
  const [vintageStart, vintageEnd] = [Number(first), Number(last)];
  if (vintageStart < vintageYears.min || vintageEnd < vintageStart || vintageEnd > vintageYears.max)
    return { reason: `has vintages that are no range of years: ${words}` };
  return { value: found.map((label) => ({ label, vintageStart, vintageEnd })) };
}

/** Returns the label with this name; undefined for "CORSIA 2021, 2023" and "S.D.G. 1-7", whose numbers `plainName` would join. */
function labelNamed(name: string): LabelName | undefined {
  if (/\d(?! ?\p{Pd} ?\d{4})[^\p{L}\p{N}]+\d/u.test(name)) return undefined;
  return own(spellings, plainName(name)) ?? labels.find((label) => plainName(label) === plainName(name));
}

function reasonFor(name: string): string {
  if (partsOf(name, ',').some(labelNamed)) return 'has commas between labels: write semicolons';
  if (/^ccp\D*$/i.test(name))
    return 'does not say whose: "CCP-labelled" if the credits carry the label, "CCP-eligible programme" if only their programme is approved';
  if (/^corsia/i.test(name))
    return `does not say for which compliance period: ${labels.filter((label) => label.startsWith('CORSIA ')).join(', ')}`;
  if (/^article 6/i.test(name)) return 'does not say what is stated: "Article 6 authorised" if the host country has authorised the units';
  return `is not a known label ("${name}"). The labels are: ${labels.filter((label) => !label.startsWith('SDG ')).join(', ')}, SDG 1 to SDG 17`;
}

/** Returns the goals in a text as labels: of "7, 13", or of "Goal 13: Climate Action". */
function goalsOf(text: string): Parsed<string[]> {
  const numbers = text.match(/\d+(?:\.\w+)*/g) ?? [];
  const wrong = numbers.find((number) => !/^(?:0?[1-9]|1[0-7])$/.test(number));
  if (numbers.length === 0 || wrong) return { reason: `is not a list of goals from 1 to 17${wrong ? `: ${wrong}` : ''}` };
  if (/\d ?(?:[\p{Pd}−~…]|\.{2,3}|to|through) ?(?:sdg|goal)? ?\d/iu.test(text))
    return { reason: 'has a range of goals: write each of them, as "1, 2, 3"' };
  return { value: [...new Set(numbers.map(Number))].map((number) => `SDG ${number}`) };
}
