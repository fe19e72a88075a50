import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Lines are buffered up to this many characters, or this long (ms). */
const bufferLength = 16_000;
const flushMs = 100;
/** How long (ms) to wait for a reader that takes no more. */
const retryMs = 20;
/** Beyond this many characters that nobody has read yet, further lines are dropped and counted. */
const backlogLength = 4_000_000;
/** How long (ms) the end of the process waits for a reader. */
const exitLimitMs = 1_000;

/**
 * Opens stdout for lines, which never wait and never hold the process up: neither a reader that has stalled nor a full disk. What
 * cannot be written is dropped; `describeDropped` is the line that says how many there were, once there is room.
 */
export function openOutput(describeDropped: (lines: number) => string) {
  const { fd, isNonBlocking } = openStdout();
  let lines: string[] = [];
  let length = 0;
  /** What is being written, and how many lines were dropped by the report in it. */
  let rest = Buffer.alloc(0);
  let reported = 0;
  let dropped = 0;
  let isWriting = false;
  let isGone = false;
  /** Whether the last line was written only in part. */
  let isTorn = false;
  let retry: NodeJS.Timeout | undefined;

  /** Takes what waits, if all before it is written. Returns whether there is anything to write. */
  function take(): boolean {
    if (rest.length === 0 && (length > 0 || dropped > 0)) {
      rest = Buffer.from(`${isTorn ? '\n' : ''}${lines.join('')}${dropped > 0 ? describeDropped(dropped) : ''}`);
      [lines, length, reported, dropped] = [[], 0, dropped, 0];
    }
    return rest.length > 0 && !isGone;
  }
  /** Notes what became of a write. Returns whether its reader takes no more at the moment. */
  function isStalled(error: NodeJS.ErrnoException | null, bytes = 0): boolean {
    if (error?.code === 'EAGAIN') return true;
    if (bytes > 0) isTorn = rest[bytes - 1] !== 10;
    if (error) {
      isGone = error.code === 'EPIPE';
      dropped += rest.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0) + reported - (reported > 0 ? 1 : 0);
    }
    rest = error ? Buffer.alloc(0) : rest.subarray(bytes);
    return false;
  }
  /** Writes until the reader takes no more. Returns whether something still waits. */
  function writeAll(): boolean {
    try {
      while (take()) isStalled(null, writeSync(fd, rest));
      return false;
    } catch (error) {
      return isStalled(error as NodeJS.ErrnoException);
    }
  }
  function flush(): void {
    if (isNonBlocking) {
      clearTimeout(retry);
      if (writeAll()) retry = setTimeout(flush, retryMs).unref();
    } else if (!isWriting && take()) {
      isWriting = true;
      // This does not wait for the disk, which may be slow.
      write(fd, rest, (error, bytes) => {
        isWriting = false;
        isStalled(error, bytes);
        if (!error && (rest.length > 0 || length >= bufferLength)) flush();
      });
    }
  }
  setInterval(flush, flushMs).unref();
  process.on('exit', () => {
    // The thread that writes to a disk ends by itself.
    if (isWriting) rest = Buffer.alloc(0);
    for (const until = performance.now() + exitLimitMs; writeAll() && performance.now() < until; )
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  });
  return {
    write(line: string): void {
      if (isGone) return;
      if (length + rest.length > backlogLength) dropped += 1;
      else {
        lines.push(line);
        length += line.length;
        if (length >= bufferLength) flush();
      }
    },
    /** Resolves once every line is written, or after `ms`. */
    async drain(ms: number): Promise<void> {
      for (const until = performance.now() + ms; (length > 0 || rest.length > 0 || isWriting) && performance.now() < until; ) {
        flush();
        await sleep(10);
      }
    },
  };
}

/** Keeps stdout's own descriptor from blocking. */
let unblocked: Socket | undefined;

/**
 * Returns a descriptor of stdout. Writing to a pipe, a socket or a terminal would stand still with its reader, in a thread that also
 * keeps the process from ending; so it is opened once more without waiting, which leaves other programs' descriptors as they are, or,
 * where that is not possible, made so for all who share it.
 */
function openStdout(): { fd: number; isNonBlocking: boolean } {
  const found = fstatSync(1);
  if (found.isFIFO() || found.isCharacterDevice())
    try {
      const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
      return { fd: openSync('/proc/self/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY), isNonBlocking: true };
    } catch {
      // Another user's, or a system without /proc.
    }
  if (!found.isFIFO() && !found.isSocket()) return { fd: 1, isNonBlocking: false };
  unblocked = new Socket({ fd: 1, readable: false, writable: true });
  unblocked.unref();
  return { fd: 1, isNonBlocking: true };
}
