import { countOf } from '#shared/lib/text/numbers.ts';
import { BadCell, isFilled } from './cells.ts';
import { shownLines, walkHtml } from './html.ts';
import { knownNames, partNamed, visibleRecords } from './parts.ts';
import type { ReadOptions, TableRecord } from './read-table.ts';

type Cell = {
  text: string;
  /** What is shown or led to where it has no text: pictures, a link. */
  instead: string;
  isHidden: boolean;
  /** How many rows and columns it spans, and whether this is not the first row. */
  rows: number;
  columns: number;
  isBelow?: boolean;
};
type Row = { cells: Cell[]; isHead: boolean; isFoot: boolean; isHidden: boolean };
type Table = { caption: string; rows: Row[]; isHidden: boolean; inner: Table[] };

/** The most tables within each other, columns, and cells. */
const limits = { tables: 10, columns: 1_000, cells: 5_000_000 };

/**
 * Reads the rows of a table of a web page that was saved: of the one with this number, or of the only one that may be meant. A cell that
 * spans several rows is in each, unless it has a number, which may be of all of them together.
 * @throws Error that names the tables, or the rows and columns that the page hides.
 */
export function htmlRecords(html: string, { list, hidden, isColumn }: ReadOptions): { records: TableRecord[]; part: string } {
  const found = withHeaders(tablesIn(html)).map((table, at) => ({ table, name: String(at + 1), ...recordsOf(table) }));
  if (!found.some(({ records }) => records.length > 0))
    throw new Error('The page has no table. Save it once its list is shown: as "Webpage, HTML only" or "Webpage, complete".');
  const isList = ({ isHidden, rows, inner }: Table): boolean =>
    !isHidden && rows.length > 1 && rows.some(({ cells }) => cells.length > 1) && !inner.some(isList);
  const lists = found.filter(({ table }) => isList(table));
  const known = lists.filter(({ records }) => records.slice(0, 3).some(({ cells }) => knownNames(cells, isColumn) > 1));
  const parts = found.map((one) => ({ ...one, about: aboutOf(one) }));
  const { name, about, records, isHiddenRow, isHiddenColumn } = partNamed('table', parts, list, (one) =>
    (known.length > 0 ? known : lists).some((other) => other.name === one.name),
  );
  return { records: visibleRecords(`table ${name}`, records, { isHiddenRow, isHiddenColumn }, hidden), part: `table ${name} (${about})` };
}

function aboutOf({ table, names, records }: ReturnType<typeof recordsOf> & { table: Table }): string {
  const caption = shownLines(table.caption);
  const columns = names.filter(isFilled).slice(0, 4).join(', ').slice(0, 100);
  return `${caption === '' ? '' : `"${caption}", `}${countOf(Math.max(0, records.length - 1), 'row')}: ${columns}`;
}

const sections = /^t(?:head|body|foot)$/;

/** Returns the tables of a page. */
function tablesIn(html: string): Table[] {
  const tables: Table[] = [];
  /** The tables around the place, with their current cell and the number of unseen elements around that. */
  const around: { table: Table; cell?: Cell | undefined; unseen: number; section: string; isCaption: boolean }[] = [];
  walkHtml(html, {
    open: (name, attributes, { unseen, isHidden }) => {
      const at = around.at(-1);
      const row = at?.table.rows.at(-1);
      if (name === 'table') {
        const table: Table = { caption: '', rows: [], isHidden: unseen > 0, inner: [] };
        tables.push(table);
        at?.table.inner.push(table);
        if (around.push({ table, unseen, section: '', isCaption: false }) > limits.tables)
          throw new Error(`The page has more than ${limits.tables} tables within each other.`);
      } else if (!at) return;
      else if (sections.test(name)) at.section = name;
      else if (name === 'caption') at.isCaption = true;
      else if (name === 'tr') at.table.rows.push({ cells: [], isHead: at.section !== 'tbody', isFoot: at.section === 'tfoot', isHidden });
      else if (row && (name === 'td' || name === 'th')) {
        const [rows, columns] = [attributes.rowspan, attributes.colspan].map((span = '1') => Number.parseInt(span, 10)) as [number, number];
        at.cell = { text: '', instead: '', isHidden, rows: rows === 0 ? Infinity : rows || 1, columns: columns || 1 };
        at.unseen = unseen;
        row.cells.push(at.cell);
        row.isHead &&= name === 'th' || at.section === 'thead';
      } else if (at.cell && name === 'img' && attributes.alt) at.cell.instead += `${at.cell.instead && '; '}${attributes.alt}`;
      else if (at.cell && name === 'a' && /^https?:/i.test(attributes.href ?? '')) at.cell.instead ||= attributes.href ?? '';
    },
    text: (text, unseen) => {
      for (const { table, cell, isCaption, ...at } of around) {
        if (cell && at.unseen === unseen) cell.text += text;
        if (isCaption && unseen === 0) table.caption += text;
      }
    },
    close: (name) => {
      const at = around.at(-1);
      if (name === 'table') around.pop();
      else if (at && (name === 'td' || name === 'th')) at.cell = undefined;
      else if (at && name === 'caption') at.isCaption = false;
      else if (at && sections.test(name)) at.section = '';
    },
  });
  return tables;
}

/** Puts a table that is nothing but a header before the rows below it: grids that scroll have two tables for one. */
function withHeaders(tables: Table[]): Table[] {
  const isHeader = ({ rows }: Table) => rows.length > 0 && rows.every(({ isHead }) => isHead);
  const width = ({ rows }: Table) => rows.at(-1)?.cells.length;
  return tables.flatMap((table, at) => {
    const [before, after] = [tables[at - 1], tables[at + 1]];
    if (isHeader(table)) return after && !after.rows.some(({ isHead }) => isHead) && width(after) === width(table) ? [] : [table];
    const isHeaded = before && isHeader(before) && !table.rows.some(({ isHead }) => isHead) && width(before) === width(table);
    return [isHeaded ? { ...table, rows: [...before.rows, ...table.rows] } : table];
  });
}

/** Lays out the cells of a table, without its foot. */
function recordsOf({ rows }: Table) {
  const body = rows.filter(({ isFoot }) => !isFoot);
  const grid = gridOf(body);
  const textAt = (row: number, column: number) => shownIn(grid[row]?.[column]);
  const heads = body.findIndex(({ isHead }) => !isHead);
  // Rows of one cell are titles.
  const headers = [...grid.keys()]
    .slice(0, Math.max(heads, 0))
    .filter((row) => new Set(grid[row]).size > 1 || (grid[row]?.length ?? 0) < 2);
  const last = headers.at(-1);
  const names = namesOf(headers.map((row) => Array.from(grid[row] ?? [], shownIn)));
  const records = grid.flatMap((cells, row): TableRecord[] => {
    if (row === last) return [{ line: row + 1, cells: names }];
    const texts = Array.from(cells, (_, column) => textAt(row, column));
    if (headers.includes(row) || (names.length > 0 && texts.join('\n') === names.join('\n'))) return [];
    if (new Set(cells).size === 1) return [{ line: row + 1, cells: texts.slice(0, 1) }];
    const content = texts.map((text, column) =>
      cells[column]?.isBelow && /\d/.test(text) ? new BadCell(text, 'spans several rows, and may be of all of them together') : text,
    );
    return [{ line: row + 1, cells: content }];
  });
  const widest = Math.max(0, ...grid.map(({ length }) => length));
  const hiddenColumns = new Set(Array.from({ length: widest }, (_, column) => column).filter((column) => isAllHidden(grid, column)));
  return {
    names: names.length > 0 ? names : (records[0]?.cells ?? []),
    records: records.filter(({ cells }) => cells.some(isFilled)),
    isHiddenRow: (row: number) => body[row]?.isHidden ?? false,
    isHiddenColumn: (column: number) => hiddenColumns.has(column),
  };
}

function isAllHidden(grid: (Cell | undefined)[][], column: number): boolean {
  const cells = grid.flatMap((row) => row[column] ?? []);
  return cells.length > 0 && cells.every(({ isHidden }) => isHidden);
}

const shownIn = (cell: Cell | undefined) => (cell ? shownLines(cell.text) || cell.instead : '');

/** Returns the cell at each place of some rows. */
function gridOf(rows: readonly Row[]): Cell[][] {
  const below: ({ cell: Cell; left: number } | undefined)[] = [];
  let total = 0;
  return rows.map(({ cells, isHead }) => {
    const row: Cell[] = [];
    const place = (cell: Cell, left: number) => {
      below[row.length] = { cell, left };
      row.push(cell);
    };
    const placeBelow = () => {
      for (let over = below[row.length]; over && over.left > 0; over = below[row.length])
        place({ ...over.cell, isBelow: !isHead }, over.left - 1);
    };
    for (const cell of cells) {
      placeBelow();
      if (row.length + cell.columns > limits.columns)
        throw new Error(`A table has more than ${limits.columns.toLocaleString('en-GB')} columns.`);
      for (let column = 0; column < cell.columns; column++)
        place(column === 0 || isHead ? cell : { ...cell, text: '', instead: '' }, cell.rows - 1);
    }
    placeBelow();
    total += row.length;
    if (total > limits.cells) throw new Error(`A table has more than ${limits.cells.toLocaleString('en-GB')} cells.`);
    return row;
  });
}

/** Returns the names of columns: what stands lowest above each, after what stands over that where two would be one. */
function namesOf(rows: readonly string[][]): string[] {
  const above = Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, column) => [
    ...new Set(rows.flatMap((row) => row[column] || [])),
  ]);
  const lowest = above.map((names) => names.at(-1) ?? '');
  return above.map((names, at) =>
    lowest.indexOf(lowest[at] ?? '') === lowest.lastIndexOf(lowest[at] ?? '') ? (lowest[at] ?? '') : names.join(' '),
  );
}
