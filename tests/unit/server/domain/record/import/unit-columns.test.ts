import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unitRows } from '#server/domain/record/import/unit-columns.ts';
import { meaningOf, serialsIn, type UnitRow } from '#server/domain/record/import/unit-row.ts';
import { RowReader } from '#server/platform/tables/row-reader.ts';
import { unitFileHeaders } from '#tests/support/unit-files.ts';
import { knownRegistries, knownSerials } from '#verify/registries.ts';

const registryDoc = readFileSync('docs/registry-files.md', 'utf8');
const formatDoc = readFileSync('docs/record-format.md', 'utf8');
const api = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: Record<string, { post: { description: string } }> };
const descriptionOf = (operation: string) => api.paths[`/api/v1/record/${operation}`]?.post.description ?? '';

const headers = Object.entries(unitFileHeaders);
it.each(headers)('a file of a registry is known by its header row, and stands in the documents: %s', (_, header) => {
  const file = unitRows.fileWith(header.split(','));
  expect(file).toBeDefined();
  const { name = '', rowsAre, refusal } = file ?? {};
  expect(registryDoc).toContain(name.replace(/^the /, ''));
  // A refused file is named in both, as one that is refused.
  const isInBoth = refusal !== undefined || rowsAre === undefined;
  for (const [operation, taken] of Object.entries({ receive: 'issued', retire: 'retired' }))
    expect(descriptionOf(operation).includes(name), operation).toBe(isInBoth || rowsAre === taken);
});

it('the registries that the API takes, with a serial of each, are those of the table', () => {
  expect(descriptionOf('receive')).toContain(`Registries: ${knownRegistries}. Serials as they write them: ${knownSerials}.`);
  for (const text of [...knownRegistries.split(', '), ...knownSerials.split('; ').map((serial) => serial.split(': ').at(-1) ?? '')])
    expect(formatDoc).toContain(text);
});

/** A row of units with these cells, by their columns. */
function rowOf(named: Record<string, string>): UnitRow {
  const [columns, row] = [Object.keys(named), { line: 2, cells: Object.values(named) }];
  return new RowReader(row, unitRows.map({ format: 'csv', columns, rows: [row] }));
}

it('a status is not overruled by a date of a retirement or a cancellation', () => {
  const dated = (status: string) => rowOf({ status, beneficiary: 'Example plc', 'Retirement/Cancellation Date': '2026-03-04' });
  expect(meaningOf(dated('Cancelled'))).toEqual({ is: 'cancelled', field: 'status' });
  const issued = dated('Issued');
  meaningOf(issued);
  expect(issued.errors).toMatchObject([{ column: 'Retirement/Cancellation Date', reason: 'is a date, but the units are issued' }]);
});

const used = ['CORSIA: not voluntary', 'Not voluntary but for CORSIA', 'CORSIA, with eligible units'];
const phases = ['CORSIA-eligible, first phase', 'CORSIA First Phase Eligible', 'CORSIA Phase 1 eligible units'];
const eligible = [...phases, 'Eligible for use under CORSIA'];
it.each([
  ...[...used, 'CORSIA-eligible units, used under CORSIA'].map((note) => [note, 'used under CORSIA'] as const),
  ...[...eligible, 'Voluntary retirement, not for CORSIA', 'Non-CORSIA'].map((note) => [note, 'retired'] as const),
])('a row is of a use under CORSIA if its note says so, not if it only says that the units may be used, or are not: %s', (note, is) => {
  expect(meaningOf(rowOf({ note, status: 'Retired' }))).toMatchObject({ is });
});

it('a series without numbers misses the first, and is not told that the last is given', () => {
  const row = rowOf({ registry: 'ACR', series: 'ACR-US-9003-2025-3078' });
  serialsIn(row);
  expect(row.errors).toMatchObject([{ column: 'first', reason: 'is missing' }]);
});
