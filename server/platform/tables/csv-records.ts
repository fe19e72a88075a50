import { CsvError, parse } from 'csv-parse/sync';
import { headerIndex, isFilled, knownNames, sampleSize } from './header-row.ts';
import type { TableRecord } from './read-table.ts';

type ParsedRecord = { record: string[]; raw: string; info: { lines: number } };

/** How much of a file is read to find out its delimiter, in characters. */
const sampleLength = 200_000;

/**
 * Splits the text of a CSV file into records. The delimiter is what a first line `sep=;` says (Excel writes and reads it), else
 * the one with which most names of columns are known, or else most cells of the header result.
 * @throws Error that says where the file is not valid CSV.
 */
export function csvRecords(
  content: string,
  isColumn: (name: string) => boolean = () => false,
): { delimiter: string; records: TableRecord[] } {
  const stated = /^"?sep=(.)"?\n/i.exec(content);
  // The line break stays, so that lines are counted as in the file.
  const text = stated ? content.slice(stated[0].length - 1) : content;
  const delimiter = stated?.[1] ?? delimiterOf(text, isColumn);
  try {
    const records = parsed(text, delimiter).map(({ record, raw, info }) => ({
      // `lines` is where a row ends; subtracting its own line breaks gives where it begins.
      line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
      cells: record,
    }));
    return { delimiter, records };
  } catch (cause) {
    const records = cause instanceof CsvError ? withBareQuotes(text, delimiter) : undefined;
    if (records) return { delimiter, records };
    if (cause instanceof CsvError && cause.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Error(`The file ends in the middle of a row: a quote is not closed. ${cause.message}`, { cause });
    if (cause instanceof CsvError) throw new Error(`The file is not valid CSV: ${cause.message}`, { cause });
    throw cause;
  }
}

/**
 * Reads a file that puts every cell between quotes and does not double those within, as the registries on APX's system write it: its
 * cells end where a quote, the delimiter and a quote follow each other. Undefined unless every row then has as many cells as the header.
 */
function withBareQuotes(text: string, delimiter: string): TableRecord[] | undefined {
  const records: TableRecord[] = [];
  let row = '';
  let begun = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (row === '' && line.trim() === '') continue;
    if (row === '') begun = index + 1;
    row += row === '' ? line.trim() : `\n${line.trimEnd()}`;
    const cells = row.startsWith('"') && row.endsWith('"') && row.length > 1 ? row.slice(1, -1).split(`"${delimiter}"`) : [];
    const wanted = records[0]?.cells.length ?? cells.length;
    if (cells.length > wanted || row.length > maxRow) return undefined;
    // It goes on behind a line break.
    if (cells.length < wanted || cells.length === 0) continue;
    records.push({ line: begun, cells: cells.map((cell) => cell.replaceAll('""', '"').trim()) });
    row = '';
  }
  return row === '' && (records[0]?.cells.length ?? 0) > 1 ? records : undefined;
}

/** The most characters of a row of such a file, which is looked at again with every line of it. */
const maxRow = 100_000;

function parsed(text: string, delimiter: string, to = -1): ParsedRecord[] {
  return parse(text, {
    info: true,
    raw: true,
    delimiter,
    to,
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  }) as unknown as ParsedRecord[];
}

function delimiterOf(text: string, isColumn: (name: string) => boolean): string {
  const start = text.slice(0, sampleLength);
  const scores = [',', ';', '\t'].map((delimiter) => {
    const header = headerOf(start, delimiter, isColumn);
    return { delimiter, known: knownNames(header, isColumn), cells: header.filter(isFilled).length };
  });
  return scores.reduce((best, score) =>
    score.known > best.known || (score.known === best.known && score.cells > best.cells) ? score : best,
  ).delimiter;
}

function headerOf(text: string, delimiter: string, isColumn: (name: string) => boolean): string[] {
  let records: string[][];
  try {
    records = parsed(text, delimiter, sampleSize).map(({ record }) => record);
  } catch {
    // What is wrong is said when the whole file is parsed.
    records = text.split('\n', sampleSize).map((line) => line.split(delimiter));
  }
  return records[headerIndex(records, isColumn)] ?? [];
}
