import { createMiddleware } from 'hono/factory';
import { findMovedProject } from '#server/domain/projects/find-moved.ts';
import { log } from '#server/platform/log.ts';
import { noteAnswer } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** A browser that kept a redirect for good would go round in circles once a project gets its old slug back. */
const headers = { 'cache-control': 'no-cache' };

/**
 * A project's id or an old slug in place of its slug leads on to its address: 301, with the query kept. A number is
 * asked for at once, any other slug only after no page has answered it, so that a living project costs no question.
 */
export const projectRedirects = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const asked = pathname.slice('/projects/'.length);
  if (!/^\d+$/.test(asked)) {
    await next();
    if (c.res.status !== 404) return;
  }
  const slug = await findMovedProject(asked).catch((error: unknown) => {
    // Whether there is nothing here is not known.
    noteAnswer({ isIncomplete: true });
    log().error({ event: 'project-redirect.failed', requestId: c.var.requestId, err: error }, 'Could not look a former slug up');
    return undefined;
  });
  if (slug) {
    const unused = c.finalized ? c.res.body : null;
    // Without this Hono would carry the headers of the not-found page over.
    c.res = undefined;
    c.res = c.body(null, 301, { ...headers, location: `/projects/${slug}${search}` });
    await unused?.cancel().catch(() => {});
    return;
  }
  if (!c.finalized) await next();
});
