import readWorkbook, { type CellValue } from 'read-excel-file/node';
import { unzipWithin } from '../unzip.ts';
import { isFilled } from './header-row.ts';
import type { ReadOptions, TableRecord } from './read-table.ts';
import { sheetDetails, workbookDetails } from './workbook-xml.ts';

/** How a zip archive begins, as an Excel workbook is (ISO/IEC 29500-2), and how a workbook of Excel 97 to 2003 does. */
const signatures = { zip: Buffer.from('PK\x03\x04', 'latin1'), old: Buffer.from('d0cf11e0', 'hex') };

/** The most bytes that a workbook unpacks to: ten times the largest export that we know. */
const maxUnpacked = 256 * 1_048_576;

/** Checks whether bytes are a workbook rather than text. */
export function isSpreadsheet(bytes: Buffer): boolean {
  return Object.values(signatures).some((signature) => bytes.subarray(0, 4).equals(signature));
}

/**
 * Reads the rows of an Excel workbook (.xlsx): of the sheet with this name, or of the only one with content that is not hidden. Numbers
 * stay numbers, with the words and signs that their format shows beside them text; dates become text such as 2026-03-31. A cell without
 * a value that can be trusted is a `BadCell`.
 * @throws Error that says what is no workbook, which sheets there are, or which rows or columns are hidden.
 */
export async function sheetRecords(bytes: Buffer, { sheet: name, hidden }: ReadOptions = {}): Promise<TableRecord[]> {
  if (!bytes.subarray(0, 4).equals(signatures.zip))
    throw new Error('The file is a workbook of an old Excel (.xls). Save it as .xlsx or as CSV.');
  const unreadable = (cause: Error) => {
    throw new Error(`The file is not an Excel workbook that can be read: ${cause.message}`, { cause });
  };
  const unzipped = unzipWithin(bytes, { wanted: () => true, maxUnpacked });
  if (!unzipped) return unreadable(new Error('its parts are damaged, have one name, overlap, or unpack to more than 256 MiB'));
  const sheets = await readWorkbook(bytes).catch(unreadable);
  const workbook = workbookDetails(unzipped.parts);
  const isHidden = (sheet: string) => hidden !== 'include' && workbook.hiddenSheets.has(sheet);
  const filled = sheets.filter(({ sheet, data }) =>
    name === undefined ? !isHidden(sheet) && data.some((row) => row.some(isFilled)) : sheet === name,
  );
  const [chosen] = filled;
  if (!chosen || filled.length !== 1) {
    const names = sheets.map(({ sheet }) => `"${sheet}"${workbook.hiddenSheets.has(sheet) ? ' (hidden)' : ''}`).join(', ');
    throw new Error(
      name === undefined ? `Name the sheet to read with --sheet: ${names}` : `There is no sheet "${name}". There are: ${names}`,
    );
  }
  const details = sheetDetails(chosen.sheet, workbook);
  const rows = chosen.data.map((cells) => cells.map((cell) => contentOf(cell, workbook.dayShift)));
  for (const { row, column, contentFor, mergedWith = { row, column } } of details.cells) {
    const cells = rows[row] ?? [];
    cells[column] = contentFor(rows[mergedWith.row]?.[mergedWith.column] ?? null);
    rows[row] = cells;
  }
  const records = Array.from(rows, (cells = [], index) => ({ line: index + 1, cells: Array.from(cells) })).filter(({ cells }) =>
    cells.some(isFilled),
  );
  if (hidden === 'include') return records;
  const visible = records
    .filter(({ line }) => !details.isHiddenRow(line - 1))
    .map((record) => ({ ...record, cells: record.cells.filter((_, column) => !details.isHiddenColumn(column)) }));
  if (hidden !== 'leave-out') assertNothingHidden(chosen.sheet, records, details);
  return visible;
}

/** @throws Error that names the rows and columns with content that nobody sees. */
function assertNothingHidden(
  sheet: string,
  records: TableRecord[],
  { isHiddenRow, isHiddenColumn }: ReturnType<typeof sheetDetails>,
): void {
  const rows = records.filter(({ line }) => isHiddenRow(line - 1)).map(({ line }) => line);
  const columns = new Set(
    records.flatMap(({ cells }) => [...cells.keys()].filter((column) => isFilled(cells[column]) && isHiddenColumn(column))),
  );
  if (rows.length + columns.size === 0) return;
  const found = [
    ...(rows.length > 0 ? [`${rows.length === 1 ? 'row' : 'rows'} ${listOf(rows)}`] : []),
    ...(columns.size > 0 ? [`${columns.size === 1 ? 'column' : 'columns'} ${listOf([...columns].map(columnLetters))}`] : []),
  ].join(' and ');
  throw new Error(
    `Of the sheet "${sheet}", ${found} ${rows.length + columns.size === 1 ? 'is' : 'are'} hidden, by a filter or by hand. Say whether they are read: --hidden include, or --hidden leave-out`,
  );
}

function listOf(items: readonly (string | number)[]): string {
  return items.slice(0, 10).join(', ') + (items.length > 10 ? `, and ${items.length - 10} more` : '');
}

function columnLetters(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26));
}

/** Returns what a cell holds. `dayShift`: days to add to a date. */
function contentOf(cell: CellValue | null, dayShift: number): unknown {
  if (cell instanceof Date) return new Date(cell.getTime() + dayShift * 86_400_000).toISOString().replace('T00:00:00.000Z', '');
  // As Excel shows them: it computes with 15 digits, and stores the rest of binary fractions.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  return typeof cell === 'string' ? cell.trim() : cell;
}
