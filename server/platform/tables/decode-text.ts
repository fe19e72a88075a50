import { isUtf8 } from 'node:buffer';

/**
 * Decodes a file's text: as its byte order mark says, else as `encoding` (a label that TextDecoder knows), else as UTF-8, or as
 * UTF-16 where every other byte is zero.
 * @throws Error that names the lines that are not UTF-8 and how to name the encoding, or an encoding that does not exist.
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
  const label = marked ?? encoding ?? unmarkedUtf16(bytes) ?? 'utf-8';
  if (/^utf-?8$/i.test(label) && !isUtf8(bytes)) {
    const lines = invalidLines(bytes);
    const list = lines.slice(0, 5).join(', ') + (lines.length > 5 ? `, and ${lines.length - 5} more` : '');
    throw new Error(`The file is not UTF-8 (line ${list}). Save it as UTF-8, or name its encoding: --encoding windows-1252`);
  }
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (cause) {
    throw new Error(`No encoding is called "${label}". Try windows-1252 or utf-16le.`, { cause });
  }
}

/** Recognises UTF-16 without a mark: commas, line breaks and Latin letters have a zero byte, always on the same side. */
function unmarkedUtf16(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = start.length / 20;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

function invalidLines(bytes: Buffer): number[] {
  const invalid: number[] = [];
  for (let start = 0, line = 1; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end === -1 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(start, stop))) invalid.push(line);
    start = stop + 1;
  }
  return invalid;
}
