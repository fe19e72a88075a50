import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { limitOptions, type SettingsAndLimits, splitLimits } from './limits.ts';

export type LogLine = Record<string, unknown> & { event?: string };

/** Limits with which nothing that a test asks for is turned away, and no page is sent in parts, however busy the machine is. */
export const longWaits = {
  ...{ renderWaitMs: '60000', pageBeginsWithinMs: '30000', readyTimeoutMs: '20000', databaseConnectTimeoutMs: '20000' },
  ...{ databaseStatementTimeoutMs: '30000', databaseReadLimitMs: '30000', databaseWriteLimitMs: '20000' },
};

/** How long (ms) a site may take to start. */
const startLimitMs = 60_000;

/**
 * Starts the built site as a separate process, with the values of these settings and limits, on a free port, and waits until it listens.
 * @throws Error with its output when it does not start in time. It is killed then.
 */
export async function startSite(values: SettingsAndLimits) {
  const { limits, settings } = splitLimits({
    ...{ apiRequestsPerMinute: '1000000', uncachedRatePerSecond: '1000000', uncachedBurst: '1000000' },
    ...{ RATE_LIMIT_PER_ADDRESS_PER_HOUR: '100000', RATE_LIMIT_GLOBAL_PER_HOUR: '100000' },
    // A busy machine must not make the site reject what a test sends.
    maxEventLoopLagMs: '60000',
    // Only the tests of stopping need it.
    SHUTDOWN_DELAY_MS: '0',
    ...values,
  });
  // As `npm start`, the image and the unit have (docs/decisions/034-one-answer.md).
  const options = ['--max-semi-space-size=8', '--max-old-space-size=512', ...limitOptions(limits)];
  const child = spawn(process.execPath, [...options, 'dist/server/main.js'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: LogLine[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = JSON.parse(line) as LogLine;
    lines.push(entry);
    if (entry.level === 'fatal') console.error(line);
    if (entry.event === 'site.ready') resolve(`http://127.0.0.1:${entry.port}`);
  });
  child.once('exit', (code) => reject(new Error(`The site exited with ${code}: ${JSON.stringify(lines.at(-1))} ${errors.join('')}`)));
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  const url = await ready.finally(() => clearTimeout(timer));
  return {
    url,
    process: child,
    /** Every line of its log so far, parsed. */
    lines,
    /** Sends it a signal and returns its exit code. */
    stop: async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      // Its last log lines may arrive after it has exited.
      const [code] = await once(child, 'close');
      return code;
    },
  };
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>;
