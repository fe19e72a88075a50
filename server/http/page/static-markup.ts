import { Transform } from 'node:stream';
import { requestContext } from '#server/platform/request-context.ts';

/** What a page holds in the place of a static part; React writes `<` in no text, so nothing else reads like it. */
const opening = '<!--static:';
const closing = '-->';

/**
 * Keeps the markup of a static part of the running request's page, and returns what stands for it until the page is HTML:
 * it goes neither through the payload nor through React. What the router's client asks for gets the markup itself.
 */
export function keepMarkup(name: string, markup: string): string {
  const context = requestContext();
  if (!context || context.path.startsWith('/RSC/')) return markup;
  context.markup ??= new Map();
  context.markup.set(name, markup);
  return opening + name + closing;
}

/** A page with the markup of its static parts in their places. @throws Error where one of them is missing. */
export function fillIn(page: Buffer<ArrayBuffer>, markup: ReadonlyMap<string, string> = new Map()): Buffer<ArrayBuffer> {
  const places: { at: number; end: number; text: string }[] = [];
  let size = page.length;
  for (let at = page.indexOf(opening); at !== -1; at = page.indexOf(opening, at + 1)) {
    const end = page.indexOf(closing, at) + closing.length;
    const name = page.toString('latin1', at + opening.length, end - closing.length);
    const text = markup.get(name);
    if (text === undefined) throw new Error(`The page has no markup called ${name}`);
    places.push({ at, end, text });
    size += Buffer.byteLength(text) - (end - at);
  }
  if (places.length === 0) return page;
  const filled = Buffer.allocUnsafeSlow(size);
  let written = 0;
  let read = 0;
  for (const { at, end, text } of places) {
    written += page.copy(filled, written, read, at);
    written += filled.write(text, written);
    read = end;
  }
  page.copy(filled, written, read);
  return filled;
}

/** The same for a page that comes in pieces, wherever they are cut. */
export function fillInStream(markup: () => ReadonlyMap<string, string> | undefined): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer<ArrayBuffer>, _encoding, done) {
      const all = Buffer.concat([held, chunk]);
      const cut = wholeUntil(all);
      held = all.subarray(cut);
      done(null, fillIn(all.subarray(0, cut), markup()));
    },
    flush(done) {
      done(null, held);
    },
  });
}

/** Up to where (bytes) nothing of a place is cut off. */
function wholeUntil(page: Buffer): number {
  const last = page.lastIndexOf(opening);
  if (last !== -1 && page.indexOf(closing, last) === -1) return last;
  const bracket = page.lastIndexOf('<');
  return bracket !== -1 && opening.startsWith(page.toString('latin1', bracket)) ? bracket : page.length;
}
