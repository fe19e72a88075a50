import { describe, expect, it } from 'vitest';
import { escapeFormula } from '#server/platform/csv.ts';
import { duplicateKey } from '#server/platform/web/duplicate-key.ts';
import { looksAutomatic } from '#server/submissions/submission.ts';

describe('a message looks automatic', () => {
  const now = Date.now();
  const submission = (topic_note: string | null, age: number | undefined) => ({
    clientAddress: '::1',
    key: undefined,
    trap: { topic_note, form_ticket: age === undefined ? null : `${(now - age).toString(36)}-key` },
  });
  it('when the trap field is filled in and the form was sent faster than a person could, or without a time', () => {
    expect(looksAutomatic(submission('x', 200), now)).toBe(true);
    expect(looksAutomatic(submission('x', undefined), now)).toBe(true);
  });
  it('not for one of these alone, nor from an integrator who sends neither field', () => {
    expect(looksAutomatic(submission('x', 60_000), now)).toBe(false);
    expect(looksAutomatic(submission('', 200), now)).toBe(false);
    expect(looksAutomatic({ clientAddress: '::1', key: undefined }, now)).toBe(false);
  });
});

describe('a cell of the export', () => {
  it.each(['=1+1', '+44', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('cannot be a formula: %j', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`);
  });
  it('is otherwise unchanged', () => {
    expect(escapeFormula('12 = 12')).toBe('12 = 12');
  });
});

describe('a duplicate key', () => {
  it('is found in the outermost object, even when written with escapes', () => {
    expect(duplicateKey('{"a":1,"b":{"a":2},"\\u0061":3}')).toBe('a');
  });
  it('is not looked for in strings, arrays or nested objects', () => {
    expect(duplicateKey('{"a":"\\"a\\":","b":[{"c":1},{"c":2}]}')).toBeUndefined();
  });
});
