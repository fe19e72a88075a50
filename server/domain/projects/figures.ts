import { commaList, type Fragment, type Query, query, sql } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { quote, thenAndNow } from '#shared/lib/money/quote.ts';
import { neededByIn, type ParsedShortlist, readSharedDay } from '#shared/lib/shortlist.ts';
import { type AuditQuestion, auditQuestions, type ProjectFigures } from '#shared/schemas/project.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { fill } from '#verify/text.ts';
import { answeredSql, isListed, onSale } from './carbon-projects.ts';
import { findProjects } from './find.ts';

/**
 * Figures of the projects on sale, whose credits can be bought, issued or pending. Each figure is defined here once, and every page that
 * states it reads it from here.
 */
export type CatalogueFigures = {
  onSale: number;
  /** Their credits in tCO2e, by whether they are issued; `unstatedCredits`: nobody says whether. A sum is never shown without these. */
  issuedCredits: number;
  expectedCredits: number;
  unstatedCredits: number;
  /** How many standards they are certified under. */
  standards: number;
  /** When a value of any project, on sale or not, last changed; null if there is no project. */
  latestChange: Date | null;
};

/** Returns the figures of the projects on sale. */
export async function readCatalogueFigures(): Promise<CatalogueFigures> {
  const credits = (units: Fragment) => sql`coalesce(sum(available_credits) filter (where ${units}), 0)::float8`;
  const [figures] = await query<[CatalogueFigures]>`
    select
      count(*)::int as on_sale,
      ${credits(sql`units_status = 'issued'`)} as issued_credits,
      ${credits(sql`units_status = 'expected'`)} as expected_credits,
      ${credits(sql`units_status is null`)} as unstated_credits,
      count(distinct verification_standard)::int as standards,
      (select max(updated_at) from carbon_projects) as latest_change
    from carbon_projects
    where ${onSale}
  `;
  return figures;
}

/** Checks whether the catalogue has a project of another type than these, on sale or not. One without a type is of no other. */
export async function hasTypesBeside(types: readonly string[]): Promise<boolean> {
  const { count } = await query`select from carbon_projects where project_type <> all (${types}::text[]) and ${isListed} limit 1`;
  return count > 0;
}

/** The lowest price of a project type, in pence excl. VAT, whether its credits at that price are pending, and its projects on sale. */
type LowestPrice = { type: string; pence: number; isPending: boolean; projects: number };

/** Returns the lowest price of each of these project types, in the given order. A type with nothing on sale is left out. */
export function readLowestPrices(types: readonly string[]): Promise<LowestPrice[]> {
  return query<LowestPrice[]>`
    select
      type, min(price_per_credit) as pence, count(*)::int as projects,
      -- At one price, issued credits come first.
      (array_agg(units_status is not distinct from 'expected' order by price_per_credit, units_status is not distinct from 'expected'))[1]
        as is_pending
    from unnest(${types}::text[]) with ordinality as wanted (type, position)
    join carbon_projects on project_type = type and ${onSale}
    group by type, position
    order by position
  `;
}

/** Returns how many projects on sale answer each question of an auditor in full, in their order, and how many there are. */
export async function countAnswers() {
  const counts = commaList(
    auditQuestions.map((question) => sql`(count(*) filter (where ${sql.unsafe(answeredSql(question))}))::int as ${sql(question)}`),
  );
  const [row] = await query<[Record<AuditQuestion | 'onSale', number>]>`
    select count(*)::int as on_sale, ${counts} from carbon_projects where ${onSale}
  `;
  return { onSale: row.onSale, answered: auditQuestions.map((question) => ({ question, projects: row[question] })) };
}

/**
 * Returns the figures of each project before its current ones, by project id. Omits projects whose figures have never changed.
 * @param db the transaction to read in, or the query function.
 */
export async function readFormerFigures(db: Query, ids: number[]): Promise<Map<number, ProjectFigures>> {
  const rows = await db<(ProjectFigures & { projectId: number })[]>`
    select requested.project_id, former.*
    from unnest(${ids}::integer[]) as requested (project_id)
    cross join lateral (
      select since, price_per_credit, available_credits, status
      from project_figures_history as history
      where history.project_id = requested.project_id
      order by seq desc
      offset 1
      limit 1
    ) as former
  `;
  return new Map(rows.map(({ projectId, ...figures }) => [projectId, figures]));
}

/** What a project cost on a day. `price`: pence, at the end of that day; null: no price. `since`: when its history begins. */
type PriceOn = { projectId: number; isKnown: boolean; price: number | null; since: Date | null };

/**
 * Returns what each project cost at the end of a day in London, given as 2026-11-26, from the history of prices. `isKnown`: false if the
 * history begins after that day. Where a clock was set back, the later change counts.
 */
export async function readPricesOn(ids: number[], day: string): Promise<PriceOn[]> {
  return query<PriceOn[]>`
    select
      requested.project_id, at_the_time.since is not null as is_known, at_the_time.price_per_credit as price,
      (select min(since) from project_figures_history where project_id = requested.project_id) as since
    from unnest(${ids}::integer[]) as requested (project_id)
    left join lateral (
      select since, price_per_credit
      from project_figures_history as history
      where history.project_id = requested.project_id and since < (${day}::date + 1)::timestamp at time zone 'Europe/London'
      order by seq desc
      limit 1
    ) as at_the_time on true
  `;
}

export type PricedShortlist = Awaited<ReturnType<typeof priceShortlist>>;
type NoteTexts = Record<'unknown' | 'dropped' | 'corrected' | 'neededByWrong', string> & { day: { wrong: string } };

/**
 * Prices the shortlist of an address at today's prices and, if it was shared on an earlier day, at those of that day. Days are as
 * 2026-11-26, in London. `until`: the last on which the prices of a quote requested today hold; `notes`: what of the address was left out
 * or ignored, in `texts`. `search`: its query.
 */
export async function priceShortlist(parsed: ParsedShortlist, search: URLSearchParams, texts: NoteTexts) {
  const { lines, hasDropped, isCorrected } = parsed;
  const [today, until] = [dayIn(), dayIn(env().QUOTE_VALID_DAYS)];
  // Null: the address names something that is no day up to today.
  const day = readSharedDay(search, today);
  const priced = quote(lines, await findProjects(lines.map(({ slug }) => slug)));
  const unknown = lines.filter(({ slug }) => !priced.lines.some(({ project }) => project.slug === slug)).map(({ slug }) => slug);
  const notes = [
    ...(unknown.length > 0 ? [fill<string>(texts.unknown, { slugs: unknown.join(', ') })] : []),
    ...(hasDropped ? [texts.dropped] : []),
    ...(isCorrected ? [texts.corrected] : []),
    ...(day === null ? [texts.day.wrong] : []),
    ...(search.get('by') && !neededByIn(search) ? [texts.neededByWrong] : []),
  ];
  if (!day || day === today) return { today, until, priced, notes, earlier: undefined };
  const ids = priced.lines.map(({ project }) => project.id);
  const prices = await readPricesOn(ids, day);
  const compared = thenAndNow(priced.lines, ({ id }) => {
    const found = prices.find(({ projectId }) => projectId === id);
    return found?.isKnown ? { price: found.price } : { since: found?.since ?? null };
  });
  return { today, until, priced, notes, earlier: { day, ...compared } };
}
