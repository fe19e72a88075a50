import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a text to a file, or to stdout without one. What the file held before stays until the new text is whole: an
 * export that fails must not cost the last backup.
 * @throws what the text or the disk throws.
 */
export async function writeOut(pieces: AsyncIterable<string>, file: string | undefined): Promise<void> {
  if (file === undefined) return pipeline(Readable.from(pieces), process.stdout, { end: false });
  // A link stays one; a pipe or a device such as /dev/stdout is written to as it is.
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
