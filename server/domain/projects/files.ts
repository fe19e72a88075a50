import { inTransaction, sql } from '#server/platform/database/query.ts';
import { type ListColumn, type ListFormat, writerOf } from '#server/platform/tables/list-file.ts';
import { statementsCell } from '#shared/lib/projects/facts.ts';
import { type Project, type ProjectLabel, type ProjectRating, type StoredName, storedFields } from '#shared/schemas/project.ts';
import { isListed, storedSelection } from './carbon-projects.ts';

/** The columns that follow from others, or from the record. An import stores none but pounds, if there are no pence (`isDerived`). */
export const derivedColumns = ['updatedAt', 'url', 'priced', 'priceGbp', 'fromRecord'] as const;
type DerivedName = (typeof derivedColumns)[number];
type ColumnName = StoredName | DerivedName;

/** The columns as first published. Programs read by position: a column keeps its place, and newer fields come last. */
const firstColumns: readonly ColumnName[] = [
  ...(['slug', 'title', 'description', 'category', 'projectType', 'pricePerCredit', 'availableCredits', 'verificationStandard'] as const),
  ...(['location', 'country', 'latitude', 'longitude', 'impactPerYear', 'status', 'unitsStatus', 'permanenceYears'] as const),
  ...(['figuresSource', 'figuresAsOf', 'updatedAt', 'url', 'monitoring'] as const),
];
const fields = storedFields
  .filter(({ name, isLeftOutOfFiles }) => !isLeftOutOfFiles && !firstColumns.includes(name))
  .map(({ name }) => name);
/** Columns of no field that were added after `reviewedOn`; newer fields come behind them. */
const laterColumns = derivedColumns.filter((name) => !firstColumns.includes(name));
const firstNewer = fields.indexOf('reviewedOn') + 1;
const columnNames = [...firstColumns, ...fields.slice(0, firstNewer), ...laterColumns, ...fields.slice(firstNewer)];
/** The widths of columns in a workbook, in characters; all others have the usual one. */
const widths: Readonly<Partial<Record<ColumnName, number>>> = { title: 40, description: 60, location: 30, url: 40 };

/** In a workbook, which people read, pounds stand in the place of the pence. */
const workbookNames = columnNames.filter((name) => name !== 'priceGbp').map((name) => (name === 'pricePerCredit' ? 'priceGbp' : name));

/** Returns the columns of a project in the catalogue files. */
export function fileColumns(publicUrl: string, format: ListFormat = 'json'): ListColumn<Project>[] {
  const pounds = ({ pricePerCredit }: Project) => (pricePerCredit === null ? null : pricePerCredit / 100);
  const others: Readonly<Partial<Record<StoredName, undefined>> & Record<DerivedName, ListColumn<Project>['value']>> = {
    updatedAt: ({ updatedAt }) => updatedAt.toISOString(),
    url: ({ slug }) => `${publicUrl}/projects/${slug}`,
    priced: ({ pricePerCredit }) => pricePerCredit !== null,
    priceGbp: pounds,
    fromRecord: ({ fromRecord }) => fromRecord,
  };
  return (format === 'xlsx' ? workbookNames : columnNames).map((name) => {
    const value = others[name] ?? ((project: Project) => project[name as StoredName]);
    // Two decimals, as spreadsheets show pounds.
    const csv = name === 'priceGbp' ? { csv: (project: Project) => pounds(project)?.toFixed(2) } : {};
    return { name, width: widths[name], value, cell: (project: Project) => cellOf(name, value(project)), ...csv };
  });
}

/** Returns a value of a project as a cell has it, for the import to read back. */
function cellOf(name: ColumnName, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'fromRecord' && Array.isArray(value)) return value.join(' ');
  return name === 'labels' || name === 'ratings' ? statementsCell(value as (ProjectLabel | ProjectRating)[]) : JSON.stringify(value);
}

/**
 * Passes the whole catalogue to `write`, by id and piece by piece, as a file that `import` reads back without changing anything.
 * Prices in pence.
 * @throws whatever `write` throws. Reading the pieces throws the driver's error, possibly midway.
 */
export function exportCatalogue(format: 'csv' | 'json', write: (pieces: AsyncIterable<string>) => Promise<void>): Promise<void> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    const [{ total }] = await db<[{ total: number }]>`select count(*)::int as total from carbon_projects where ${isListed}`;
    const batches = db.inBatches<StoredProject>(500)`
      select ${sql.unsafe(storedSelection)} from carbon_projects where ${isListed} order by id
    `;
    await write(piecesOf(batches, writerOf(format, exportColumns, { total })));
  });
}

type StoredProject = Pick<Project, StoredName>;

const exportColumns = storedFields.map(
  ({ name }): ListColumn<StoredProject> => ({ name, value: (row) => row[name], cell: (row) => cellOf(name, row[name]) }),
);

async function* piecesOf(
  batches: AsyncIterable<readonly StoredProject[]>,
  { start, add, end }: ReturnType<typeof writerOf<StoredProject>>,
): AsyncGenerator<string> {
  yield start;
  for await (const batch of batches) yield String(add(batch));
  yield String(end());
}
