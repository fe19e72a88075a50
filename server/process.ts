// The life of the process: database, migrations, listening, signals. Loaded by server/main.ts.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrateAsOwner, prepareDatabase } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { connectionLimits, drainConnections, guardConnections } from '#server/http/front/connections.ts';
import { sessionSettings } from '#server/platform/database/pool.ts';
import { isFromLostConnection } from '#server/platform/database/query.ts';
import { type Env, env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { captureConsole, closeLog, log } from '#server/platform/log.ts';
import { watchLoop } from '#server/platform/watch-loop.ts';

/** What the process asks of the site. src/waku.server.tsx, which exports it once built, says what each member does. */
export type SiteOfProcess = {
  checkSettings: () => Promise<void>;
  listener: () => RequestListener;
  watchVersion: () => Promise<void>;
  startJobs: () => Promise<void>;
  markNotReady: () => void;
  close: (seconds: number) => Promise<void>;
};

/** Jobs start this long (ms) after the site begins to listen, so that they don't slow the first requests. */
const backgroundDelayMs = 500;

/** How long (s) queries that still run when the process stops may take. */
const lastQuerySeconds = 2;

/** Stops the embedded database; called however the process ends. */
let stopDatabase = async () => {};

/** Starts the site, which then runs until a signal. Exits the process if starting fails. */
export async function start(): Promise<void> {
  let settings: Env;
  try {
    settings = env();
  } catch (error) {
    // The log depends on these settings, so this line is written without it.
    console.error(JSON.stringify({ level: 'fatal', event: 'settings.invalid', msg: (error as Error).message }));
    process.exit(1);
  }
  captureConsole();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (!isFromLostConnection(error)) void die('process.failed', error);
      else log().warn({ event: 'database.lost', err: error }, 'Lost a connection to PostgreSQL');
    });
  }
  await (settings.DATABASE_OWNER_URL === undefined ? run(settings) : migrateAndRestart(settings)).catch((error) =>
    die('start.failed', error),
  );
}

/**
 * Migrates the database as its owner, and replaces this process by one that has never had the owner's address: what a process was
 * started with stays readable in it.
 */
async function migrateAndRestart(settings: Env): Promise<void> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR } = settings;
  const addresses = { databaseUrl: DATABASE_URL, ownerUrl: DATABASE_OWNER_URL };
  const { url, ownerUrl } = await openDatabase({ ...addresses, session: sessionSettings(), dataDir: DATA_DIR, log: log() });
  await migrateAsOwner({ url, ownerUrl, log: log() });
  // Empty, so that a line in .env does not set it again. (Only Windows, where the site does not run, has no `execve`.)
  const environment = { ...process.env, DATABASE_OWNER_URL: '' };
  closeLog();
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], environment);
}

async function run(settings: Env): Promise<void> {
  const { HOST, PORT, PUBLIC_URL, DATABASE_URL, DATA_DIR, SEED_SAMPLES, SHUTDOWN_DELAY_MS } = settings;
  let isStopping = false;
  const session = sessionSettings();
  const database = await openDatabase({ databaseUrl: DATABASE_URL, session, dataDir: DATA_DIR, log: log(), keepRunning: true });
  stopDatabase = database.stop;
  // The settings of the process are one object: the pool reads the address of the embedded server there.
  settings.DATABASE_URL ??= database.url;
  const preparing = prepareDatabase({ ...database, log: log(), seedsSamples: SEED_SAMPLES });
  const [site] = await Promise.all([loadSite(), preparing]);
  await site.checkSettings();
  await site.watchVersion();

  const server = createServer(connectionLimits(), site.listener());
  guardConnections(server);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  server.once('error', (error) => void die('listen.failed', error));
  // Connections that arrive while this process is busy wait in the kernel's backlog (511 by default). When that is full the
  // kernel drops the attempt, and the client only retries after a second.
  server.listen({ port: PORT, host: HOST, backlog: limits.maxConnections });
  await once(server, 'listening');
  watchLoop({ thread: builtFile('loop-watcher.js') });
  const { port } = server.address() as AddressInfo;
  const siteUrl = PORT === 0 ? `http://localhost:${port}` : PUBLIC_URL;
  log().info({ event: 'site.ready', address: siteUrl, port, startMs: Math.round(performance.now()) }, `Carma is at ${siteUrl}`);
  setTimeout(startBackgroundWork, backgroundDelayMs).unref();

  async function startBackgroundWork(): Promise<void> {
    if (isStopping) return;
    await site.startJobs();
    // Speeds up the next start.
    flushCompileCache();
  }

  /** Stops accepting connections, lets requests in flight finish (within the limit), closes the pool and the database, exits 0. */
  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log().info({ event: 'site.stopping', signal }, 'Stopping: finishing requests in flight');
    site.markNotReady();
    await drainConnections(server, { delayMs: SHUTDOWN_DELAY_MS, limitMs: limits.shutdownTimeoutMs });
    await site.close(lastQuerySeconds);
    await database.stop();
    log().info({ event: 'site.stopped' }, 'Stopped');
    process.exit(0);
  }
}

async function loadSite(): Promise<SiteOfProcess> {
  const { unstable_serverEntry } = await import(builtFile('index.js').href);
  return unstable_serverEntry;
}

const builtFile = (name: string) => pathToFileURL(path.resolve('dist/server', name));

async function die(event: string, error: unknown): Promise<never> {
  // An operator needs to read why a start failed; an error while serving may quote visitors' data.
  const text = event === 'process.failed' || !(error instanceof Error) ? 'The process failed' : error.message;
  log().fatal({ event, err: error }, text);
  await stopDatabase().catch(() => {});
  process.exit(1);
}
