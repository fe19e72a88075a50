// `npm run bench [-- PART ...]`: measures the bars of docs/performance.md, and prints each row as soon as it is known.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { buildIfStale } from '../scripts/build.ts';
import { measureCached } from './cached.ts';
import { measureCommits } from './commits.ts';
import { measureMade } from './made.ts';
import { measureMemory } from './memory.ts';
import { measureRecord } from './record.ts';
import { formatRow, holds, type Row } from './row.ts';
import { measureSearches } from './searches.ts';
import { type Stage, setStage } from './stage.ts';
import { measureStart } from './start.ts';

// React's development build would be ten times as slow.
process.env.NODE_ENV = 'production';

const parts: Record<string, (stage: Stage) => AsyncGenerator<Row>> = {
  start: measureStart,
  cached: measureCached,
  made: measureMade,
  searches: measureSearches,
  commits: measureCommits,
  memory: measureMemory,
  record: measureRecord,
};

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

await buildIfStale();
const began = performance.now();
const stage = await setStage();
// An interrupted run leaves no database behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stage.close().finally(() => process.exit(1)));
const rows: Row[] = [];
try {
  console.log(`${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, measure] of Object.entries(parts)) {
    if (requested.length > 0 && !requested.includes(name)) continue;
    for await (const row of measure(stage)) {
      rows.push(row);
      console.log(formatRow(row));
    }
  }
} finally {
  await stage.close();
}
console.log(`${rows.filter(holds).length} of ${rows.length} bars hold; ${Math.round((performance.now() - began) / 1_000)} s`);
