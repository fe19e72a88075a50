import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { hotQueries } from './hot-queries.ts';
import type { Catalogue } from './stage.ts';
import { ms, quantile, type Row } from './table.ts';

/** Measures the round trip to PostgreSQL of every read made for pages, files and feeds. */
export async function measureQueries({ size, url, importMs }: Catalogue, runs: number): Promise<Row[]> {
  env().DATABASE_URL = url;
  const rows: Row[] = [{ measure: 'import of the catalogue', projects: size, site: ms(importMs) }];
  for (const [query, run] of Object.entries(hotQueries)) {
    await run();
    const times: number[] = [];
    for (let turn = 0; turn < runs; turn++) {
      const began = performance.now();
      await run();
      times.push(performance.now() - began);
    }
    const p50 = ms(quantile(times, 0.5));
    rows.push({ measure: `query: ${query}`, projects: size, site: p50, p50, p99: ms(Math.max(...times)) });
  }
  await closePool(2);
  return rows;
}
