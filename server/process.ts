// The process: database, migrations, listen, signals. Nothing else. server/main.ts loads it.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#db/open.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { connectionLimits, endConnections, guardConnections, rejectMalformed } from '#server/http/connection/connections.ts';
import { isDriverOnLostConnection } from '#server/platform/database/driver-errors.ts';
import { type Env, env } from '#server/platform/env.ts';
import { captureConsole, log } from '#server/platform/log.ts';

/** What src/waku.server.tsx exports, once built. */
type Site = {
  listener: () => RequestListener;
  makePages: () => Promise<void>;
  watch: () => void;
  startJobs: () => Promise<void>;
  leave: () => void;
  close: (seconds: number) => Promise<void>;
};

/** Jobs and pages made ahead begin this long (ms) after the site listens, so that they do not slow the first requests. */
const backgroundDelayMs = 500;

/** What the process must let go of, whatever ends it. */
let stopDatabase = async () => {};

/** Starts the site, and lets it run until a signal. Ends the process when that fails. */
export async function start(): Promise<void> {
  let settings: Env;
  try {
    settings = env();
  } catch (error) {
    // The log needs the settings that are wrong, so this one line is written without it.
    console.error(JSON.stringify({ level: 'fatal', event: 'settings.invalid', msg: (error as Error).message }));
    process.exit(1);
  }
  captureConsole();
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (!isDriverOnLostConnection(error)) void die('process.failed', error);
      else log().warn({ event: 'database.lost', err: error }, 'A connection to Postgres broke');
    });
  }
  await run(settings).catch((error) => die('start.failed', error));
}

async function run(settings: Env): Promise<void> {
  const { HOST, PORT, PUBLIC_URL, DATABASE_URL, DATA_DIR, MAX_CONNECTIONS, SHUTDOWN_DELAY_MS, SHUTDOWN_TIMEOUT_MS } = settings;
  const stopping = new AbortController();
  // The database's answers and the compiler take turns: with a server that is there already, the code is read meanwhile.
  const early = DATABASE_URL ? loadSite() : undefined;
  early?.catch(() => {});
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, log: log(), keepRunning: true });
  stopDatabase = database.stop;
  settings.DATABASE_URL = database.url;
  const [site] = await Promise.all([early ?? loadSite(), prepareDatabase({ url: database.url, log: log() })]);
  site.watch();

  const server = createServer(connectionLimits(settings), rejectMalformed(settings, site.listener()));
  const connections = guardConnections(server, settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  // Who comes while this process is busy waits in the system's queue. Where that is full (511 unless said otherwise) the
  // system drops the attempt, and the visitor's own system repeats it only after a second.
  server.once('error', (error) => void die('listen.failed', error));
  server.listen({ port: PORT, host: HOST, backlog: MAX_CONNECTIONS });
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  const shown = PORT === 0 ? `http://localhost:${port}` : PUBLIC_URL;
  log().info({ event: 'site.ready', address: shown, port, startMs: Math.round(performance.now()) }, `Carma is at ${shown}`);
  setTimeout(work, backgroundDelayMs).unref();

  /** What no visitor waits for. */
  async function work(): Promise<void> {
    if (stopping.signal.aborted) return;
    await site.startJobs();
    if (settings.PREWARM)
      await site.makePages().catch((error) => log().error({ event: 'pages.failed', err: error }, 'Could not make the pages in advance'));
    // For the next start.
    flushCompileCache();
  }

  /** Stops accepting, lets what is in flight finish (within the limit), closes the pool and the database, exits 0. */
  async function stop(signal: string): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log().info({ event: 'site.stopping', signal }, 'Finishing what is in flight');
    site.leave();
    await endConnections(server, { connections, delay: SHUTDOWN_DELAY_MS, limit: SHUTDOWN_TIMEOUT_MS });
    await site.close(2);
    await database.stop();
    log().info({ event: 'site.stopped' }, 'Stopped');
    process.exit(0);
  }
}

async function loadSite(): Promise<Site> {
  const { unstable_serverEntry } = await import(pathToFileURL(path.resolve('dist/server/index.js')).href);
  return unstable_serverEntry;
}

async function die(event: string, error: unknown): Promise<never> {
  // What stops a start is for a person to read; an error while serving may quote a visitor.
  const text = event === 'process.failed' || !(error instanceof Error) ? 'The process failed' : error.message;
  log().fatal({ event, err: error }, text);
  await stopDatabase().catch(() => {});
  process.exit(1);
}
