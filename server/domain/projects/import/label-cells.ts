// Reads labels and ratings as people write them in a cell; `statementsCell` writes them.
import { readDay } from '#server/platform/tables/cells.ts';
import { type LabelName, labels, type ProjectLabel, type ProjectRating } from '#src/schemas/project.ts';
import type { ParseResult } from './parse-field.ts';

/** What a statement lacks, from columns of their own. */
type Defaults = { source: string | null; day: string | null };
/** One statement of a cell: "CCP-labelled (Verra Registry, 2026-03-31)". */
type Statement = { words: string; source: string | null; day: string | null };

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
 * Reads the labels in a cell of one of these columns. A source and a day that the cell does not name are those of the columns for
 * them. Refuses what has neither, and what does not say which label it means.
 */
export function parseLabels(column: LabelColumn, cell: string, defaults: Defaults): ParseResult<ProjectLabel[]> {
  const text = column === 'sdgs' ? goalsOf(cell) : { value: cell };
  if ('reason' in text) return text;
  return parseEach<ProjectLabel>(text.value, defaults, ({ words, source, day }) => {
    if (/^(no|none|false|0)$/i.test(words)) return { value: null };
    const kind = labelColumns[column];
    const found = labelIn(plain(words).startsWith(plain(kind)) ? words : `${kind} ${words}`);
    if ('reason' in found) return found;
    if (source === null || day === null)
      return {
        reason: `has no ${source === null ? 'source' : 'date'} of ${text.value}: write "${words} (source, 2026-03-31)", or add labelsSource and labelsAsOf`,
      };
    return { value: { ...found.value, source, asOf: day } };
  });
}

/** Reads the ratings in a cell. Refuses one without an agency or a day. */
export function parseRatings(cell: string, defaults: Defaults): ParseResult<ProjectRating[]> {
  return parseEach<ProjectRating>(cell, defaults, ({ words, source, day }) =>
    source === null || day === null
      ? { reason: `has no ${source === null ? 'agency' : 'date'}: write "${words} (agency, 2026-03-31)", or add ratingAgency and ratedOn` }
      : { value: { rating: words, agency: source, date: day } },
  );
}

function parseEach<T>(cell: string, defaults: Defaults, parser: (statement: Statement) => ParseResult<T | null>): ParseResult<T[]> {
  const found: T[] = [];
  for (const part of cell.split(';').map((text) => text.trim())) {
    if (part === '') continue;
    const [, words = '', inside] = /^([^()]+)(?:\(([^()]*)\))?$/.exec(part) ?? [];
    if (words.trim() === '') return { reason: 'is not a list such as "... (source, 2026-03-31); ... (source, 2026-03-31)"' };
    const parsed = parser({ words: words.trim(), ...sourceIn(inside?.trim(), defaults) });
    if ('reason' in parsed) return parsed;
    if (parsed.value !== null) found.push(parsed.value);
  }
  return { value: found };
}

/** Takes "source, date" apart; either may be missing. */
function sourceIn(inside: string | undefined, { source, day }: Defaults): Pick<Statement, 'source' | 'day'> {
  if (!inside) return { source, day };
  const comma = inside.lastIndexOf(',');
  const date = readDay(inside.slice(comma + 1).trim());
  return 'value' in date ? { source: inside.slice(0, Math.max(comma, 0)).trim() || source, day: date.value } : { source: inside, day };
}

const periods = 'CORSIA 2021-2023, CORSIA 2024-2026, CORSIA from 2027';
/** Other spellings of labels, as `plain` has them. */
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
const known = new Map<string, LabelName>([...labels.map((label) => [plain(label), label] as const), ...Object.entries(spellings)]);

/** Reads a label and its vintages: "CCP-labelled, vintages 2021-2023", "CORSIA 2024-2026 vintage 2022". */
function labelIn(words: string): ParseResult<Pick<ProjectLabel, 'label' | 'vintageStart' | 'vintageEnd'>> {
  const years = /(\d{4})(?: ?(?:-|–|to) ?(\d{4}))?$/.exec(words);
  const before = words.slice(0, years?.index).trim();
  // Bare years are a period of CORSIA, or the vintages of any other label.
  const areVintages = years && (/vintages?$/i.test(before) || !/^corsia/i.test(before));
  const name = areVintages ? before.replace(/vintages?$/i, '') : words;
  const [, first, last = first] = areVintages ? years : [];
  const label = known.get(plain(name));
  if (!label) return { reason: reasonFor(name) };
  if (first === undefined) return { value: { label, vintageStart: null, vintageEnd: null } };
  const [vintageStart, vintageEnd] = [Number(first), Number(last)];
  if (vintageStart < 1990 || vintageEnd < vintageStart || vintageEnd > 2200)
    return { reason: `has vintages that are no range of years: ${words}` };
  return { value: { label, vintageStart, vintageEnd } };
}

function reasonFor(name: string): string {
  if (/^ccp/i.test(name))
    return 'does not say whose: "CCP-labelled" if the credits carry the label, "CCP-eligible programme" if only their programme is approved';
  if (/^corsia/i.test(name)) return `does not say for which compliance period: ${periods}`;
  if (/^article 6/i.test(name)) return 'does not say what is stated: "Article 6 authorised" if the host country has authorised the units';
  return `is not a known label ("${name}"). The labels are: ${labels.slice(0, -17).join(', ')}, SDG 1 to SDG 17`;
}

/** Writes goals as labels: "7, 13", "Goal 13: Climate Action; Goal 15: Life on Land". What names a source is left as it is. */
function goalsOf(cell: string): ParseResult<string> {
  if (cell.includes('(')) return { value: cell };
  const numbers = cell.match(/\d+(?:\.\w+)*/g) ?? [];
  const wrong = numbers.find((number) => !/^([1-9]|1[0-7])$/.test(number));
  if (numbers.length === 0 || wrong) return { reason: `is not a list of goals from 1 to 17${wrong ? `: ${wrong}` : ''}` };
  return { value: [...new Set(numbers)].map((number) => `SDG ${number}`).join('; ') };
}

function plain(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]/g, '');
}
