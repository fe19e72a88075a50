import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { boundedText, maxParts, TooManyFields } from '#server/platform/web/form-fields.ts';
import { roomOf } from '#src/schemas/contact.ts';

/** Bytes that are read and thrown away past the limit, so that a browser gets to the end of its upload and to the answer. */
const maxDrained = 64 * 1024 * 1024;
/** RFC 2046, section 5.1.1. */
const longestBoundary = 70;
/** Longer media types (characters) are no browser's. */
const longestType = 300;
/** Bytes of a form that are parsed in one go. */
const pieceBytes = 16_384;
/** Bytes of a form that are held without a place: what a form without a file has, and what Node holds of it anyway. */
const freeBytes = 65_536;

/** Somewhere to hold a large form. `take` says whether there is room; `lost` is called when there no longer is. */
export type Place = { take: (lost: () => void) => Promise<boolean>; moved: (bytes: number) => void };

const anywhere: Place = { take: async () => true, moved: () => {} };

/** A part of a form as it comes in. `isCut`: there was more than is kept. */
type Part = { name: string; fileName: string | undefined; chunks: Uint8Array[]; size: number; isCut: boolean };

/**
 * A posted multipart form, of which at most `limit` bytes are read. A longer body is closed off there: what was sent before
 * the cut stays readable, and a file in which it falls is over its own limit, so the form can say so beside that field.
 * A text is kept as far as its field has room (`roomOf`). What is more than a few kilobytes is held in a `place`; without
 * one it is closed off, too.
 * @throws TypeError when the body is not a multipart form, or its text not UTF-8; TooManyFields.
 */
export async function readForm(request: Request, limit: number, place: Place = anywhere): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";]+)"?/i.exec(type.slice(0, longestType))?.[1]?.trim();
  if (!boundary || type.length > longestType || boundary.length > longestBoundary) throw new TypeError('Not a multipart form');
  const reader = new PartReader(type);
  const isCut = await feed(request, limit, { reader, place });
  if (reader.error) throw reader.error;
  if (isCut) await reader.write(Buffer.from(`\r\n--${boundary}--\r\n`));
  await reader.end();
  // A cut may fall into the head of a part, which then is none.
  if (reader.error && !isCut) throw reader.error;
  const form = new FormData();
  for (const part of reader.parts) {
    if (part.fileName === undefined) form.append(part.name, textOf(part, isCut));
    else form.append(part.name, new File(part.chunks as Uint8Array<ArrayBuffer>[], part.fileName));
  }
  return form;
}

/** The first `limit` bytes of a body as text; the rest is read and thrown away. */
export async function readUpTo(request: Request, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    if (size < limit) chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size > limit + maxDrained) break;
  }
  return Buffer.concat(chunks).toString();
}

type Feeding = { reader: PartReader; place: Place };

/**
 * Hands the body to `reader`, piece by piece, until it is at its end, is no form, or is more than may be held. The rest is read
 * and thrown away. @returns whether there was any.
 */
async function feed(request: Request, limit: number, { reader, place }: Feeding): Promise<boolean> {
  let size = 0;
  let isPlaced = false;
  let isCut = false;
  const lose = () => {
    isCut = true;
    reader.forget();
  };
  for await (const chunk of request.body ?? []) {
    place.moved(chunk.length);
    const left = limit - size;
    size += chunk.length;
    if (size > limit + maxDrained) break;
    if (!isCut && !isPlaced && size > freeBytes) {
      isPlaced = await place.take(lose);
      if (!isPlaced) lose();
    }
    for (let at = 0; at < Math.min(left, chunk.length) && !isCut; at += pieceBytes) {
      await reader.write(chunk.subarray(at, Math.min(at + pieceBytes, left)));
      if (reader.error) lose();
    }
    if (size > limit) isCut = true;
  }
  return isCut;
}

function textOf({ name, chunks, isCut }: Part, isFormCut: boolean): string {
  // A cut may fall into a letter.
  const decoder = new TextDecoder('utf-8', { fatal: !isCut && !isFormCut });
  return boundedText(name, decoder.decode(Buffer.concat(chunks)));
}

/** The parts of a form, as their bytes come in. Every one is read as a file would be, for its bytes. */
class PartReader {
  readonly parts: Part[] = [];
  private readonly parser: BusboyInstance;
  private readonly finished: Promise<void>;
  /** Why it is no form of ours. */
  error: Error | undefined;

  constructor(type: string) {
    const limits = { parts: maxParts, headerPairs: 20, headerSize: 8_192 };
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
      this.error = new TooManyFields();
    });
    this.parser.on('file', (name, stream, fileName) => {
      const part: Part = { name, fileName: fileName?.replace(/%(?:0a|0d|22)/gi, decodeURIComponent), chunks: [], size: 0, isCut: false };
      // A part without a name is none of a form.
      if (typeof name === 'string') this.parts.push(part);
      else this.error = new TypeError('A part of the form has no name');
      // Its error is the parser's.
      stream.on('error', () => {});
      stream.on('data', (chunk: Uint8Array) => keep(part, chunk));
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

  /** Lets go of the files. */
  forget(): void {
    for (const part of this.parts) if (part.fileName !== undefined) part.chunks.length = 0;
  }
}

function keep(part: Part, chunk: Uint8Array): void {
  // Letters have four bytes at most.
  const left = part.fileName === undefined ? 4 * (roomOf(part.name) + 2) - part.size : chunk.length;
  if (left > 0) part.chunks.push(chunk.subarray(0, left));
  if (left < chunk.length) part.isCut = true;
  part.size += chunk.length;
}
