import { AsyncLocalStorage } from 'node:async_hooks';
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
  /** The nonce in the Content-Security-Policy, which allows only this response's own inline scripts. */
  nonce: string;
  /** The outcome of a form that was posted without JavaScript, to be shown on the page that is returned. */
  formResult?: FormResult;
  /** Since when the project of the address is out of the catalogue, and why: the not-found page says so, with status 410. */
  withdrawn?: { withdrawnAt: Date; reason: string | null };
  /** When the page was asked for (performance.now()): what it has waited for already counts. */
  askedAt?: number;
  /** Whether nobody waits for the page: it then waits for all of its parts. */
  mustBeWhole?: boolean;
  /** Whether a part of the page went without something that was late. */
  isLate?: boolean;
  /** The markup of the page's static parts, in the order of their numbers (./page-body.ts). */
  markup?: string[];
};

/** How long (ms) a page may take to begin: it is then sent without what is still missing, which follows. */
const beginsWithinMs = 450;

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
  const timer = setTimeout(resolve, Math.max(0, beginsWithinMs - waited), undefined);
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
