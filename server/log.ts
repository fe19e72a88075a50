import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from '#server/env.ts';
import { requestContext } from '#server/http/request-context.ts';

// The process entry and the bundled site both have this module, and must not write into each other's lines.
const shared = globalThis as { carmaLog?: Logger; carmaLogLines?: { write: (line: string) => unknown } };

/** Lines are written together, at most this late (ms) and about this many bytes at once. */
const lateMs = 100;
const together = 16_000;
const service = 'carma-site';

/**
 * The process's log: one JSON object a line on stdout. Lines wait a moment to be written together; an exit writes what is
 * still waiting, a `kill -9` loses it. Every line has `event`, a word of the fixed vocabulary in docs/operations.md; what
 * is written while a request is served also has its id and trace.
 */
export function log(): Logger {
  shared.carmaLog ??= open();
  return shared.carmaLog;
}

/**
 * Writes a line at level info whose facts are all the site's own, in the shape of the other lines and between them. It
 * costs a sixth of `log().info`, which looks through every line for what must not be there: for the one line that is
 * written for every request. @param facts members of a JSON object, as text.
 */
export function writeInfo(event: string, facts: string): void {
  if (!log().isLevelEnabled('info')) return;
  shared.carmaLogLines?.write(`{"level":"info","time":"${isoTime()}","service":"${service}","event":"${event}",${facts}}\n`);
}

let latest = { ms: 0, text: '' };

/** The time, written out once for all lines of a millisecond. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

function open(): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: together });
  shared.carmaLogLines = destination;
  setInterval(() => destination.flush(), lateMs).unref();
  process.on('exit', () => destination.flushSync());
  const settings: LoggerOptions = {
    level: env().LOG_LEVEL,
    base: { service },
    mixin: requestIds,
    timestamp: () => `,"time":"${isoTime()}"`,
    formatters: { level: (label) => ({ level: label }) },
    mixinMergeStrategy: (line, ids) => ({ ...ids, ...line }),
    // The last net: no code logs these on purpose. What a person typed must not reach the log.
    redact: {
      paths: ['name', 'email', 'message', 'subject', 'headers', '*.name', '*.email', '*.message', '*.subject', '*.headers'],
      remove: true,
    },
    serializers: { err: errorFacts },
  };
  return pino(settings, destination);
}

/**
 * Sends what libraries print (Waku's render errors, Node's warnings) to the log, so that every line of the process is
 * JSON. A visitor who goes away in the middle of an answer is no error.
 */
export function captureConsole(): void {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const text = format(...parts.map((part) => (part instanceof Error ? part.name : part)));
      const gone = /aborted|ResponseAborted|destination stream closed/i.test(`${text} ${err?.message}`);
      log()[gone ? 'debug' : level]({ event: 'console', ...(err ? { err } : {}) }, text);
    };
  console.log = write('info');
  console.info = write('info');
  console.warn = write('warn');
  console.error = write('error');
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log().warn({ event: 'process.warning', code: warning.name }, warning.message));
}

function requestIds(): object {
  const context = requestContext();
  if (!context) return {};
  const { requestId, traceId } = context;
  return traceId ? { requestId, traceId } : { requestId };
}

/**
 * Type, code, text and stack of an error and its causes; not the properties that a driver hangs on it (query values),
 * nor the text of errors that quote what could not be read (Postgres' class 22, JSON.parse).
 */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { text: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(quotesInput(error) ? { stack: stackWithoutText(error) } : { text: error.message, stack: error.stack }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

function quotesInput(error: Error & { code?: unknown }): boolean {
  return error instanceof SyntaxError || (typeof error.code === 'string' && /^(?:22|ERR_INVALID_)/.test(error.code));
}

function stackWithoutText({ stack = '', message }: Error): string {
  return stack.replace(message, '(not logged)');
}
