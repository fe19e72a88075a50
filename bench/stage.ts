import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { parseTable } from '#server/domain/projects/import/read-rows.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { memoryLimits } from '#tests/support/site.ts';
import { manyProjects } from './many-projects.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const startLimit = 60_000;
/** Only for the benchmarked sites, which listen on this machine alone. */
export const metricsToken = 'the-token-of-this-benchmark';

/** A database with `size` invented projects, and how long (ms) importing them took. */
export type Catalogue = { size: number; url: string; importMs: number };
export type Stage = { catalogues: Catalogue[]; dataDir: string; close: () => Promise<void> };
export type BenchSite = { url: string; pid: number; spawnedAt: number; stop: () => Promise<void> };

/** Starts an embedded PostgreSQL for the benchmark in a temporary folder, with a database for each size of catalogue. */
export async function setStage(sizes: number[]): Promise<Stage> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'carma-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log: quiet });
  const close = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const catalogues: Catalogue[] = [];
    for (const size of sizes) catalogues.push(await createCatalogue(server.url, size));
    return { catalogues, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function createCatalogue(serverUrl: string, size: number): Promise<Catalogue> {
  const name = `bench_${size}`;
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(name)}`;
  await admin.end({ timeout: 2 });
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  await migrate({ url: address.href, log: quiet });
  // A large import is slow, which is neither to be limited nor to be logged.
  Object.assign(env(), { DATABASE_URL: address.href, DATABASE_STATEMENT_TIMEOUT_MS: 0, LOG_LEVEL: 'error' });
  const began = performance.now();
  await storeCatalogue(parseCatalogue(parseTable(JSON.stringify(manyProjects(size)))));
  const importMs = performance.now() - began;
  await closePool(2);
  return { size, url: address.href, importMs };
}

/** Starts the built site as a separate process, as in production: the request log goes to a file. Waits until `/` answers 200. */
export async function startSite({ dataDir }: Stage, { url: database }: Catalogue): Promise<BenchSite> {
  const port = await freePort();
  const log = openSync(path.join(dataDir, 'site.log'), 'a');
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, [...memoryLimits.flags, 'dist/server/main.js'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...memoryLimits.variables,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: '',
      DATABASE_URL: database,
      DATA_DIR: dataDir,
      METRICS_TOKEN: metricsToken,
      RATE_LIMIT_REQUESTS_PER_MINUTE: '10000000',
      UNCACHED_RATE_PER_SECOND: '1000000',
      UNCACHED_BURST: '10000000',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = spawnedAt + startLimit;
  while (!(await isServing(url))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The site did not start');
    await sleep(2);
  }
  return { url, pid: child.pid ?? 0, spawnedAt, stop: () => end(child) };
}

async function isServing(url: string): Promise<boolean> {
  try {
    const { status, body } = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await body?.cancel();
    return status === 200;
  } catch {
    return false;
  }
}

/** Runs a module of this folder as a child process. Returns once that has sent its first message, with the message. */
export async function startHelper(name: string): Promise<{ child: ChildProcess; firstMessage: unknown; stop: () => Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, name), { serialization: 'advanced' });
  const [firstMessage] = await once(child, 'message');
  return { child, firstMessage, stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Returns the resident memory in MB of a process and its children. */
export function memoryOf(pid: number): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const mine = processes.filter(([own, parent]) => own === pid || parent === pid);
  return Math.round(mine.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes, 0) / 1024);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
