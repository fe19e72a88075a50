import { expect, it, vi } from 'vitest';
import { parseReading, printNotes, printRowErrors } from '#commands/tables.ts';
import type { FileTable, RowError } from '#server/platform/tables/read-table.ts';

const table: FileTable = { format: 'csv', columns: ['id', 'price'], rows: [{ line: 2, cells: ['', 'Oak wood'] }] };
const options = { item: 'project', more: 'all of them: notes.csv' };
/** So many findings of a kind, on the lines from 2 on. */
const findings = (count: number, reason: string, more: Partial<RowError> = {}): RowError[] =>
  Array.from({ length: count }, (_, at) => ({ line: 2 + at, column: 'price', value: '', reason, ...more }));

function printed(print: () => void): string[] {
  const spy = vi.spyOn(console, 'error').mockReturnValue();
  print();
  const lines = spy.mock.calls.map(([line]) => line);
  spy.mockRestore();
  return lines;
}

it('notes on a file are printed by kind: the warnings, then the most frequent, ten in all, and how many more there are', () => {
  const kinds = Array.from({ length: 10 }, (_, kind) => findings(1 + kind, `kind ${kind}`));
  const notes = [...kinds.flat(), ...findings(1, 'ends a sale', { isWarning: true })];
  expect(printed(() => printNotes(notes, table, options))).toEqual([
    'Warning: price: ends a sale (1 row, first in line 2)',
    ...kinds.slice(1).map((_, at) => `Note: price: kind ${9 - at} (${10 - at} rows, first in line 2)`),
    'Note: 1 more note; all of them: notes.csv',
  ]);
});

it('errors in a file are printed in order, with the line and the value or, of an empty cell, how its row begins: twenty in all, of several kinds up to five each', () => {
  const one = findings(21, 'is missing');
  const lines = printed(() => printRowErrors(one, table, options));
  expect([lines.length, lines[0], lines[1]]).toEqual([21, 'line 2 (Oak wood), price: is missing', 'line 3, price: is missing']);
  expect(lines.at(-1)).toBe('... and 1 more; all of them: notes.csv');
  const two = printed(() =>
    printRowErrors([...one, ...findings(6, 'is no number', { value: 'lots' })], { ...table, format: 'json' }, options),
  );
  expect(two.slice(5)).toEqual([
    ...Array.from({ length: 5 }, (_, at) => `project ${2 + at}, price "lots": is no number`),
    '... and 17 more; all of them: notes.csv',
  ]);
  const seven = Array.from({ length: 7 }, (_, kind) => findings(5, `kind ${kind}`));
  expect(new Set(printed(() => printRowErrors(seven.flat(), table, options)).map((line) => line.slice(-6))).size).toBe(7 + 1);
});

it('a column is either mapped or left out', () => {
  const given = (map: string[], ignore: string[]) => parseReading({ map, ignore, set: [] }).map;
  expect(given(['Status=status'], ['Owner'])).toEqual({ Status: 'status', Owner: '' });
  expect(() => given(['Status=status'], ['Status'])).toThrow('"Status" is given twice');
});
