import { median, type Row } from './row.ts';
import { type Stage, startSite } from './stage.ts';

const runs = 5;

/** Measures the time from the start of the process to the first 200 of `/`, with PostgreSQL already running. */
export async function* measureStart(stage: Stage): AsyncGenerator<Row> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const site = await startSite(stage, stage.small);
    times.push(performance.now() - site.spawnedAt);
    await site.stop();
  }
  yield {
    measure: 'start to first 200 of /',
    value: median(times),
    unit: 'ms',
    bar: 1_000,
    note: `longest ${Math.round(Math.max(...times))} ms`,
  };
}
