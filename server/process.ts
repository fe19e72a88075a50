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

/** Stops the embedded database. */
let stopDatabase = async () => {};
/** Once there are requests: lets those in flight finish (within the limit), and closes the pool. */
let endRequests = async () => {};
let isStopping = false;

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
    // A start that is stopped fails when its database goes.
    isStopping ? undefined : die('start.failed', error),
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
  const session = sessionSettings();
  const opening = openDatabase({ databaseUrl: DATABASE_URL, session, dataDir: DATA_DIR, log: log(), keepRunning: true });
  // Another server is not stopped, and so need not have answered.
  if (!DATABASE_URL) stopDatabase = async () => (await opening.catch(() => undefined))?.stop();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  const database = await opening;
  // The settings of the process are one object: the pool reads the address of the embedded server there.
  settings.DATABASE_URL ??= database.url;
  const loading: Promise<{ unstable_serverEntry: SiteOfProcess }> = import(builtFile('index.js').href);
  const preparing = prepareDatabase({ ...database, log: log(), seedsSamples: SEED_SAMPLES });
  const [{ unstable_serverEntry: site }] = await Promise.all([loading, preparing]);
  await site.checkSettings();
  await site.watchVersion();

  const server = createServer(connectionLimits(), site.listener());
  guardConnections(server);
  endRequests = async () => {
    site.markNotReady();
    await drainConnections(server, { delayMs: SHUTDOWN_DELAY_MS, limitMs: limits.shutdownTimeoutMs });
    await site.close(lastQuerySeconds);
  };
  // Connections that arrive while this process is busy wait in the kernel's backlog (511 by default). When that is full the
  // kernel drops the attempt, and the client only retries after a second.
  server.listen({ port: PORT, host: HOST, backlog: limits.maxConnections });
  await once(server, 'listening').catch((error) => die('listen.failed', error));
  watchLoop({ thread: builtFile('loop-watcher.js') });
  const { port } = server.address() as AddressInfo;
  const siteUrl = PORT === 0 ? `http://localhost:${port}` : PUBLIC_URL;
  log().info({ event: 'site.ready', address: siteUrl, port, startMs: Math.round(performance.now()) }, `Carma is at ${siteUrl}`);
  const startBackgroundWork = async () => {
    if (isStopping) return;
    await site.startJobs();
    // Speeds up the next start.
    flushCompileCache();
  };
  setTimeout(startBackgroundWork, backgroundDelayMs).unref();
}

/** Ends the process with 0, also while it starts. */
async function stop(signal: string): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  log().info({ event: 'site.stopping', signal }, 'Stopping: finishing requests in flight');
  await endRequests();
  await stopDatabase();
  log().info({ event: 'site.stopped' }, 'Stopped');
  process.exit(0);
}

const builtFile = (name: string) => pathToFileURL(path.resolve('dist/server', name));

async function die(event: string, error: unknown): Promise<never> {
  // An operator needs to read why a start failed; an error while serving may quote visitors' data.
  const text = event === 'process.failed' || !(error instanceof Error) ? 'The process failed' : error.message;
  log().fatal({ event, err: error }, text);
  await stopDatabase().catch(() => {});
  process.exit(1);
}
