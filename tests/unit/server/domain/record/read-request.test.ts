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

it.each(['prise', 'constructor', '__proto__'])('names a field that the operation does not have, with those that it has: %s', (name) => {
  const words = Object.fromEntries([[name, '28']]);
  expect(() => readRequest('convert', words)).toThrow(
    expect.objectContaining({ field: name, message: expect.stringMatching(/^is no field of convert, which has batch/) }),
  );
});
