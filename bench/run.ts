// `npm run bench [-- PART ...] [--quick] [--projects=24,11000]`: docs/performance.md explains what it measures and how to read it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { buildIfStale } from '../scripts/build.ts';
import { measureCold } from './cold.ts';
import { measureFresh } from './fresh.ts';
import { measureHostile } from './hostile.ts';
import { measureMemory } from './memory.ts';
import { measureMixed } from './mixed.ts';
import { measurePages } from './pages.ts';
import { measureQueries } from './queries.ts';
import { measureRecord } from './record.ts';
import { type Catalogue, type Stage, setStage } from './stage.ts';
import { measureStart } from './start.ts';
import { formatTable, type Row } from './table.ts';

process.env.NODE_ENV = 'production';
const args = process.argv.slice(2);
const quick = args.includes('--quick');
const projectsOption = args.find((arg) => arg.startsWith('--projects='))?.split('=')[1];
const sizes = projectsOption ? projectsOption.split(',').map(Number) : quick ? [24] : [24, 1_000, 11_000];

type Part = (stage: Stage, catalogue: Catalogue) => Promise<Row[]>;

const isSmallest = ({ size }: Catalogue) => size === sizes[0];
const isLargest = ({ size }: Catalogue) => size === sizes.at(-1);
const parts: Record<string, Part> = {
  pages: (stage, catalogue) => measurePages(stage, catalogue, quick ? { rounds: 1, loadMs: 100 } : { rounds: 7, loadMs: 500 }),
  cold: (stage, catalogue) => measureCold(stage, catalogue, { pages: quick ? 12 : 240 }),
  mixed: async (stage, catalogue) => {
    if (!isLargest(catalogue)) return [];
    const rows: Row[] = [];
    for (const processes of quick ? [1] : [1, 2])
      rows.push(...(await measureMixed(stage, catalogue, { processes, warmUpMs: quick ? 1_000 : 60_000, ms: quick ? 1_000 : 30_000 })));
    return rows;
  },
  queries: (_, catalogue) => measureQueries(catalogue, quick ? 1 : 9),
  fresh: async (stage, catalogue) =>
    quick || catalogue.size >= 1_000
      ? measureFresh(stage, catalogue, quick ? { commits: 20, colds: 2 } : { commits: 1_000, colds: 15 })
      : [],
  start: async (stage, catalogue) => (isSmallest(catalogue) ? measureStart(stage, catalogue, quick ? 1 : 5) : []),
  memory: async (stage, catalogue) =>
    isLargest(catalogue) ? measureMemory(stage, catalogue, quick ? { projects: 24, queries: 10 } : { projects: 2_000, queries: 500 }) : [],
  record: async (_, catalogue) =>
    isSmallest(catalogue)
      ? measureRecord(catalogue, quick ? { batches: 40, crowd: 600, turns: 5 } : { batches: 10_000, crowd: 1_000, turns: 300 })
      : [],
  hostile: async (stage, catalogue) => (isSmallest(catalogue) ? measureHostile(stage, catalogue, { forMs: quick ? 2_000 : 60_000 }) : []),
};

const requested = args.filter((arg) => !arg.startsWith('--'));
const unknown = requested.find((name) => !(name in parts));
if (unknown) {
  console.error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

await buildIfStale();
const began = performance.now();
const stage = await setStage(sizes);
// An interrupted run leaves no database behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stage.close().finally(() => process.exit(1)));
const results: Record<string, Row[]> = {};
try {
  for (const name of requested.length > 0 ? requested : Object.keys(parts)) {
    console.error(`${name} ...`);
    results[name] = [];
    for (const catalogue of stage.catalogues) results[name].push(...((await parts[name]?.(stage, catalogue)) ?? []));
  }
} finally {
  await stage.close();
}

const machine = `${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`;
const seconds = Math.round((performance.now() - began) / 1000);
console.log(formatTable(Object.values(results).flat()));
console.log(`\n${machine}; ${seconds} s`);

const now = new Date().toISOString();
const file = `bench/results/${now.slice(0, 19).replaceAll(':', '-')}.json`;
mkdirSync('bench/results', { recursive: true });
writeFileSync(file, `${JSON.stringify({ at: now, machine, seconds, quick, results }, null, 2)}\n`);
console.log(file);
