import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { like } from '#tests/support/matchers.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const [module, thread] = ['server/platform/watch-loop.ts', 'server/platform/loop-watcher.ts'].map((file) =>
  JSON.stringify(pathToFileURL(file)),
);
const limitMs = 900;

/**
 * Runs a program whose loop is watched, with more than enough time for its last words. It handles SIGTERM, as the site does, and ends after
 * `task`; `begun` is called soon after the task has begun.
 */
function run(task: string, begun: (child: ChildProcess) => void, environment: Record<string, string> = {}) {
  const program = `
    import { watchLoop } from ${module};
    watchLoop({ thread: new URL(${thread}), limitMs: ${limitMs}, lastWordsMs: 50_000 });
    process.on('SIGTERM', () => console.log('SIGTERM'));
    setTimeout(async function task() { process.send('begun'); ${task}; process.exit(3); }, 300);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...environment },
  });
  child.once('message', () => setTimeout(begun, 200, child));
  return Promise.all([text(child.stdout as Readable), once(child, 'close')]);
}

it('a process whose event loop stands still ends with a last line in the log, which says where, though it can handle no signal', async () => {
  const [log, [, signal]] = await run('for (let turn = 0; ; turn += 1) Math.sqrt(turn)', (child) => child.kill('SIGTERM'));
  expect(signal).toBe('SIGKILL');
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({ level: 'fatal', event: 'loop.blocked', stack: like(/^ {4}at task \(.+:\d+:\d+\)/) });
});

it('a process whose event loop stands still goes on if it only stops now and then, or all of it was stopped', async () => {
  const pauses = `
    for (let pause = 0; pause < 3; pause += 1) {
      for (const end = Date.now() + 300; Date.now() < end; );
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  `;
  const stop = (child: ChildProcess) => {
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), 2 * limitMs);
  };
  expect(await run(pauses, stop)).toEqual(['', [3, null]]);
});

it('a process whose event loop is watched tells systemd that it has started, and then, more than once in each period of the watchdog, that it runs', async () => {
  const folder = await folderOfTest();
  writeFileSync(path.join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> "${folder}/states"\n`, { mode: 0o755 });
  const systemd = { PATH: `${folder}:${process.env.PATH}`, NOTIFY_SOCKET: `${folder}/socket`, WATCHDOG_USEC: '600000' };
  const states = `${folder}/states`;
  const afterFirst = `
    const { existsSync } = await import('node:fs');
    while (!existsSync(${JSON.stringify(states)})) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  `;
  await run(afterFirst, () => {}, systemd);
  // Once in each period of 0.6 s would be three lines. On a busy machine some are still being written.
  const written = () => readFileSync(states, 'utf8').trim().split('\n');
  await expect.poll(written).toSatisfy((lines: string[]) => lines.length > 5);
  expect([written()[0], new Set(written().slice(1))]).toEqual(['READY=1', new Set(['WATCHDOG=1'])]);
});
