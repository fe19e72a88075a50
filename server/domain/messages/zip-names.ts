/** APPNOTE.TXT, 4.3.16: the record at the end of a ZIP that locates its central directory; a comment of up to 65,535 bytes follows. */
const end = { signature: Buffer.from('PK\x05\x06'), bytes: 22, comment: 65_535 } as const;
/** APPNOTE.TXT, 4.3.12: the fixed part of an entry of that directory; name, extra field and comment follow. */
const entry = { signature: Buffer.from('PK\x01\x02'), bytes: 46 } as const;

/**
 * Returns the names of a ZIP's entries from its central directory, which is what programs use to open it; none if the directory
 * is missing or broken. ZIP64 is not supported: it is for archives over 4 GB.
 */
export function zipNames(content: Buffer): string[] {
  const tail = Math.max(0, content.length - end.bytes - end.comment);
  const found = content.subarray(tail).lastIndexOf(end.signature);
  const last = tail + found;
  if (found < 0 || last + end.bytes > content.length) return [];
  const count = content.readUInt16LE(last + 10);
  const names: string[] = [];
  for (let at = content.readUInt32LE(last + 16); names.length < count; ) {
    const isEntry = at + entry.bytes <= last && content.subarray(at, at + 4).equals(entry.signature);
    if (!isEntry) return [];
    const nameEnd = at + entry.bytes + content.readUInt16LE(at + 28);
    names.push(content.toString('utf8', at + entry.bytes, nameEnd));
    at = nameEnd + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
    if (at > last) return [];
  }
  return names;
}
