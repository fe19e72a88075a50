import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Lines are buffered up to this many characters, or this long (ms), which is also how often a reader that took no more is tried again. */
const bufferLength = 16_000;
const flushMs = 20;
/** Beyond this many characters that nobody has read yet, further lines are dropped and counted. */
const backlogLength = 4_000_000;
/** How long (ms) the end of the process waits for a reader. */
const exitLimitMs = 1_000;

/**
 * Opens stdout for lines, which wait for a reader that has stalled and for room on a full disk, and hold the process up for neither.
 * Those beyond what may wait are dropped; `describeDropped` is the line that says how many there were, once there is room.
 */
export function openOutput(describeDropped: (lines: number) => string) {
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
          rest = Buffer.from(lines + (dropped > 0 ? describeDropped(dropped) : ''));
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
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  setInterval(flush, flushMs).unref();
  process.on('exit', close);
  return {
    close,
    write(line: string): void {
      if (isGone) return;
      if (lines.length + rest.length > backlogLength) dropped += 1;
      else lines += line;
      if (lines.length >= bufferLength && rest.length === 0) flush();
    },
  };
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
