import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { countryName } from '#src/lib/countries.ts';

/** Names that registries use but neither the library nor Intl knows, as normalised by `plainCountry`. */
const aliases: Record<string, string> = {
  bosnia: 'BA',
  britain: 'GB',
  burma: 'MM',
  caboverde: 'CV',
  congo: 'CG',
  democraticpeoplesrepublickorea: 'KP',
  drc: 'CD',
  drcongo: 'CD',
  easttimor: 'TL',
  england: 'GB',
  fyrom: 'MK',
  holland: 'NL',
  korea: 'KR',
  laopdr: 'LA',
  macau: 'MO',
  macedonia: 'MK',
  northernireland: 'GB',
  scotland: 'GB',
  slovakrepublic: 'SK',
  swaziland: 'SZ',
  vatican: 'VA',
  wales: 'GB',
};

let codes: Map<string, string> | undefined;

/** Returns the ISO 3166-1 alpha-2 code for a code or English name ("Viet Nam", "Lao PDR", "usa"), or undefined. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes();
  // "Congo, Democratic Republic of the" is "Democratic Republic of the Congo"; "Iran (Islamic Republic of)" is Iran.
  const comma = text.lastIndexOf(', ');
  const inOrder = comma === -1 ? text : `${text.slice(comma + 2)} ${text.slice(0, comma)}`;
  const [name = '', ...style] = withoutBrackets(text).split(',');
  const short = /\b(?:republic|states?|province|kingdom)\b/i.test(style.join()) ? name : withoutBrackets(text);
  const bare = plainCountry(text).replace(/^(federal|federative)?republic|republic$/g, '');
  return codes.get(plainCountry(text)) ?? codes.get(plainCountry(inOrder)) ?? codes.get(plainCountry(short)) ?? codes.get(bare);
}

/** Returns the code of the country at the end of a place such as "Tampere, Finland". "Georgia" is ambiguous: it is also a state. */
export function countryAtEnd(place: string): string | undefined {
  const last = place.split(/[,;]/).at(-1)?.trim() ?? '';
  // Two letters at the end of a place are just as often a state.
  return last.length < 4 && !/^(usa|uk)$/i.test(last) ? undefined : last.toLowerCase() === 'georgia' ? undefined : countryCode(last);
}

function readCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const [code, names] of Object.entries(english.countries))
    for (const name of [code, names, countryName(code)].flat()) found.set(plainCountry(name), code);
  for (const [alias, code] of Object.entries(aliases)) found.set(alias, code);
  return found;
}

/** Removes text in brackets: "Myanmar (Burma)" becomes "Myanmar". */
function withoutBrackets(text: string): string {
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')];
  return start === -1 || end < start ? text : text.slice(0, start) + text.slice(end + 1);
}

/** Normalises a name to letters only, without accents and small words, so that its spellings compare equal. */
function plainCountry(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/\bst\.? /g, 'saint ')
    .replace(/\b(the|of|and)\b/g, '')
    .replace(/[^a-z]/g, '');
}
