import { expect, it } from 'vitest';
import { z } from 'zod';
import { boundedErrors, fieldErrors, problems } from '#shared/schemas/problem.ts';

it('the same request may succeed later after a timeout, a limit or a failure that passes, and after nothing else', () => {
  const statuses = Object.values(problems).filter(({ retryable }) => retryable);
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([408, 429, 503, 504]));
});

it('errors that come from the client are bounded: twenty, with short names and messages', () => {
  const { errors, more } = boundedErrors(Array(22).fill({ field: 'f'.repeat(101), message: 'm'.repeat(301) }));
  expect([errors.length, more]).toEqual([20, ' Only the first 20 of 22 are listed.']);
  expect(errors[0]).toEqual({ field: `${'f'.repeat(100)}…`, message: `${'m'.repeat(300)}…` });
  expect(boundedErrors(errors).more).toBe('');
  const [whole] = boundedErrors([{ field: `${'f'.repeat(99)}😀`, message: 'm' }]).errors;
  expect(whole?.field).toBe(`${'f'.repeat(99)}…`);
});

it.each([
  ['is more than 5', z.int().max(5), 6],
  ['is not more than 0', z.int().positive(), 0],
  ['is not less than 0', z.int().negative(), 0],
  ['is less than 1', z.int().min(1), 0],
  ['is not a whole number', z.int(), 1.5],
  ['is longer than 2 characters', z.string().max(2), 'abc'],
  ['is shorter than 2 characters', z.string().min(2), 'a'],
  ['is empty', z.array(z.string()).min(1), []],
  ['has fewer than 2 entries', z.array(z.string()).min(2), ['a']],
  ['has more than 1 entries', z.array(z.string()).max(1), ['a', 'b']],
  ['is not one of: a, b', z.enum(['a', 'b']), 'c'],
  ['is not true', z.literal(true), false],
  ['is not a date such as 2026-03-31', z.iso.date(), '1'],
  ['is missing', z.string(), undefined],
])('a value whose schema does not say what is wrong is refused in our words: %s', (message, schema, value) => {
  expect(fieldErrors(schema.safeParse(value).error ?? new z.ZodError([]))).toEqual([{ field: '', message }]);
});
