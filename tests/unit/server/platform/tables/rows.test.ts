import { expect, it } from 'vitest';
import { objectionFinder } from '#server/platform/tables/rows.ts';

it.each([
  ...['date_retired: 2025-03-01 => retired', 'Retired: 40 => retired', 'Retirement Status: Active => nothing'],
  ...['Remarks: None of them is retired => nothing', 'State: CANCELED => cancelled', 'Land owner: Example plc => nothing'],
  ...['transferredTo: Example plc => transferred or sold', 'Owner: Unilever => another’s', 'Gesperrt: Nein => nothing'],
  ...['Stakeholder consultation: held => nothing', 'Reversible/Non-Reversible: Reversible => nothing', 'Avoidance: yes => nothing'],
  ...['On hold: yes => reserved or blocked', 'Held by: Example plc => another’s', 'Unavailable: TRUE => reserved or blocked'],
  ...['Not for sale: yes => reserved or blocked', 'Remaining: 1,000 => nothing', 'Remaining: 60 => partly gone'],
  ...['Available: 60 => partly gone', 'Qty available: 60 => partly gone'],
  ...['Available quantity: 60 => partly gone', 'Account type: Retirement => retired', 'Action: cancel => cancelled'],
  ...['approved: pending => not approved', 'Available: unavailable => not approved', 'Transferable: no => not approved'],
  ...[`Remarks: Retired ${'and more '.repeat(12)} => nothing`, 'Sub account: Buffer pool => reserved or blocked'],
  ...['Buffer share: 20% => nothing', 'Remaining: 1.000 => nothing', 'Balance: 10\u00a0000 => partly gone', 'Retired: 0 tCO2e => nothing'],
])('what a column with a cell says of its row: %s', (row) => {
  const [column = '', cell = '', said = ''] = row.split(/: | => /);
  const check = objectionFinder([column], [0], { noun: 'units' });
  const error = check({ line: 2, cells: [cell] }, 1_000);
  expect(error?.reason).toEqual(said === 'nothing' ? undefined : `says that the units may be ${said}, and nothing reads it`);
  expect(objectionFinder([column], [], { noun: 'units' })({ line: 2, cells: [cell] })).toBeUndefined();
});

it.each([[['Retired on 2025-03-01']], [[{ name: 'Retired' }]]])('a list in JSON says what its values say: %j', (cell) => {
  expect(objectionFinder(['tags'], [0], { noun: 'units' })({ line: 2, cells: [cell] })?.reason).toContain('may be retired');
});

it.each([
  ['Cancelled', '50', false],
  ['Cancelled', '1', true],
  ['Quantity retired', '1,000', true],
  ['Reserved', '50', true],
])('of a whole project, a column "%s" with "%s" stops its row: %s', (column, cell, isRefused) => {
  const check = objectionFinder([column], [0], { noun: 'credits', hasTotals: true });
  expect(check({ line: 2, cells: [cell] }, 1_000) !== undefined).toBe(isRefused);
});
