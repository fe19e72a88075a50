// The process: database, migrations, listen, signals. Nothing else. `npm start` builds what is stale and then loads this.
import { createServer, type RequestListener } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '#db/open.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { type Env, env } from '#server/env.ts';
import { captureConsole, log } from '#server/log.ts';

/** What src/waku.server.tsx exports, once built. */
type Site = {
  listener: () => RequestListener;
  makePages: () => Promise<void>;
  warmUp: () => Promise<unknown>;
  startJobs: () => Promise<void>;
  close: (seconds: number) => Promise<void>;
};

const maxHeaderBytes = 32_768;
const headersTimeoutMs = 10_000;
const keepAliveTimeoutMs = 65_000;

/** What the process must let go of, whatever ends it. */
let stopDatabase = async () => {};

let settings: Env;
try {
  settings = env();
} catch (error) {
  // The log needs the settings that are wrong, so this one line is written without it.
  console.error(JSON.stringify({ level: 'fatal', event: 'settings.invalid', msg: (error as Error).message }));
  process.exit(1);
}

captureConsole();
process.on('uncaughtException', (error) => void die('process.failed', error));

try {
  await run(settings);
} catch (error) {
  await die('start.failed', error);
}

async function run({ HOST, PORT, PUBLIC_URL, DATABASE_URL, DATA_DIR, REQUEST_TIMEOUT_MS, SHUTDOWN_TIMEOUT_MS }: Env): Promise<void> {
  const stopping = new AbortController();
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, log: log() });
  stopDatabase = database.stop;
  process.env.DATABASE_URL = database.url;
  await prepareDatabase({ url: database.url, log: log() });

  const { unstable_serverEntry: site } = (await import(pathToFileURL(path.resolve('dist/server/index.js')).href)) as {
    unstable_serverEntry: Site;
  };
  await site.warmUp();
  await site.startJobs();

  const server = createServer(
    {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: keepAliveTimeoutMs,
    },
    site.listener(),
  );
  server.once('error', (error) => void die('listen.failed', error));
  server.listen(PORT, HOST, () => {
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : PORT;
    const shown = PORT === 0 ? `http://localhost:${port}` : PUBLIC_URL;
    log().info({ event: 'site.ready', address: shown, port, startMs: Math.round(performance.now()) }, `Carma is at ${shown}`);
    site.makePages().catch((error) => log().error({ event: 'pages.failed', err: error }, 'Could not make the pages in advance'));
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  /** Stops accepting, lets what is in flight finish (within the limit), closes the pool and the database, exits 0. */
  async function stop(signal: string): Promise<void> {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log().info({ event: 'site.stopping', signal }, 'Finishing what is in flight');
    const limit = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
    // A connection whose answer has just ended stays open for the next request; nobody waits for that now.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(sweep);
    clearTimeout(limit);
    await site.close(2);
    await database.stop();
    log().info({ event: 'site.stopped' }, 'Stopped');
    process.exit(0);
  }
}

async function die(event: string, error: unknown): Promise<never> {
  log().fatal({ event, err: error }, error instanceof Error ? error.message : 'The process failed');
  await stopDatabase().catch(() => {});
  process.exit(1);
}
