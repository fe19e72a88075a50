import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '#server/api/routes.ts';
import { hashRequest } from '#server/domain/record/log/secret.ts';
import { endedLog, entryFields, factNames, facts, keyScopes, operations } from '#shared/schemas/record.ts';
import { textFields } from '#verify/entry.ts';

const path = openApiDocument('https://carma.example').paths?.['/api/v1/record/transfer'];
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
const published = ajv.compile(JSON.parse(JSON.stringify(path?.post?.requestBody)).content['application/json'].schema);

const fields = {
  ...{ project: 'oak', batch: 1, quantity: 5, projects: [{ project: 'elm', quantity: 5 }] },
  ...{ serials: [{ batch: 1, first: 1, last: 2 }], reservation: 7 },
};
const names = Object.keys(fields) as (keyof typeof fields)[];
const pick = (given: typeof names): Partial<typeof fields> => Object.fromEntries(given.map((name) => [name, fields[name]]));
const combinations = Array.from({ length: 2 ** names.length }, (_, mask) => names.filter((_name, bit) => mask & (1 << bit)));

it.each([
  ['checked', (units: object) => operations.transfer.safeParse(units).success],
  ['published', published],
])('the units of an operation are named in one of few ways, as the schema is %s', (_how, accepts) => {
  const accepted = combinations.filter((given) => accepts(pick(given)));
  const ways = [
    ...['batch quantity', 'batch serials', 'project batch quantity', 'project batch serials', 'project quantity', 'project serials'],
    ...['projects', 'serials', 'reservation', 'serials reservation', 'quantity reservation', 'project reservation'],
    ...['batch reservation', 'batch quantity reservation', 'batch serials reservation', 'project quantity reservation'],
    ...['project serials reservation', 'project batch reservation', 'project batch quantity reservation'],
    ...['project batch serials reservation'],
  ];
  expect(accepted.map((given) => given.join(' ')).toSorted()).toEqual(ways.toSorted());
});

// A new number that names an entry belongs to `entryFields`, which commands read as the number of the entry's page: its index plus 1.
it('every whole number of a request names an entry, or is known here to name none', () => {
  const numbers = ['quantity', 'batch', 'first', 'last', 'verified', ...entryFields];
  const fieldsOf = Object.values(operations).flatMap(({ shape }) => Object.entries<z.ZodType>(shape));
  const isNumber = (type: z.ZodType) => (type instanceof z.ZodOptional ? type.unwrap() : type) instanceof z.ZodNumber;
  expect(fieldsOf.flatMap(([name, type]) => (isNumber(type) && !numbers.includes(name) ? [name] : []))).toEqual([]);
});

it('each operation has a scope of its name, except release, which the scope of reserve includes', () => {
  const kinds = Object.keys(operations).filter((kind) => kind !== 'release');
  expect(keyScopes.toSorted()).toEqual([...kinds, 'any-owner', 'webhooks', 'webhooks-personal'].toSorted());
});

it('the salted facts are the texts of which an entry has hashes: any other would not be stored, and its request’s hash would confirm a guess', () => {
  expect(factNames.filter((name) => facts[name].is === 'salted').toSorted()).toEqual(textFields.toSorted());
});

const retirement = { project: 'oak', quantity: 1, beneficiary: 'Example plc' };
const confirmation = { certificate: 'CR-000001', registryRetiredOn: '2026-03-04', checkedByRole: 'registry desk' };
it.each([
  ['2201-01-01', 'vintageStart', operations.receive, {}],
  ['2999-01-01', 'registryRetiredOn', operations.retire, retirement],
  ['1026-03-04', 'registryRetiredOn', operations.retire, retirement],
  ['2026-03-03', 'checkedOn', operations.confirm, { ...confirmation, registryRetirementId: 'R-1' }],
])('a day of an operation that cannot be right is an error of its field: %s', (day, field, schema, rest) => {
  const issues = schema.safeParse({ ...rest, [field]: day }).error?.issues ?? [];
  expect(issues.map(({ path: [name] }) => name)).toContain(field);
});

it('the keyed hash of a request stays, from release to release and in whatever order its fields are sent', () => {
  const fields = { project: 'oak', quantity: 1, beneficiary: 'Ada', purpose: 'Emissions', reference: 'PO 1', note: 'Thanks' };
  const sent = [fields, Object.fromEntries(Object.entries(fields).toReversed())].map((given) => operations.retire.parse(given));
  const hashes = sent.map((request) => hashRequest(Buffer.alloc(32), { kind: 'retire', request }));
  expect(hashes).toEqual(Array(2).fill('d40b4c332b8aaf1b27ce152e5a769422c2fcad3292a686534927c8e307401e99'));
});

const delivery = { project: 'oak', verified: 1, sameSerials: true };
const issued = { sameSerials: undefined, issued: [{ series: 'WCU-1', first: 1, last: 1 }] };
it.each([
  [['registryRetirementId'], operations.confirm, confirmation],
  [['checkedByRole'], operations.confirm, { ...confirmation, source: 'List', checkedByRole: undefined }],
  [[], operations.confirm, { ...confirmation, source: 'List', checkedOn: confirmation.registryRetiredOn }],
  [['purpose'], operations.deliver, { ...delivery, purpose: 'Emissions' }],
  [['issued'], operations.deliver, { ...delivery, verified: 0 }],
  [['issued'], operations.deliver, { ...delivery, sameSerials: undefined }],
  [['issued'], operations.deliver, { ...delivery, registry: 'Verra' }],
  [['issued'], operations.deliver, { ...delivery, vintageEnd: '2026-01-01' }],
  [['vintageEnd'], operations.deliver, { ...delivery, ...issued, vintageStart: '2026-01-02', vintageEnd: '2026-01-01' }],
  [['serials.0'], operations.transfer, { serials: [{ batch: 1, first: 2, last: 1 }] }],
  [[], operations.transfer, { serials: [{ batch: 1, first: 2, last: 2 }] }],
])('a request is refused where it leaves too much open or contradicts itself, and not otherwise: at %j (%#)', (fields, schema, request) => {
  expect((schema.safeParse(request).error?.issues ?? []).map(({ path }) => path.join('.'))).toEqual(fields);
});

it.each([
  ...[['2030', true] as const, ['2020-01-01/2029-12-31', true] as const],
  ...['0000', '1989', '2201', '2020-02-30/2021-01-01', '2021-01-01/2020-12-31'].map((vintage) => [vintage, false] as const),
])('the vintage of a delivery: %s is one: %s', (vintage, isOne) => {
  const given = { project: 'oak', verified: 1, issued: [{ series: 'WCU-1', first: 1, last: 1 }], vintage };
  const paths = operations.deliver.safeParse(given).error?.issues.map(({ path }) => path.join('.'));
  expect(new Set(paths)).toEqual(new Set(isOne ? [] : ['vintage']));
});

const nobodies = ['N/A', '-', '?', 'None', 'no-one', 'No owner', 'Not disclosed.', 'Anonymous buyers', '…', 'N.A.', 'Nobody'];
it.each(nobodies)('a word for nobody is refused as a beneficiary, a buyer or whoever checked: %s', (name) => {
  const named = [
    operations.retire.safeParse({ project: 'oak', quantity: 1, beneficiary: name }),
    operations.assign.safeParse({ project: 'oak', quantity: 1, buyer: name }),
    ...['checkedBy', 'checkedByRole'].map((field) =>
      operations.confirm.safeParse({ certificate: 'CR-000005', registryRetiredOn: '2026-03-04', source: 'List', [field]: name }),
    ),
  ];
  expect(named.map(({ error }) => error?.issues.map(({ message }) => message))).toEqual(named.map(() => ['names nobody']));
});

const textFacts = Object.entries(facts).filter(([, { is }]) => is === 'text' || is === 'salted');
it.each(textFacts)('a text that was read in another encoding is no %s', (_, { reads }) => {
  expect(reads.safeParse('CafÃ© Ltd').error?.issues[0]?.message).toContain('has "Ã©", a letter of UTF-8 that was read as Windows-1252');
});

it('the name of a next log has at most 190 characters, and no blank', () => {
  const isName = (origin: string) => endedLog.safeParse({ origin, reason: 'Its key is lost' }).success;
  expect([190, 191].map((length) => isName('a'.repeat(length)))).toEqual([true, false]);
  expect(isName('carma.example/log 2')).toBe(false);
});
