import { createElement, Fragment, type Key, type ReactNode } from 'react';

export type Column<Row> = {
  /** The text of the column's heading. Empty: the column has none. */
  name: string;
  /** The heading, if it is more than the name. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** A figure has tabular digits; a count stands to the right as well; controls are not printed, and have no total. */
  kind?: keyof typeof kinds;
  /** Where a phone, which shows no headings, puts the name of a cell, if any. It names all cells of a narrow table that stacks. */
  named?: keyof typeof namePlaces;
  /** The name of the cells on a phone, if it is another. */
  label?: string;
  /** Classes of the heading, such as its width, and of the cells. */
  headClass?: string;
  className?: string;
};

type TableProps<Row> = {
  caption: string;
  /** Classes of a caption that is seen. */
  captionClass?: string;
  /** The cells of the first column are the names of the rows. False stands for a column that is left out. */
  columns: (Column<Row> | false)[];
  rows: readonly Row[];
  /** Attributes of a row. The class places its cells on a phone, where the row is a grid. */
  row?: (row: Row) => { key?: Key; id?: string; className?: string };
  /** Rows above and below a row, which span all columns. */
  above?: (row: Row, previous: Row | undefined) => ReactNode;
  below?: (row: Row) => ReactNode;
  /** How much room the rows have: as in a text, a list or a bill. Those of a table that `isNarrow` have their own. */
  look?: keyof typeof looks;
  /** Whether it stays a table on a phone, because its few columns are narrow. Its cells stack in a window below 18rem (base.css). */
  isNarrow?: boolean;
  /** How many rows are shown at first (on a phone three, if not all). The others appear when their `group/panel` is the page's target. */
  preview?: ReturnType<typeof previewOf>;
  /** Sums of the last columns. */
  totals?: Sum[];
  className?: string;
  /** Classes of all headings. */
  headClass?: string;
};

/**
 * A table. On a phone each row becomes a block: its name, and below it the cells, named where they need it. On wider screens and on paper
 * it has columns. Classes that all cells have stand on their `<tbody>`: a long table would repeat them hundreds of times.
 */
export function Table<Row>({ columns: all, rows, look = 'list', isNarrow, totals = [], ...props }: TableProps<Row>) {
  const { caption, captionClass = 'sr-only', row: attributesOf, above, below, preview, className = '' } = props;
  const cut = preview && rows.length > preview.rows ? preview : undefined;
  // Keys are places: two projects that are compared may have one name.
  const columns = all.flatMap((column, place) => (column ? [{ ...column, place }] : []));
  const { table, head, headRow, body } = isNarrow ? asTable : asBlocks;
  const kindOf = (kind: keyof typeof kinds = 'text') => (isNarrow && kind === 'count' ? 'figure text-right' : kinds[kind]);
  const cells = `${body} ${isNarrow ? '' : looks[look].cells} ${rowColours}`;
  const shown = rows.map((row, index) => {
    const { key = index, ...attributes } = attributesOf?.(row) ?? {};
    return (
      <Fragment key={key}>
        {above?.(row, rows[index - 1])}
        <tr {...attributes}>
          {columns.map(({ name, cell, kind, named, label = name, className: own = '', place }, index) => {
            const classes = `${kindOf(kind)} ${named ? namePlaces[named] : ''} ${own}`.trim() || undefined;
            return index === 0 ? (
              <th key={place} scope="row" className={classes}>
                {cell(row)}
              </th>
            ) : (
              <td key={place} data-label={named || isNarrow ? label : undefined} className={classes}>
                {/* A figure does not break: its name has to. */}
                {named === 'beside' ? <div className={kind === 'count' ? undefined : 'min-w-0'}>{cell(row)}</div> : cell(row)}
              </td>
            );
          })}
        </tr>
        {below?.(row)}
      </Fragment>
    );
  });
  return (
    <table className={`w-full border-collapse text-left ${table} ${className}`.trim()}>
      <caption className={captionClass}>{caption}</caption>
      <thead className={head}>
        <tr className={`${headRow} border-ink dark:border-lichen`}>
          {columns.map(({ name, head: heading = <HeadText text={name} />, kind, headClass = '', place }) => {
            const classes = `label pr-5 align-bottom font-normal last:pr-0 ${looks[look].head} ${kindOf(kind)} ${headClass} ${props.headClass ?? ''}`;
            return name ? (
              <th key={place} scope="col" className={`${classes} dark:text-canopy-mist`}>
                {heading}
              </th>
            ) : (
              <td key={place} className={classes} />
            );
          })}
        </tr>
      </thead>
      <tbody className={`${cells} ${cut?.first ?? ''}`.trim()}>{shown.slice(0, cut?.rows)}</tbody>
      {cut && <tbody className={`${cells} ${cut.others}`}>{shown.slice(cut.rows)}</tbody>}
      {totals.length > 0 && <Totals columns={columns} totals={totals} />}
    </table>
  );
}

/** Classes that show the names of cells, where no headings are seen. */
const nameLook =
  '[&_td:before]:(text-left font-mono text-[0.75rem] leading-[1.65] [content:attr(data-label)]) wide:[&_td:before]:[content:none]';
const asTable = {
  table: 'narrow-table',
  head: '',
  headRow: 'border-b',
  body: '[&>tr]:border-b [&>tr>*]:(pr-5 py-2.5 align-baseline) [&>tr>:last-child]:pr-0',
};
const asBlocks = {
  table: 'block wide:table',
  head: 'sr-only wide:(not-sr-only table-header-group)',
  headRow: 'wide:border-b',
  body: `block border-t border-ink wide:(table-row-group border-t-0) [&>tr]:grid wide:[&>tr]:(table-row py-0) [&>tr]:border-b wide:[&>tr>*]:(pr-5 align-baseline) wide:[&>tr>:last-child]:pr-0 ${nameLook}`,
};
const rowColours = '[&>tr]:(border-rule dark:border-paper/25) [&_td:before]:(text-ink-faint dark:text-canopy-mist)';

const looks = {
  words: { head: 'pb-3', cells: '[&>tr]:(gap-y-2 py-5) wide:[&>tr>*]:py-5' },
  list: { head: 'py-2', cells: '[&>tr]:py-3 wide:[&>tr>*]:py-3' },
  bill: { head: 'py-3', cells: '[&>tr]:(gap-y-2 py-4) wide:[&>tr>*]:py-4' },
};

/** Classes of headings that stay in view below the header. Their line is a shadow, because a border of a table would not move with them. */
export const stickyHead = 'wide:(sticky top-19 z-1 bg-paper shadow-[inset_0_-1px_#15211b]) print:(!static !shadow-none)';

/** Classes of a row that no line divides from the row below, which is not printed. */
export const joinedToNext = '!border-b-0 !pb-0 wide:[&>*]:!pb-0 print:(!border-b [&>*]:!pb-3)';

const kinds = { text: '', figure: 'figure', count: 'figure wide:text-right', controls: 'print:!hidden' };
const namePlaces = { above: 'before:block', before: 'before:mr-2', beside: 'flex items-baseline justify-between gap-4 wide:table-cell' };

/** Returns a `preview` of some rows. Not part of `Table`, which browsers load: few tables have one. */
export const previewOf = (rows: number) => ({
  rows,
  first: 'narrow:[&>tr:nth-child(n+4)]:hidden narrow:group-target/panel:[&>tr:nth-child(n+4)]:grid',
  others: '!hidden group-target/panel:!block wide:group-target/panel:!table-row-group print:!table-row-group',
});

/** The text of a heading. Headings are set in capitals, but a unit keeps its case. */
function HeadText({ text }: { text: string }) {
  const unit = <span className="normal-case">tCO₂e</span>;
  return createElement(Fragment, null, ...text.split('tCO₂e').flatMap((part, index) => (index === 0 ? part : [unit, part])));
}

/** `values`: one for each of the last columns, controls not counted. */
type Sum = { name: ReactNode; values: ReactNode[]; isStrong?: boolean };

/** The sums. Their `<tfoot>` is displayed as a group of rows, because a footer would be printed at the foot of every sheet. */
function Totals<Row>({ columns, totals }: { columns: (Column<Row> & { place: number })[]; totals: Sum[] }) {
  const summed = columns.filter(({ kind }) => kind !== 'controls');
  return (
    <tfoot className={`block wide:table-row-group ${nameLook} ${rowColours}`}>
      {totals.map(({ name, values, isStrong }, index) => (
        <tr
          // biome-ignore lint/suspicious/noArrayIndexKey: sums never move.
          key={index}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule last:border-ink wide:table-row"
        >
          <th
            scope="row"
            colSpan={summed.length - values.length}
            className={`py-3 wide:(pr-5 text-right) print:py-1.5 ${isStrong ? 'font-semibold' : 'text-ink-soft'}`}
          >
            {name}
          </th>
          {values.map((value, position) => {
            const column = summed.at(position - values.length);
            return (
              <td
                key={column?.place}
                data-label={values.length > 1 ? column?.name : undefined}
                className={`figure ml-auto py-3 text-right whitespace-nowrap print:py-1.5 wide:pr-5 wide:last:pr-0 ${values.length > 1 ? `w-full ${namePlaces.beside}` : ''} ${isStrong ? 'text-[min(1.5rem,9vw)]' : 'text-[1.125rem]'}`}
              >
                {value}
              </td>
            );
          })}
          {summed.length < columns.length && <td className="hidden wide:table-cell print:!hidden" />}
        </tr>
      ))}
    </tfoot>
  );
}
