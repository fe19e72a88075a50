/** Returns the kind of UTF-16 that the byte order mark at the start of a file names; undefined without one. */
export function markedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Recognises UTF-16 without a mark: commas, line breaks and Latin letters have a zero byte, always on the same side. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = bytes.subarray(0, 4_096);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const enough = start.length / 20;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/**
 * Decodes a text that is Unicode: UTF-16 if it has that mark, or every other byte is zero; else UTF-8. Windows writes UTF-16 when a
 * command's output is sent to a file. Undefined if it is neither. A mark at the start is left out.
 */
export function decodeUnicode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(markedUtf16(bytes) ?? unmarkedUtf16(bytes) ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
