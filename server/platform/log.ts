import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { format } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { env } from './env.ts';
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
    stderr ?? openOutput(),
  );
  return logger;
}

/** Set by `logOnStderr`: lines then go there instead of stdout. */
let stderr: DestinationStream | undefined;

/** Writes every line, as far as their reader takes them. A process that is about to be replaced (`execve`) calls this, and logs no more. */
export let closeLog = () => {};

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
      const isDisconnect = /aborted|destination stream closed/i.test(`${text} ${err?.message}`);
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

/** Lines are buffered up to this many characters, or this long (ms), which is also how often a reader that took no more is tried again. */
const bufferLength = 16_000;
const flushMs = 20;
/** Beyond this many characters that nobody has read yet, further lines are dropped and counted. */
const backlogLength = 4_000_000;
/** How long (ms) the end of the process waits for a reader. */
const exitLimitMs = 1_000;

/**
 * Opens stdout for lines, which wait for a reader that has stalled and for room on a full disk, and hold the process up for neither.
 * Those beyond what may wait are dropped; `droppedLine` follows once there is room. Not pino's own: it would copy its whole buffer for
 * each line, and end only once its reader has taken the last one.
 */
function openOutput(): DestinationStream {
  const fd = openStdout();
  let lines = '';
  let dropped = 0;
  /** The bytes that stdout has not taken yet, of the lines that are being written. */
  let rest = Buffer.alloc(0);
  /** Whether the reader has closed stdout. */
  let isGone = false;

  /** Writes the waiting lines, as far as stdout takes them. Returns whether some still wait. */
  function flush(): boolean {
    try {
      while (!isGone && rest.length + lines.length + dropped > 0) {
        if (rest.length === 0) {
          rest = Buffer.from(lines + (dropped > 0 ? droppedLine(dropped) : ''));
          [lines, dropped] = ['', 0];
        }
        rest = rest.subarray(writeSync(fd, rest));
      }
      return false;
    } catch (error) {
      isGone = (error as NodeJS.ErrnoException).code === 'EPIPE';
      return !isGone;
    }
  }
  /** Writes every line, while nothing else runs, unless `exitLimitMs` pass first. */
  function close(): void {
    for (const until = performance.now() + exitLimitMs; flush() && performance.now() < until; )
      // Blocks the thread for 10 ms.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  setInterval(flush, flushMs).unref();
  process.on('exit', close);
  closeLog = close;
  return {
    write(line: string): void {
      if (isGone) return;
      if (lines.length + rest.length > backlogLength) dropped += 1;
      else lines += line;
      if (lines.length >= bufferLength && rest.length === 0) flush();
    },
  };
}

/** Says how many lines were dropped. */
function droppedLine(lines: number): string {
  const facts = { level: 'warn', time: new Date(), service: 'carma-site', event: 'log.dropped', lines };
  return `${JSON.stringify({ ...facts, msg: 'Lines of the log could not be written' })}\n`;
}

/** Made only because it sets stdout's own descriptor not to block, and held so that it is never collected. */
let unblocked: Socket | undefined;

/**
 * Returns a descriptor of stdout on which writing does not wait for the reader of a pipe, a socket or a terminal. A pipe or a terminal is
 * opened once more in that mode, which leaves other programs' descriptors as they are. Where that fails, a terminal is written to as it
 * is; of a pipe, and always of a socket, the mode is set for all programs that share the descriptor. Writing to a file waits for nothing
 * but the system's cache anyway.
 */
function openStdout(): number {
  const found = fstatSync(1);
  if (found.isFIFO() || found.isCharacterDevice())
    try {
      const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
      return openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
    } catch {
      // Another user's, or a system without /proc.
    }
  if (!found.isFIFO() && !found.isSocket()) return 1;
  unblocked = new Socket({ fd: 1, readable: false, writable: true });
  unblocked.unref();
  return 1;
}
