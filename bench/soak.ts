// `npm run bench:soak -- 10`: runs a mixed load against its own site for that many minutes and checks that memory stays bounded.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { openDatabase } from '#db/open.ts';
import { startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

const minutes = Number(process.argv[2] ?? 10);
/** Requests a second. */
const rate = Number(process.env.SOAK_RATE ?? 100);
const sampleMs = 5_000;
/** By then (ms) responses are cached and code is compiled. */
const warmUpMs = Math.min(120_000, minutes * 60_000 * 0.4);
/** Memory growth (MB an hour) above which the run fails; the shorter the run, the less reliable the figure. */
const growthLimit = 120;
const token = 'the-token-of-this-soak';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

type Sample = { ms: number; rss: number; heap: number; handles: number; lag: number };

const folder = await makeTemporaryFolder();
const database = await openDatabase({ databaseUrl: process.env.DATABASE_URL, dataDir: folder.path, log: quiet });
const site = await startSite({
  DATABASE_URL: database.url,
  PREWARM: 'true',
  DATA_DIR: folder.path,
  METRICS_TOKEN: token,
  PORT: process.env.PORT ?? '0',
});
const sql = postgres(database.url, { max: 1, onnotice: () => {} });

const statuses = new Map<number, number>();
const times: number[] = [];
const samples: Sample[] = [];
const started = performance.now();
const deadline = started + minutes * 60_000;
let number = 0;

const json = { 'content-type': 'application/json' };
const person = () => ({ name: 'Soak Person', email: `soak${number}@soak.example`, message: 'A message of the soak' });
/** One of each in turn: pages as visitors request them, searches, the API, messages. */
const mix: (() => [string, RequestInit?])[] = [
  ...['/', '/credits', '/projects', '/blog', '/vcs', '/impact-hub', '/contact'].map((path) => (): [string] => [path]),
  () => ['/api/carbon-projects'],
  () => [`/projects?q=soak${number}`],
  () => [`/projects?sort=price&page=${1 + (number % 3)}`],
  () => [`/api/v1/projects?q=soak${number}`],
  () => [`/api/rpc/projects.list?input=${encodeURIComponent(JSON.stringify({ json: { q: `soak${number}` } }))}`],
  () => [`/no-such-page-${number}`],
  () => ['/api/contact', { method: 'POST', headers: json, body: JSON.stringify(person()) }],
];

const work = [commitEverySecond(), measure(), ...Array.from({ length: 20 }, visit)];
await Promise.all(work);
report();
await sql.end();
await site.stop();
await database.stop();
await folder.remove();

async function visit(): Promise<void> {
  while (performance.now() < deadline) {
    number += 1;
    const [path, init] = mix[number % mix.length]?.() ?? ['/'];
    const startedAt = performance.now();
    try {
      const answer = await fetch(site.url + path, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    } catch {
      statuses.set(0, (statuses.get(0) ?? 0) + 1);
    }
    const ms = performance.now() - startedAt;
    times.push(ms);
    await sleep(Math.max(0, (20 / rate) * 1_000 - ms));
  }
}

/** Makes every cached response that depends on the catalogue stale once a second. */
async function commitEverySecond(): Promise<void> {
  while (performance.now() < deadline) {
    await sql`update carbon_projects set available_credits = greatest(available_credits - 1, 1) where id = (select id from carbon_projects order by random() limit 1)`;
    await sleep(1_000);
  }
}

async function measure(): Promise<void> {
  while (performance.now() < deadline) {
    await sleep(sampleMs);
    const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
    const sample = {
      ms: performance.now() - started,
      rss: read('process_resident_memory_bytes') / 1e6,
      heap: read('nodejs_heap_size_used_bytes') / 1e6,
      handles: read('nodejs_active_resources_total'),
      lag: read('nodejs_eventloop_lag_p99_seconds') * 1_000,
    };
    samples.push(sample);
    const { rss, heap, handles, lag } = sample;
    console.log(
      `${Math.round(sample.ms / 1_000)} s: ${rss.toFixed(0)} MB resident, heap ${heap.toFixed(0)} MB, ${handles} handles, lag p99 ${lag.toFixed(0)} ms`,
    );
  }
}

function report(): void {
  const warm = samples.filter(({ ms }) => ms > warmUpMs);
  const growth = slope(warm.map(({ ms, rss }) => [ms / 3_600_000, rss]));
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)]?.toFixed(0);
  const faults = [...statuses].filter(([status]) => status === 0 || status >= 500);
  const peak = Math.max(...warm.map(({ rss }) => rss));
  console.log(`${times.length} requests in ${minutes} min: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  console.log(`ms: p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${sorted.at(-1)?.toFixed(0)}`);
  console.log(
    `resident memory after warm-up: ${warm[0]?.rss.toFixed(0)} to ${warm.at(-1)?.rss.toFixed(0)} MB, peak ${peak.toFixed(0)} MB, slope ${growth.toFixed(0)} MB an hour`,
  );
  console.log(`handles: ${warm[0]?.handles} to ${warm.at(-1)?.handles}`);
  const passed = faults.length === 0 && growth < growthLimit;
  console.log(passed ? 'Verdict: bounded, no faults' : `Verdict: ${growth >= growthLimit ? 'memory grows' : 'faults'}`);
  process.exitCode = passed ? 0 : 1;
}

/** Returns the slope of the best-fitting line (least squares). */
function slope(points: [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([value]) => value));
  const y = mean(points.map(([, value]) => value));
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0);
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}
