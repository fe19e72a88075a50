import { format } from 'node:util';
import { type Logger, type LoggerOptions, pino } from 'pino';
import { env } from '#server/env.ts';
import { requestContext } from '#server/http/request-context.ts';

// The process entry and the bundled site both have this module, and must not write into each other's lines.
const shared = globalThis as { carmaLog?: Logger };

/** Lines are written together, at most this late (ms) and this many bytes at once. */
const lateMs = 100;
const together = 4_096;

/**
 * The process's log: one JSON object a line on stdout. Lines wait a moment to be written together; an exit writes what is
 * still waiting, a `kill -9` loses it. Every line has `event`, a word of the fixed vocabulary in docs/operations.md; what
 * is written while a request is served also has its id and trace.
 */
export function log(): Logger {
  shared.carmaLog ??= open();
  return shared.carmaLog;
}

function open(): Logger {
  const destination = pino.destination({ fd: 1, sync: false, minLength: together });
  setInterval(() => destination.flush(), lateMs).unref();
  process.on('exit', () => destination.flushSync());
  const settings: LoggerOptions = {
    level: env().LOG_LEVEL,
    base: { service: 'carma-site' },
    mixin: requestIds,
    timestamp: pino.stdTimeFunctions.isoTime,
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
