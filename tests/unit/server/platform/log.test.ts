import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

/** More lines than wait for a reader: some 11 million characters, of which 4 million wait. */
const lines = 10_000;
const importLog = `import { captureConsole, log } from ${JSON.stringify(pathToFileURL('server/platform/log.ts'))}`;
/** Writes these lines, and ends at SIGTERM. */
const program = `
  ${importLog}
  for (let line = 0; line < ${lines}; line += 1) log().info('x'.repeat(999));
  process.on('SIGTERM', () => process.exit(3));
  setInterval(() => {}, 1_000);
  process.send('written');
`;
/** Ends with lines to write while all of Node's threads are busy. */
const busy = `
  import { pbkdf2 } from 'node:crypto';
  ${importLog}
  for (let thread = 0; thread < 8; thread += 1) pbkdf2('', '', 300_000, 32, 'sha256', () => {});
  log().info('first');
  setTimeout(() => {
    log().info('last');
    process.exit(0);
  }, 150);
`;
/** Logs what a person wrote in every way in which it may reach the log, and prints as libraries do. */
const quoting = `
  ${importLog}
  captureConsole();
  log().info({ event: 'fields', name: 'Ada', visitor: { email: 'Ada', message: 'Ada', subject: 'Ada', headers: {} } });
  const refused = Object.assign(new Error('invalid input syntax for type integer: "Ada"'), { code: '22P02', detail: 'Ada' });
  log().error({ event: 'database', err: new Error('Not stored', { cause: refused }) }, 'Failed');
  try { JSON.parse('Ada'); } catch (err) { log().error({ event: 'parser', err }, 'Not read'); }
  console.error('Not rendered', new Error('The destination stream closed early'));
  console.error('Not rendered', new Error('A part failed'));
  process.emitWarning('Old', 'DeprecationWarning');
`;
const run = (stdout: 'pipe' | number, source = program) =>
  spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    env: { ...process.env, LOG_LEVEL: 'info' },
  });

it('a reader that has stalled does not keep a process from ending, and is told later how many lines were dropped', async () => {
  const [stalled, late] = [run('pipe'), run('pipe')];
  await Promise.all([once(stalled, 'message'), once(late, 'message')]);
  stalled.kill('SIGTERM');
  expect(await once(stalled, 'exit')).toEqual([3, null]);
  let read = '';
  late.stdout?.setEncoding('utf8').on('data', (part: string) => (read += part));
  await expect.poll(() => read, { timeout: 30_000 }).toMatch(/"event":"log.dropped".*\n/);
  late.kill('SIGTERM');
  await once(late, 'close');
  const dropped = Number(/"event":"log.dropped","lines":(\d+)/.exec(read)?.[1]);
  expect(dropped).toBeGreaterThan(lines / 3);
  expect(read.match(/"msg":"x{999}"}$/gm)).toHaveLength(lines - dropped);
});

it('a full disk does not keep a process from ending', async () => {
  const child = run(openSync('/dev/full', 'w'));
  await once(child, 'message');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([3, null]);
});

it('lines that are still to be written when the process ends are written, in their order', async () => {
  const { stdout } = run('pipe', busy);
  expect((await text(stdout as Readable)).match(/(?<="msg":").*(?="}$)/gm)).toEqual(['first', 'last']);
});

it('what a person wrote is left out of the log, and what libraries print is in it, unless a visitor has just left', async () => {
  const { stdout } = run('pipe', quoting);
  const written = await text(stdout as Readable);
  expect(written).not.toContain('Ada');
  const logged = (written.match(/.+/g) ?? []).map((line) => JSON.parse(line));
  expect(logged.map(({ event, err }) => [event, err?.text, err?.cause?.code])).toEqual([
    ['fields', undefined, undefined],
    ['database', 'Not stored', '22P02'],
    ['parser', undefined, undefined],
    ['console', 'A part failed', undefined],
    ['process.warning', undefined, undefined],
  ]);
});
