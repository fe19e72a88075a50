import path from 'node:path';
import type postgres from 'postgres';
import { storedFields } from '#src/schemas/project-fields.ts';
import type { LogLike } from './log-like.ts';
import { readSampleCatalogue, type SampleProject } from './sample-catalogue.ts';

export type SeedOptions = {
  sql: postgres.Sql;
  log: LogLike;
  /** The file to seed from; by default the site's own, db/sample-catalogue.json. */
  file?: string;
};

/**
 * Puts the sample projects into an empty catalogue, all or none. A catalogue with anything in it is left as it is, and
 * instances that start together seed it once.
 * @returns how many projects were inserted.
 * @throws Error when the file is wrong or Postgres refuses a project.
 */
export async function seedIfEmpty({ sql, log, file = path.resolve('db/sample-catalogue.json') }: SeedOptions): Promise<number> {
  const { projects } = await readSampleCatalogue(file);
  const inserted = await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    // Whoever comes second waits here, and then finds the table filled. Readers are not held up.
    await transaction`lock table carbon_projects in share row exclusive mode`;
    const columns = transaction(storedFields.map(({ column }) => column));
    const definitions = storedFields.map(({ column, type }) => `${column} ${type.sqlType}`).join(', ');
    const rows = projects.map((project) => ({ status: 'on sale', ...stored(project) }));
    const { count } = await transaction`
      insert into carbon_projects (${columns})
      select ${columns}
      from jsonb_to_recordset(${transaction.json(rows as postgres.JSONValue)}) as sample (${transaction.unsafe(definitions)})
      where not exists (select from carbon_projects)
    `;
    return count;
  });
  if (inserted > 0)
    log.info(
      { event: 'catalogue.seeded', projects: inserted },
      `The catalogue was empty: put in ${inserted} projects of sample data. They are invented.`,
    );
  return inserted;
}

/** What a sample states, by column. */
function stored(project: SampleProject): Record<string, unknown> {
  const stated = storedFields.filter(({ name }) => project[name] != null);
  return Object.fromEntries(stated.map(({ name, column }) => [column, project[name]]));
}
