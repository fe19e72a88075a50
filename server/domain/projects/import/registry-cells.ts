// What registries write in a cell, as our catalogue says it.
import type { Mapping } from './map-columns.ts';

/** Categories and types in which plants, soil or water take up the carbon, or keep it. */
const nature = /forest|woodland|tree|agri|farm|soil|land|wetland|peat|mangrove|coast|blue carbon|seagrass|grass|meadow|redd|biodivers/i;

/**
 * A registry's "Removal" or "Reduction" as the Climate Action Data Trust's unit type, which also says whether nature or
 * technology does it: that follows from the project's category. Other words stay as they are.
 */
export function unitTypeOf(text: string | null, category: string): string | null {
  const [, word] = /^\s*(removal|reduction|avoidance)s?\s*$/i.exec(text ?? '') ?? [];
  if (!word) return text;
  if (/avoid/i.test(word)) return 'Avoidance';
  return `${word[0]?.toUpperCase()}${word.slice(1).toLowerCase()} - ${nature.test(category) ? 'nature' : 'technical'}`;
}

/** The years in a text, in its order: of "2019-2021" both, of "01/01/2020 to 31/12/2020" 2020 twice. */
export function yearsIn(text: string | null): string[] {
  return text?.match(/(?<!\d)(?:19|20|21)\d\d(?!\d)/g) ?? [];
}

/** A cell of registries that holds web addresses, separated by blanks, commas or semicolons, as the list that we store. */
export function documentListOf(text: string | null): string | null {
  if (text === null || !/^https?:/i.test(text)) return text;
  const addresses = text.split(/[\s,;]/).filter((part) => /^https?:/i.test(part));
  return JSON.stringify(addresses.map((address) => ({ title: titleOf(address), address })));
}

/** The last part of an address without its ending, else the host: what a reader can tell documents by. */
function titleOf(address: string): string {
  const url = URL.parse(address);
  const last = url?.pathname.split('/').filter(Boolean).at(-1);
  return (
    last
      ? decoded(last)
          .replace(/\.\w{2,4}$/, '')
          .replace(/[-_+]+/g, ' ')
      : (url?.hostname ?? 'Document')
  ).slice(0, 200);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts of a list that commas or semicolons separate. */
const partsOf = (list: string) => list.split(/[,;]/).map((part) => part.trim());

const onePart = /^[a-z0-9]+\+?([-_,; ]+[a-z0-9]+\+?)*$/;

/** The parts of a place, from the narrow to the wide, each said once and no name in capitals; null without any. */
export function placeFrom(parts: (string | null)[]): string | null {
  const said: string[] = [];
  for (const part of parts) {
    const name = part?.replace(/\p{Lu}{4,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
    const before = said.flatMap((one) => partsOf(one.toLowerCase()));
    if (name && !before.includes(name.toLowerCase())) said.push(name);
  }
  return said.join(', ') || null;
}

/** A project has one category: the first, where a registry lists several ("Transport; Waste handling and disposal"). */
export function firstOf(value: string | null, { isOurs }: Pick<Mapping, 'isOurs'>): string | null {
  return value === null || isOurs
    ? value
    : (value
        .split(';')
        .find((part) => part.trim() !== '')
        ?.trim() ?? value);
}

/** Machine codes of other catalogues as words: `renewable-energy`, `['forests', 'ifm']`. Anything else stays as it is. */
export function humanised(value: string | null, { isOurs }: Pick<Mapping, 'isOurs'>): string | null {
  if (value === null || isOurs) return value;
  const isList = value.startsWith('[') && value.endsWith(']');
  const parts = (isList ? value.slice(1, -1) : value).split(',').map((part) => part.trim().replace(/^['"]|['"]$/g, ''));
  const bare = parts.join(', ');
  if (!onePart.test(bare)) return value.startsWith('[') ? bare || null : value;
  const words = partsOf(bare.replace(/[-_]+/g, ' ')).join(', ');
  return words.replace(/[a-z0-9]+/g, (word) => (shortForm.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)));
}

/** Short forms of the trade, and names of methods such as ACM0002. */
const shortForm = /^(afolu|arr|bng|ccs|dac|ghg|ifm|redd)$|\d/;

/** Codes of registries by the names that buyers know; another name stays as it is. */
export function standardNamed(value: string | null, mapping: Pick<Mapping, 'isOurs'>): string | null {
  const { isOurs } = mapping;
  if (value === null || isOurs) return value;
  const known = registries[value.toLowerCase().replace(/[-_]/g, ' ')];
  return known ?? (/^[a-z]+(-[a-z]+)*$/.test(value) ? humanised(value, mapping) : value);
}

const registries: Record<string, string> = {
  acr: 'American Carbon Registry',
  'american carbon registry': 'American Carbon Registry',
  'art trees': 'ART TREES',
  car: 'Climate Action Reserve',
  'climate action reserve': 'Climate Action Reserve',
  gold: 'Gold Standard',
  'gold standard': 'Gold Standard',
  gs: 'Gold Standard',
  'plan vivo': 'Plan Vivo',
  'puro earth': 'Puro.Earth',
  vcs: 'VCS',
  'verified carbon standard': 'VCS',
  verra: 'VCS',
  'woodland carbon code': 'Woodland Carbon Code',
};
