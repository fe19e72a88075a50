import { Transform } from 'node:stream';
import { pageContext } from './page-context.ts';

/** The placeholder of a static part. React escapes `<` in text, so nothing else in a page can look like it. */
const opening = '<!--static:';
const closing = '-->';

/**
 * Stores the markup of a static part in the page's context, and returns a placeholder for it, so that the markup
 * passes through neither the payload nor React. For a request of the router's client it returns the markup itself.
 */
export function deferMarkup(name: string, markup: string): string {
  const context = pageContext();
  if (!context || context.path.startsWith('/RSC/')) return markup;
  context.markup ??= new Map();
  context.markup.set(name, markup);
  return opening + name + closing;
}

/** Replaces the placeholders in a page with the markup. @throws Error if there is no markup for one of them. */
export function fillIn(page: Buffer<ArrayBuffer>, markup: ReadonlyMap<string, string> = new Map()): Buffer<ArrayBuffer> {
  const placeholders: { at: number; end: number; text: string }[] = [];
  let size = page.length;
  for (let at = page.indexOf(opening); at !== -1; at = page.indexOf(opening, at + 1)) {
    const end = page.indexOf(closing, at) + closing.length;
    const name = page.toString('latin1', at + opening.length, end - closing.length);
    const text = markup.get(name);
    if (text === undefined) throw new Error(`The page has no markup called ${name}`);
    placeholders.push({ at, end, text });
    size += Buffer.byteLength(text) - (end - at);
  }
  if (placeholders.length === 0) return page;
  const filled = Buffer.allocUnsafeSlow(size);
  let written = 0;
  let read = 0;
  for (const { at, end, text } of placeholders) {
    written += page.copy(filled, written, read, at);
    written += filled.write(text, written);
    read = end;
  }
  page.copy(filled, written, read);
  return filled;
}

/** The same for a page in chunks, which may end anywhere. */
export function fillInStream(markup: () => ReadonlyMap<string, string> | undefined): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer<ArrayBuffer>, _encoding, done) {
      const all = Buffer.concat([held, chunk]);
      const cut = completeUntil(all);
      held = all.subarray(cut);
      done(null, fillIn(all.subarray(0, cut), markup()));
    },
    flush(done) {
      done(null, held);
    },
  });
}

/** Returns the offset (bytes) before which no placeholder is cut off. */
function completeUntil(page: Buffer): number {
  const last = page.lastIndexOf(opening);
  if (last !== -1 && page.indexOf(closing, last) === -1) return last;
  const bracket = page.lastIndexOf('<');
  return bracket !== -1 && opening.startsWith(page.toString('latin1', bracket)) ? bracket : page.length;
}
