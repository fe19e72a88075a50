import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { dayColumn, isListed } from '#server/domain/projects/columns.ts';
import { catalogueCast } from '#server/domain/projects/file-row.ts';
import { csvFile } from '#server/platform/csv.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction, type Transaction } from '#server/platform/database/transaction.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

const batchSize = 500;

/**
 * Passes the whole catalogue to `write`, by id and piece by piece, as a file that `import` reads back without changing anything.
 * Prices in pence.
 * @throws the driver's error, also to whoever reads the pieces, possibly midway; whatever `write` throws.
 */
export function exportCatalogue(format: 'csv' | 'json', write: (pieces: AsyncIterable<string>) => Promise<void>): Promise<void> {
  return inTransaction('read only', (db) => write(format === 'csv' ? csvOf(storedProjects(db)) : jsonOf(storedProjects(db))));
}

type Projects = AsyncIterable<Record<string, unknown>>;

function csvOf(projects: Projects): AsyncIterable<string> {
  const columns = storedFields.map(({ name }) => name);
  const rows = stringify({ ...csvFile, columns, cast: catalogueCast, bom: true });
  // Any error surfaces in the last stream, which throws it.
  return pipeline(Readable.from(projects), rows.setEncoding('utf8'), () => {});
}

async function* jsonOf(projects: Projects): AsyncGenerator<string> {
  let separator = '{\n  "projects": [\n';
  for await (const project of projects) {
    yield `${separator}${JSON.stringify(project, null, 2).replace(/^/gm, '    ')}`;
    separator = ',\n';
  }
  yield separator.startsWith('{') ? '{ "projects": [] }\n' : '\n  ]\n}\n';
}

async function* storedProjects(db: Transaction): AsyncGenerator<Record<string, unknown>> {
  const columns = sql.unsafe(storedFields.map(({ column, type }) => (type.kind === 'day' ? dayColumn(column) : column)).join(', '));
  const batches = db.inBatches<Record<string, unknown>>(batchSize)`
    select ${columns}
    from carbon_projects
    where ${isListed}
    order by id
  `;
  for await (const batch of batches) for (const row of batch) yield Object.fromEntries(storedFields.map(({ name }) => [name, row[name]]));
}
