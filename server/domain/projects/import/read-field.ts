import { formatCount } from '#src/lib/numbers.ts';
import type { FieldType } from '#src/schemas/field-types.ts';
import { type Reading, readCount, readDay, readDegrees, readFlag, readPence, readShare } from './numbers-and-days.ts';

/** A value of a file as a field of this type stores it, or why it cannot be. Null: it says nothing, such as an empty list. */
export function readValue(type: FieldType, value: string): Reading<unknown> {
  switch (type.kind) {
    case 'text': {
      const { length } = [...value];
      return length > type.max ? { reason: `is longer than ${type.max} characters (${length})` } : { value };
    }
    case 'slug':
      if (value === 'compare') return { reason: 'is the address of another page' };
      return accepts(type, value, 'must be lower case letters and digits joined by hyphens, 120 at most');
    case 'picture':
      return accepts(type, value, 'must be a path on this site (/pictures/...) or an https address');
    case 'webAddress':
      return accepts(type, value, 'is no web address such as https://example.org/report');
    case 'country':
      return accepts(type, value, 'is no country of ISO 3166-1');
    case 'pence':
      return readPence(value);
    case 'wholeNumber':
      return within(type, readCount(value));
    case 'share':
      return readShare(value);
    case 'degrees':
      return readDegrees(value, type.limit);
    case 'flag':
      return readFlag(value);
    case 'day':
      return readDay(value);
    case 'oneOf':
      return wordOf(type.values, value);
    case 'list':
      return readList(type, value);
  }
}

/** The one of a few words that a value is, whatever its case. */
export function wordOf<Word extends string>(words: readonly Word[], value: string): Reading<Word> {
  const found = words.find((word) => word.toLowerCase() === value.toLowerCase());
  return found ? { value: found } : { reason: `is none of: ${words.join(', ')}` };
}

function accepts({ schema }: FieldType, value: string, reason: string): Reading<string> {
  return schema.safeParse(value).success ? { value } : { reason };
}

function within({ min, max, unit }: Extract<FieldType, { kind: 'wholeNumber' }>, reading: Reading<number>): Reading<number> {
  if ('reason' in reading || (reading.value >= min && reading.value <= max)) return reading;
  return { reason: `is not between ${numberText(min)} and ${numberText(max)}${unit && ` ${unit}`}` };
}

/** Years such as 2026 have no separator. */
function numberText(number: number): string {
  return number < 10_000 ? String(number) : formatCount(number);
}

function readList({ schema }: Extract<FieldType, { kind: 'list' }>, value: string): Reading<unknown> {
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    return { reason: 'is no JSON: write a list such as [{ "title": "..." }]' };
  }
  if (Array.isArray(given) && given.length === 0) return { value: null };
  const result = schema.safeParse(given);
  if (result.success) return { value: result.data };
  const [issue] = result.error.issues;
  const [index, ...names] = issue?.path ?? [];
  const where = typeof index === 'number' ? `entry ${[index + 1, ...names.map(String)].join(', ')}: ` : '';
  return { reason: `is no such list: ${where}${issue?.message}` };
}
