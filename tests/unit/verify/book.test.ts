import { readFileSync } from 'node:fs';
import canonicalize from 'canonicalize';
import { expect, it } from 'vitest';
import { entryOf, unitsIn } from '#tests/support/entries.ts';
import { moves, Replay } from '#verify/book.ts';
import { NewerEntryError, type RecordLine, readEntry } from '#verify/entry.ts';

const project = { id: 7, slug: 'oak', title: 'Oak', registryId: 'VCS1' };
const otherProject = { ...project, id: 8 };
/** Units of a batch; batch 1 is of issued units, batch 2 of expected ones. */
const units = (batch: number, first: number, last: number, more: Partial<RecordLine> = {}) =>
  unitsIn(batch, first, last, { issuance: batch === 2 ? 'expected' : 'issued', ...more });
const entry: typeof entryOf = (kind, lines, more) => entryOf(kind, lines, { project, ...more });
/** What was expected of batch 2: 10 assigned, 40 Held. 30 were issued as batch 3, the assigned ones retired at once. */
const deliveryLines = [
  ...[units(2, 1, 10, { status: 'Delivered' }), units(2, 11, 30, { status: 'Delivered' }), units(2, 31, 50, { status: 'Not delivered' })],
  ...[units(3, 1, 10, { status: 'Retired' }), units(3, 11, 30, { status: 'Held' })],
];
const assigned = { owner: 4, status: 'Assigned', expected: 10, delivered: 10 } as const;
const delivery = entry('deliver', deliveryLines, {
  ...{ quantity: 30, verified: 30, expected: 50, received: [units(3, 1, 30)], refersTo: 4, certificate: 'CR-000007' },
  owners: [assigned, { owner: null, status: 'Held', expected: 40, delivered: 20 }],
});
/** `refersTo` and `owner` are places in this list, from 0; messages count from 1. */
const log = [
  entry('receive', [units(1, 1, 100)]),
  entry('receive', [units(2, 1, 50)]),
  entry('reserve', [units(1, 1, 20)], { until: '2026-12-31' }),
  entry('transfer', [units(1, 1, 10)], { refersTo: 2 }),
  entry('assign', [units(2, 1, 10)]),
  entry('retire', [units(1, 1, 5)], { refersTo: 3, certificate: 'CR-000006' }),
  delivery,
  entry('correct', [], { refersTo: 5, correction: 'It was 2023.' }),
];

const read = (index: number, one: object | string) =>
  readEntry(index, new TextEncoder().encode(typeof one === 'string' ? one : canonicalize(one)));

/** An entry that confirms units of a retirement. */
const confirm = (refersTo: number, ...confirmed: RecordLine[]) => entry('confirm', [], { refersTo, confirmed });

/** Replays entries and returns what is wrong with the last, whose predecessors must be right. */
function replay(...entries: (object | string)[]) {
  const book = new Replay();
  const found = entries.map((one, index) => book.add(index, read(index, one)));
  expect(found.slice(0, -1).filter((difference) => difference !== null)).toEqual([]);
  return found.at(-1);
}

it('a replay of the book accepts entries that fit together, counts the units in each state, and knows a series by its registry', () => {
  const book = new Replay();
  const cancelled = entry('cancel', [units(1, 51, 60)]);
  for (const [index, one] of [...log, cancelled].entries()) expect(book.add(index, read(index, one))).toBeNull();
  const counted = { Retired: 15, Transferred: 5, Reserved: 10, Held: 90, Cancelled: 10, Delivered: 30, 'Not delivered': 20 };
  expect(Object.fromEntries(book.unitsByStatus())).toEqual(counted);
  expect(replay(...log, confirm(6, units(3, 1, 10)))).toBeNull();
  const of = (registry: string, batch: number) => entry('receive', [units(batch, 1, 9, { registry, series: 'ACR-US-1-2024-1' })]);
  expect(replay(of('acr', 8), of('uk-land-carbon', 9))).toBeNull();
});

it.each<[string, object | string, RegExp]>([
  ['a unit received twice', entry('receive', [units(9, 50, 150, { series: 'wcu-1' })]), /receives WCU-1.*entry 1 received/i],
  ['the last of the units received twice', entry('receive', [units(9, 0, 1, { series: 'WCU-1' })]), /entry 1 received/],
  ['a batch received twice', entry('receive', [units(1, 501, 600)]), /batch 1 a second time/],
  ['a batch of no project', entry('receive', [units(9, 1, 5)], { project: null }), /of which project/],
  ['serials that their registry does not write', entry('receive', [units(9, 1, 5, { registry: 'verra' })]), /registry does not write/],
  ['a line with a wrong quantity', entry('reserve', [units(1, 90, 99, { quantity: 9 })]), /are 9 units/],
  ['a line without units', entry('reserve', [units(1, 90, 89)]), /are 0 units/],
  ['a total that is not the sum', entry('reserve', [units(1, 90, 99)], { quantity: 11 }), /11 units, but its lines have 10/],
  ['expected units that are retired', entry('retire', [units(2, 11, 12)], { certificate: 'CR-000007' }), /retires expected units/],
  ['expected units that are called issued', entry('transfer', [units(2, 11, 12, { issuance: 'issued' })]), /calls units issued/],
  ['issued units that are assigned', entry('assign', [units(1, 90, 99)]), /assigns issued units/],
  ['units of an unknown batch', entry('reserve', [units(7, 1, 1)]), /never received/],
  ...['registry', 'series', 'vintageStart', 'vintageEnd', 'unitType'].map((fact): [string, object, RegExp] => [
    `another ${fact} than that of the batch`,
    entry('reserve', [units(1, 90, 99, { [fact]: 'another' })]),
    new RegExp(`states another ${fact}`),
  ]),
  ['units that are retired', entry('cancel', [units(1, 3, 6)], { refersTo: 3 }), /are Retired/],
  ['units of another owner', entry('release', [units(1, 11, 20)], { refersTo: 3 }), /another owner/],
  ['reserved units that are reserved again', entry('reserve', [units(1, 11, 20)], { refersTo: 2 }), /are Reserved/],
  ['the same unit twice in one entry', entry('retire', [units(1, 90, 91), units(1, 91, 92)], { certificate: 'CR-000007' }), /Retired/],
  ['a retirement without a certificate', entry('retire', [units(1, 90, 91)]), /no certificate/],
  ['a certificate of no units', entry('retire', [], { certificate: 'CR-000007' }), /moves no units/],
  ['a reception of no units', entry('receive', []), /moves no units/],
  ['a delivery of no units', entry('deliver', [], { verified: 0, expected: 0, owners: [] }), /moves no units/],
  ['the certificate of another entry', entry('retire', [units(1, 90, 91)], { certificate: 'CR-000006' }), /not its own/],
  ['an entry about itself', entry('correct', [], { refersTo: 6 }), /^Entry 7 is about entry 7, which is not before it/],
  ['units whose new state is not said', entry('correct', [units(1, 90, 91)]), /what becomes/],
  ['a name that occurs twice', canonicalize(log[0])?.replace('"version":1', '"version":1,"version":1') ?? '', /cannot be read/],
  ['names in another order', JSON.stringify(log[0]), /cannot be read/],
  ['a number below 0', entry('receive', [units(-1, 1, 2)]), /cannot be read/],
  ['an ended log without its size', { ...entry('correct', []), continues: { log: 'a', kept: 6 } }, /cannot be read/],
  ['half a character', canonicalize(log[0])?.replace('"Oak"', '"\\ud800"') ?? '', /cannot be read/],
  ['a byte order mark', `\ufeff${canonicalize(log[0])}`, /cannot be read/],
  ['a time that is not in UTC', entry('reserve', [units(1, 90, 99)], { time: '2026-11-23T10:00:00.000+01:00' }), /cannot be read/],
  ['a time before that of the entry before', entry('reserve', [units(1, 90, 99)], { time: '2026-11-23T09:59:59.999Z' }), /before the/],
  ['a name that is not hashed', entry('reserve', [units(1, 90, 99)], { note: 'Ada' }), /cannot be read/],
  ['a fact that is no text', { ...entry('retire', [units(1, 90, 99)]), registryRetirementId: 5 }, /cannot be read/],
  ['a day that does not exist', entry('reserve', [units(1, 90, 99)], { until: '2026-02-30' }), /cannot be read/],
  ['a sample that is stated as false', { ...entry('reserve', [units(1, 90, 99)]), sample: false }, /cannot be read/],
  ['a project without a title', { ...entry('reserve', [units(1, 90, 99)]), project: { ...project, title: undefined } }, /cannot be read/],
  ['units of no project', entry('reserve', [units(1, 90, 99)], { project: null }), /another project/],
  ['units of two projects', entry('reserve', [units(1, 90, 99, { project: otherProject })]), /another project/],
  ['units of another project than their batch', entry('reserve', [units(1, 90, 99)], { project: otherProject }), /another project/],
  ['a correction of nothing', entry('correct', []), /which entry it is about/],
  ['a confirmation of what is no retirement', confirm(3, units(1, 1, 5)), /confirms no retirement/],
  ['a confirmation of no units', confirm(5), /confirms no retirement/],
  ['a confirmation of more units than were retired', confirm(5, units(1, 1, 6)), /did not retire/],
  ['a confirmation of expected units', confirm(5, units(1, 1, 5, { issuance: 'expected' })), /did not retire/],
  ['a confirmation of units of another series', confirm(5, units(1, 1, 5, { series: 'WCU-7' })), /another series/],
  ['a confirmation of units of another project', confirm(5, units(1, 1, 5, { project: otherProject })), /another project/],
  ['a confirmation with a wrong quantity', confirm(5, units(1, 1, 5, { quantity: 4 })), /are 4 units/],
  ['a unit that is confirmed twice', confirm(5, units(1, 1, 3), units(1, 3, 5)), /confirms already/],
])('a replay of the book finds %s', (_, wrong, message) => {
  expect(replay(...log.slice(0, 6), wrong)).toMatch(message);
});

it('a replay of the book moves units from and to the states that the published format names', () => {
  const rows = readFileSync('docs/record-format.md', 'utf8').matchAll(/^\| `(\w+)` \| ([A-Z][\w, ]+)(?:; (\w+))? \| (\w+) \|/gm);
  const published = Array.from(rows, ([, kind, from = '', only, to]) => [kind, { to, from: from.split(', '), ...(only && { only }) }]);
  expect(Object.fromEntries(published)).toEqual(Object.fromEntries(Object.entries(moves).filter(([, move]) => move)));
});

const held = { status: 'Held' } as const;
/** The delivery, with these lines of the units that were issued and not retired. */
const divided = (...rest: RecordLine[]) => ({ lines: [...delivery.lines.slice(0, 4), ...rest] });
/** Under their own serials, the assigned units go to nobody, and as many others to their owner. */
const changingHands = {
  lines: [units(2, 1, 10, held), units(2, 11, 20, { status: 'Assigned', owner: 4 }), units(2, 21, 50, { status: 'Not delivered' })].map(
    (line) => ({ ...line, issuance: line.status === 'Not delivered' ? 'expected' : 'issued' }),
  ),
  ...{ quantity: 20, verified: 20, received: undefined, certificate: undefined },
  owners: [assigned, { owner: null, status: 'Held', expected: 40, delivered: 10 }],
};
it.each([
  ['more than was verified', { verified: 29 }, /states 29 units/],
  ['more than was expected', { expected: 49 }, /states 49 units/],
  ['a batch of which a part has no state', { received: [units(3, 1, 31)] }, /31 units/],
  ['a batch with a wrong quantity', { received: [units(3, 1, 30, { quantity: 29 })] }, /are 29 units/],
  ['retired units and no certificate', { certificate: undefined }, /no certificate/],
  ['shares that are not those of the owners', { owners: [{ owner: 4, status: 'Assigned', expected: 50, delivered: 30 }] }, /owners/],
  ['a retirement for another owner', { refersTo: 2 }, /another owner/],
  ['expected units that go on', { lines: delivery.lines.with(1, units(2, 11, 30, { status: 'Held' })) }, /leaves expected units Held/],
  ['an owner of what has ended', { lines: delivery.lines.with(1, units(2, 11, 30, { status: 'Delivered', owner: 2 })) }, /an owner/],
  ['units that it divides twice', divided(units(3, 11, 25, held), units(3, 25, 29, held)), /issued, or twice/],
  ['a batch of expected units', { received: [units(3, 1, 30, { issuance: 'expected' })] }, /not issued/],
  ['serials that change hands', changingHands, /another owner/],
  ['units given to a reservation that expected none', divided(units(3, 11, 30, { status: 'Reserved', owner: 2 })), /another owner/],
])('a replay of the book finds a delivery with %s', (_, change, message) => {
  expect(replay(...log.slice(0, 6), { ...delivery, ...change })).toMatch(message);
});

it('a replay of the book refuses a number that a lost certificate may have had, also if entries were lost twice', () => {
  const cut = (kept: number, size: number) =>
    entry('correct', [], { project: null, continues: { log: 'a', size, kept }, correction: 'Lost' });
  const after = (certificate: string) => replay(log[0] as object, cut(1, 3), cut(2, 5), entry('retire', [units(1, 1, 5)], { certificate }));
  // It cannot have kept more entries than it had, or more than are here; nor can another kind of entry say so.
  for (const wrong of [cut(1, 0), cut(2, 3), { ...cut(1, 3), kind: 'receive' }])
    expect(replay(log[0] as object, wrong)).toBe('Entry 2 does not continue the log a');
  expect(after('CR-000009')).toBeNull();
  expect(after('CR-000007')).toBe('Entry 4 has the certificate CR-000007, which is not its own');
});

it('a replay of the book counts no confirmation that was corrected', () => {
  const confirmation = confirm(5, units(1, 1, 3));
  const again = confirm(5, units(1, 1, 5));
  expect(replay(...log, confirmation, again)).toMatch(/^Entry 10 confirms units that entry 9 confirms already/);
  expect(replay(...log, confirmation, entry('correct', [], { refersTo: 8 }), again)).toBeNull();
});

it('a replay of the book finds a unit that is received twice, also of a series of which lower numbers were received between', () => {
  const receive = (batch: number, first: number, last: number) => entry('receive', [units(batch, first, last, { series: 'WCU-1' })]);
  expect(replay(receive(1, 51, 60), receive(2, 1, 9), receive(3, 60, 60))).toMatch(/entry 1 received/);
});

it('a replay of the book finds units that are delivered twice', () => {
  const again = entry('deliver', [units(2, 1, 10, { status: 'Not delivered' })], { quantity: 0, verified: 0, expected: 10 });
  expect(replay(...log, again)).toMatch(/moves units that are Delivered/);
});

it('a replay of the book gives a surplus of a delivery to nobody but the units for sale', () => {
  const surplus = (last: RecordLine) =>
    entry('deliver', [units(2, 1, 50, { status: 'Delivered' }), units(3, 1, 50, { status: 'Held' }), last], {
      ...{ quantity: 60, verified: 60, expected: 50, received: [units(3, 1, 60)] },
      owners: [{ owner: null, status: 'Held', expected: 50, delivered: 50 }],
    });
  expect(replay(...log.slice(0, 3), surplus(units(3, 51, 60, { status: 'Held' })))).toBeNull();
  expect(replay(...log.slice(0, 3), surplus(units(3, 51, 60, { status: 'Reserved', owner: 2 })))).toMatch(/another owner/);
});

it.each([
  ['version', { ...entry('receive', [units(1, 1, 2)]), version: 2 }],
  ['kind', { ...entry('receive', [units(1, 1, 2)]), kind: 'bundle' }],
])('a replay of the book does not judge an entry of a later %s', (_, later) => {
  expect(() => replay(later)).toThrow(NewerEntryError);
});
