// How long every hot query takes at 24, 1,000 and 11,000 projects, in ms: `node bench/catalogue.ts`. It makes a database
// of its own on the server of DATABASE_URL, else on the project's own, and drops it again.
import postgres from 'postgres';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { env } from '#server/env.ts';
import { readCatalogue } from '#server/projects/import/read-catalogue.ts';
import { parseTable } from '#server/projects/import/read-rows.ts';
import { storeCatalogue } from '#server/projects/import/store.ts';
import { closeSql } from '#server/sql.ts';
import { hotQueries } from './hot-queries.ts';
import { manyProjects } from './many-projects.ts';

const sizes = [24, 1_000, 11_000];
const runs = 9;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const name = `carma_bench_${process.pid}`;

const { DATABASE_URL, DATA_DIR } = env();
const server = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, log: quiet });
const admin = postgres(server.url, { max: 1, onnotice: () => {} });
try {
  await admin`create database ${admin(name)}`;
  const address = new URL(server.url);
  address.pathname = `/${name}`;
  env().DATABASE_URL = address.href;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  await migrate({ sql, log: quiet });
  const table: Record<string, Record<string, number>> = {};
  for (const size of sizes) {
    await sql`truncate carbon_projects cascade`;
    const json = JSON.stringify(manyProjects(size));
    const began = performance.now();
    await storeCatalogue(sql, readCatalogue(parseTable(json)));
    note('import', size, performance.now() - began);
    for (const [query, run] of Object.entries(hotQueries)) note(query, size, await median(run));
  }
  console.table(table);
  await closeSql(2);
  await sql.end({ timeout: 2 });

  function note(query: string, size: number, ms: number): void {
    table[query] = { ...table[query], [String(size)]: Math.round(ms * 10) / 10 };
  }
} finally {
  await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end({ timeout: 2 });
  await server.stop();
}

async function median(run: () => Promise<unknown>): Promise<number> {
  await run();
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
