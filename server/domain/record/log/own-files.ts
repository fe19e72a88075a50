import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the text of a file, which is made with `make` if it does not exist, readable only by its owner.
 * @throws the file system's error.
 */
export async function readOrMakeFile(file: string, make: () => string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(path.dirname(file), { recursive: true });
  // Created atomically, and never replaces one that another process has made meanwhile.
  const part = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(part, make(), { mode: 0o600 });
  await link(part, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(part);
  return readFile(file, 'utf8');
}
