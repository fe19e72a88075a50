import { AsyncLocalStorage } from 'node:async_hooks';
import type { Bytes } from '#server/platform/web/compression.ts';
import type { FormResult } from '#src/schemas/form-result.ts';

/** What the page being rendered needs to know about its request, and what its parts leave for the renderer. */
export type PageContext = {
  /** The requested path; the not-found page shows it. */
  path: string;
  /** The query, with its question mark. */
  search: string;
  /** The nonce in the Content-Security-Policy, which allows only this response's own inline scripts. */
  nonce: string;
  /** The outcome of a form that was posted without JavaScript, to be shown on the page that is returned. */
  formResult?: FormResult;
  /** Whether the page is made for the cache, with nobody waiting: then nothing is sent before all of it is ready. */
  mustBeWhole?: boolean;
  /** The markup of the page's static parts, by name (./static-markup.ts). */
  markup?: Map<string, Bytes>;
};

const storage = new AsyncLocalStorage<PageContext | undefined>();

/** Renders a page with `context` available to all its components; with undefined, none is. */
export function withPageContext<Result>(context: PageContext | undefined, render: () => Result): Result {
  return storage.run(context, render);
}

/** Returns the context of the page being rendered; undefined in unit tests and during the build. */
export function pageContext(): PageContext | undefined {
  return storage.getStore();
}
