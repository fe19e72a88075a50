import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';

/** Logs that part of a page could not be rendered, and prevents the page from being cached. */
export function reportPageError(page: string, error: unknown, text: string): void {
  markResponse({ isIncomplete: true });
  log().error({ event: 'page.query-failed', page, err: error }, text);
}
