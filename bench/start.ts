import { type Catalogue, type Stage, startSite } from './stage.ts';
import { median, ms, type Row } from './table.ts';

/** Measures the time from spawning the process to the first 200 of `/`, with PostgreSQL already running. */
export async function measureStart(stage: Stage, catalogue: Catalogue, runs: number): Promise<Row[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const site = await startSite(stage, catalogue);
    times.push(performance.now() - site.spawnedAt);
    await site.stop();
  }
  const measure = `start: spawn to first 200 of /, ${runs} runs`;
  return [{ measure, projects: catalogue.size, site: ms(median(times)), p50: ms(median(times)), p99: ms(Math.max(...times)) }];
}
