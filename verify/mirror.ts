import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Fetch } from './follow-log.ts';
import type { Checkpoint } from './note.ts';

/**
 * A copy of a log in a folder, with the paths that the log has: any web server that serves the folder serves the log. Only what has
 * been verified is written, and the checkpoint last, so that the folder is a whole log at every moment.
 */
export class Mirror {
  readonly #folder: string;
  readonly #readHere = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether a file of the folder has been read instead of the log. */
  get isUsed(): boolean {
    return this.#readHere.size > 0;
  }

  /** Returns the checkpoint at which the folder was left; undefined if it has none yet. */
  async checkpoint(): Promise<string | undefined> {
    return (await this.#read('checkpoint'))?.toString('utf8');
  }

  /** Returns a reader that takes from the log only the tiles that the folder lacks. */
  before(fetch: Fetch): Fetch {
    return async (part) => {
      const found = part.startsWith('tile/') ? await this.#read(part) : undefined;
      if (!found) return fetch(part);
      this.#readHere.add(part);
      return new Uint8Array(found);
    };
  }

  /** Forgets what the folder has, so that every tile is written anew. */
  distrust(): void {
    this.#readHere.clear();
  }

  /** Keeps a verified tile. A full tile replaces the partial ones. */
  async keep(part: string, bytes: Uint8Array): Promise<void> {
    if (this.#readHere.has(part)) return;
    await this.#write(part, bytes);
    if (!part.includes('.p/')) await rm(path.join(this.#folder, `${part}.p`), { recursive: true, force: true });
  }

  /** Keeps entries as text too, one a line, until `finish` is called. */
  async addLines(first: number, entries: readonly Uint8Array[]): Promise<void> {
    const file = path.join(this.#folder, 'entries.jsonl.part');
    await mkdir(this.#folder, { recursive: true });
    const lines = Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from('\n')]));
    await (first === 0 ? writeFile(file, lines) : appendFile(file, lines));
  }

  /** Keeps a checkpoint, and that its entries are lines if they are, once everything else has been kept. */
  async finish(
    note: string,
    { size }: Checkpoint,
    { keys, isText, about }: { keys: string; isText: boolean; about: Map<string, Uint8Array> },
  ) {
    const lines = path.join(this.#folder, 'entries.jsonl');
    if (existsSync(`${lines}.part`)) await (isText ? rename(`${lines}.part`, lines) : rm(`${lines}.part`));
    for (const [name, bytes] of about) await this.#write(name, bytes);
    await this.#write('keys', Buffer.from(keys));
    await this.#write(`checkpoints/${size}`, Buffer.from(note));
    await this.#write('checkpoint', Buffer.from(note));
  }

  async #read(part: string): Promise<Buffer | undefined> {
    return readFile(path.join(this.#folder, part)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
  }

  /** Writes a file that is there whole, or not at all. */
  async #write(part: string, bytes: Uint8Array): Promise<void> {
    const file = path.join(this.#folder, part);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, bytes);
    await rename(`${file}.part`, file);
  }
}
