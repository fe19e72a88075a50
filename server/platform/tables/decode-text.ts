import { isUtf8 } from 'node:buffer';
import { markedUtf16, unmarkedUtf16 } from '#verify/text.ts';

/**
 * Decodes a file's text: as its byte order mark says, else as `encoding` (a label that TextDecoder knows), else as UTF-8, or as
 * UTF-16 where every other byte is zero.
 * @throws Error that names the lines that are not UTF-8 and how to name the encoding, or an encoding that does not exist.
 */
export function decodeText(bytes: Buffer, encoding?: string): string {
  const label = markedUtf16(bytes) ?? encoding ?? unmarkedUtf16(bytes) ?? 'utf-8';
  if (/^utf-?8$/i.test(label) && !isUtf8(bytes)) {
    const lines = invalidLines(bytes);
    const list = lines.slice(0, 5).join(', ') + (lines.length > 5 ? `, and ${lines.length - 5} more` : '');
    throw new Error(`The file is not UTF-8 (line ${list}). Save it as UTF-8, or name its encoding: --encoding windows-1252`);
  }
  // "Ã©": part of a file that is windows-1252 elsewhere, as programs write who add to one of another.
  const mixed = /^(?:windows-?1252|latin-?1|iso-8859-1)$/i.test(label) ? /\u00c3[\u00a1-\u00bf]/.exec(bytes.toString('latin1')) : null;
  if (mixed)
    throw new Error(
      `The file is UTF-8 in line ${
        bytes
          .subarray(0, mixed.index)
          .toString('latin1')
          .split(/\r\n?|\n/).length
      }, so not ${label} as a whole. Save it in one encoding.`,
    );
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (cause) {
    throw new Error(`No encoding is called "${label}". Try windows-1252 or utf-16le.`, { cause });
  }
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
