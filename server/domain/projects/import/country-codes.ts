/** Names of countries that Intl does not give, as `plain` makes them. */
const others: Record<string, string> = {
  bolivia: 'BO',
  bosnia: 'BA',
  britain: 'GB',
  brunei: 'BN',
  burma: 'MM',
  caboverde: 'CV',
  capeverde: 'CV',
  congo: 'CG',
  congobrazzaville: 'CG',
  congodr: 'CD',
  congodemocraticrepublic: 'CD',
  congodemocraticrepublicofthe: 'CD',
  congokinshasa: 'CD',
  democraticrepublicofcongo: 'CD',
  democraticrepublicofthecongo: 'CD',
  congothedemocraticrepublicofthe: 'CD',
  cotedivoire: 'CI',
  czechrepublic: 'CZ',
  drc: 'CD',
  drcongo: 'CD',
  easttimor: 'TL',
  england: 'GB',
  fyrom: 'MK',
  holland: 'NL',
  hongkong: 'HK',
  iran: 'IR',
  ivorycoast: 'CI',
  korea: 'KR',
  koreademocraticpeoplesrepublicof: 'KP',
  laos: 'LA',
  laopdr: 'LA',
  laopeoplesdemocraticrepublic: 'LA',
  macedonia: 'MK',
  macau: 'MO',
  micronesia: 'FM',
  moldova: 'MD',
  northernireland: 'GB',
  palestine: 'PS',
  republicofcongo: 'CG',
  republicofkorea: 'KR',
  russia: 'RU',
  scotland: 'GB',
  slovakrepublic: 'SK',
  southkorea: 'KR',
  swaziland: 'SZ',
  syria: 'SY',
  taiwanprovinceofchina: 'TW',
  tanzania: 'TZ',
  tanzaniaunitedrepublicof: 'TZ',
  turkey: 'TR',
  turkiye: 'TR',
  uae: 'AE',
  uk: 'GB',
  unitedrepublicoftanzania: 'TZ',
  unitedstatesofamerica: 'US',
  us: 'US',
  usa: 'US',
  vatican: 'VA',
  vietnam: 'VN',
  vietnamsocialistrepublicof: 'VN',
  wales: 'GB',
};

/** Codes that Intl names but that are no country: groups, former and reserved ones. */
const noCountry = /^(AN|BU|CP|CQ|CS|DD|DG|DY|EA|EU|EZ|FX|HV|IC|NH|NT|QO|QU|RH|SU|TA|TP|UK|UN|VD|X[A-JL-Z]|YD|YU|ZR|ZZ)$/;

let codes: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country by its code or English name ("Viet Nam", "Lao PDR", "usa"), or undefined. */
export function countryCode(text: string): string | undefined {
  codes ??= readCodes();
  // "Tanzania, United Republic of" and "Iran (Islamic Republic of)": the name, and after it its style.
  const [name = '', style = ''] = withoutBrackets(text).split(/,(.*)/s);
  const short = /\b(?:republic|state|states|province|kingdom)\b/i.test(style) ? name : withoutBrackets(text);
  const bare = plain(text).replace(/^the|^(federal|federative)?republicof|republic$/g, '');
  return codes.get(plain(text)) ?? codes.get(plain(short)) ?? codes.get(bare);
}

/** The country that ends a place such as "Tampere, Finland", or undefined. "Georgia" is left open: it is a state, too. */
export function countryAtEnd(place: string): string | undefined {
  const last = place.split(/[,;]/).at(-1)?.trim() ?? '';
  // Two letters at the end of a place are as often a state's.
  return last.length < 4 && !/^(usa|uk)$/i.test(last) ? undefined : last.toLowerCase() === 'georgia' ? undefined : countryCode(last);
}

function readCodes(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const short = new Intl.DisplayNames('en', { type: 'region', fallback: 'none', style: 'short' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const found = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code);
    if (!name || noCountry.test(code)) continue;
    for (const spelling of [code, name, short.of(code) ?? name, withoutBrackets(name)])
      if (!found.has(plain(spelling))) found.set(plain(spelling), code);
  }
  for (const [name, code] of Object.entries(others)) found.set(name, code);
  return found;
}

/** "Myanmar (Burma)" without what stands in brackets. */
function withoutBrackets(text: string): string {
  const [start, end] = [text.indexOf('('), text.lastIndexOf(')')];
  return start === -1 || end < start ? text : text.slice(0, start) + text.slice(end + 1);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\bst\.? /g, 'saint ')
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');
}
