import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/database/sql.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

let pool: typeof import('#server/platform/database/pool.ts');
let query: import('#server/platform/database/query.ts').Query;
let inTransaction: typeof import('#server/platform/database/transaction.ts').inTransaction;
let instruments: typeof import('#server/platform/metrics.ts');
const lines: Record<string, unknown>[] = [];

ownDatabase({ DATABASE_SLOW_QUERY_MS: '1000', LOG_LEVEL: 'warn' });
beforeAll(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const { log } = await import('#server/platform/log.ts');
  vi.spyOn(log(), 'warn').mockImplementation(((line: Record<string, unknown>) => void lines.push(line)) as never);
  pool = await import('#server/platform/database/pool.ts');
  ({ query } = await import('#server/platform/database/query.ts'));
  ({ inTransaction } = await import('#server/platform/database/transaction.ts'));
  instruments = await import('#server/platform/metrics.ts');
});
afterAll(async () => {
  vi.restoreAllMocks();
  await pool.closePool(1);
});

const metric = async (name: string) => (await instruments.metricsRegistry.getSingleMetricAsString(name)).split('\n');

it('a query that is slow is logged with its name and duration, without values', async () => {
  const secret = 'ada@example.com';
  await query`select pg_sleep(1.1), ${secret}::text from carbon_projects limit 1`;
  await query`select slug from carbon_projects where slug = ${secret}`;
  // The catalogue is empty, so nothing slept and nothing was slow.
  expect(lines).toEqual([]);
  await query`select pg_sleep(1.1), ${secret}::text from schema_migrations limit 1`;
  expect(lines).toEqual([{ event: 'query.slow', query: 'select schema_migrations', durationMs: expect.any(Number), failed: false }]);
  expect(Number(lines[0]?.durationMs)).toBeGreaterThanOrEqual(1_050);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it('a query is counted by name, in transactions too, with fragments included once, and failures by name', async () => {
  const filter = sql`slug <> ''`;
  await query`select slug from carbon_projects where ${filter}`;
  await inTransaction('read write', async (transaction) => {
    await transaction`select name from newsletter_subscribers`.catch(() => {});
  }).catch(() => {});
  const counts = await metric('carma_database_query_duration_seconds');
  expect(counts).toContain('carma_database_query_duration_seconds_count{query="select carbon_projects"} 3');
  expect(counts.some((line) => line.includes('query="select newsletter_subscribers"'))).toBe(true);
  await query`with few as (select slug from carbon_projects where slug = any(array['oak'])) select count(*) from schema_migrations`;
  const more = await metric('carma_database_query_duration_seconds');
  expect(more).toContain('carma_database_query_duration_seconds_count{query="select schema_migrations"} 2');
  expect(await metric('carma_database_query_failures_total')).toContain(
    'carma_database_query_failures_total{query="select newsletter_subscribers"} 1',
  );
  expect(await metric('carma_database_queries_in_flight')).toContain('carma_database_queries_in_flight 0');
});
