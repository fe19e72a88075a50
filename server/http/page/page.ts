import { type ComponentPropsWithoutRef, createElement, type JSX, type ReactNode } from 'react';
import { pageContext } from './page-context.ts';

type StaticProps<Name extends keyof JSX.IntrinsicElements> = { as: Name } & ComponentPropsWithoutRef<Name>;

/**
 * An element whose children React never hydrates: their markup is inserted into the finished page, because the same elements in the
 * payload would cost many times as much (docs/decisions/034). They may contain no islands, nothing asynchronous and nothing for the
 * document's head. The element itself remains React's.
 * @throws Error if something inside is asynchronous or a client component, or before `renderStaticWith`.
 */
export function Static<Name extends keyof JSX.IntrinsicElements>({ as, children, ...attributes }: StaticProps<Name>): ReactNode {
  if (!renderStatic) throw new Error('The ssr environment is not loaded yet');
  const markup = renderStatic(children as ReactNode);
  // The payload has a placeholder where the page has the markup. React leaves that as it is, and need not warn of it.
  return createElement(as, { ...attributes, suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: deferMarkup(markup) } });
}

let renderStatic: ((children: ReactNode) => string) | undefined;

/** Sets what renders elements to HTML, before any page is: ./render-html.ts has it from Waku's `ssr` environment. */
export function renderStaticWith(render: (children: ReactNode) => string): void {
  renderStatic = render;
}

/**
 * The `<meta>` that stands for a static part: an element that React moves to the head if it stands for something there. Nothing
 * else in a page can look like it, because React escapes `<`.
 */
const placeholder = (number: number) => `<meta name="static" content="${number}"/>`;
const placeholders = /<meta name="static" content="(\d+)"\/>/g;

/**
 * Stores the markup of a static part in the page's context, and returns a placeholder for it, so that the markup passes through
 * neither the payload nor React. Outside a page it returns the markup itself.
 * @param markup may contain placeholders of other parts.
 */
export function deferMarkup(markup: string): string {
  const context = pageContext();
  if (!context) return markup;
  context.markup ??= [];
  return placeholder(context.markup.push(markup) - 1);
}

/** What React's HTML lacks. */
type Missing = {
  /** Returns the markup of the static parts so far. */
  markup: () => readonly string[] | undefined;
  /** The output of the page's server components, which stands at the end of a page with islands. */
  payload: string | Promise<string>;
};

/** Completes a page that React has rendered. @throws Error if a static part is missing. */
export async function completePage(html: string, missing: Missing): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of completePieces([html], missing)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Completes a page while React renders it, cut anywhere. Yields it with each tag in one piece, because a static part stands for one,
 * and holds the end of the body back until the payload is complete. @throws Error if a static part is missing.
 */
export async function* completePieces(html: AsyncIterable<string> | Iterable<string>, { markup, payload }: Missing) {
  let held = '';
  let hasIslands = false;
  for await (const chunk of html) {
    const text = held + chunk;
    const bodyEnd = text.indexOf('</body>');
    const openTag = text.lastIndexOf('<') > text.lastIndexOf('>') ? text.lastIndexOf('<') : text.length;
    const cut = bodyEnd === -1 ? openTag : bodyEnd;
    held = text.slice(cut);
    if (cut === 0) continue;
    const piece = text.slice(0, cut);
    // Elements that React hydrates (src/client/island.ts). Static parts contain none.
    hasIslands ||= piece.includes(' data-island="');
    yield Buffer.from(fillIn(piece, markup()));
  }
  yield Buffer.from(hasIslands ? dataBlock(await payload) + held : held);
}

function fillIn(html: string, markup: readonly string[] = []): string {
  return html.replace(placeholders, (_, number: string) => {
    const part = markup[Number(number)];
    if (part === undefined) throw new Error(`The page has no static part ${number}`);
    return fillIn(part, markup);
  });
}

/** The payload as src/page-scripts/islands.ts reads it. */
function dataBlock(payload: string): string {
  return `<script type="application/json" id="payload">${JSON.stringify(payload).replaceAll('<', '\\u003c')}</script>`;
}
