import { countOf } from '#shared/lib/text/numbers.ts';
import { formatCount } from '#verify/text.ts';
import { BadCell, countKnownNames, excerptOf, isFilled } from './cells.ts';
import { shownLines, walkHtml } from './html.ts';
import { assertNotTooWide, partNamed } from './parts.ts';
import type { ReadOptions, TableRecord } from './read-table.ts';

type Cell = {
  text: string;
  /** What is shown or led to where it has no text: pictures, a link. */
  instead: string;
  isHidden: boolean;
  /** How many rows and columns it spans; Infinity: all rows that follow (`rowspan=0` of HTML). */
  rows: number;
  columns: number;
  /** Whether this is the copy of a cell that spans rows, in a row below its first; of a heading, which names all of them, never. */
  isBelow?: boolean;
};
/** `isHead`: it is in a `thead` or, outside a `tbody`, has headings (`th`) alone. `begins`: it is the first of its section. */
type TableRow = { cells: Cell[]; isHead: boolean; isFoot: boolean; begins: boolean };
/** `unseen`: how many of the elements around it nobody sees. `isCut`: whether its end is missing. */
type Table = { caption: string; rows: TableRow[]; unseen: number; inner: Table[]; isCut: boolean };

/** The most tables within each other; of one table, the most cells, and characters in them. A cell that spans rows counts in each row. */
const limits = { tables: 10, cells: 5_000_000, characters: 200_000_000 };

/**
 * Reads the rows of a table of a web page that was saved: of the one with this number, or of the only one that may be meant. A cell that
 * spans several rows is in each, unless it has a number, which may be of all of them together.
 * @throws Error that names the tables, or what the page hides in the table.
 */
export function htmlRecords(html: string, { list, hidden, isColumn }: ReadOptions): { records: TableRecord[]; part: string } {
  const found = tablesIn(html).map((table, at) => ({ table, name: String(at + 1), ...recordsOf(table, hidden) }));
  if (!found.some(({ records }) => records.length > 0))
    throw new Error(
      'The page has no table. Save it once its list is shown: as "Webpage, HTML only" or "Webpage, complete". XML is not read: convert KML to GeoJSON, other files to CSV.',
    );
  const isList = ({ unseen, rows, inner }: Table): boolean =>
    unseen === 0 && rows.length > 1 && rows.some(({ cells }) => cells.length > 1) && !inner.some(isList);
  const lists = found.filter(({ table }) => isList(table));
  const known = lists.filter(({ records }) => records.slice(0, 3).some(({ cells }) => countKnownNames(cells, isColumn) > 1));
  const meant = new Set((known.length > 0 ? known : lists).map(({ table }) => table));
  const parts = found.map((part) => ({ ...part, about: aboutOf(part) }));
  const { name, about, records, table } = partNamed('table', parts, list, ({ table }) => meant.has(table));
  if (table.isCut) throw new Error(`The page ends in the middle of table ${name}, without </table>. Save the whole page again.`);
  const unseen = hidden
    ? undefined
    : table.rows.flatMap(({ cells, isFoot }) => (isFoot ? [] : cells)).find((cell) => cell.isHidden && shownLines(cell.text));
  if (unseen)
    throw new Error(
      `Table ${name} hides "${excerptOf(shownLines(unseen.text))}" and perhaps more. Say whether it is read: --hidden include, or --hidden leave-out`,
    );
  return { records, part: `table ${name} (${about})` };
}

function aboutOf({ table, names, records }: ReturnType<typeof recordsOf> & { table: Table }): string {
  const caption = excerptOf(table.caption).trim();
  const columns = excerptOf(names.filter(isFilled).slice(0, 4).join(', '));
  return `${caption === '' ? '' : `"${caption}", `}${countOf(Math.max(0, records.length - 1), 'row')}: ${columns}`;
}

const sections = /^t(?:head|body|foot)$/;

function tablesIn(html: string): Table[] {
  const tables: Table[] = [];
  /** The tables around the place, with their current cell and the number of unseen elements around that. */
  const around: { table: Table; cell?: Cell | undefined; unseen: number; section: string; begins: boolean; isCaption: boolean }[] = [];
  walkHtml(html, {
    open: (name, attributes, unseen) => {
      const at = around.at(-1);
      const row = at?.table.rows.at(-1);
      if (name === 'table') {
        const table: Table = { caption: '', rows: [], unseen, inner: [], isCut: false };
        tables.push(table);
        at?.table.inner.push(table);
        if (around.push({ table, unseen, section: '', begins: true, isCaption: false }) > limits.tables)
          throw new Error(`The page has more than ${limits.tables} tables within each other.`);
      } else if (!at) return;
      else if (sections.test(name)) Object.assign(at, { section: name, begins: true });
      else if (name === 'caption') at.isCaption = true;
      else if (name === 'tr') {
        const { section, begins } = at;
        at.table.rows.push({ cells: [], isHead: section !== 'tbody', isFoot: section === 'tfoot', begins });
        at.begins = false;
      } else if (row && (name === 'td' || name === 'th')) {
        const [rows = 1, columns = 1] = [attributes.rowspan, attributes.colspan].map((span = '1') => Number.parseInt(span, 10));
        // A cell is also hidden with its row, or with the section of the row.
        const isHidden = unseen > at.table.unseen;
        at.cell = { text: '', instead: '', isHidden, rows: rows === 0 ? Infinity : rows || 1, columns: columns > 0 ? columns : 1 };
        at.unseen = unseen;
        row.cells.push(at.cell);
        row.isHead &&= name === 'th' || at.section === 'thead';
      } else if (!at.cell || at.unseen !== unseen) return;
      else if (name === 'img' && attributes.alt) at.cell.instead += `${at.cell.instead && '; '}${attributes.alt}`;
      else if (name === 'a' && /^https?:/i.test(attributes.href ?? '')) at.cell.instead ||= attributes.href ?? '';
    },
    text: (text, unseen) => {
      for (const { table, cell, isCaption, ...at } of around) {
        if (cell && at.unseen === unseen) cell.text += text;
        if (isCaption && unseen === 0) table.caption += text;
      }
    },
    close: (name, isImplied) => {
      const at = around.at(-1);
      if (at && name === 'table') {
        at.table.isCut = isImplied;
        around.pop();
      } else if (at && (name === 'td' || name === 'th')) at.cell = undefined;
      else if (at && name === 'caption') at.isCaption = false;
      else if (at && sections.test(name)) Object.assign(at, { section: '', begins: true });
    },
  });
  return tables;
}

/** Lays out the cells of a table, without its foot. */
function recordsOf({ rows }: Table, hidden: ReadOptions['hidden']) {
  const body = rows.filter(({ isFoot }) => !isFoot);
  const grid = gridOf(body, hidden);
  const firstOfBody = body.findIndex(({ isHead }) => !isHead);
  // A row above the body in which one cell spans all columns is a title.
  const hasNames = (cells: Cell[], row: number) => row < firstOfBody && (cells.length < 2 || new Set(cells).size > 1);
  const last = grid.findLastIndex(hasNames);
  const names = namesOf(grid.filter(hasNames));
  const records = grid.flatMap((cells, row): TableRecord[] => {
    if (row === last) return [{ line: row + 1, cells: names }];
    // The names may stand once more, further down a long table.
    if (hasNames(cells, row) || (cells.length === names.length && cells.every(({ text }, column) => text === names[column]))) return [];
    // A title: one cell across all columns.
    if (new Set(cells).size === 1) return [{ line: row + 1, cells: cells.slice(0, 1).map(({ text }) => text) }];
    return [{ line: row + 1, cells: cells.map(contentOf) }];
  });
  return {
    names: names.length > 0 ? names : (records[0]?.cells ?? []),
    records: records.filter(({ cells }) => cells.some(isFilled)),
  };
}

/** Returns what stands in a cell, or why it is bad. */
function contentOf({ text, isBelow, columns }: Cell): string | BadCell {
  if ((!isBelow && columns === 1) || !/\d/.test(text)) return text;
  return new BadCell(
    text,
    isBelow ? 'spans several rows, and may be of all of them together' : 'spans several columns, and may be of any of them',
  );
}

/** Returns the cell at each place of some rows, with the text that it shows. A heading across columns is one object: see `hasNames`. */
function gridOf(rows: readonly TableRow[], hidden: ReadOptions['hidden']): Cell[][] {
  const below: ({ cell: Cell; left: number } | undefined)[] = [];
  let [total, characters] = [0, 0];
  return rows.map(({ cells, isHead, begins }) => {
    // No cell spans rows of the next section, whatever its `rowspan` says.
    if (begins) below.length = 0;
    const row: Cell[] = [];
    const place = (cell: Cell, left: number) => {
      below[row.length] = { cell, left };
      row.push(cell);
      characters += cell.text.length;
    };
    const placeBelow = () => {
      for (let over = below[row.length]; over && over.left > 0; over = below[row.length])
        place({ ...over.cell, isBelow: !isHead }, over.left - 1);
    };
    for (const cell of cells) {
      placeBelow();
      assertNotTooWide(row.length + cell.columns);
      const shown = { ...cell, text: cell.isHidden && hidden === 'leave-out' ? '' : shownLines(cell.text) || cell.instead };
      for (let column = 0; column < cell.columns; column++) place(column === 0 || isHead ? shown : { ...shown, text: '' }, cell.rows - 1);
    }
    placeBelow();
    total += row.length;
    if (total > limits.cells || characters > limits.characters)
      throw new Error(`A table has more than ${formatCount(limits.cells)} cells, or too long ones.`);
    return row;
  });
}

/** Returns the names of columns: what stands lowest above each. */
function namesOf(rows: Cell[][]): string[] {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, column) => rows.findLast((row) => row[column]?.text)?.[column]?.text ?? '');
}
