import { isAnswered } from '#server/domain/projects/columns.ts';
import { onSale } from '#server/domain/projects/conditions.ts';
import { inSnapshot } from '#server/domain/projects/snapshot.ts';
import { query } from '#server/platform/database/query.ts';
import { commaList, type Fragment, sql } from '#server/platform/database/sql.ts';
import { type AuditQuestion, auditQuestions } from '#src/schemas/project.ts';

/**
 * Figures of the projects on sale, whose credits can be bought, issued or pending. Each is defined here once, and every page that
 * states one reads it from here.
 */
export type CatalogueFigures = {
  onSale: number;
  /** How many have a survey of species, with its day. */
  surveyed: number;
  /** How many countries they are in. */
  countries: number;
  /** Their credits in tCO2e, by whether they are issued. A sum is never shown without these. */
  issuedCredits: number;
  expectedCredits: number;
  otherCredits: number;
  /** How many standards they are certified under. */
  standards: number;
};

/** Returns the figures of the projects on sale. */
export function readCatalogueFigures(): Promise<CatalogueFigures> {
  const credits = (units: Fragment) => sql`coalesce(sum(available_credits) filter (where ${units}), 0)::float8`;
  return inSnapshot(async (db) => {
    const [figures] = await db<[CatalogueFigures]>`
      select
        count(*)::int as on_sale,
        count(surveyed_on)::int as surveyed,
        count(distinct country)::int as countries,
        ${credits(sql`units_status = 'issued'`)} as issued_credits,
        ${credits(sql`units_status = 'expected'`)} as expected_credits,
        ${credits(sql`units_status is null`)} as other_credits,
        count(distinct verification_standard)::int as standards
      from carbon_projects
      where ${onSale}
    `;
    return figures;
  });
}

/** The lowest price at which credits of a project type can be bought, in pence excl. VAT, and whether those credits are pending. */
export type LowestPrice = { type: string; pence: number; isPending: boolean };

/** Returns the lowest price of each of these project types, in the given order. A type with nothing on sale is left out. */
export function readLowestPrices(types: readonly string[]): Promise<LowestPrice[]> {
  // At one price, issued credits come first.
  return query<LowestPrice[]>`
    select cheapest.*
    from unnest(${types as string[]}::text[]) with ordinality as wanted (type, position)
    cross join lateral (
      select project_type as type, price_per_credit as pence, units_status is not distinct from 'expected' as is_pending
      from carbon_projects
      where ${onSale} and project_type = wanted.type
      order by pence, is_pending
      limit 1
    ) as cheapest
    order by wanted.position
  `;
}

/** How many projects on sale answer a question of an auditor in full. */
export type AnsweredQuestion = { question: AuditQuestion; projects: number };

/** Returns how many projects on sale answer each question of an auditor, in their order, and how many there are. */
export async function countAnswers(): Promise<{ onSale: number; answered: AnsweredQuestion[] }> {
  const counts = commaList(
    auditQuestions.map((question) => sql`(count(*) filter (where ${sql.unsafe(isAnswered(question))}))::int as ${sql(question)}`),
  );
  const [row] = await query<[Record<AuditQuestion | 'onSale', number>]>`
    select count(*)::int as on_sale, ${counts} from carbon_projects where ${onSale}
  `;
  return { onSale: row.onSale, answered: auditQuestions.map((question) => ({ question, projects: row[question] })) };
}

/**
 * Returns when a value of any project last changed; null if the catalogue is empty.
 */
export async function readLatestChange(): Promise<Date | null> {
  const [row] = await query<[{ latestChange: Date | null }]>`select max(updated_at) as latest_change from carbon_projects`;
  return row.latestChange;
}
