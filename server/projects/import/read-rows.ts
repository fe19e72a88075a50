import { CsvError, parse } from 'csv-parse/sync';

/** A row of a file: its values by column, and the line it begins at (of JSON: its number in the list). */
export type Row = { line: number; values: Record<string, unknown> };

/** Reads a catalogue of CSV with a header row, or JSON: a list of objects, or `{ projects: [...] }`. @throws Error naming the line. */
export function readRows(text: string, format: 'csv' | 'json'): Row[] {
  // One kind of line end: the parser counts a CRLF inside quotes as two lines.
  const content = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (format === 'json') {
    const data = JSON.parse(content) as unknown;
    const list = Array.isArray(data) ? data : (data as { projects?: unknown })?.projects;
    if (!Array.isArray(list)) throw new Error('The file is neither a list of projects nor an object with a list "projects".');
    return list.map((values, index) => ({ line: index + 1, values: values as Record<string, unknown> }));
  }
  try {
    // A record's `lines` is where it ends; what it holds of line breaks leads back to where it begins.
    const records = parse(content, {
      columns: (header: string[]) => header.map((name) => name.trim()),
      info: true,
      raw: true,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count_less: true,
    }) as unknown as { record: Record<string, string>; raw: string; info: { lines: number } }[];
    return records.map(({ record, raw, info }) => ({
      line: info.lines - (raw.trim().match(/\n/g)?.length ?? 0),
      values: record,
    }));
  } catch (cause) {
    if (cause instanceof CsvError) throw new Error(`The file is not valid CSV: ${cause.message}`, { cause });
    throw cause;
  }
}
