import type postgres from 'postgres';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { trackQuery } from '#server/platform/metrics.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { withinDeadline } from './deadline.ts';
import type { Value } from './sql.ts';

/** A template tag that sends a statement immediately. @returns its rows, with `count`: the number of rows written or returned. */
export type Query = <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
  strings: TemplateStringsArray,
  ...values: readonly Value[]
) => Promise<postgres.RowList<Rows>>;

/**
 * Runs a statement: `` await query<Project[]>`select ... where slug = ${slug}` ``. Values are sent as parameters.
 * @throws TimeoutError when the running request's database time is used up or too many queries wait; or the driver's error.
 * So does every function that queries, which its docstring does not repeat.
 */
export const query: Query = (strings, ...values) =>
  timed(strings, () => withinDeadline(async (sql) => sql(strings, ...(values as never[])))) as never;

/**
 * `query` for thousands of rows: takes 1,000 of them at a time, between which other work goes first. All of it is within the request's
 * time, which the batches of a transaction are not: their reader may be slow.
 */
export const queryInSteps = <Row extends object>(strings: TemplateStringsArray, ...values: readonly Value[]): Promise<Row[]> =>
  timed(strings, () =>
    withinDeadline(async (sql) => {
      const rows: Row[] = [];
      const take = (step: readonly object[]) => {
        // The driver's rows of many columns are hash tables, from which reading takes several times as long as from copies.
        for (const row of step) rows.push({ ...(row as Row) });
      };
      // Not the driver's iterator: if the connection is lost between two steps, that ends as if there were no more rows.
      await sql(strings, ...(values as never[])).cursor(1_000, take);
      return rows;
    }),
  );

/** Checks whether PostgreSQL answers a trivial query within `ms`. Never throws. */
export async function postgresAnswers(ms: number): Promise<boolean> {
  const answer = withinDeadline(async (sql) => sql`select 1`);
  return withTimeout(ms, answer).then(
    () => true,
    () => false,
  );
}

/** How long (ms) an answer to `postgresTakesWrites` counts. */
const heartbeatMs = 10_000;
let heartbeat: { at: number; isTaken: Promise<boolean> } | undefined;

/** Checks, every ten seconds at most, whether PostgreSQL takes a row within `ms`: it may answer and store nothing. Never throws. */
export function postgresTakesWrites(ms: number): Promise<boolean> {
  if (!heartbeat || performance.now() - heartbeat.at > heartbeatMs) {
    const written = withinDeadline(
      async (sql) => sql`insert into site_heartbeat default values on conflict (id) do update set written_at = clock_timestamp()`,
    );
    const failed = () => {
      // Asked again at once.
      heartbeat = undefined;
      return false;
    };
    heartbeat = { at: performance.now(), isTaken: withTimeout(ms, written).then(() => true, failed) };
  }
  return heartbeat.isTaken;
}

/**
 * Counts and times a statement, including its wait for a connection, and logs it if it takes DATABASE_SLOW_QUERY_MS or
 * longer: by its `queryName`, never with its values.
 */
export async function timed<Result>(strings: TemplateStringsArray, run: () => Promise<Result>): Promise<Result> {
  const name = queryName(strings);
  const started = performance.now();
  const end = trackQuery(name);
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    const ms = performance.now() - started;
    end(ms, failed);
    if (ms >= limits.DATABASE_SLOW_QUERY_MS)
      log().warn({ event: 'query.slow', query: name, durationMs: Math.round(ms), failed }, 'A query was slow');
  }
}

/** Returns a statement without its subqueries, common table expressions and lists, so that its own verb and table come first. */
function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, ' ');
  return shorter === text ? text : withoutParentheses(shorter);
}

const names = new WeakMap<TemplateStringsArray, string>();

/**
 * Returns what a statement does and to which table, from its text without values: `select carbon_projects`. Statements are
 * literals in the code, so the number of names is bounded.
 */
function queryName(strings: TemplateStringsArray): string {
  let name = names.get(strings);
  if (name === undefined) {
    const whole = strings.join(' ').toLowerCase();
    const outside = withoutParentheses(whole);
    const verb = /\b(?:select|insert|update|delete)\b/.exec(outside)?.[0] ?? /[a-z]+/.exec(outside)?.[0] ?? 'query';
    const tableIn = (text: string) => /\b(?:from|into|update|table|join)\s+(?:only\s+)?([a-z_][a-z_.]*)/.exec(text)?.[1];
    const table = tableIn(outside) ?? tableIn(whole);
    name = table && table !== verb ? `${verb} ${table}` : verb;
    names.set(strings, name);
  }
  return name;
}
