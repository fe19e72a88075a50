import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readWorkbook, { type CellValue } from 'read-excel-file/node';
import { isFilled } from './header-row.ts';
import type { TableRecord } from './read-table.ts';

/** How a zip archive begins, as an Excel workbook is (ISO/IEC 29500-2), and how a workbook of Excel 97 to 2003 does. */
const signatures = { zip: Buffer.from('PK\x03\x04', 'latin1'), old: Buffer.from('d0cf11e0', 'hex') };

/** Checks whether bytes are a workbook rather than text. */
export function isSpreadsheet(bytes: Buffer): boolean {
  return Object.values(signatures).some((signature) => bytes.subarray(0, 4).equals(signature));
}

/**
 * Reads the rows of an Excel workbook (.xlsx): of the sheet with this name, or of the only one with content. Numbers stay
 * numbers; dates become text such as 2026-03-31.
 * @throws Error that says what is no workbook, or which sheets there are.
 */
export async function sheetRecords(bytes: Buffer, name?: string): Promise<TableRecord[]> {
  if (!bytes.subarray(0, 4).equals(signatures.zip))
    throw new Error('The file is a workbook of an old Excel (.xls). Save it as .xlsx or as CSV.');
  const sheets = await Promise.resolve(bytes)
    .then(withErrorsAsText)
    .then((workbook) => readWorkbook(workbook))
    .catch((cause: Error) => {
      throw new Error(`The file is not an Excel workbook that can be read: ${cause.message}`, { cause });
    });
  const filled = sheets.filter(({ sheet, data }) => (name === undefined ? data.some((row) => row.some(isFilled)) : sheet === name));
  if (filled.length !== 1) {
    const names = sheets.map(({ sheet }) => `"${sheet}"`).join(', ');
    throw new Error(
      name === undefined ? `Name the sheet to read with --sheet: ${names}` : `There is no sheet "${name}". There are: ${names}`,
    );
  }
  return (filled[0]?.data ?? [])
    .map((cells, index) => ({ line: index + 1, cells: cells.map(contentOf) }))
    .filter(({ cells }) => cells.some(isFilled));
}

/** Turns cells with an error (`#REF!`) into text. The library reads them as empty, and an empty price is no price. */
function withErrorsAsText(bytes: Buffer): Buffer {
  const files = unzipSync(bytes);
  for (const [name, content] of Object.entries(files))
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(name))
      files[name] = strToU8(strFromU8(content).replace(/<(?:\w+:)?c\s[^<>]*>/g, (cell) => cell.replace(' t="e"', ' t="str"')));
  return Buffer.from(zipSync(files, { level: 0 }));
}

function contentOf(cell: CellValue | null): unknown {
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  // As Excel shows them: it computes with 15 digits, and stores the rest of binary fractions.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  return typeof cell === 'string' ? cell.trim() : cell;
}
