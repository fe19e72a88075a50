import { expect, it } from 'vitest';
import { looksAutomatic } from '#server/submissions.ts';

const now = Date.now();
const submission = (topic_note: string | null, age: number | undefined) => ({
  clientAddress: '::1',
  key: undefined,
  trap: { topic_note, form_ticket: age === undefined ? null : `${(now - age).toString(36)}-key` },
});
it('a message looks automatic when the trap field is filled in and the form was sent faster than a person could, or without a time', () => {
  expect(looksAutomatic(submission('x', 200), now)).toBe(true);
  expect(looksAutomatic(submission('x', undefined), now)).toBe(true);
});
it('a message looks automatic not for one of these alone, nor from an integrator who sends neither field', () => {
  expect(looksAutomatic(submission('x', 60_000), now)).toBe(false);
  expect(looksAutomatic(submission('', 200), now)).toBe(false);
  expect(looksAutomatic({ clientAddress: '::1', key: undefined }, now)).toBe(false);
});
