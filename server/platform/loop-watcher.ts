// A thread of its own, started by ./watch-loop.ts: ends the process once the event loop of its main thread has stood still for too long,
// because a loop that is blocked can handle no signal and no timer. Also tells systemd that somebody watches.
import { spawn } from 'node:child_process';
import { write } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';

/** `beats`: what the main thread counts up. The times are those of ./watch-loop.ts. */
export type LoopWatch = { beats: Int32Array<SharedArrayBuffer>; limitMs: number; lastWordsMs: number };

/** How often within `limitMs` the beats are read. Readings are counted, not timed: a machine that was suspended has not stood still. */
const stepsInLimit = 30;

const { beats, limitMs, lastWordsMs } = workerData as LoopWatch;
let last = -1;
let steps = 0;

const timer = setInterval(() => {
  const now = Atomics.load(beats, 0);
  steps = now === last ? steps + 1 : 0;
  last = now;
  if (steps < stepsInLimit) return;
  clearInterval(timer);
  void end();
}, limitMs / stepsInLimit);

if (process.env.NOTIFY_SOCKET) notifySystemd();

/** Ends the process, after a last line in the log, of the form of ./log.ts, with where its main thread is. */
async function end(): Promise<void> {
  const stack = await Promise.race([readStack().catch(() => undefined), sleep(lastWordsMs)]);
  const line = JSON.stringify({
    level: 'fatal',
    time: new Date().toISOString(),
    service: 'carma-site',
    event: 'loop.blocked',
    ...(stack ? { stack } : {}),
    msg: `The event loop stood still for ${limitMs} ms: the process ends`,
  });
  // Whoever reads the log may be what stands still.
  const written = new Promise((resolve) => write(1, `${line}\n`, resolve));
  await Promise.race([written, sleep(lastWordsMs)]);
  process.kill(process.pid, 'SIGKILL');
}

/** Returns where the main thread is. Never resolves if that is in a function of the engine that cannot be interrupted. */
async function readStack(): Promise<string> {
  const session = new Session();
  session.connectToMainThread();
  const { promise, resolve } = Promise.withResolvers<string>();
  const files = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => files.set(scriptId, url));
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    const lines = callFrames.map(({ functionName, location: { scriptId, lineNumber, columnNumber = 0 } }) => {
      return `    at ${functionName} (${files.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`;
    });
    resolve(lines.join('\n'));
  });
  await session.post('Debugger.enable');
  await session.post('Debugger.pause');
  return promise;
}

/**
 * Tells systemd that the site has started and, three times in the WatchdogSec of its unit, which systemd passes as WATCHDOG_USEC, that this
 * thread runs. Node has no datagrams on Unix sockets, and a process of this size is not cheap to fork: one small shell does it, until its
 * input ends with this process.
 */
function notifySystemd(): void {
  const { stdin } = spawn('sh', ['-c', 'while read -r state; do systemd-notify "$state"; done'], { stdio: ['pipe', 'ignore', 'ignore'] });
  stdin.on('error', () => {});
  stdin.write('READY=1\n');
  const { WATCHDOG_USEC } = process.env;
  if (WATCHDOG_USEC) setInterval(() => stdin.write('WATCHDOG=1\n'), Number(WATCHDOG_USEC) / 1_000 / 3);
}
