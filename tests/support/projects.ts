import type { Sql } from 'postgres';

/** Builds a row of `carbon_projects` with its required columns, for tests in which only the slug matters. */
export const projectRow = (slug: string) => ({
  ...{ slug, title: slug, description: 'Oak on 12 hectares.', category: 'Reforestation', location: 'Rhayader, Powys' },
  ...{ price_per_credit: 2850, available_credits: 100, verification_standard: 'Woodland Carbon Code', impact_per_year: 60 },
});

/** Locks a table (`carbon_projects` unless named) against readers. Returns a function that unlocks it, and resolves once it is unlocked. */
export async function lockTable(sql: Sql, table = 'carbon_projects') {
  const { promise: free, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: locked } = Promise.withResolvers<void>();
  const ended = sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in access exclusive mode`;
    locked();
    await free;
  });
  await held;
  return () => {
    release();
    return ended;
  };
}
