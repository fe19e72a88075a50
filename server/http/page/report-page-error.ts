import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';

/** A part of a page that could not be made: logged, and the page is not kept as an answer for the next visitor. */
export function reportPageError(page: string, error: unknown, text: string): void {
  markResponse({ isIncomplete: true });
  log().error({ event: 'page.query-failed', page, err: error }, text);
}
