import { hash } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { env } from '#server/platform/env.ts';
import { type Checkpoint, readCheckpoint } from '#verify/signed-tree.ts';

// What an installation keeps outside the database, in DATA_DIR: the last checkpoint of each log, and files that it makes once.

/** Nothing may be signed: the log does not continue what was signed, with this key, or nothing here tells whether it does. */
export class LogForked extends Error {}

/**
 * Returns the last checkpoint that this instance signed or saw; undefined if it knows none. It is stored outside the database, so that one
 * that was restored to an older state is noticed.
 * @throws LogForked if it cannot be read, because then nobody knows what was signed.
 */
export async function readLastSigned(origin: string): Promise<{ note: string; checkpoint: Checkpoint } | undefined> {
  const file = lastSignedFile(origin);
  const note = await readIfThere(file);
  if (note === undefined) return undefined;
  const read = readCheckpoint(note);
  if (read) return { note, checkpoint: read.checkpoint };
  throw new LogForked(
    `The last signed checkpoint cannot be read: ${file}. Put the file back. Or delete it, and state what was signed last: npm run record -- adopt SIZE ROOT`,
  );
}

function readIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

let lastSave: Promise<void> = Promise.resolve();

/** Saves the last checkpoint signed or seen, unless a larger one is saved; it is on disk when this resolves. @throws as `readLastSigned` */
export function saveLastSigned(origin: string, note: string): Promise<void> {
  const save = async () => {
    const saved = await readLastSigned(origin);
    if (saved && saved.checkpoint.size > (readCheckpoint(note)?.checkpoint.size ?? 0)) return;
    const file = lastSignedFile(origin);
    await withPart(file, note, (part) => rename(part, file));
  };
  // Serialised, so that the larger of two always wins.
  lastSave = lastSave.catch(() => {}).then(save);
  return lastSave;
}

/** The most bytes of a saved checkpoint, with several signatures. */
const savedBytes = 4_096;

/** Checks, before a commit that has to be signed afterwards, that there is room for a checkpoint. @throws Error that names the folder. */
export async function assertSavable(): Promise<void> {
  try {
    await withPart(fileOf('record-checkpoint-room'), Buffer.alloc(savedBytes), async () => {});
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`No checkpoint could be saved in ${fileOf('')} (DATA_DIR): ${code}. Nothing was stored.`, { cause });
  }
}

/** Deletes the last checkpoint of a log that has ended. */
export async function forgetLastSigned(origin: string): Promise<void> {
  await rm(lastSignedFile(origin), { force: true });
}

/** Returns the path of a file of the installation. */
const fileOf = (name: string) => path.resolve(env().DATA_DIR, name);
const lastSignedFile = (origin: string) => fileOf(`record-checkpoint-${hash('sha256', origin).slice(0, 16)}`);

/**
 * Writes all of a text to the disk beside a file, under a name of its own, from which `place` gives it the file's. Nothing else remains.
 * @throws the file system's error.
 */
async function withPart(file: string, text: string | Buffer, place: (part: string) => Promise<void>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const written = writeFile(part, text, { mode: 0o600, flush: true });
  await written.then(() => place(part)).finally(() => rm(part, { force: true }));
}

/**
 * Returns the text of a file of the installation, which is made with `make` if it does not exist, readable only by its owner.
 * @throws the file system's error.
 */
export async function readOrMakeFile(name: string, make: () => string): Promise<string> {
  const file = fileOf(name);
  const there = await readIfThere(file);
  if (there !== undefined) return there;
  // Created atomically, and never replaces one that another process has made meanwhile.
  const made = withPart(file, make(), (part) => link(part, file));
  await made.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
