import type postgres from 'postgres';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { withinDeadline } from './deadline.ts';
import { markStatement } from './recorded.ts';
import type { Value } from './sql.ts';
import { timed } from './timed.ts';

/** A template tag that sends a statement immediately. @returns its rows, with `count`: the number of rows written or returned. */
export type Query = <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
  strings: TemplateStringsArray,
  ...values: readonly Value[]
) => Promise<postgres.RowList<Rows>>;

/**
 * Runs a statement: `` await query<Project[]>`select ... where slug = ${slug}` ``. Values are sent as parameters.
 * @throws DatabaseTimeoutError when the running request's database time is used up or too many queries wait; or the driver's error.
 */
export const query: Query = (strings, ...values) => {
  markStatement();
  return timed(strings, () => withinDeadline(async (sql) => sql(strings, ...(values as never[])))) as never;
};

/** Checks whether the primary answers a trivial query within `ms`. Never throws. */
export async function postgresAnswers(ms: number): Promise<boolean> {
  const answer = withinDeadline(async (sql) => sql`select 1`, { writes: true });
  return withTimeout(ms, answer).then(
    () => true,
    () => false,
  );
}
