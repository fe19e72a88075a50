import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { dayColumn } from '#server/domain/projects/columns.ts';
import { csvFile, escapeFormulaReversibly } from '#server/platform/csv.ts';
import type { Sql } from '#server/platform/database/pool.ts';
import { commaList, sql as part } from '#server/platform/database/sql.ts';
import { storedFields } from '#src/schemas/project-fields.ts';

const batchSize = 500;

/**
 * Yields the whole catalogue, by id, as a file that `import` reads back without changing anything. Prices in pence.
 * @throws the driver's error, possibly midway.
 */
export async function* exportCatalogue(sql: Sql, format: 'csv' | 'json'): AsyncGenerator<string> {
  const projects = storedProjects(sql);
  if (format === 'csv') {
    const columns = storedFields.map(({ name }) => name);
    const cast = { string: escapeFormulaReversibly, boolean: String };
    const rows = stringify({ ...csvFile, columns, cast });
    // Any error surfaces in the last stream, which throws it.
    yield* pipeline(Readable.from(projects), rows.setEncoding('utf8'), () => {});
    return;
  }
  let separator = '{\n  "projects": [\n';
  for await (const project of projects) {
    yield `${separator}${JSON.stringify(project, null, 2).replace(/^/gm, '    ')}`;
    separator = ',\n';
  }
  yield separator.startsWith('{') ? '{ "projects": [] }\n' : '\n  ]\n}\n';
}

async function* storedProjects(sql: Sql): AsyncGenerator<Record<string, unknown>> {
  const columns = commaList(storedFields.map(({ column, type }) => (type.kind === 'day' ? dayColumn(column) : part`${part(column)}`)));
  const rows = sql`
    select ${columns as never}
    from carbon_projects
    order by id
  `.cursor(batchSize);
  for await (const batch of rows)
    for (const row of batch) yield Object.fromEntries(storedFields.map(({ name, column }) => [name, row[name] ?? row[column]]));
}
