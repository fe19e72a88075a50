import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from '#server/platform/env.ts';
import { requestContext } from '#server/platform/request-context.ts';

let logger: Logger | undefined;
let lines: Lines | undefined;

/** Lines are written together, at most this late (ms) and about this many characters at once. */
const lateMs = 100;
const together = 16_000;
const service = 'carma-site';

/**
 * The process's log: one JSON object a line on stdout. Lines wait a moment to be written together; an exit writes what is
 * still waiting, a `kill -9` loses it. Every line has `event`, a word of the fixed vocabulary in docs/operations.md; what
 * is written while a request is served also has its id and trace.
 */
export function log(): Logger {
  logger ??= open();
  return logger;
}

/**
 * Writes a line at level info whose facts are all the site's own, in the shape of the other lines and between them. It
 * costs a sixth of `log().info`, which looks through every line for what must not be there: for the one line that is
 * written for every request. @param facts members of a JSON object, as text.
 */
export function writeInfo(event: string, facts: string): void {
  if (!log().isLevelEnabled('info')) return;
  lines?.write(`${beginningOf(event)}${facts}}\n`);
}

let latest = { ms: 0, text: '' };

/** The time, written out once for all lines of a millisecond. */
function isoTime(): string {
  const ms = Date.now();
  if (ms !== latest.ms) latest = { ms, text: new Date(ms).toISOString() };
  return latest.text;
}

let begun = { event: '', time: '', text: '' };

/** How a line at level info begins: the same for all of an event in a millisecond. */
function beginningOf(event: string): string {
  const time = isoTime();
  if (begun.time !== time || begun.event !== event) {
    const parts = ['{"level":"info"', `"time":"${time}"`, `"service":"${service}"`, `"event":"${event}"`, ''];
    // Joined, it is one piece, which goes into lines more quickly than the parts that `+` keeps.
    begun = { event, time, text: parts.join() };
  }
  return begun.text;
}

type Lines = { write: (line: string) => void; flush: () => void; flushSync: () => void };

/** Puts lines together before they are handed on: at each that it is given, pino's destination measures all that wait in it. */
function gatherLines(): Lines {
  const destination = pino.destination({ fd: 1, sync: false });
  let waiting = '';
  const flush = () => {
    if (waiting) destination.write(waiting);
    waiting = '';
  };
  return {
    write: (line) => {
      waiting += line;
      if (waiting.length >= together) flush();
    },
    flush,
    flushSync: () => {
      flush();
      destination.flushSync();
    },
  };
}

function open(): Logger {
  const gathered = gatherLines();
  lines = gathered;
  setInterval(gathered.flush, lateMs).unref();
  process.on('exit', gathered.flushSync);
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
  return pino(settings, gathered);
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
