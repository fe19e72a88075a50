import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { env } from './env.ts';
import { openOutput } from './log-output.ts';
import { requestContext } from './request-context.ts';

let logger: Logger | undefined;

/**
 * Returns the process's log: one JSON object per line on stdout. Lines are buffered briefly; they are flushed on exit, but lost
 * on `kill -9`. Every line has `event`, a word of the fixed vocabulary in docs/operations.md; lines written while serving a
 * request also have its id and trace.
 */
export function log(): Logger {
  logger ??= pino(
    {
      level: env().LOG_LEVEL,
      base: { service: 'carma-site' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const { requestId, traceId } = requestContext() ?? {};
        return { requestId, traceId };
      },
      // A line that is written once its request has ended states the ids itself.
      mixinMergeStrategy: (line, ids) => ({ ...ids, ...line }),
      // A safety net: no code logs these on purpose. Nothing that a person typed may reach the log.
      redact: {
        paths: ['name', 'email', 'message', 'subject', 'headers', '*.name', '*.email', '*.message', '*.subject', '*.headers'],
        remove: true,
      },
      serializers: { err: errorFacts },
    },
    stderr ?? openStdout(),
  );
  return logger;
}

/** Set by `logOnStderr`: lines then go there instead of stdout. */
let stderr: DestinationStream | undefined;

/** Writes every line, as far as their reader takes them. A process that is about to be replaced (`execve`) calls this, and logs no more. */
export let closeLog = () => {};

/** Not pino's own: it would copy its whole buffer for each line, and end only once its reader has taken the last one. */
function openStdout(): DestinationStream {
  const output = openOutput((lines) => {
    const facts = { level: 'warn', time: new Date(), service: 'carma-site', event: 'log.dropped', lines };
    return `${JSON.stringify({ ...facts, msg: 'Lines of the log could not be written' })}\n`;
  });
  closeLog = output.close;
  return output;
}

/**
 * Sends the log to stderr from now on, for commands, whose stdout holds their output. Lines are written synchronously: flushing at exit
 * never ends if the reader has gone (`2>&1 | head`).
 */
export function logOnStderr(): void {
  stderr = pino.destination({ fd: 2, sync: true });
  logger = undefined;
}

/**
 * Redirects what libraries print (Waku's render errors, Node's warnings) to the log, so that every line of the process is
 * JSON. A visitor who disconnects mid-response is not an error.
 */
export function captureConsole(): void {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const text = format(...parts.map((part) => (part instanceof Error ? part.name : part)));
      const isDisconnect = /aborted|ResponseAborted|destination stream closed/i.test(`${text} ${err?.message}`);
      log()[isDisconnect ? 'debug' : level]({ event: 'console', ...(err ? { err } : {}) }, text);
    };
  Object.assign(console, { log: write('info'), info: write('info'), warn: write('warn'), error: write('error') });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log().warn({ event: 'process.warning', code: warning.name }, warning.message));
}

/**
 * Returns type, code, text and stack of an error and its causes. Leaves out properties that a driver adds (query values) and
 * the text of errors that quote invalid input (PostgreSQL's class 22, JSON.parse).
 */
function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { text: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    ...(quotesInput(error) ? { stack: error.stack?.replace(error.message, '(not logged)') } : { text: error.message, stack: error.stack }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  };
}

function quotesInput(error: Error & { code?: unknown }): boolean {
  return error instanceof SyntaxError || (typeof error.code === 'string' && /^(?:22|ERR_INVALID_)/.test(error.code));
}
