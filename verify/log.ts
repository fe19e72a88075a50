import { parseObject } from './file.ts';
import {
  areEqual,
  type Checkpoint,
  concat,
  findKey,
  type Hash,
  isAfter,
  keyFor,
  type LogKey,
  leafHash,
  type NodeId,
  nodeHash,
  noteLimit,
  readCheckpoint,
  rootOf,
  type VerifierKey,
  verifyCheckpoint,
} from './signed-tree.ts';
import { entryNamed, formatCount, fromUtf8 } from './text.ts';

/**
 * Fetches a path relative to the log, such as `checkpoint` or `tile/0/000.p/5`. @throws if it cannot be fetched: any error but a
 * LogIntegrityError says nothing about the log.
 */
export type Fetch = (path: string) => Promise<Uint8Array<ArrayBuffer>>;

/** Takes a tile, with its path relative to the log, once it is verified. */
export type Keep = (path: string, bytes: Uint8Array) => Promise<void> | void;

/** Returns why something failed. A failed `fetch` has the reason in its cause. */
export function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}

/** The log contradicts itself, or what it has signed. */
export class LogIntegrityError extends Error {}

/** A log that ended with `size` entries. The next one begins with the first `kept` of them, and its entry of index `kept` says so. */
export type EndedLog = { log: string; size: number; kept: number };

/** An older checkpoint covers entries that were lost when its log ended, so that no log of today has its root. */
export class LostEntriesError extends Error {
  readonly ended: EndedLog;

  constructor(ended: EndedLog) {
    const { log, size, kept } = ended;
    super(`the log ${log} ended with ${size} entries, and only the first ${kept} are in this one: the others were lost`);
    this.ended = ended;
  }
}

/**
 * Fetches the log's newest checkpoint, which a key must have signed. A log that continues an ended one has a new name, under which no
 * key is known yet: its checkpoint counts if a key signed it, and the log says that it continues the log of that key's name.
 * @throws LogIntegrityError if none of the keys signed the checkpoint; what `fetchPart` throws.
 */
export async function fetchCheckpoint(
  fetchPart: Fetch,
  keys: readonly VerifierKey[],
): Promise<{ note: string; checkpoint: Checkpoint; key: VerifierKey }> {
  const note = fromUtf8(await fetchPart('checkpoint'));
  const verified = (await verifyCheckpoint(note, keys)) ?? (await verifyRenamed(fetchPart, note, keys));
  if (!verified) throw new LogIntegrityError('The checkpoint is not signed by any key that is known here');
  return { note, ...verified };
}

/** Verifies the checkpoint of a log that says that it continues the log of one of these keys; undefined if none does. */
async function verifyRenamed(fetchPart: Fetch, note: string, keys: readonly VerifierKey[]) {
  const { origin } = readCheckpoint(note)?.checkpoint ?? {};
  if (origin === undefined) return undefined;
  for (const key of keys.filter(({ name }) => name !== origin)) {
    const verified = await verifyCheckpoint(note, [await keyFor(origin, key.publicKey)]);
    if (verified && (await new SignedLog(fetchPart, verified.checkpoint).findEnded(key.name))) return verified;
  }
  return undefined;
}

/** Reads from log.json, if it is there, where to find entries that continue ended logs, and the last witnessed checkpoint. */
export async function readHints(fetchPart: Fetch): Promise<{ ended: Partial<EndedLog>[]; witnessed: number | undefined }> {
  const about = parseObject(fromUtf8(await fetchPart('log.json').catch(() => new Uint8Array())));
  const { ended, witnessed } = about ?? {};
  return {
    ended: Array.isArray(ended) ? ended.filter(Boolean) : [],
    witnessed: Number.isSafeInteger(witnessed) ? Number(witnessed) : undefined,
  };
}

/**
 * A log at one of its checkpoints, read from its tiles. Every tile is verified before it is used: partial tiles against the signed
 * root, full ones against the tile above, entries against their hashes. All methods throw a LogIntegrityError that names what does
 * not match, and what `fetchPart` throws.
 */
export class SignedLog {
  readonly #fetch: Fetch;
  readonly #checkpoint: Checkpoint;
  readonly #keep: Keep | undefined;
  /** Full tiles that are being read, or will be used again. */
  readonly #full = new Map<string, Promise<Hash[]>>();
  #partial: Promise<Hash[][]> | undefined;

  constructor(fetchPart: Fetch, checkpoint: Checkpoint, keep?: Keep) {
    this.#fetch = fetchPart;
    this.#checkpoint = checkpoint;
    this.#keep = keep;
  }

  /**
   * Checks that an older checkpoint is the beginning of this log.
   * @returns the log of that checkpoint, if it has ended and this one continues it; undefined if it is this log.
   * @throws also a LostEntriesError.
   */
  async assertContinues(old: Checkpoint): Promise<EndedLog | undefined> {
    const { origin, size } = this.#checkpoint;
    const ended = old.origin === origin ? undefined : await this.findEnded(old.origin);
    if (old.origin !== origin && !ended)
      throw new LogIntegrityError(
        `The older checkpoint belongs to another log, ${old.origin}, which this one does not say that it continues`,
      );
    if (ended && old.size > ended.size)
      throw new LogIntegrityError(`The log ${ended.log} had ${old.size} entries, and is said to have ended with ${ended.size}`);
    if (ended && old.size > ended.kept) throw new LostEntriesError(ended);
    if (old.size > size) throw new LogIntegrityError(`The log had ${old.size} entries, and has ${size} now`);
    await this.#partialTiles();
    const root = await rootOf(old.size, (ids) => Promise.all(ids.map((id) => this.#node(id))));
    if (!areEqual(root, old.root))
      throw new LogIntegrityError(`The log does not continue the checkpoint over ${old.size} entries: earlier entries have been changed`);
    return ended;
  }

  /**
   * Checks that the key that signed had not been replaced when the newest entry was made.
   * @throws LogIntegrityError
   */
  async assertInUse(signer: VerifierKey, keys: readonly LogKey[]): Promise<void> {
    // The key may have signed under the name of a log that continues its own.
    const known = findKey(keys, signer) ?? keys.find(({ key }) => areEqual(key.publicKey, signer.publicKey));
    const [last, until] = [this.#checkpoint.size - 1, known?.until];
    if (until === undefined || last < 0) return;
    const { time } = parseObject(fromUtf8(await this.readEntry(last))) ?? {};
    if (isAfter(time, until))
      throw new LogIntegrityError(`Its newest entry is of ${time}, and the key that signed it was replaced on ${until}`);
  }

  /** Finds the log of a name that has ended and that this one continues, as one of its entries says; undefined if none does. */
  async findEnded(name: string): Promise<EndedLog | undefined> {
    // The log itself says where the entry is. Only if it is not there, all entries are read.
    const hint = Number((await readHints(this.#fetch)).ended.find(({ log }) => log === name)?.kept);
    const isThere = Number.isSafeInteger(hint) && hint >= 0 && hint < this.#checkpoint.size;
    let found = isThere ? endedIn(name, hint, await this.readEntry(hint)) : undefined;
    if (found) return found;
    await this.readEntries((first, entries) => {
      for (const [at, entry] of entries.entries()) found ??= endedIn(name, first + at, entry);
    });
    return found;
  }

  /** Reads one entry. @throws RangeError if the log has none of this index. */
  async readEntry(index: number): Promise<Uint8Array> {
    if (!(index >= 0 && index < this.#checkpoint.size)) throw new RangeError(`The log has no ${entryNamed(index)}`);
    return (await this.#bundle(Math.floor(index / tileWidth)))[index % tileWidth] as Uint8Array;
  }

  /** Reads every entry in order, in bundles that begin with entry `first`; those before the bundle with entry `from` are left out. */
  async readEntries(onEntries: (first: number, entries: Uint8Array[]) => Promise<void> | void, from = 0): Promise<void> {
    await this.#partialTiles();
    for (let index = Math.floor(from / tileWidth); index * tileWidth < this.#checkpoint.size; index += 1) {
      await onEntries(index * tileWidth, await this.#bundle(index));
      // This tile is not used again, unlike the tile above it.
      this.#full.delete(`0/${index}`);
    }
  }

  /** Reads the entries of the tile of an index: 256, or as many as there are. */
  async #bundle(index: number): Promise<Uint8Array[]> {
    const tile: Tile = { level: 'entries', index, width: this.#widthOf(0, index) };
    const [hashes, entries] = await Promise.all([this.#tile(0, index), this.#fetchTile(tile, parseEntriesTile)]);
    const leaves = await Promise.all(entries.map(leafHash));
    const path = pathOf(tile);
    if (!areEqual(concat(...hashes), concat(...leaves))) throw new LogIntegrityError(`${path} does not hold the entries that were signed`);
    await this.#keep?.(path, writeEntries(entries));
    return entries;
  }

  /** Returns the hash of a complete subtree. */
  async #node(id: NodeId): Promise<Hash> {
    const { level, first } = placeOf(id);
    return subtreeIn(await this.#tile(level, Math.floor(first / tileWidth)), id);
  }

  async #tile(level: number, index: number): Promise<Hash[]> {
    if (this.#widthOf(level, index) < tileWidth) return (await this.#partialTiles())[level] ?? [];
    const key = `${level}/${index}`;
    const tile = this.#full.get(key) ?? this.#fetchFullTile(level, index);
    this.#full.set(key, tile);
    return tile;
  }

  async #fetchFullTile(level: number, index: number): Promise<Hash[]> {
    const tile = { level, index, width: tileWidth };
    const hashes = await this.#fetchTile(tile, readHashes);
    const above = await this.#tile(level + 1, Math.floor(index / tileWidth));
    const expected = above[index % tileWidth];
    if (!expected || !areEqual(await hashTogether(hashes), expected))
      throw new LogIntegrityError(`${pathOf(tile)} does not match the hashes above it`);
    await this.#keep?.(pathOf(tile), concat(...hashes));
    return hashes;
  }

  /** Returns the partial tile of each level; empty: the level has none. The root is made of them alone, so they are verified against it. */
  #partialTiles(): Promise<Hash[][]> {
    this.#partial ??= this.#fetchPartialTiles();
    return this.#partial;
  }

  async #fetchPartialTiles(): Promise<Hash[][]> {
    const { size, root } = this.#checkpoint;
    const tiles: { tile: Tile & { level: number }; hashes: Hash[] }[] = [];
    for (let level = 0; hashesAt(size, level) > 0; level += 1) {
      const index = Math.floor(hashesAt(size, level) / tileWidth);
      const tile = { level, index, width: this.#widthOf(level, index) };
      tiles.push({ tile, hashes: tile.width > 0 ? await this.#fetchTile(tile, readHashes) : [] });
    }
    const partial = tiles.filter(({ hashes }) => hashes.length > 0);
    const found = await rootOf(size, (ids) => Promise.all(ids.map((id) => subtreeIn(tiles[placeOf(id).level]?.hashes ?? [], id))));
    const paths = partial.map(({ tile }) => pathOf(tile)).join(', ');
    if (!areEqual(found, root)) throw new LogIntegrityError(`${paths || 'The empty log'}: not what was signed`);
    for (const { tile, hashes } of partial) await this.#keep?.(pathOf(tile), concat(...hashes));
    return tiles.map(({ hashes }) => hashes);
  }

  #widthOf(level: number, index: number): number {
    return Math.min(tileWidth, hashesAt(this.#checkpoint.size, level) - index * tileWidth);
  }

  /** Fetches a tile. A log may delete a partial tile once it has the full one, so a missing partial tile is cut from the full one. */
  async #fetchTile<Item>(tile: Tile, read: (bytes: Uint8Array<ArrayBuffer>) => Item[] | undefined): Promise<Item[]> {
    let taken = tile;
    const bytes = await this.#fetch(pathOf(tile)).catch((error) => {
      if (tile.width === tileWidth) throw error;
      taken = { ...tile, width: tileWidth };
      return this.#fetch(pathOf(taken)).catch(() => {
        throw error;
      });
    });
    const items = read(bytes);
    if (items?.length !== taken.width) throw new LogIntegrityError(`${pathOf(taken)} does not hold ${taken.width} parts`);
    return items.slice(0, tile.width);
  }
}

/** Returns the log of a name that the entry of an index says it continues; undefined if it says no such thing. */
function endedIn(name: string, index: number, entry: Uint8Array): EndedLog | undefined {
  const continues = parseObject(fromUtf8(entry))?.continues as Partial<EndedLog> | undefined;
  const { log, size, kept } = continues ?? {};
  return log === name && Number.isSafeInteger(size) && kept === index ? (continues as EndedLog) : undefined;
}

const pathOf = (tile: Tile) => `tile/${tilePath(tile)}`;

/** Returns how many hashes a log has at a level of tiles. */
const hashesAt = (size: number, level: number) => Math.floor(size / tileWidth ** level);

/** Returns the level of tiles that holds a subtree, and the number there of its first hash. */
function placeOf({ level, index }: NodeId): { level: number; first: number } {
  return { level: Math.floor(level / levelsInTile), first: index * 2 ** (level % levelsInTile) };
}

/** Returns the hash of a complete subtree from the tile that it lies in. */
function subtreeIn(tile: readonly Hash[], id: NodeId): Promise<Hash> {
  const from = placeOf(id).first % tileWidth;
  return hashTogether(tile.slice(from, from + 2 ** (id.level % levelsInTile)));
}

/** Returns the root over hashes whose number is a power of two. */
async function hashTogether(hashes: readonly Hash[]): Promise<Hash> {
  const [first, middle] = [hashes[0], hashes.length / 2];
  if (!first) throw new RangeError('Nothing to hash');
  if (middle < 1) return first;
  return nodeHash(...(await Promise.all([hashTogether(hashes.slice(0, middle)), hashTogether(hashes.slice(middle))])));
}

function readHashes(bytes: Uint8Array<ArrayBuffer>): Hash[] | undefined {
  if (bytes.length % hashBytes !== 0) return undefined;
  return Array.from({ length: bytes.length / hashBytes }, (_, at) => bytes.slice(at * hashBytes, (at + 1) * hashBytes));
}

const timeoutMs = 30_000;

/** Returns the most bytes that a part of a log has, unpacked. https://c2sp.org/tlog-tiles */
export function partLimit(part: string): number {
  // Before each entry stands its length in two bytes, which is 65,535 at most.
  if (part.startsWith('tile/entries/')) return tileWidth * (2 + 65_535);
  if (part.startsWith('tile/')) return tileWidth * hashBytes;
  return part === 'log.json' ? 64_000 : noteLimit;
}

/**
 * Returns what fetches the parts of a log that is served at an address. It takes no more bytes of a part than there can be, and follows
 * no redirect: whoever checks a log names the place at which it is.
 */
export function fetchFrom(address: string): Fetch {
  return async (part) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const url = new URL(address);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${part}`;
    const answer = await fetch(url, { signal, redirect: 'manual' });
    const elsewhere = answer.headers.get('location');
    if (!answer.ok) throw new Error(`the log answers ${answer.status} to ${part}${elsewhere === null ? '' : `, and names ${elsewhere}`}`);
    const limit = partLimit(part);
    const found = await bodyOf(answer, limit);
    if (!found) throw new Error(`the log's ${part} is larger than ${formatCount(limit)} bytes`);
    return found;
  };
}

/** Reads the body of an answer; undefined if it has more than `limit` bytes. */
export async function bodyOf({ body }: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels what is still to come.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return concat(...chunks);
}

/** How many hashes or entries a full tile holds. https://c2sp.org/tlog-tiles */
export const tileWidth = 256;
/** How many levels of the tree each level of tiles stands for: a full tile is a subtree of so many. */
export const levelsInTile = 8;
const hashBytes = 32;

/** A tile of hashes of a level of tiles, or of entries. `width`: how many it has; below 256 it is a partial tile. */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** Parses a path below `/tile/`, such as `0/x001/234` or `entries/x001/234.p/17`; undefined if it is not canonical (levels: 0 to 63). */
export function readTilePath(path: string): Tile | undefined {
  const [, levelText, indexText, widthText] = /^(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (levelText === undefined || indexText === undefined) return undefined;
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const index = Number(indexText.replace(/[x/]/g, ''));
  const width = widthText === undefined ? tileWidth : Number(widthText);
  const isCanonical = tilePath({ level, index, width }) === path;
  return isCanonical && (level === 'entries' || level < 64) ? { level, index, width } : undefined;
}

/** Returns the path of a tile below `/tile/`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const number = groups.replace(/\d{3}(?=\d)/g, 'x$&/');
  return `${level}/${number}${width < tileWidth ? `.p/${width}` : ''}`;
}

/** Writes an entries tile: each entry is preceded by its length in two bytes. */
export function writeEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat(...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]));
}

/** Parses an entries tile; undefined if the lengths do not add up, or there are more entries than a tile has. */
export function parseEntriesTile(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const length = (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0);
    if (offset + 2 + length > bytes.length || entries.length === tileWidth) return undefined;
    entries.push(bytes.subarray(offset + 2, offset + 2 + length));
    offset += 2 + length;
  }
  return entries;
}
