import { expect, it } from 'vitest';
import { looksAutomatic } from '#server/submissions.ts';

const now = Date.now();
it.each([
  ['the trap field is filled in and the form was sent faster than a person could', 'x', 2_999, true],
  ['the trap field is filled in and the form has no time', 'x', undefined, true],
  ['the trap field alone is filled in', 'x', 3_000, false],
  ['the form alone was sent faster than a person could', '', 200, false],
])('whether a message looks automatic where %s', (_where, topic_note, age, expected) => {
  const trap = { topic_note, form_ticket: age === undefined ? null : `${(now - age).toString(36)}-key` };
  expect(looksAutomatic({ clientAddress: '::1', key: undefined, trap }, now)).toBe(expected);
});

it('a message of an integrator, who sends neither field, does not look automatic', () => {
  expect(looksAutomatic({ clientAddress: '::1', key: undefined }, now)).toBe(false);
});
