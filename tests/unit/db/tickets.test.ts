import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nameOfProcess } from '#db/embedded/processes.ts';
import { drawTicket, livingTickets, withLock } from '#db/embedded/tickets.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#tests/support/temporary-folder.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});
afterEach(() => folder.remove());

describe('the lock', () => {
  test('lets one in at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(10);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(folder.path, 10_000, work)));
    expect(most).toBe(1);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('is free again when the work failed', async () => {
    await expect(withLock(folder.path, 1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(withLock(folder.path, 1_000, async () => 'in')).resolves.toBe('in');
  });

  test('is not held by a process that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    await writeFile(path.join(folder.path, `000000000000001-${nameOfProcess(child.pid)}-abcdef01`), '');
    await expect(withLock(folder.path, 100, async () => 'in')).rejects.toThrow(`Process ${child.pid} has held the lock`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(withLock(folder.path, 1_000, async () => 'in')).resolves.toBe('in');
  });

  test('is not held by a process that only has the id of the one that took it', async () => {
    await writeFile(path.join(folder.path, `000000000000001-${process.pid}.1-abcdef01`), '');
    await expect(withLock(folder.path, 1_000, async () => 'in')).resolves.toBe('in');
  });

  test('is waited for when the clock went back after it was taken', async () => {
    const later = `999999999999999-${nameOfProcess()}-abcdef01`;
    await writeFile(path.join(folder.path, later), '');
    await expect(withLock(folder.path, 200, async () => 'in')).rejects.toThrow('has held the lock');
  });
});

test('tickets of running processes are counted, until they are dropped', async () => {
  const [one, two] = [await drawTicket(folder.path), await drawTicket(folder.path)];
  expect(await livingTickets(folder.path)).toHaveLength(2);
  await one.drop();
  await two.drop();
  expect(await livingTickets(folder.path)).toEqual([]);
  expect(await livingTickets(path.join(folder.path, 'none'))).toEqual([]);
});
