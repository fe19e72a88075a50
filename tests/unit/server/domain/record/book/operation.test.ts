import { expect, it } from 'vitest';
import { readRequest } from '#server/domain/record/book/operation.ts';
import { has, like } from '#tests/support/matchers.ts';

it('the words of an operation have numbers and serials as people write them', () => {
  const retire = { project: 'forest', quantity: 1_200, beneficiary: 'Ada' };
  expect(readRequest('retire', { ...retire, quantity: '1,200', beneficiary: ' Ada ' })).toEqual(retire);
  expect(readRequest('cancel', { serials: '7:1-50', reason: 'Reversal' })).toMatchObject({ serials: [{ batch: 7, first: 1, last: 50 }] });
});

it.each([
  ['quantity', '0x114A', 'is not a number'],
  ['quantity', '0,500', 'is not a number'],
  ['quantity', '1,234 567', 'is not a number'],
  ['quantity', '', 'is empty'],
  ['reservation', ' ', 'is empty'],
  ['beneficiary', 'Caf\ufffd', 'U+FFFD'],
  ['transfer', '0', 'takes the number that an entry has on its page, from 1, not "0"'],
  ['serials', '7', '"7" is not BATCH:FIRST-LAST'],
])('the words of an operation are refused with what is wrong: %s=%s', (field, value, message) => {
  const words = { ...(field === 'serials' ? {} : { project: 'forest', quantity: '5' }), beneficiary: 'Ada', [field]: value };
  expect(() => readRequest('retire', words)).toThrow(expect.objectContaining({ code: 'validation_failed', message: has(message) }));
});

it.each([
  [{ reservation: '6', issuance: 'issued' }, 'issuance', 'does not go with reservation'],
  [{ project: 'wood', quantity: '5', serials: '7:1-50' }, 'quantity', 'does not go with serials'],
  [{ reservation: '6', assignment: '7' }, 'reservation', 'does not go with assignment'],
  [{ project: 'wood', batch: '7' }, undefined, 'Name the units in one of these ways: project and quantity; batch and quantity'],
])('the words of an operation name its units in one way, and of two the field that is too many is named: %j', (words, field, message) => {
  expect(() => readRequest('transfer', words as never)).toThrow(expect.objectContaining({ field, message: has(message) }));
});

it('the words of a delivery name issued units by series and numbers, and owners by entries', () => {
  const words = { project: 'wood', verified: '870', issued: 'WCU-104:1-500, WCU-105:1-370', ownersFirst: '13, Entry 16', reason: 'Deer' };
  expect(readRequest('deliver', words)).toMatchObject({
    issued: [
      { series: 'WCU-104', first: 1, last: 500 },
      { series: 'WCU-105', first: 1, last: 370 },
    ],
    ownersFirst: [12, 15],
  });
  expect(readRequest('deliver', { project: 'wood', verified: '870', sameSerials: 'true' })).toMatchObject({ sameSerials: true });
});

it.each(['prise', 'constructor', '__proto__'])('the words of an operation have no field but its own, which are listed: %s', (name) => {
  const words = Object.fromEntries([[name, '28']]);
  expect(() => readRequest('deliver', words)).toThrow(
    expect.objectContaining({ field: name, message: like(/^is no field of deliver, which has project/) }),
  );
});
