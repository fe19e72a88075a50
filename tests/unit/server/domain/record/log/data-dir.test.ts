import { link, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { assertSavable, readLastSigned, readOrMakeFile, saveLastSigned } from '#server/domain/record/log/data-dir.ts';
import { env } from '#server/platform/env.ts';
import { makeLogKey, signedNote } from '#tests/support/signed-log.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

vi.mock('node:fs/promises', { spy: true });

const origin = 'carma.example/log';
const key = await makeLogKey(origin);
const noteOf = (size: number) => signedNote({ origin, size, root: new Uint8Array(32) }, key);

let folder: string;
beforeEach(async () => {
  folder = await folderOfTest();
  env().DATA_DIR = path.join(folder, 'data');
});

/** The permissions of each file of the installation. */
const modes = async () =>
  Promise.all((await readdir(path.join(folder, 'data'))).map(async (name) => (await stat(path.join(folder, 'data', name))).mode & 0o777));

it('of the checkpoints that are saved the largest stays, whatever their order, and only its owner can read it', async () => {
  await Promise.all([3, 5, 4].map((size) => saveLastSigned(origin, noteOf(size))));
  expect((await readLastSigned(origin))?.checkpoint.size).toBe(5);
  expect(await readLastSigned('another.example/log')).toBeUndefined();
  expect(await modes()).toEqual([0o600]);
});

it('a file of the installation is made once, whoever else makes it at the same time, and only its owner can read it', async () => {
  const made = await Promise.all(['a', 'b', 'c'].map((text) => readOrMakeFile('secret', () => text)));
  expect(new Set(made).size).toBe(1);
  expect(await readOrMakeFile('secret', () => 'd')).toBe(made[0]);
  expect(await modes()).toEqual([0o600]);
});

it('a folder with room for a checkpoint is left as it was, and one without is named', async () => {
  await assertSavable();
  expect(await modes()).toEqual([]);
  await writeFile(path.join(folder, 'file'), '');
  env().DATA_DIR = path.join(folder, 'file');
  await expect(assertSavable()).rejects.toThrow(`No checkpoint could be saved in ${folder}/file (DATA_DIR): EEXIST`);
});

it('what could not be put in its place is not left in the folder', async () => {
  vi.mocked(rename).mockRejectedValueOnce(new Error('EIO'));
  await expect(saveLastSigned(origin, noteOf(1))).rejects.toThrow('EIO');
  vi.mocked(link).mockRejectedValueOnce(new Error('EPERM'));
  await expect(readOrMakeFile('secret', () => 'a')).rejects.toThrow('EPERM');
  expect(await modes()).toEqual([]);
  // Nor does it keep what is saved later from its place.
  await saveLastSigned(origin, noteOf(2));
  expect((await readLastSigned(origin))?.checkpoint.size).toBe(2);
});
