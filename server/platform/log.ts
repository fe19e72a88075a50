import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from '#server/platform/env.ts';
import { requestContext } from '#server/platform/request-context.ts';

let logger: Logger | undefined;
let lines: Logger | undefined;

/** Lines are written together: so many characters at once, or at most this late (ms). */
const together = 16_000;
const lateMs = 100;

/**
 * The process's log: one JSON object a line on stdout. Lines wait a moment to be written together; an exit writes what is
 * still waiting, a `kill -9` loses it. Every line has `event`, a word of the fixed vocabulary in docs/operations.md; what
 * is written while a request is served also has its id and trace.
 */
export function log(): Logger {
  logger ??= pino(
    {
      ...settings(),
      mixin: requestIds,
      mixinMergeStrategy: (line, ids) => ({ ...ids, ...line }),
      // The last net: no code logs these on purpose. What a person typed must not reach the log.
      redact: {
        paths: ['name', 'email', 'message', 'subject', 'headers', '*.name', '*.email', '*.message', '*.subject', '*.headers'],
        remove: true,
      },
      serializers: { err: errorFacts },
    },
    destination(),
  );
  return logger;
}

/**
 * The same log for the one line that each request writes: its facts are all the site's own, so they are not looked through
 * for what must not be there, which would cost more than the rest of a kept answer's line.
 */
export function requestLines(): Logger {
  lines ??= pino(settings(), destination());
  return lines;
}

function settings(): LoggerOptions {
  return {
    level: env().LOG_LEVEL,
    base: { service: 'carma-site' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
  };
}

let opened: ReturnType<typeof pino.destination> | undefined;

function destination(): ReturnType<typeof pino.destination> {
  opened ??= openStdout();
  return opened;
}

function openStdout(): ReturnType<typeof pino.destination> {
  const stdout = pino.destination({ fd: 1, sync: false, minLength: together });
  setInterval(() => stdout.flush(), lateMs).unref();
  process.on('exit', () => stdout.flushSync());
  return stdout;
}

/**
 * For a command, before it logs: its stdout holds what it was asked for, so its log is on stderr. Each line is written at
 * once, because writing the last ones at the exit never ends where whoever reads them has gone (`2>&1 | head`).
 */
export function logOnStderr(): void {
  opened = pino.destination({ fd: 2, sync: true });
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
