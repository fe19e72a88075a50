import { formatDay } from '#src/lib/text/dates.ts';

/** How a file writes a date whose year comes last. */
export type DayOrder = 'day first' | 'month first';

/** A time of day behind a date, with or without its zone. The day is taken as it is written. */
const time = /^[T ] ?\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;
const yearFirst = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)(.*)$/;
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)(.*)$/;

/**
 * Reads a date, with or without a time of day, into `2026-03-31`. One with the year last is read in `order`; without it, only if it
 * has one reading.
 * @returns the day, or the reason why it is none; of two readings both.
 */
export function readDay(text: string, order?: DayOrder): { value: string } | { reason: string } {
  const iso = yearFirst.exec(text);
  const found = iso ?? yearLast.exec(text);
  if (!found || (found[4] && !time.test(found[4]))) return { reason: 'is not a date such as 2026-03-31' };
  if (iso) return day(iso[1], iso[2], iso[3]);
  const [, first, second, year] = found;
  const [dayFirst, monthFirst] = [day(year, second, first), day(year, first, second)];
  if (order) return order === 'day first' ? dayFirst : monthFirst;
  if ('reason' in dayFirst || 'reason' in monthFirst) return 'reason' in dayFirst ? monthFirst : dayFirst;
  if (dayFirst.value === monthFirst.value) return dayFirst;
  const readings = [dayFirst.value, monthFirst.value];
  return { reason: `can be read as ${readings.map(formatDay).join(' or as ')}: write ${readings.join(' or ')}` };
}

function day(year = '', month = '', date = ''): { value: string } | { reason: string } {
  const value = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const moment = new Date(`${value}T00:00:00Z`);
  // PostgreSQL has no year 0.
  const exists = year !== '0000' && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value);
  return exists ? { value } : { reason: 'is not a valid date' };
}
