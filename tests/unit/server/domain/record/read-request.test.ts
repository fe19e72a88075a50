import { expect, it } from 'vitest';
import { readRequest } from '#server/domain/record/book/read-request.ts';

it('reads numbers and serials as people write them', () => {
  expect(readRequest('retire', { project: 'forest', quantity: '1,200', beneficiary: ' Ada ' })).toEqual({
    project: 'forest',
    quantity: 1_200,
    beneficiary: 'Ada',
  });
  expect(readRequest('cancel', { serials: '7:1-50', reason: 'Reversal' })).toMatchObject({ serials: [{ batch: 7, first: 1, last: 50 }] });
});

it.each([
  ['quantity', '0x114A', 'is not a number'],
  ['quantity', '1e3', 'is not a number'],
  ['quantity', '1,2', 'is not a number'],
  ['quantity', '', /^Name a project or a batch/],
  ['beneficiary', '', 'is missing'],
  ['beneficiary', 'Caf\ufffd', /U\+FFFD.*UTF-8/],
  ['from', 'Buffer', 'is not one of: Held, Reserved, Transferred'],
  ['serials', '7', '"7" is not BATCH:FIRST-LAST'],
])('says in our words what is wrong with %s=%s', (field, value, message) => {
  const words = { ...(field === 'serials' ? {} : { project: 'forest', quantity: '5' }), beneficiary: 'Ada', [field]: value };
  expect(() => readRequest('retire', words)).toThrow(
    expect.objectContaining({ code: 'validation_failed', message: typeof message === 'string' ? message : expect.stringMatching(message) }),
  );
});

it.each(['prise', 'constructor', '__proto__'])('names a field that the operation does not have, with those that it has: %s', (name) => {
  const words = Object.fromEntries([[name, '28']]);
  expect(() => readRequest('convert', words)).toThrow(
    expect.objectContaining({ field: name, message: expect.stringMatching(/^is no field of convert, which has batch/) }),
  );
});
