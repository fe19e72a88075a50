import { isNoValue, shortened } from './cell-values.ts';
import type { Row, RowError } from './read-table.ts';

/** What a column that no field takes can say of a row: that its units are not what they seem. */
export type Saying = 'retired' | 'cancelled' | 'transferred or sold' | 'another’s' | 'reserved or blocked' | 'not approved' | 'partly gone';

/** Words of a column's name that speak of it, by how they begin; `whole` where others begin so, too. */
const names: readonly [Saying, RegExp][] = [
  ['retired', /^(?:retir|surrender|redeem|stillgeleg|(?:used|consumed|claimed) by)/],
  ['cancelled', /^(?:cancel|annul|anulad|revok|invalidat|voided|withdraw|reversed|gelösch|entwert|expired$|delisted$|invalid$)/],
  ['transferred or sold', /^(?:transfer|sold$|buyer|purchaser|customer$|client$|vendid|vendu|verkauft)/],
  ['another’s', /^(?:owner|owned|holder$|custodian|titular|propriet|propiet|inhaber|eigent|beneficiar|behalf$|held by)/],
  [
    'reserved or blocked',
    /^(?:reserved|reservation|pledged|encumb|lien$|frozen|blocked|locked|suspended|quarantin|hold$|(?:allocated|assigned) to|in buffer|earmark|unavailable|bloqu|gesperrt|réserv|inactive$|not (?:available|for sale|active|approved|valid))/,
  ],
  ['partly gone', /^(?:remaining|balance|outstanding|available (?:amount|quantity|units|credits)|(?:quantity|units|credits) available)$/],
  ['not approved', /^(?:approved|released|confirmed|valid|active|available|sale|tradeable|tradable|transferable)$/],
];
/** Words that make a name one of somebody else's property than units: "Land Owner", "Project Owner". */
const otherProperty = /^(?:land|site|project|share|stake|house|developer|program|programme)$/;
/** How a cell begins that says it itself. */
const cells: readonly [Saying, RegExp][] = [
  ['retired', /^(?:(?:fully|partially|partly|already|all) )?(?:retired|surrendered|redeemed)\b|^retire(?:ment)?(?: account)?$/i],
  [
    'cancelled',
    /^(?:(?:fully|partially|partly|already|all) )?(?:cancell?ed|revoked|voided|invalidated|withdrawn|expired|delisted)\b|^cancel(?:lation)?(?: account)?$/i,
  ],
  ['transferred or sold', /^(?:(?:fully|partially|partly|already|all) )?(?:transferred|sold)\b|^transfer out$/i],
  ['reserved or blocked', /^(?:reserved|pledged|blocked|frozen|suspended|on hold|buffer(?: pool)?(?: account)?$)\b/i],
];
const no = /^(?:no|n|false|0+(?:[.,]0+)?|not .*|never|un\w+)$/i;
/** Words for units that are there to be sold. */
const fine = /^(?:active|issued|available|held|live|open|outstanding|in stock|yes|y|true|1|ok|approved|valid|confirmed)$/i;
const fact = /^[\d.,' ]+$/;

/** Returns what a text itself says of units; undefined for all others. */
export function sayingIn(text: string): Saying | undefined {
  return text.length > 100 ? undefined : cells.find(([, pattern]) => pattern.test(text))?.[0];
}

type Rules = {
  /** What rows are about: "units". */
  noun: string;
  /** What rows of this file are expected to say. */
  expected?: readonly Saying[];
  /** Whether numbers are facts of a whole project, such as how many of its credits are retired. */
  hasTotals?: boolean;
};

/**
 * Returns a function that finds what says of a row, in columns that nothing reads, that its units are not what they seem. `quantity`: how
 * many units the row has.
 */
export function tellerOf(columns: readonly string[], unused: readonly number[], { noun, expected = [], hasTotals = false }: Rules) {
  const named = unused.map((position) => ({ position, column: columns[position] ?? '', saying: sayingOfName(columns[position] ?? '') }));
  return ({ line, cells }: Row, quantity?: number): RowError | undefined => {
    for (const { position, column, saying } of named) {
      const text = String(cells[position] ?? '').trim();
      const said = sayingIn(text) ?? (saying && isSaid(saying, text, quantity) ? saying : undefined);
      if (said === undefined || expected.includes(said)) continue;
      const reason = `says that the ${noun} may be ${said}, and nothing reads it`;
      const remedy = `Name its field with --map ${JSON.stringify(column)}=FIELD, or say that it does not matter: --ignore ${JSON.stringify(column)}`;
      return { line, column, value: shortened(text), reason, remedy };
    }
    return undefined;
  };

  function isSaid(saying: Saying, text: string, quantity: number | undefined): boolean {
    if (text === '' || isNoValue(text)) return false;
    if (saying === 'partly gone') return !hasTotals && fact.test(text) && Number(text.replace(/[, ']/g, '')) !== quantity;
    if (saying === 'not approved') return no.test(text) || /^(?:rejected|pending)$/i.test(text);
    if (no.test(text) || (hasTotals && fact.test(text) && isTotal(saying, text, quantity))) return false;
    // "Retired: yes", but "Retirement status: active".
    return !(fine.test(text) && !/^(?:yes|y|true|1)$/i.test(text));
  }
}

/** Checks whether a number may be how many credits of a whole project are gone, rather than a yes, or those that are offered. */
function isTotal(saying: Saying, text: string, quantity: number | undefined): boolean {
  const number = Number(text.replace(/[, ']/g, ''));
  return saying !== 'reserved or blocked' && number !== 1 && number !== quantity;
}

function sayingOfName(column: string): Saying | undefined {
  const words = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  const found = names.find(([, pattern]) =>
    words.some((word, from) => pattern.test(word) || pattern.test(words.slice(from, from + 3).join(' '))),
  )?.[0];
  return found === 'another’s' && words.some((word) => otherProperty.test(word)) ? undefined : found;
}
