import path from 'node:path';
import type postgres from 'postgres';
import type { LogLike } from './log-like.ts';
import { readSampleCatalogue } from './sample-catalogue.ts';

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
    const { count } = await transaction`
      insert into carbon_projects (
        slug,
        title,
        description,
        monitoring,
        category,
        project_type,
        image_url,
        price_per_credit,
        available_credits,
        verification_standard,
        location,
        country,
        latitude,
        longitude,
        impact_per_year,
        featured,
        status,
        units_status,
        permanence_years,
        figures_source,
        figures_as_of
      )
      select
        slug,
        title,
        description,
        monitoring,
        category,
        "projectType",
        "imageUrl",
        "pricePerCredit",
        "availableCredits",
        "verificationStandard",
        location,
        country,
        latitude,
        longitude,
        "impactPerYear",
        featured,
        coalesce(status, 'on sale'),
        "unitsStatus",
        "permanenceYears",
        "figuresSource",
        "figuresAsOf"
      from jsonb_to_recordset(${transaction.json(projects)}) as sample (
        slug text,
        title text,
        description text,
        monitoring text,
        category text,
        "projectType" text,
        "imageUrl" text,
        "pricePerCredit" integer,
        "availableCredits" integer,
        "verificationStandard" text,
        location text,
        country text,
        latitude double precision,
        longitude double precision,
        "impactPerYear" integer,
        featured boolean,
        status text,
        "unitsStatus" text,
        "permanenceYears" integer,
        "figuresSource" text,
        "figuresAsOf" date
      )
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
