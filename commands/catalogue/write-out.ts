import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a text to a file, or to stdout if none is given. The file is replaced only once the new text is complete, so that a
 * failed export does not destroy the last backup.
 * @throws errors of the text's source or the file system.
 */
export async function writeOut(pieces: AsyncIterable<string>, file: string | undefined): Promise<void> {
  if (file === undefined) return pipeline(Readable.from(pieces), process.stdout, { end: false });
  // Symbolic links are preserved; a pipe or a device such as /dev/stdout is written to directly.
  const target = await realpath(file).catch(() => file);
  const isReplaceable = await stat(target).then(
    (found) => found.isFile(),
    () => true,
  );
  if (!isReplaceable) return writeFile(target, pieces);
  const part = `${target}.part`;
  try {
    await writeFile(part, pieces, { flush: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
