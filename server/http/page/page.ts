// The page that is being rendered: its request, whether it may still wait, and its static parts, which complete it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type ComponentPropsWithoutRef, createElement, type JSX, type ReactNode } from 'react';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { Address } from '#server/platform/web/app-env.ts';
import type { FormResult } from '#shared/schemas/form.ts';

/** What the page being rendered needs to know about its request, and what its parts leave for the renderer. */
export type PageContext = {
  /** The requested path; the not-found page shows it. */
  path: string;
  /** What is declared of it; absent in unit tests. */
  address?: Address;
  /** The query, with its question mark. */
  search: string;
  /** Whether a page of this site led here, rather than a link of another or a mail. */
  isFromSite?: boolean;
  /** The outcome of a form that was posted without JavaScript, to be shown on the page that is returned. */
  formResult?: FormResult;
  /** Since when the project of the address is out of the catalogue, and why: the not-found page says so, with status 410. */
  withdrawn?: { withdrawnAt: Date; reason: string | null };
  /** When the page was asked for (performance.now()): what it has waited for already counts. */
  askedAt?: number;
  /** Whether the page waits for all of its parts, however late they are. */
  mustBeWhole?: boolean;
  /** Whether a part of the page went without something that was late. */
  isLate?: boolean;
  /** The markup of the page's static parts, in the order of their numbers. */
  markup?: string[];
};

const storage = new AsyncLocalStorage<PageContext>();

/** Renders a page with `context` available to all its components. */
export function withPageContext<Result>(context: PageContext, render: () => Result): Result {
  return storage.run(context, render);
}

/** Returns the context of the page being rendered; undefined in unit tests and during the build. */
export function pageContext(): PageContext | undefined {
  return storage.getStore();
}

/** Resolves to a result that part of a page is rendered from, or to undefined if it is late. A page without it is not cached. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let isThere = false;
  const noted = work.finally(() => {
    isThere = true;
  });
  const result = await untilPageBegins(noted);
  const context = pageContext();
  if (!isThere && context) context.isLate = true;
  return result;
}

/** Resolves to the result of `work`, or to undefined if the page has to begin without it. @throws whatever `work` throws. */
export async function untilPageBegins<Result>(work: Promise<Result>): Promise<Result | undefined> {
  if (pageContext()?.mustBeWhole) return work;
  const { promise: begins, resolve } = Promise.withResolvers<undefined>();
  const waited = performance.now() - (pageContext()?.askedAt ?? performance.now());
  const timer = setTimeout(resolve, Math.max(0, limits.pageBeginsWithinMs - waited), undefined);
  try {
    return await Promise.race([work, begins]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns what a part of a page has read; undefined if that failed, which is logged as `text`: the page is then not cached. */
export async function unlessFailed<Value>(page: string, reading: Promise<Value>, text: string): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    markResponse({ isIncomplete: true });
    log().error({ event: 'page.query-failed', page, err: error }, text);
    return undefined;
  });
}

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

/** Sets what renders elements to HTML, before any page is rendered: ./render-html.ts has it from Waku's `ssr` environment. */
export function renderStaticWith(render: (children: ReactNode) => string): void {
  renderStatic = render;
}

/**
 * The `<meta>` that stands for a static part in the body, or for the styles in the head. Nothing else in a page can look like it, because
 * React escapes `<`.
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

/**
 * Completes a page while React renders it, from pieces of HTML that are cut anywhere. Yields each tag in one piece, because placeholders of
 * static parts are tags, and holds the end of the body back until the payload is complete. @throws Error if a static part is missing.
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
    // Elements that React hydrates (`useIsland`, src/client/client-shell.tsx). Static parts contain none.
    hasIslands ||= piece.includes(' data-island="');
    yield Buffer.from(fillIn(piece, markup()));
  }
  // The payload as src/page-scripts/islands.ts reads it.
  const json = hasIslands ? JSON.stringify(await payload).replaceAll('<', '\\u003c') : undefined;
  yield Buffer.from(json ? `<script type="application/json" id="payload">${json}</script>${held}` : held);
}

function fillIn(html: string, markup: readonly string[] = []): string {
  return html.replace(placeholders, (_, number: string) => {
    const part = markup[Number(number)];
    if (part === undefined) throw new Error(`The page has no static part ${number}`);
    return fillIn(part, markup);
  });
}
