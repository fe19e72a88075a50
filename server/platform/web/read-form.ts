import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { Refused } from '#server/platform/refused.ts';

/** RFC 2046, section 5.1.1. */
const longestBoundary = 70;
/** No browser sends a longer media type (characters). */
const longestType = 300;
/** Bytes of a form that are parsed at a time. */
const pieceBytes = 16_384;
/** Bytes of a form that may be held without a place (`enter`): enough for any form without a file, and Node buffers as much anyway. */
const bytesWithoutPlace = 65_536;

type Part = { name: string; fileName: string | undefined; chunks: Uint8Array[]; size: number; isTruncated: boolean };

type ReadOptions = {
  /** The most bytes of the form to read. */
  limit: number;
  textLimit: TextLimit;
  /** Asks for one of few places for forms above `bytesWithoutPlace`, which then have to arrive at `leastProgress`. False: none is free. */
  enter?: () => Promise<boolean>;
  /** How long (ms) the whole form may take to arrive. */
  ms: number;
};
/** What has arrived of a form. `isLate`: its time was over before its end. */
type ReadForm = { form: FormData; isLate: boolean };

/**
 * Reads a posted multipart form, up to `limit` bytes. Of a longer body everything before the cut is returned: a file that was cut there is
 * still larger than a file may be, which the form then says beside its field. Texts are cut at their field's `textLimit`. A form of more
 * than `bytesWithoutPlace` that is denied a place is cut there, and a late one where its time was over: whoever refused the place, or sees
 * `isLate`, does not use its files. What is left is for the answer to drain.
 * @throws TypeError when the body is not a multipart form, or its text is not UTF-8; Refused when it has too many fields.
 */
export async function readForm(request: Request, { limit, textLimit, enter = async () => true, ms }: ReadOptions): Promise<ReadForm> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";]+)"?/i.exec(type.slice(0, longestType))?.[1]?.trim();
  if (!boundary || type.length > longestType || boundary.length > longestBoundary) throw new TypeError('Not a multipart form');
  const reader = new PartReader(type, textLimit);
  let size = 0;
  let mayHold = Math.min(limit, bytesWithoutPlace);
  const take = async (chunk: Uint8Array) => {
    const before = size;
    size += chunk.length;
    if (size > mayHold && mayHold < limit && (await enter())) mayHold = limit;
    // A form that gets no place is still read as far as any may be without one: that contains what was typed.
    const cut = Math.min(chunk.length, mayHold - before);
    for (let at = 0; at < cut && !reader.error; at += pieceBytes) await reader.write(chunk.subarray(at, Math.min(at + pieceBytes, cut)));
    return size <= mayHold && !reader.error;
  };
  const end = await readPieces(request.body, { ms, take, isPaced: () => size > bytesWithoutPlace });
  if (reader.error) throw reader.error;
  const isTruncated = end !== 'complete';
  if (isTruncated) await reader.write(Buffer.from(`\r\n--${boundary}--\r\n`));
  await reader.end();
  // A cut inside the header of a part makes it malformed; that part is ignored.
  if (reader.error && !isTruncated) throw reader.error;
  const form = new FormData();
  for (const part of reader.parts) {
    if (part.fileName === undefined) form.append(part.name, boundedText(textOf(part, isTruncated), textLimit(part.name)));
    else form.append(part.name, new File(part.chunks as Uint8Array<ArrayBuffer>[], part.fileName));
  }
  return { form, isLate: end === 'late' };
}

/** Reads a body of up to `limit` bytes. Of a longer one (`end` is then 'enough') it reads these, of a late one what has arrived. */
export async function readUpTo(
  { body }: Request,
  { limit, ms }: Pick<ReadOptions, 'limit' | 'ms'>,
): Promise<{ bytes: Buffer; end: ReadingEnd }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array) => {
    chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    return size <= limit;
  };
  const end = await readPieces(body, { ms, take });
  return { bytes: Buffer.concat(chunks), end };
}

function textOf({ chunks, isTruncated }: Part, isFormTruncated: boolean): string {
  // Truncation may have split a character.
  return new TextDecoder('utf-8', { fatal: !isTruncated && !isFormTruncated }).decode(Buffer.concat(chunks));
}

/** Collects the parts of a form as their bytes arrive. Every part is parsed as a file, to get its raw bytes. */
class PartReader {
  readonly parts: Part[] = [];
  private readonly parser: BusboyInstance;
  private readonly finished: Promise<void>;
  /** Why the body is rejected. */
  error: Error | undefined;

  constructor(type: string, textLimit: TextLimit) {
    // Browsers give a part two headers, of which one has its name and that of its file.
    const limits = { parts: maxFields, headerPairs: 20, headerSize: 8_192 };
    try {
      this.parser = new Busboy({ headers: { 'content-type': type }, limits, isPartAFile: () => true, preservePath: true });
    } catch (cause) {
      throw new TypeError('Not a multipart form', { cause });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.parser.once('finish', resolve);
    this.parser.once('error', (cause) => {
      this.error ??= new TypeError('Not a multipart form', { cause });
      resolve();
    });
    this.parser.on('partsLimit', () => {
      this.error = tooManyFields();
    });
    this.parser.on('file', (name, stream, fileName) => {
      const part: Part = {
        name,
        fileName: fileName?.replace(/%(?:0a|0d|22)/gi, decodeURIComponent),
        chunks: [],
        size: 0,
        isTruncated: false,
      };
      // In a form, every part has a name (RFC 7578, section 4.2).
      if (typeof name === 'string') this.parts.push(part);
      else this.error = new TypeError('A part of the form has no name');
      // The parser reports the same error.
      stream.on('error', () => {});
      stream.on('data', (chunk: Uint8Array) => append(part, chunk, textLimit));
    });
  }

  async write(piece: Uint8Array): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.parser.write(piece, () => resolve());
    await Promise.race([promise, this.finished]);
  }

  async end(): Promise<void> {
    this.parser.end();
    await this.finished;
  }
}

function append(part: Part, chunk: Uint8Array, textLimit: TextLimit): void {
  // What `boundedText` keeps: a character has at most four bytes in UTF-8.
  const left = part.fileName === undefined ? 4 * (textLimit(part.name) + 2) - part.size : chunk.length;
  if (left > 0) part.chunks.push(chunk.subarray(0, left));
  if (left < chunk.length) part.isTruncated = true;
  part.size += chunk.length;
}

/** Returns the most UTF-16 units that a text field may have, by its name. */
type TextLimit = (field: string) => number;

/** The most fields of a form, files included. Our largest has a dozen and its files; a shortlist has `linesLimit` lines. */
const maxFields = 100;
const tooManyFields = () => new Refused('body_too_large', { message: `A form has at most ${maxFields} fields.` });

/**
 * Parses an urlencoded form, counting its fields first, and cuts each value at its maximum length.
 * @throws Refused when it has too many fields.
 */
export function fieldsOf(form: string, textLimit: TextLimit): URLSearchParams {
  if (form.split('&', maxFields + 1).length > maxFields) throw tooManyFields();
  return new URLSearchParams([...new URLSearchParams(form)].map(([name, value]) => [name, boundedText(value, textLimit(name))]));
}

/** Cuts a text at its field's maximum length, but at least one character beyond it, so that the schema still rejects it. */
export function boundedText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit + 2);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the text fields of a form, without its files. */
export function textsOf(form: FormData): [name: string, value: string][] {
  return [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** Returns the first name that occurs twice. Compares each with all: there are `maxFields` at most. */
export function repeatedName(names: Iterable<string>): string | undefined {
  const list = [...names];
  return list.find((name, at) => list.indexOf(name) < at);
}

/** Bytes that are read and discarded of a body that is refused, so that the client can finish sending and read the answer. */
export const maxDrainedBytes = 64 * 1024 * 1024;

/** The least that a client must send to count as sending: `bytes` in each `ms`. */
export const leastProgress = { bytes: 50_000, ms: 5_000 };

/** Why reading ended: the body did, `take` has had enough, or the time was over. */
type ReadingEnd = 'complete' | 'enough' | 'late';

type Reading = {
  /** How long (ms) the whole of it may take. */
  ms: number;
  take: (piece: Uint8Array) => boolean | Promise<boolean>;
  /** Whether it has to arrive at `leastProgress` from now on. */
  isPaced?: () => boolean;
};

/**
 * Passes the pieces of a body to `take` as they arrive, until it ends, `take` returns false or it is late. What is left stays
 * readable, so that it can be drained. @throws if the client goes away.
 */
async function readPieces(body: ReadableStream<Uint8Array> | null, { ms, take, isPaced = () => false }: Reading): Promise<ReadingEnd> {
  if (!body) return 'complete';
  const reader = body.getReader();
  let isLate = false;
  let arrived = 0;
  // Ends the read that is waiting. A race against one promise for the whole time would hold every piece until then.
  const giveUp = () => {
    isLate = true;
    reader.releaseLock();
  };
  const timer = setTimeout(giveUp, ms);
  let wasPaced = false;
  const pace = setInterval(() => {
    if (wasPaced && arrived < leastProgress.bytes) giveUp();
    wasPaced = isPaced();
    arrived = 0;
  }, leastProgress.ms);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'complete';
      arrived += value.length;
      if (!(await take(value))) return 'enough';
    }
  } catch (error) {
    if (isLate) return 'late';
    throw error;
  } finally {
    clearTimeout(timer);
    clearInterval(pace);
    reader.releaseLock();
  }
}
