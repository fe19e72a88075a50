import { brotliCompressSync } from 'node:zlib';

/** Throws unless the text is one element tree: tags nest and close, attributes are quoted, nothing stands between tags. */
export function expectWellFormed(xml: string): void {
  const open: string[] = [];
  let read = 0;
  for (const [tag, closing, name = '', attributes = '', alone] of xml.matchAll(/<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<&]*")*)(\/?)>/g)) {
    if (xml.indexOf(tag, read) !== read) throw new Error(`Stray text at ${read}: ${xml.slice(read, read + 60)}`);
    read += tag.length;
    const names = [...attributes.matchAll(/ ([a-zA-Z0-9-]+)=/g)].map(([, key]) => key);
    if (new Set(names).size !== names.length) throw new Error(`An attribute is given twice: ${tag.slice(0, 80)}`);
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
    } else if (!alone) open.push(name);
    if (open.length === 0 && read < xml.length) throw new Error('More than one root element');
  }
  if (read !== xml.length || open.length > 0) throw new Error(`Not well formed after ${read} characters: ${xml.slice(read, read + 60)}`);
}

/** All path data of a document. */
export function pathData(xml: string): string[] {
  return [...xml.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
}

/** Path data that a browser draws to its end: it begins with a move, and has nothing but commands and finite numbers. */
export const drawablePath = /^M-?[\d.]+[ -]-?[\d.]+(?:[mlhvqtzMHVZ]|[\d.]|-(?=[\d.])| (?=[\d.]))*$/;

export function brotliBytes(text: string): number {
  return brotliCompressSync(text).length;
}
