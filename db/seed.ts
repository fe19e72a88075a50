import { readFile } from 'node:fs/promises';
import type postgres from 'postgres';
import { columnOf, type Project } from '#shared/schemas/project.ts';
import type { LogLike } from './connection.ts';

/** A file of sample projects. A unit test checks its fields. */
export type SampleCatalogue = {
  notice: string;
  /** What some projects cost in pence from a day on, in the order of the days; the last is what they cost today. */
  prices: { slug: string; since: string; pence: number }[];
  projects: Partial<Project>[];
};

/**
 * Adds the sample projects to an empty catalogue, all or none. Does nothing if the catalogue has projects. Instances that
 * start together seed it once.
 * @returns how many projects were inserted.
 * @throws Error when Postgres rejects a project.
 */
export async function seedIfEmpty({ sql, log }: { sql: postgres.Sql; log: LogLike }): Promise<number> {
  const { prices, projects }: SampleCatalogue = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
  const inserted = await sql.begin(async (transaction) => {
    await transaction`set local lock_timeout = '10s'`;
    // A second instance waits here, and then finds the table filled. Readers are not blocked.
    await transaction`lock table carbon_projects in share row exclusive mode`;
    if ((await transaction`select from carbon_projects limit 1`).length > 0) return 0;
    // Of today: the samples' record ends just before (`seedSampleRecord`), and figures are not older than the record that they follow.
    const figuresAsOf = new Date().toISOString().slice(0, 10);
    // One by one, each with the columns that it states: the others get their defaults.
    for (const project of projects) {
      const row = Object.fromEntries(Object.entries({ ...project, figuresAsOf }).map(([name, value]) => [columnOf(name), value]));
      await transaction`insert into carbon_projects ${transaction(row as Record<string, postgres.JSONValue>)}`;
    }
    await writePriceHistory(transaction, prices);
    return projects.length;
  });
  if (inserted > 0)
    log.info(
      { event: 'catalogue.seeded', projects: inserted },
      `The catalogue was empty: added ${inserted} projects of sample data. They are invented.`,
    );
  return inserted;
}

/** Writes the samples' earlier prices, without available credits, in the place of the rows of today that a trigger wrote. */
async function writePriceHistory(transaction: postgres.TransactionSql, prices: SampleCatalogue['prices']): Promise<void> {
  await transaction`
    with price as (
      select project.id, since, pence
      from jsonb_to_recordset(${transaction.json(prices)}) as price (slug text, since timestamptz, pence integer)
      join carbon_projects as project using (slug)
    ), newest as (
      delete from project_figures_history where project_id in (select id from price) returning *
    )
    insert into project_figures_history (project_id, since, price_per_credit, available_credits, status)
    select
      price.id, price.since, pence,
      case when price.since = max(price.since) over (partition by price.id) then available_credits end,
      status
    from price
    join newest on newest.project_id = price.id
    order by price.since
  `;
}
