import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readCatalogue } from '#server/domain/projects/import/read-catalogue.ts';
import { parseTable } from '#server/domain/projects/import/read-rows.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import type { Pool } from '#server/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Sent, spyingPool } from '#tests/support/spying-pool.ts';
import { hotQueries } from '../../bench/hot-queries.ts';
import { manyProjects } from '../../bench/many-projects.ts';

const rows = 11_000;
/** Words found in every project and in every fourth, for which a sequential scan is the fastest plan. */
const frequentWords = ['/projects?q=invented', '/projects?q=mangrove'];

const connection = vi.hoisted(() => ({ pool: undefined as Pool | undefined, sent: [] as Sent[] }));
vi.mock('#server/platform/database/pool.ts', () => ({ openPool: () => connection.pool }));

let database: TestDatabase;
let importMs = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const catalogue = readCatalogue(parseTable(JSON.stringify(manyProjects(rows))));
  const began = performance.now();
  expect(await storeCatalogue(database.sql, catalogue)).toMatchObject({ created: rows, updated: 0, errors: [] });
  importMs = performance.now() - began;
  connection.pool = spyingPool(database.url, connection.sent);
}, 120_000);
afterAll(async () => {
  await connection.pool?.sql.end({ timeout: 1 });
  await database.drop();
});

test('11,000 projects are imported in seconds', () => {
  // It takes three seconds on a quiet machine, but many tests run at once.
  expect(importMs).toBeLessThan(20_000);
});

test.each(Object.entries(hotQueries))('%s is fast, and no statement scans the whole table', async (name, run) => {
  connection.sent.length = 0;
  await run();
  const sent = [...connection.sent];
  // The best of three, because other tests run at the same time.
  const times = [await timed(run), await timed(run), await timed(run)];
  expect(Math.min(...times)).toBeLessThan(500);
  const queryPlans = await plans(sent);
  expect(queryPlans.length).toBeGreaterThan(0);
  if (!frequentWords.includes(name)) expect(queryPlans.filter((plan) => plan.includes('Seq Scan on carbon_projects'))).toEqual([]);
});

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

/** Returns the plans of statements, under the settings sent before them. */
async function plans(sent: Sent[]): Promise<string[]> {
  return database.sql.begin(async (transaction) => {
    const texts: string[] = [];
    for (const { statement, parameters } of sent) {
      if (statement.includes('set_config')) await transaction.unsafe(statement);
      if (!/^\s*(select|with)\b[\s\S]*carbon_projects/.test(statement)) continue;
      const lines = await transaction.unsafe(`explain ${statement}`, parameters as string[]);
      texts.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return texts;
  });
}
