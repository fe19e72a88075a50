import { brotliCompressSync, constants } from 'node:zlib';

/** Throws unless the text is one element tree: nested and closed tags, quoted attributes, and nothing between tags. */
export function expectWellFormed(xml: string): void {
  const open: string[] = [];
  let read = 0;
  for (const [tag, closing, name = '', attributes = '', selfClosing] of xml.matchAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z0-9-]+="[^"<&]*")*)(\/?)>/g,
  )) {
    if (xml.indexOf(tag, read) !== read) throw new Error(`Stray text at ${read}: ${xml.slice(read, read + 60)}`);
    read += tag.length;
    const names = [...attributes.matchAll(/ ([a-zA-Z0-9-]+)=/g)].map(([, key]) => key);
    if (new Set(names).size !== names.length) throw new Error(`Duplicate attribute: ${tag.slice(0, 80)}`);
    if (closing) {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
    } else if (!selfClosing) open.push(name);
    if (open.length === 0 && read < xml.length) throw new Error('More than one root element');
  }
  if (read !== xml.length || open.length > 0) throw new Error(`Not well formed after ${read} characters: ${xml.slice(read, read + 60)}`);
}

/** Returns all path data of a document. */
export function pathData(xml: string): string[] {
  return [...xml.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) => d);
}

/** Path data that a browser can draw completely: it starts with a move and contains only commands and finite numbers. */
export const drawablePath = /^M-?[\d.]+[ -]-?[\d.]+(?:[mlhvqtzMHVZ]|[\d.]|-(?=[\d.])| (?=[\d.]))*$/;

/**
 * Returns how many bytes a text takes with Brotli, or a few more if those are below `limit` too: the best compression takes forty times
 * as long as a good one.
 */
export function brotliBytes(text: string, limit: number): number {
  const good = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  return good < limit ? good : brotliCompressSync(text).length;
}
