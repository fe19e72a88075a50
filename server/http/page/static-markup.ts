import { Transform } from 'node:stream';
import type { Bytes } from '#server/platform/web/compression.ts';
import { pageContext } from './page-context.ts';

/**
 * The name of the `<meta>` that stands for a static part: an element that React moves to the head if it stands for the head's tags.
 * Nothing else in a page can look like it, because React escapes `<`.
 */
export const placeholderName = 'static';
const opening = `<meta name="${placeholderName}" content="`;
const closing = '"/>';

/**
 * Stores the markup of a static part in the page's context, and returns a placeholder for it, so that the markup
 * passes through neither the payload nor React. For a request of the router's client it returns the markup itself.
 * @param markup may contain placeholders of other parts.
 */
export function deferMarkup(name: string, markup: Bytes): string {
  const context = pageContext();
  if (!context || isForRouter()) return markup.toString();
  context.markup ??= new Map();
  context.markup.set(name, markup);
  return opening + name + closing;
}

/** Whether the page is being rendered for the router's client, which does without the static parts' placeholders. */
export function isForRouter(): boolean {
  return pageContext()?.path.startsWith('/RSC/') ?? false;
}

/** Replaces the placeholders in a page with the markup. @throws Error if there is no markup for one of them. */
export function fillIn(page: Bytes, markup: ReadonlyMap<string, Bytes> = new Map()): Bytes {
  return Buffer.concat(piecesOf(page, markup));
}

/** Markup that contains no placeholder, so that parts of many pages are searched once. */
const withoutPlaceholders = new WeakSet<Bytes>();

function piecesOf(text: Bytes, markup: ReadonlyMap<string, Bytes>): Bytes[] {
  if (withoutPlaceholders.has(text)) return [text];
  const pieces: Bytes[] = [];
  let from = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, from)) {
    const end = text.indexOf(closing, at);
    const name = text.toString('latin1', at + opening.length, end);
    const part = markup.get(name);
    if (part === undefined) throw new Error(`The page has no markup called ${name}`);
    pieces.push(text.subarray(from, at), ...piecesOf(part, markup));
    from = end + closing.length;
  }
  if (pieces.length === 0) withoutPlaceholders.add(text);
  pieces.push(text.subarray(from));
  return pieces;
}

/** The same for a page in chunks, which may end anywhere. */
export function fillInStream(markup: () => ReadonlyMap<string, Bytes> | undefined): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Bytes, _encoding, done) {
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
