import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { like } from '#tests/support/matchers.ts';

const [module, thread] = ['server/platform/watch-loop.ts', 'server/platform/loop-watcher.ts'].map((file) =>
  JSON.stringify(pathToFileURL(file)),
);
const limitMs = 1_500;

/** Runs a program whose loop is watched. It handles SIGTERM, as the site does, and ends after `task`. */
function run(task: string) {
  const program = `
    import { watchLoop } from ${module};
    watchLoop({ thread: new URL(${thread}), limitMs: ${limitMs} });
    process.on('SIGTERM', () => console.log('SIGTERM'));
    setTimeout(async function task() { ${task}; process.exit(3); }, 300);
  `;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}

async function ended(child: ReturnType<typeof run>) {
  const [log, [code, signal]] = await Promise.all([text(child.stdout as Readable), once(child, 'close')]);
  return { log, code, signal };
}

// A busy machine may leave no time to find out where.
it('a process whose event loop stands still ends with a last line in the log, which says where, though it can handle no signal', {
  retry: 2,
}, async () => {
  const child = run('process.send("still"); for (let turn = 0; ; turn += 1) Math.sqrt(turn)');
  child.once('message', () => setTimeout(() => child.kill('SIGTERM'), 200));
  const { log, signal } = await ended(child);
  expect(signal).toBe('SIGKILL');
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({ level: 'fatal', event: 'loop.blocked', stack: like(/^ {4}at task \(.+:\d+:\d+\)/) });
});

it('a process whose event loop stands still goes on if it only stops now and then, or all of it was stopped', async () => {
  const child = run(`
      for (let pause = 0; pause < 3; pause += 1) {
        for (const end = Date.now() + 500; Date.now() < end; );
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    `);
  setTimeout(() => child.kill('SIGSTOP'), 600);
  setTimeout(() => child.kill('SIGCONT'), 600 + 2 * limitMs);
  expect(await ended(child)).toEqual({ log: '', code: 3, signal: null });
});
