import { createMiddleware } from 'hono/factory';
import { findMovedProject } from '#server/domain/projects/find.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** A browser that cached the redirect permanently would loop once a project got its old slug back. */
const headers = { 'cache-control': 'no-cache' };

/**
 * Redirects (301) from a project's id or a former slug to its current address, keeping the query. A number is looked up
 * first; any other slug only once its page is 404, so that current projects cost no extra query.
 */
export const projectRedirects = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  const reference = pathname.slice('/projects/'.length);
  if (!/^\d+$/.test(reference)) {
    await next();
    if (c.res.status !== 404) return;
  }
  const slug = await findMovedProject(reference).catch((error: unknown) => {
    // The 404 may be wrong, so it must not be cached.
    markResponse({ isIncomplete: true });
    log().error({ event: 'project-redirect.failed', requestId: c.var.requestId, err: error }, 'Could not look up a former slug');
    return undefined;
  });
  if (slug) {
    const notFoundBody = c.finalized ? c.res.body : null;
    // Otherwise Hono would copy the headers of the not-found page.
    c.res = undefined;
    c.res = c.body(null, 301, { ...headers, location: `/projects/${slug}${c.var.askedSearch}` });
    await notFoundBody?.cancel().catch(() => {});
    return;
  }
  if (!c.finalized) await next();
});
