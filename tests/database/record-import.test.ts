import { expect, it, onTestFinished } from 'vitest';
import { createKey } from '#server/domain/api-keys.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import type { ImportKind, ImportOptions } from '#server/domain/record/import/import-file.ts';
import { eraseTexts } from '#server/domain/record/log/texts.ts';
import { findCertificate } from '#server/domain/record/read/certificates.ts';
import { findEntry } from '#server/domain/record/read/entries.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { runHere } from '#tests/support/command.ts';
import { has, like } from '#tests/support/matchers.ts';
import { ownDatabase, run } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { unitFileOf as fileOf, goldSerial, unitFileHeaders as headers, importUnits, verraSerial } from '#tests/support/unit-files.ts';
import { printSerial } from '#verify/serials.ts';

const ids = { verra: 'VCS9001', gold: 'GS9002', acr: 'ACR9003', car: 'CAR9004', art: 'ART9005', cdc: 'CDC7', wood: 'WCC9006' };
const projects = Object.entries({ ...ids, ridge: 'ACR9007', peat: '9301', kilns: '9301', bog: 'PC9006' }).map(([slug, external_id]) => {
  const verification_standard = { peat: 'VCS', kilns: 'Gold Standard' }[slug] ?? 'Woodland Carbon Code';
  return { ...projectRow(slug), external_id, verification_standard, unit_type: 'Removal - nature' };
});
const held = 'account statement of 2026-11-20';

// Each test goes on with the book that those before it left.
const database = ownDatabase({}, projects);

/** What an import finds wrong in a file, each as `line column: reason`. */
const errorsIn = async (kind: ImportKind, text: string, options?: ImportOptions) =>
  (await importUnits(kind, text, options)).errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);

type FileName = keyof typeof headers;

/** A row of a registry's file: `Vintage: 2025; Project ID: ACR9003`, and cells that replace or join these. */
const row = (text: string, change: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(text.split('; ').map((cell) => [cell.slice(0, cell.indexOf(': ')), cell.slice(cell.indexOf(': ') + 2)])),
  ...change,
});

const verraRow = row('Vintage Start: 01/01/2025; Vintage End: 31/12/2025; ID: 9001; Quantity Issued: 1,000', {
  ...{ 'Serial Number': verraSerial(1, 1_000), 'Total Vintage Quantity': '250,000' },
});
const goldRow = row(
  'Vintage: 2024; Credit Status: Issued; Quantity: 1000; GSID: 9002; Product Type: VER; Serial Number: GS1-1-UG-GS9002-16-2024-70001-1-1000',
  { 'Monitoring Period Start': '2022-07-01', 'Monitoring Period End': '2024-12-31' },
);

/** Units of the registries whose files list no issued units with serials, as a person would write them. */
const handMade = `projectId,registry,serial,from,to,vintage,unitKind
ACR9003,ACR,ACR-US-9003-2025-3078-1 to 1000,,,2025,ERT
CAR9004,CAR,CAR-1-US-9004-31-983-KS-2025-7001-1 to 1000,,,2025,CRTs
ART9005,ART TREES,FCPF-CI-9005-2023-20-1 to 1000,,,2023,
CDC7,Cercarbono,CDC_7_1_1_321_14_CO_1_1,0,4999,2010,
WCC9006,Woodland Carbon Code,WCC-104,1,100,2030,PIU
ACR9007,ACR,ACR-US-9007-2025-3079-1 to 1000,,,2025,`;

it('batches of a public file need a statement that they are ours: it is in the entry, and a dry run shows them first', async () => {
  const text = fileOf('Verra', verraRow);
  const without = await importUnits('batches', text);
  expect(without).toMatchObject({ needsHeld: true, imported: [{ receipt: { project: { slug: 'verra' }, quantity: 1_000 } }] });
  expect(await database.count('record_entries')).toBe(0);
  for (const [field, wrong] of Object.entries({ held: { held: 'x'.repeat(301) }, reason: { held, mixed: 'x'.repeat(301) } }))
    expect(await errorsIn('batches', text, wrong)).toEqual([`2 the row: ${field} is longer than 300 characters`]);
  expect(await importUnits('batches', text, { held })).toMatchObject({ needsHeld: false, errors: [] });
  expect((await findEntry(0))?.entry).toMatchObject({ kind: 'receive', held, lines: [{ registry: 'verra', vintageEnd: '2025-12-31' }] });
  expect((await importUnits('batches', text, { held })).imported).toMatchObject([{ receipt: { replayed: true } }]);
});

it('batches of Gold Standard have the vintage of its column, not that of the monitoring period, and its units of the CDM are known', async () => {
  const serials = { cer: 'RW-5-1463953-2-2-0-7014 - RW-5-1464052-2-2-0-7014', per: 'GS1-1-UG-GS9002-16-2024-70002-1-10' };
  const cer = { ...goldRow, ...row('Product Type: CER; Vintage: 2019; Quantity: 100', { 'Serial Number': serials.cer }) };
  const per = { ...goldRow, ...row('Product Type: PER; Quantity: 10', { 'Serial Number': serials.per }) };
  const { imported, errors } = await importUnits('batches', fileOf('Gold Standard issuances', goldRow, cer, per), { held });
  expect(errors).toEqual([]);
  expect(imported.map(({ receipt }) => receipt.lines[0])).toMatchObject([
    { registry: 'gold-standard', vintageStart: '2024-01-01', vintageEnd: '2024-12-31', issuance: 'issued' },
    { registry: 'cdm', vintageStart: '2019-01-01', issuance: 'issued', quantity: 100 },
    { registry: 'gold-standard', issuance: 'expected' },
  ]);
});

it('batches of a file that a person made need no statement that they are ours, also with numbers in columns of their own', async () => {
  const { imported, errors } = await importUnits('batches', handMade);
  expect(errors).toEqual([]);
  expect(imported.map(({ line, receipt: { lines } }) => [line, ...lines.map(printSerial)])).toEqual([
    [2, 'ACR-US-9003-2025-3078-1 to 1000'],
    [3, 'CAR-1-US-9004-31-983-KS-2025-7001-1 to 1000'],
    [4, 'FCPF-CI-9005-2023-20-1 to 1000'],
    [5, 'CDC_7_1_1_321_14_CO_1_1 from 0 to 4999'],
    [6, 'WCC-104, 1 to 100'],
    [7, 'ACR-US-9007-2025-3079-1 to 1000'],
  ]);
  const serial = 'GS1-1-UG-GS9301-16-2024-70010-1-10';
  const kilns = { project: 'kilns', serial, quantity: 10, vintage: 2024, Notes: 'Retired ones left out' };
  const inFormats = [`${Object.keys(kilns)}\n${Object.values(kilns)}`, JSON.stringify([kilns])];
  const stored = [{ receipt: { replayed: false } }, { receipt: { replayed: true } }];
  for (const [at, text] of inFormats.entries())
    expect(await importUnits('batches', text, { map: { Notes: 'note' } })).toMatchObject({ errors: [], imported: [stored[at]] });
});

it('rows with a number that two registries have are of the project in the registry that is named; without a registry, or with two projects in it, they are refused', async () => {
  const text = 'projectId,registry,serial,vintage\n9301,Gold Standard,GS1-1-UG-GS9301-16-2024-70009-1-10,2024';
  expect((await importUnits('batches', text, { dryRun: true })).imported).toMatchObject([{ receipt: { project: { slug: 'kilns' } } }]);
  const errors = await errorsIn('retirements', 'projectId,quantity,beneficiary\n9301,5,Example plc');
  expect(errors).toEqual([like(/ projectId: .*is the id of peat and kilns/)]);
  const ofTwoCodes = 'projectId,registry,series,first,last,vintage\n9006,Peatland Code,PCU-1,1,5,2024';
  expect(await errorsIn('batches', ofTwoCodes)).toEqual([like(/ projectId: is the id of wood and bog: /)]);
});

it('batches of a buffer pool are refused, by their own column or their serial', async () => {
  const serial = 'Cercarbono,CDC_7_1_1_321_14_CO_1_2_2019';
  const text = `projectId,registry,serial,from,to,vintage,is_buffer\nCDC7,${serial},1,10,2019,True\nCDC7,${serial}_BF,1,10,2019,`;
  expect(await errorsIn('batches', text)).toEqual([like(/^2 is_buffer: .*in a buffer pool/), like(/^3 serial: .*in a buffer pool/)]);
  expect(await errorsIn('batches', text.replace('serial', 'series'))).toContainEqual(like(/^3 series: .*in a buffer pool/));
});

it.each([
  ['another project in the serial', 'GS9002,GS,2024,,GS1-1-UG-GS9003-16-2024-99-1-10', 'Project ID', 'GS9003'],
  ['another vintage in the serial', 'ACR9003,ACR,2025,,ACR-US-9003-2010-203-1-5000', 'Vintage', 'vintage 2010'],
  ['a project that the catalogue lacks', 'GS99999,GS,2024,,GS1-1-UG-GS99999-16-2024-1-1-10', 'Project ID', 'no project'],
  ['issued units of the future', 'WCC9006,UKLCR,2150,,"WCC-7, 1 to 5"', 'Vintage', 'future'],
  ['a registry that nobody knows', 'GS9002,Zorra,2024,5,Z-1', 'Registry', 'Known: Verra'],
  ['a vintage before all registries', 'WCC9006,UKLCR,1989,,"WCC-7, 1 to 5"', 'Vintage', 'is before 1990'],
  ['a vintage of one day, whose end is missing', 'WCC9006,UKLCR,2024-03-01,,"WCC-7, 1 to 5"', 'Vintage', 'is a single day'],
  ['a vintage of a season', 'WCC9006,UKLCR,2024/25,,"WCC-7, 1 to 5"', 'Vintage', 'is not a date such as 2026-03-31 or a year'],
  ['a vintage that ends before it begins', 'WCC9006,UKLCR,2025-2024,,"WCC-7, 1 to 5"', 'Vintage', 'ends before 2025-01-01'],
])('batches with one bad row are refused entirely, with line, column and reason: %s', (_, bad, column, reason) => {
  const rows = ['Project ID,Registry,Vintage,Quantity,Serial Number', `GS9002,GS,2024,10,${goldSerial(1, 10, 77)}`, bad];
  return expectNothing('batches', rows.join('\n'), { line: 3, column, reason: has(reason) });
});

it('batches have the vintage of their row, however it is written, and without one that of their monitoring period', async () => {
  const vintages = ['2022-2023,,', '2022-04-01 to 2023-03-31,,', ',2022-07-01,2023-06-30'];
  const rows = vintages.map((vintage, at) => `WCC9006,UKLCR,"WCC-8, ${10 * at} to ${10 * at + 9}",${vintage}`);
  const text = ['projectId,registry,serial,vintage,monitoringPeriodStart,monitoringPeriodEnd', ...rows].join('\n');
  const { imported } = await importUnits('batches', text, { dryRun: true });
  const read = imported.flatMap(({ receipt }) => receipt.lines.map((line) => `${line.vintageStart} to ${line.vintageEnd}`));
  expect(read).toEqual(['2022-01-01 to 2023-12-31', '2022-04-01 to 2023-03-31', '2022-07-01 to 2023-06-30']);
});

/** Expects that an import that leaves out other rows refuses a file for this alone, and stores nothing. */
async function expectNothing(kind: ImportKind, text: string, error: object): Promise<void> {
  const before = await database.count('record_entries');
  expect(await importUnits(kind, text, { skipOther: true })).toMatchObject({ imported: [], errors: [error] });
  expect(await database.count('record_entries')).toBe(before);
}

it.each([
  ['Retirement Beneficiary', 'Example plc', 'may be retired'],
  ['Owner', 'Broker Ltd', 'which accounts are ours'],
])('batches with a column %s of "%s" are refused, until somebody leaves it out', async (column, cell, reason) => {
  const text = `projectId,registry,serial,vintage,${column}\nGS9002,GS,GS1-1-UG-GS9002-16-2024-85-1-10,2024,${cell}`;
  expect((await importUnits('batches', text)).errors).toMatchObject([{ line: 2, column, reason: has(reason) }]);
  expect(await errorsIn('batches', text, { map: { [column]: '' }, dryRun: true })).toEqual([]);
});

it.each<[FileName, string]>([
  ['ACR issuances', 'names no serials'],
  ['Cercarbono issuances', 'has no numbers of units'],
  ['Isometric issuances', 'parts of tonnes'],
])('a file of a registry that names no units is refused with the reason: %s', async (name, reason) => {
  const header = headers[name];
  await expect(importUnits('batches', `${header}\n${header.replace(/[^,]+/g, '1')}`)).rejects.toThrow(reason);
});

it('retirements are read from each registry’s own file: units, beneficiary, the registry’s date, and texts that can be erased', async () => {
  const files: [FileName, serial: string, before: object, ...cells: string[]][] = [
    [
      ...(['Verra', verraSerial(1, 100), verraRow, `Serial Number: ${verraSerial(1, 100)}; Retirement Details: For Jane Doe`] as const),
      'Quantity Issued: 100; Retirement/Cancellation Date: 04/03/2026; Retirement Beneficiary: Example plc; Retirement Reason: Nature',
    ],
    [
      ...(['Gold Standard retirements', goldSerial(1, 100), goldRow, `Serial Number: ${goldSerial(1, 100)}; Note: for 2025\n`] as const),
      'Credit Status: RETIRED; Quantity: 100; Retirement Date: 2026-03-04; Use Case: Voluntary; Using Entity: Example plc',
    ],
    [
      ...(['ACR retirements', 'ACR-US-9003-2025-3078-501 to 600', {}] as const),
      'Credit Serial Numbers: ACR-US-9003-2025-3078-501-600; Vintage: 2025; Quantity of Credits: 100; Project ID: ACR9003',
      'Account Holder: Broker Ltd; Status Effective (GMT): 3/4/2026 7:17:56 PM; Retired on Behalf of: Example plc',
    ],
    [
      ...(['Cercarbono retirements', 'CDC_7_1_1_321_14_CO_1_1 from 4426 to 4525', {}] as const),
      'serial: CDC_7_1_1_321_14_CO_1_1; project_id: 7; vintage: 2010; from: 4,426; to: 4,525; quantity: 100; end_user: Example plc',
      'date: 2026-03-04 20:20:59; certificate_destination: Voluntary; passive_subject: Taxpayer S.A.',
    ],
  ];
  for (const [name, serial, before, ...cells] of files) {
    const { imported, errors } = await importUnits('retirements', fileOf(name, { ...before, ...row(cells.join('; ')) }));
    expect(errors, name).toEqual([]);
    expect(imported.map(({ receipt: { lines } }) => lines.map(printSerial))).toEqual([[serial]]);
    const certificate = await findCertificate(imported[0]?.receipt.certificate ?? '');
    const known = { entry: { registryRetiredOn: '2026-03-04' }, texts: { beneficiary: { text: 'Example plc' } } };
    expect(certificate, name).toMatchObject(known);
    expect(JSON.stringify(certificate?.entry), name).not.toMatch(/Broker|Taxpayer|Jane|Voluntary|for 2025/);
  }
});

const car = {
  ...row('Offset Credit Serial Numbers: CAR-1-US-9004-31-983-KS-2025-7001-1 to 500; Quantity of Offset Credits: 500; Vintage: 2025'),
  ...row('Status Effective: 02/03/2026; Project ID: CAR9004; Account Holder: Broker Ltd; Retirement Reason Details: For Example plc'),
};
it('retirements never take an account holder for the beneficiary, whatever the column of serials is called, and compare it with our accounts', async () => {
  for (const text of [fileOf('CAR retirements', car), fileOf('CAR retirements', car).replace('Offset Credit Serial', 'Credit Serial')])
    await expect(importUnits('retirements', text)).rejects.toThrow(/no column for the beneficiary.*--set beneficiary/s);
  const options = { set: { beneficiary: 'Example plc' }, dryRun: true };
  const imported = [{ beneficiary: 'Example plc', receipt: { quantity: 500, kind: 'retire' } }];
  const unknown = await importUnits('retirements', fileOf('CAR retirements', car), options);
  expect(unknown).toMatchObject({ imported, uncompared: ['Broker Ltd'] });
  const { RECORD_ACCOUNTS } = env();
  onTestFinished(() => void Object.assign(env(), { RECORD_ACCOUNTS }));
  env().RECORD_ACCOUNTS = ['Carma Ltd'];
  for (const value of ['Broker Ltd', 'Carma', 'Carma Ltd Nominees']) {
    const errors = [{ column: 'Account Holder', value, reason: has('Carma Ltd') }];
    const theirs = fileOf('CAR retirements', { ...car, 'Account Holder': value });
    expect(await importUnits('retirements', theirs, options)).toMatchObject({ errors });
  }
  const ours = fileOf('CAR retirements', { ...car, 'Account Holder': 'CARMA, Ltd.' });
  expect(await importUnits('retirements', ours, options)).toMatchObject({ errors: [], uncompared: [] });
});

const gold = {
  ...goldRow,
  ...row('Credit Status: Retired; Quantity: 100; Using Entity: Example plc; Serial Number: GS1-1-UG-GS9002-16-2024-70001-901-1000'),
};
const verra = row('Quantity Issued: 10; Retirement/Cancellation Date: 2026-03-04; Retirement Beneficiary: Example plc', {
  'Serial Number': verraSerial(301, 310),
});
const cancelled = {
  acr: 'Credit Serial Numbers: ACR-US-9003-2025-3078-101 to 200; Vintage: 2025; Quantity of Credits: 100; Project ID: ACR9003',
  art: 'Credit Serial Numbers: FCPF-CI-9005-2023-20-301 to 400; Vintage: 2023; Quantity of Credits: 100; Program ID: ART9005',
};
it.each<[ImportKind, string, FileName, Record<string, string>, column: string, value: string, reason: string]>([
  ['batches', 'retired', 'Verra', { ...verraRow, ...verra }, 'Retirement/Cancellation Date', '2026-03-04', 'are retired'],
  ['batches', 'cancelled', 'Gold Standard issuances', goldRow, 'Credit Status', 'Canceled', 'are cancelled'],
  ['retirements', 'a cancellation of ACR', 'ACR cancellations', row(cancelled.acr), 'Cancellation Type', 'Buffer reversal', 'cancelled'],
  ['retirements', 'a cancellation of Verra', 'Verra', { ...verraRow, ...verra }, 'Retirement Reason', 'Cancelled at exit', 'cancelled'],
  ['retirements', 'an airline’s use', 'ART cancellations', row(cancelled.art), 'Cancellation Reason', 'CORSIA Compliance', 'under CORSIA'],
  ['retirements', 'an airline’s use, by its note', 'Gold Standard retirements', gold, 'Note', 'For CORSIA', 'under CORSIA'],
  ['retirements', 'a deposit in a buffer pool', 'Verra', { ...verraRow, ...verra }, 'Retirement Reason', 'Buffer', 'in a buffer pool'],
  ['retirements', 'a deposit, by its status', 'Gold Standard retirements', gold, 'Credit Status', 'Buffer pool', 'in a buffer pool'],
])('%s are refused with a row that is %s, which is left out if asked', async (kind, _, name, given, column, value, reason) => {
  const text = fileOf(name, { ...given, [column]: value });
  const options = { held, set: { beneficiary: 'Example plc' } };
  const errors = [{ line: 2, column, reason: has(reason), remedy: has('--skip-other') }];
  expect(await importUnits(kind, text, options)).toMatchObject({ errors, imported: [] });
  const leftOut = { errors: [], leftOut: [{ rows: 1, units: expect.any(Number) }], imported: [] };
  expect(await importUnits(kind, text, { ...options, skipOther: true })).toMatchObject(leftOut);
});

it('retirements that nothing tells from cancellations are refused, and left out by an option of their own', async () => {
  const text = fileOf('Verra', { ...verraRow, ...verra, 'Retirement Beneficiary': '' });
  const options = { set: { beneficiary: 'Example plc' }, skipOther: true };
  const column = 'Retirement/Cancellation Date';
  expect((await importUnits('retirements', text, options)).errors).toMatchObject([{ column, remedy: has('--skip-undecided') }]);
  const leftOut = [{ kind: 'retired or cancelled', rows: 1, units: 10, lines: [2] }];
  expect(await importUnits('retirements', text, { ...options, skipUndecided: true })).toMatchObject({ errors: [], leftOut, imported: [] });
});

const goldFile = (change: Record<string, string>) => fileOf('Gold Standard retirements', { ...gold, ...change });
const cdcRow = 'project_id: 7; serial: CDC_7_1_1_321_14_CO_1_1; vintage: 2010; end_user: Example plc; date: 2026-03-04';
const cdc = (from: string, to: string, quantity: string, more: Record<string, string> = {}) =>
  fileOf('Cercarbono retirements', row(cdcRow, { quantity, from, to, ...more }));
const status = { 'Credit Status': 'Pending', 'Retirement Date': '' };
const foreign = `serial,beneficiary\n${verraSerial(301, 310).replace('-14-9001-', '-14-9002-')},Example plc`;
it.each<[string, string, string, string]>([
  ['no last number', cdc('1000', '', '100'), 'to', 'missing'],
  ['units that are not there', cdc('4990', '5009', '20'), 'serial', 'only a part of them: CDC_7_1_1_321_14_CO_1_1 from 4990 to 4999'],
  ['units that are retired already', cdc('4426', '4427', '2'), 'serial', 'Retired'],
  ['another vintage', cdc('1000', '1099', '100', { vintage: '2012' }), 'vintage', '2010-01-01 to 2010-12-31'],
  ['units that are expected', goldFile({ 'Product Type': 'PER' }), 'Product Type', 'nobody can retire'],
  ['a status that contradicts the units', goldFile(status), 'Credit Status', 'expected units'],
  ['a vintage that a quantity would not take', 'project,vintage,quantity,beneficiary\nacr,1999,5,Example plc', 'vintage', '2025-01-01'],
  ['another project', cdc('1000', '1099', '100', { project_id: 'GS9002' }), 'serial', 'are of cdc'],
  ['a registry that a quantity would not take', 'project,registry,quantity,beneficiary\nacr,Verra,5,A', 'registry', 'American Carbon'],
  ['two projects in two columns', 'project,projectId,quantity,beneficiary\nacr,CAR9004,5,A', 'projectId', 'is the id of car, and the'],
  ['an id that is no project’s', 'project,projectId,quantity,beneficiary\nacr,CAR9999,5,A', 'projectId', 'no id in the catalogue'],
  ['no status', goldFile({ 'Credit Status': '' }), 'Credit Status', 'is missing'],
  ['the name of other units', goldFile({ 'Product Type': 'CER' }), 'Product Type', 'the serial is of Gold Standard'],
  ['no day', fileOf('Verra', { ...verraRow, ...verra, 'Retirement/Cancellation Date': '' }), 'Retirement Beneficiary', 'is missing'],
  ['another project in the serial', foreign, 'serial', 'whose project is not that of'],
])('retirements with one wrong row are refused, and take no other units instead: %s', (_, text, column, reason) =>
  expectNothing('retirements', text, { line: 2, column, reason: has(reason) }),
);

it('retirements with a row that is wrong in several cells are refused with one reason for each of these cells', async () => {
  const text = 'projectId,serial,quantity,beneficiary,retiredOn\nACR1,x,1.5,n/a,2999-01-01';
  const told = ['serial', 'projectId', 'beneficiary', 'retiredOn', 'quantity'].map((column) => like(new RegExp(`^2 ${column}: `)));
  expect(await errorsIn('retirements', text)).toEqual(told);
});

it('retirements of a file that was imported as batches before are imported too, each operation shown before', async () => {
  const text = `project,registry,serial,vintage,beneficiary,purpose
acr,ACR,ACR-US-9003-2025-4000-1 to 50,2025,Example plc,Emissions of 2025
acr,ACR,ACR-US-9003-2025-4000-51 to 60,2025,Exemple S.A.,`;
  expect((await importUnits('batches', text)).errors).toEqual([]);
  expect((await importUnits('retirements', text, { dryRun: true })).imported).toMatchObject([
    { line: 2, beneficiary: 'Example plc', receipt: { quantity: 50, lines: [{ first: 1, last: 50, vintageStart: '2025-01-01' }] } },
    { line: 3, beneficiary: 'Exemple S.A.', receipt: { quantity: 10, lines: [{ first: 51, last: 60 }] } },
  ]);
  const { imported } = await importUnits('retirements', text);
  const grown = 'acr,ACR,ACR-US-9003-2025-4000-61 to 65,2025,Example plc,';
  await importUnits('batches', `${text.split('\n')[0]}\n${grown}`);
  expect(await importUnits('retirements', `${text}\n${grown}`)).toMatchObject({
    recorded: imported.map(({ line, receipt: { certificate } }) => ({ line, certificate })),
    imported: [{ line: 4, receipt: { quantity: 5 } }],
  });
  const another = text.replace('Exemple S.A.', 'Another Ltd');
  expect(await errorsIn('retirements', another)).toEqual([like(/^3 .*"Exemple S.A." there and "Another Ltd" here/)]);
});

const [brewer, hotels] = [',1,Brewer plc,Emissions of October,', ',2,Hotels plc,Emissions of October,2026-10-31'];
const october = [brewer, hotels, hotels];
it.each<[string, string[], { recorded: number[]; asked?: number[]; new: number[] }]>([
  ['the same', october, { recorded: [2, 3, 4], new: [] }],
  ['sorted, with new ones', [',3,Airports plc,,', hotels, hotels, brewer], { recorded: [3, 4, 5], new: [2] }],
  ['and one more that equals others', [...october, hotels], { recorded: [2, 3, 4], new: [5] }],
  ['with other tonnes, in capitals', [',4,BREWER PLC,Emissions of October,', hotels, hotels], { recorded: [3, 4], asked: [2], new: [] }],
  ['for another, whose purpose is missing', [',1,Maltings plc,,', hotels, hotels], { recorded: [3, 4], asked: [2], new: [] }],
  ['with a name in capitals', [',1,BREWER PLC,Emissions of October,'], { recorded: [], asked: [2], new: [] }],
  ['with a day that was missing', [',1,Brewer plc,Emissions of October,2026-10-30'], { recorded: [], asked: [2], new: [] }],
  ['of the next month alone', [',2,Hotels plc,Emissions of November,2026-11-26', ',1,Airports plc,,'], { recorded: [], new: [2, 3] }],
])('retirements by quantity that are on the record already are left out: %s', async (_, rows, expected) => {
  const text = (lines: string[]) => ['note,quantity,beneficiary,purpose,retiredOn', ...lines].join('\n');
  const options = { set: { project: 'ridge' } };
  await importUnits('retirements', text(october), options);
  const linesWith = async (changed?: 'leave-out' | 'retire') => {
    const { recorded, errors, imported } = await importUnits('retirements', text(rows), { ...options, changed, dryRun: true });
    return [recorded, errors, imported].map((list) => list.map(({ line }) => line).toSorted());
  };
  const { recorded, asked = [] } = expected;
  expect(await linesWith()).toEqual([recorded, asked, asked.length > 0 ? [] : expected.new]);
  expect(await linesWith('leave-out')).toEqual([[...recorded, ...asked].toSorted(), [], expected.new]);
  expect(await linesWith('retire')).toEqual([recorded, [], [...asked, ...expected.new].toSorted()]);
});

it('retirements by an API key are not taken for those of a list, and one whose beneficiary was erased is asked about', async () => {
  await createKey('shop', ['retire']);
  const [{ id: keyId } = { id: 0 }] = await database.sql<{ id: number }[]>`select id from record_keys`;
  await run('retire', { project: 'ridge', quantity: 6, beneficiary: 'Mills plc' }, { actor: { keyId, isForAnyOwner: false } });
  const { recorded, imported } = await importUnits('retirements', 'project,quantity,beneficiary\nridge,6,Mills plc');
  expect([recorded, imported.length]).toEqual([[], 1]);
  await eraseTexts(query, imported[0]?.receipt.entry ?? 0);
  expect(await errorsIn('retirements', 'project,beneficiary,quantity\nridge,Mills plc,6')).toEqual([like(/^2 the row: may be CR-/)]);
});

it('retirements of what was sold, and those with a delivery, are left out, by quantity only if a row says whose the units were', async () => {
  const sold = await run('transfer', { project: 'ridge', quantity: 7 });
  await run('retire', { transfer: sold.entry, beneficiary: 'Hotel plc' });
  const assigned = await run('assign', { project: 'wood', quantity: 8, buyer: 'Hotel plc' });
  const delivered = await run('deliver', { project: 'wood', quantity: 8, verified: 8, sameSerials: true, retire: assigned.entry });
  const text = (...cells: [string, string]) =>
    `project,quantity,beneficiary,transfer,assignment\nridge,7,Hotel plc,${cells.join('\nwood,8,Hotel plc,')}`;
  const asked = [sold, assigned].map(({ entry }, at) =>
    like(new RegExp(`^${at + 2} the row: may be CR-.* owner "entry ${entry + 1}" there and "" here`)),
  );
  expect(await errorsIn('retirements', text(',', ','))).toEqual(asked);
  const whole = await importUnits('retirements', text(`${sold.entry + 1},`, `,${assigned.entry + 1}`));
  const bySerial = delivered.lines.map(({ series, first, last }) => `wood,WCC,${series},${first},${last},Hotel plc`);
  const units = await importUnits('retirements', ['project,registry,series,first,last,beneficiary', ...bySerial].join('\n'));
  for (const { recorded, errors, imported } of [whole, units]) expect([errors, imported, recorded.length > 0]).toEqual([[], [], true]);
});

it('batches that earlier lines name are refused, each with the earliest such line', async () => {
  const rows = ['-101-200', '-1-100', '-150-160', '-90-110'].map((range) => `GS9002,GS,2024,GS1-1-UG-GS9002-16-2024-81${range}`);
  expect(await errorsIn('batches', `projectId,registry,vintage,serial\n${rows.join('\n')}`)).toEqual([
    '4 serial: names units that line 2 names already: GS1-1-UG-GS9002-16-2024-81-150-160',
    '5 serial: names units that line 2 names already: GS1-1-UG-GS9002-16-2024-81-101-110',
  ]);
});

it('retirements span the batches in which the book has the units', async () => {
  const header = 'project,registry,serial,vintage,beneficiary';
  const rows = ['acr,ACR,ACR-US-9003-2025-4001-1 to 50,2025,', 'acr,ACR,ACR-US-9003-2025-4001-51 to 90,2025,'];
  await importUnits('batches', [header, ...rows].join('\n'));
  const { imported } = await importUnits('retirements', `${header}\nacr,ACR,ACR-US-9003-2025-4001-41 to 60,2025,Example plc`);
  expect(imported[0]?.receipt.lines.map(({ first, last }) => `${first}-${last}`)).toEqual(['41-50', '51-60']);
});

const series = 'GS1-1-UG-GS9002-16-2024';
/** More than one piece of an import (200), and than `record export` reads at once (1,000). */
const manyRows = Array.from({ length: 1_010 }, (_, n) => `GS9002,GS,${series}-${90_000 + n}-1-10,2024,`);
const textOf = (lines: string[]) => ['projectId,registry,serial,vintage,beneficiary', ...lines].join('\n');

it('a long file is stored in pieces, between which others go on, and not at all where the book refuses a row', async () => {
  await importUnits('batches', textOf(manyRows.slice(-10)));
  const before = await database.count('record_entries');
  const received = Array.from({ length: 10 }, (_, n) => like(new RegExp(`^${1_002 + n} serial: .*already been received`)));
  expect(await errorsIn('batches', textOf(manyRows))).toEqual(received);
  expect(await database.count('record_entries')).toBe(before);
  let other: ReturnType<typeof run> | undefined;
  const { imported } = await importUnits('batches', textOf(manyRows.slice(0, -10)), {
    // With the first progress, which comes before all is done only if there is more than one piece.
    progress: (done, total) => {
      if (done < total) other ??= run('cancel', { project: 'gold', quantity: 1, issuance: 'issued', reason: 'x' });
    },
  });
  expect((await other)?.entry).toBeLessThan(imported.at(-1)?.receipt.entry ?? 0);
});

it('a long file may take many parts of one range, and no more units than there are; the export has all its entries', async () => {
  await importUnits('batches', textOf([`GS9002,GS,${series}-95000-1-1000,2024,`]));
  const parts = [300, 200, 100].map((first) => `GS9002,GS,${series}-95000-${first}-${first + 9},2024,Example plc`);
  const { imported } = await importUnits('retirements', textOf(parts));
  const taken = imported.map(({ receipt: { lines } }) => lines.map(({ first, last }) => `${first}-${last}`).join());
  expect(taken).toEqual(['300-309', '200-209', '100-109']);
  expect((await auditWholeRecord()).difference).toBeNull();
  const { stdout } = await runHere('record', ['export']);
  const indexes = [...stdout.matchAll(/^\d+/gm)].map(([digits]) => Number(digits));
  expect(indexes.toReversed()).toEqual(Array.from({ length: await database.count('record_entries') }, (_, index) => index));
  const quantities = 'project,quantity,beneficiary\nridge,700,A\nridge,700,B\nacr,9000,C';
  expect(await errorsIn('retirements', quantities)).toEqual([like(/^3 .*earlier rows take more/), like(/^4 .* acr are Held$/)]);
});

it('retirements have the purpose or else the reason that says one, and a note of what says none; a day before the vintage is refused', async () => {
  await importUnits('batches', 'projectId,registry,serial,vintage\nACR9003,ACR,ACR-US-9003-2025-4100-1 to 50,2025');
  const text = (reason: string, day = '2026-03-04') =>
    `serial,beneficiary,retirementReason,retiredOn\nACR-US-9003-2025-4100-1 to 5,Example plc,${reason},${day}`;
  for (const reason of ['Other', 'On Behalf of Third Party', 'Retirement for Person or Organization', 'voluntary', 'Undisclosed'])
    expect((await importUnits('retirements', text(reason), { dryRun: true })).notes).toMatchObject([
      { line: 2, column: 'retirementReason', value: reason, reason: has('Left out') },
    ]);
  const early = '2 retiredOn: 2024-12-31 is before the vintage, which begins on 2025-01-01';
  expect(await errorsIn('retirements', text('', '2024-12-31'))).toEqual([early]);
  const [{ receipt } = {}] = (await importUnits('retirements', text('Other'))).imported;
  expect(Object.keys((await findCertificate(receipt?.certificate ?? ''))?.texts ?? {})).toEqual(['beneficiary']);
  const both = 'serial,beneficiary,purpose,retirementReason\nACR-US-9003-2025-4100-6 to 9,Example plc,Undisclosed,Flights of 2025';
  const { imported, notes } = await importUnits('retirements', both);
  expect(notes).toMatchObject([{ column: 'purpose', value: 'Undisclosed', reason: has('Left out') }]);
  expect((await findCertificate(imported[0]?.receipt.certificate ?? ''))?.texts.purpose).toMatchObject({ text: 'Flights of 2025' });
});
