import type { Sql } from '#server/sql.ts';
import { type Fault, type ImportedProject, parseRow } from './parse-row.ts';
import type { Row } from './read-rows.ts';

export type ImportOptions = {
  map?: Record<string, string>;
  skipBad?: boolean;
  dryRun?: boolean;
  /** Told after each batch: rows done, of how many. */
  progress?: (done: number, total: number) => void;
};
export type ImportResult = { added: number; changed: number; unchanged: number; faults: Fault[] };

const batchSize = 1_000;

/**
 * Puts rows into the catalogue, in one transaction: a project with the same external id, else the same slug, is changed,
 * others are added. With faults nothing is stored, unless `skipBad`.
 * @throws the driver's error when Postgres refuses a row; then nothing is stored.
 */
export async function importCatalogue(sql: Sql, rows: Row[], options: ImportOptions = {}): Promise<ImportResult> {
  const faults: Fault[] = [];
  const projects: ImportedProject[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const parsed = parseRow(row, options.map);
    if ('faults' in parsed) {
      faults.push(...parsed.faults);
      continue;
    }
    const { slug, externalId } = parsed.project;
    const keys = [['slug', slug] as const, ...(externalId ? [['externalId', externalId] as const] : [])];
    const repeated = keys.find(([field, value]) => lines.has(`${field} ${value}`));
    if (repeated) {
      const [column, value] = repeated;
      faults.push({ line: row.line, column, value, reason: `is that of line ${lines.get(`${column} ${value}`)} too` });
      continue;
    }
    for (const [field, value] of keys) lines.set(`${field} ${value}`, row.line);
    projects.push(parsed.project);
  }
  const result: ImportResult = { added: 0, changed: 0, unchanged: 0, faults };
  if (faults.length > 0 && !options.skipBad) return result;
  const undo = new Error('A dry run stores nothing');
  try {
    await sql.begin(async (db) => {
      await db`set local statement_timeout = '5min'`;
      await db`lock table carbon_projects in share row exclusive mode`;
      for (let from = 0; from < projects.length; from += batchSize) {
        const batch = projects.slice(from, from + batchSize);
        const [counts] = await db<{ added: number; changed: number }[]>`
          with given as materialized (
            select * from jsonb_to_recordset(${db.json(batch)}) as row (
              "externalId" text, slug text, title text, description text, category text, "projectType" text, "imageUrl" text,
              "pricePerCredit" integer, "availableCredits" integer, "verificationStandard" text, location text, country text,
              latitude double precision, longitude double precision, "impactPerYear" integer, featured boolean, status text,
              "unitsStatus" text, "permanenceYears" integer, "figuresSource" text, "figuresAsOf" date
            )
          ), stored as (
            merge into carbon_projects as old
            using (
              select given.*, coalesce(by_id.id, by_slug.id) as known
              from given
              left join carbon_projects as by_id on by_id.external_id = given."externalId"
              left join carbon_projects as by_slug on by_slug.slug = given.slug
            ) as new
            on old.id = new.known
            when matched and (
              old.external_id, old.slug, old.title, old.description, old.category, old.project_type, old.image_url, old.price_per_credit,
              old.available_credits, old.verification_standard, old.location, old.country, old.latitude, old.longitude,
              old.impact_per_year, old.featured, old.status, old.units_status, old.permanence_years, old.figures_source, old.figures_as_of
            ) is distinct from (
              coalesce(new."externalId", old.external_id), new.slug, new.title, new.description, new.category, new."projectType",
              new."imageUrl", new."pricePerCredit", new."availableCredits", new."verificationStandard", new.location, new.country,
              new.latitude, new.longitude, new."impactPerYear", new.featured, new.status, new."unitsStatus", new."permanenceYears",
              new."figuresSource", new."figuresAsOf"
            ) then update set
              external_id = coalesce(new."externalId", old.external_id), slug = new.slug, title = new.title,
              description = new.description, category = new.category, project_type = new."projectType", image_url = new."imageUrl",
              price_per_credit = new."pricePerCredit", available_credits = new."availableCredits",
              verification_standard = new."verificationStandard", location = new.location, country = new.country,
              latitude = new.latitude, longitude = new.longitude, impact_per_year = new."impactPerYear", featured = new.featured,
              status = new.status, units_status = new."unitsStatus", permanence_years = new."permanenceYears",
              figures_source = new."figuresSource", figures_as_of = new."figuresAsOf"
            when not matched then insert (
              external_id, slug, title, description, category, project_type, image_url, price_per_credit, available_credits,
              verification_standard, location, country, latitude, longitude, impact_per_year, featured, status, units_status,
              permanence_years, figures_source, figures_as_of
            ) values (
              new."externalId", new.slug, new.title, new.description, new.category, new."projectType", new."imageUrl",
              new."pricePerCredit", new."availableCredits", new."verificationStandard", new.location, new.country, new.latitude,
              new.longitude, new."impactPerYear", new.featured, new.status, new."unitsStatus", new."permanenceYears",
              new."figuresSource", new."figuresAsOf"
            )
            returning merge_action() as action
          )
          select
            (count(*) filter (where action = 'INSERT'))::int as added,
            (count(*) filter (where action = 'UPDATE'))::int as changed
          from stored
        `;
        result.added += counts?.added ?? 0;
        result.changed += counts?.changed ?? 0;
        options.progress?.(from + batch.length, projects.length);
      }
      if (options.dryRun) throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  result.unchanged = projects.length - result.added - result.changed;
  return result;
}
