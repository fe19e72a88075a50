import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { joinUsers, withLock } from '#db/embedded/file-lock.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

let file: string;
beforeEach(async () => {
  file = path.join(await folderOfTest(), 'lock');
});

const module = fileURLToPath(import.meta.resolve('#db/embedded/file-lock.ts'));

/** Runs code that uses the module in another process, until the test ends, and waits for its first output. */
async function runElsewhere(code: string) {
  const script = `import * as locks from ${JSON.stringify(module)}; const file = ${JSON.stringify(file)}; setInterval(() => {}, 1000); ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

it('the lock is held by another process until that process is killed', async () => {
  const holder = await runElsewhere('locks.withLock(file, 0, async () => { console.log("in"); await new Promise(() => {}); });');
  await expect(withLock(file, 100, async () => 'in')).rejects.toThrow('has held the lock');
  holder.kill('SIGKILL');
  await expect(withLock(file, 10_000, async () => 'in')).resolves.toBe('in');
});

it('joining the users of a file waits while another process has the lock', async () => {
  await runElsewhere(`
    import { writeFileSync } from 'node:fs';
    locks.withLock(file, 0, async () => {
      console.log('in');
      await new Promise((end) => setTimeout(end, 200));
      writeFileSync(file + '.worked', '');
    });
  `);
  const leave = joinUsers(file);
  expect(existsSync(`${file}.worked`)).toBe(true);
  leave();
});
