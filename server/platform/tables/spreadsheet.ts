import { strFromU8, strToU8, zipSync } from 'fflate';
import readWorkbook, { type CellValue } from 'read-excel-file/node';
import { unzipWithin } from '../unzip.ts';
import { isFilled } from './header-row.ts';
import type { TableRecord } from './read-table.ts';

/** How a zip archive begins, as an Excel workbook is (ISO/IEC 29500-2), and how a workbook of Excel 97 to 2003 does. */
const signatures = { zip: Buffer.from('PK\x03\x04', 'latin1'), old: Buffer.from('d0cf11e0', 'hex') };

/** The most bytes that a workbook unpacks to: ten times the largest export that we know. */
const maxUnpacked = 256 * 1_048_576;

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
    .then(withWhatCellsShow)
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

/**
 * Turns cells with an error (`#REF!`) and numbers that are shown with a currency ("$12.00") into text. The library reads the former as
 * empty, and an empty price is no price; the latter as bare numbers, and 12 dollars are not 12 pounds.
 */
function withWhatCellsShow(bytes: Buffer): Buffer {
  const unzipped = unzipWithin(bytes, { wanted: () => true, maxUnpacked });
  if (!unzipped) throw new Error('its parts are damaged, have one name, overlap, or unpack to more than 256 MiB');
  const files = Object.fromEntries(unzipped.parts);
  const currencies = currenciesOf(files['xl/styles.xml'] ? strFromU8(files['xl/styles.xml']) : '');
  for (const [name, content] of Object.entries(files)) {
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) continue;
    const sheet = strFromU8(content)
      .replace(/<(?:\w+:)?c\s[^<>]*>/g, (cell) => cell.replace(' t="e"', ' t="str"'))
      .replace(/(<(?:\w+:)?c\s[^<>]*>)(<(?:\w+:)?v>)([\d.E+-]+)(?=<)/g, (all, cell: string, value: string, number: string) => {
        const currency = / t="(?!n")/.test(cell) ? undefined : currencies[Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0)];
        return currency ? `${cell.replace(' t="n"', '').replace(/>$/, ' t="str">')}${value}${currency}${contentOf(Number(number))}` : all;
      });
    files[name] = strToU8(sheet);
  }
  return Buffer.from(zipSync(files, { level: 0 }));
}

/** Returns the currency that each cell style of a workbook shows, if any: `$` of `[$$-409]#,##0.00`, `EUR` of `0.00 "EUR"`. */
function currenciesOf(styles: string): (string | undefined)[] {
  const formats = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)].map(([format]) => [
      / numFmtId="(\d+)"/.exec(format)?.[1],
      / formatCode="([^"]*)"/
        .exec(format)?.[1]
        ?.replace(/\[\$(?=-)/g, '[')
        .replace(/\[\$/g, ''),
    ]),
  );
  const [, cellStyles = ''] = styles.split(/<\/?(?:\w+:)?cellXfs\b/);
  return [...cellStyles.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].map(
    ([style]) => /[$€£¥₹]|\b(?:GBP|USD|EUR|CHF|JPY|AUD|CAD|INR|CNY)\b/.exec(formats.get(/ numFmtId="(\d+)"/.exec(style)?.[1]) ?? '')?.[0],
  );
}

function contentOf(cell: CellValue | null): unknown {
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  // As Excel shows them: it computes with 15 digits, and stores the rest of binary fractions.
  if (typeof cell === 'number') return Number(cell.toPrecision(15));
  return typeof cell === 'string' ? cell.trim() : cell;
}
