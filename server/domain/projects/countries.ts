import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { own } from '#shared/lib/input/own.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import type { Project } from '#shared/schemas/project.ts';
import { normalised } from '#verify/text.ts';
import boxes from './country-boxes.json' with { type: 'json' };

/** Names that registries use and neither the library nor Intl has, or has for another country: Congo. */
const aliases: Record<string, string[]> = {
  BA: ['Bosnia'],
  BO: ['Bolivia Plurinational State'],
  CD: ['Congo DRC', 'DRC', 'DR Congo'],
  CG: ['Congo'],
  CI: ['Cote d Ivoire'],
  CV: ['Cabo Verde'],
  GB: ['Britain', 'England', 'Northern Ireland', 'Scotland', 'United Kingdom of Great Britain and Northern Ireland', 'Wales'],
  KG: ['Kyrgyz'],
  KP: ["Democratic People's Republic of Korea", 'Korea DPR'],
  KR: ['Korea'],
  LA: ['Lao PDR'],
  MK: ['FYROM', 'Macedonia'],
  MM: ['Burma'],
  MO: ['Macau'],
  NL: ['Holland'],
  SK: ['Slovak Republic'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  VA: ['Vatican'],
  VN: ['Viet Nam'],
};

let codes: Map<string, string> | undefined;

/**
 * Returns the ISO 3166-1 alpha-2 code for a code of two letters, three letters (IND) or three digits (356, as in the United
 * Nations' M49), or for an English name ("Viet Nam", "Lao PDR", "usa"), or undefined.
 */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes();
  const code = text.trim().toUpperCase();
  if (/^\d{1,3}$/.test(code)) return codes.get(code.padStart(3, '0'));
  if (/^[A-Z]{3}$/.test(code) && codes.has(code)) return codes.get(code);
  return codes.get(foldedWords(text)) ?? codes.get(foldedWords(shortName(text)));
}

/** Returns the code of the country at the end of a place such as "Tampere, Finland"; none for "Georgia", which is also a state. */
export function countryAtEnd(place: string): string | undefined {
  const last = place.split(/[,;]/).at(-1)?.trim().toLowerCase() ?? '';
  if (['usa', 'u.s.', 'uk', 'u.k.'].includes(last)) return countryCode(last);
  // Other two or three letters at the end of a place are just as often a state (CA, C.A., NSW).
  const mayBeState = last === 'georgia' || last.length < 4 || last.replaceAll('.', '').length < 3;
  return mayBeState ? undefined : countryCode(last);
}

function readCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [code, names] of [...Object.entries(english.countries), ...Object.entries(aliases)])
    for (const name of [code, names, countryName(code)].flat()) found.set(foldedWords(name), code);
  for (const [code = '', threeLetters = '', number = ''] of isoCodes) found.set(threeLetters, code).set(number, code);
  return found;
}

/** Removes a state's style: "Iran (Islamic Republic of)" becomes "Iran"; "Kenya, Republic of" and "Republic of Kenya" become "Kenya". */
function shortName(text: string): string {
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')];
  const outside = start === -1 || end < start ? text : text.slice(0, start) + text.slice(end + 1);
  const [name = '', ...style] = outside.split(',');
  const short = /\b(?:rep(?:ublic)?|states?|province|kingdom)\b/i.test(style.join()) ? name : outside;
  return short.replace(/\b(?:federal|federative|rep(?:ublic)?)\b/gi, '');
}

/**
 * Returns the words of a name in alphabetical order, without accents and small words, so that spellings compare equal: "Congo,
 * Democratic Republic of the" and "Democratic Republic of the Congo".
 */
export function foldedWords(text: string): string {
  const letters = normalised(text, 'NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’.]/gu, '')
    .replace(/\bst\b/g, 'saint')
    .replace(/\bdem\b/g, 'democratic')
    .replace(/\brep\b/g, 'republic');
  const words = letters.match(/\p{L}+/gu) ?? [];
  return words
    .filter((word) => !['the', 'of', 'and'].includes(word))
    .toSorted()
    .join(' ');
}

/**
 * Returns the places of projects on a map: their coordinates or, where they state only their country, its middle (`isCentre`). Those that
 * state neither, or a country without a box (Réunion), are left out. The bounding boxes were made once, in whole degrees, from Natural
 * Earth's outlines (the package world-atlas, 1:50m, with d3's `geoBounds`), which have such places within another country; a middle is
 * stated behind a box with islands far away or on both sides of the 180th meridian.
 */
export function placesOf<Of extends Pick<Project, 'slug' | 'country' | 'latitude' | 'longitude'>>(projects: readonly Of[]) {
  return projects.flatMap((project) => {
    const { slug: id, latitude, longitude, country } = project;
    if (latitude !== null && longitude !== null) return [{ id, project, latitude, longitude, isCentre: false }];
    const box = country === null ? undefined : own(boxes as Record<string, number[]>, country);
    if (!box) return [];
    const [west = 0, south = 0, east = 0, north = 0, middleLongitude = (west + east) / 2, middleLatitude = (south + north) / 2] = box;
    return [{ id, project, latitude: middleLatitude, longitude: middleLongitude, isCentre: true }];
  });
}
