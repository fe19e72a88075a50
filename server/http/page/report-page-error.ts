import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';

/** Logs that part of a page could not be rendered, and prevents the page from being cached. */
export function reportPageError(page: string, error: unknown, text: string): void {
  markResponse({ isIncomplete: true });
  log().error({ event: 'page.query-failed', page, err: error }, text);
}

/** Returns what a part of a page has read; undefined if that failed, which is reported as `text`. */
export async function unlessFailed<Value>(page: string, reading: Promise<Value>, text: string): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    reportPageError(page, error, text);
    return undefined;
  });
}
