import type postgres from 'postgres';
import { withinDeadline } from './deadline.ts';
import { noteStatement } from './recorded.ts';
import type { Value } from './sql.ts';
import { timed } from './timed.ts';

/** The tag of a statement, which is sent at once. @returns its rows, with `count`: how many rows it wrote or gave. */
export type Query = <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
  strings: TemplateStringsArray,
  ...values: readonly Value[]
) => Promise<postgres.RowList<Rows>>;

/**
 * Asks Postgres: `` await query<Project[]>`select ... where slug = ${slug}` ``. Values are sent apart from the text.
 * @throws DatabaseTooSlow when the running request's time for the database is over or too many wait; or the driver's error.
 */
export const query: Query = (strings, ...values) => {
  noteStatement();
  return timed(strings, () => withinDeadline(async (sql) => sql(strings, ...(values as never[])))) as never;
};

/** Whether Postgres, the primary, answers a trivial query within `ms`. Never throws. */
export async function postgresAnswers(ms: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const answered = withinDeadline(async (sql) => sql`select 1`, { writes: true }).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
