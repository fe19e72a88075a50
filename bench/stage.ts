import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '#db/connection.ts';
import { findPostmaster } from '#db/embedded/postmaster.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';
import { parseTable } from '#server/platform/tables/read-table.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { manyProjects } from './many-projects.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const startLimit = 60_000;
const largeSize = 11_000;
/** Sites and helpers. */
const running = new Set<ChildProcess>();

export type Site = { url: string; pid: number; spawnedAt: number; stop: () => Promise<void> };
export type Stage = Awaited<ReturnType<typeof setStage>>;

/** Settings under which no limit on a client is reached. */
export const withoutLimits = {
  RATE_LIMIT_REQUESTS_PER_MINUTE: '10000000',
  UNCACHED_RATE_PER_SECOND: '1000000',
  UNCACHED_BURST: '10000000',
};

/** Starts a PostgreSQL in a temporary folder, for a database with the 38 sample projects and, when first needed, one with 11,000. */
export async function setStage() {
  const [postgres, folder] = [await startOwnPostgres(), await makeTemporaryFolder()];
  let large: Promise<string> | undefined;
  const createDatabase = async (name: string) => {
    await postgres.query(`create database ${name}`);
    const addressOf = (login: string) => Object.assign(new URL(login), { pathname: `/${name}` }).href;
    const [url, ownerUrl] = [addressOf(postgres.url), addressOf(postgres.ownerUrl)];
    await prepareDatabase({ url, ownerUrl, log: quiet, seedsSamples: true });
    return url;
  };
  const small = await createDatabase('small');
  return {
    postgres,
    /** The process id of PostgreSQL's main process. */
    postmaster: () => findPostmaster(postgres.dataDir)?.pid ?? 0,
    small,
    /** Creates an empty database and returns its address. */
    createDatabase,
    large: () => {
      large ??= createDatabase('large').then(importLarge);
      return large;
    },
    folder: folder.path,
    close: async () => {
      await Promise.all([...running].map(end));
      await postgres.remove();
      await folder.remove();
    },
  };
}

async function importLarge(url: string): Promise<string> {
  // A large import is slow, which is neither to be limited nor to be logged.
  Object.assign(env(), { DATABASE_URL: url, DATABASE_STATEMENT_TIMEOUT_MS: 0, LOG_LEVEL: 'error' });
  const projects = parseCatalogue(parseTable(JSON.stringify(manyProjects(largeSize))));
  const { errors } = await storeCatalogue(projects);
  if (errors.length > 0) throw new Error(`The catalogue of ${largeSize} projects was not imported: ${JSON.stringify(errors[0])}`);
  await closePool(2);
  return url;
}

/** Returns the slugs of the first `count` projects. */
export async function slugsOf(database: string, count: number): Promise<string[]> {
  const sql = connectTo(database, { max: 1 });
  const rows = await sql<{ slug: string }[]>`select slug from carbon_projects order by id limit ${count}`;
  await sql.end({ timeout: 2 });
  return rows.map(({ slug }) => slug);
}

/** Starts the built site, as `npm start` does once it has checked the build; the log goes to a file. Returns once `/` is answered with 200. */
export async function startSite({ folder }: Stage, database: string, settings: Record<string, string> = {}): Promise<Site> {
  const port = await freePort();
  const dataDir = mkdtempSync(path.join(folder, 'site-'));
  const log = openSync(path.join(dataDir, 'site.log'), 'a');
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--max-old-space-size=512', 'dist/server/main.js'], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: '',
      DATABASE_URL: database,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...settings,
    },
  });
  running.add(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await isServing(url))) {
    if (child.exitCode !== null || performance.now() > spawnedAt + startLimit) throw new Error('The site did not start');
    await sleep(5);
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
export async function startHelper(name: string) {
  const child = fork(path.join(import.meta.dirname, name), { serialization: 'advanced' });
  running.add(child);
  const [firstMessage] = await once(child, 'message');
  return {
    firstMessage,
    /** Sends a message and returns the answer. */
    ask: async (message: object) => {
      child.send(message);
      const [answer] = await once(child, 'message');
      return answer;
    },
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
