import { createMiddleware } from 'hono/factory';
import { projectsMeantBy } from '#server/domain/projects/find.ts';
import { log } from '#server/platform/log.ts';
import { markResponse } from '#server/platform/request-context.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { compareAddress } from '#shared/lib/shortlist.ts';

/**
 * Redirects (301) from a project's id, a former slug or its registry's id (VCS1764, in any spelling) to its current address, keeping
 * the query. An id that several projects have leads to a comparison of them (302). A number is looked up first, any other
 * reference only once its page is 404, so that current projects cost no extra query.
 */
export const projectRedirects = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  const reference = pathname.slice('/projects/'.length);
  if (!/^\d+$/.test(reference)) {
    await next();
    if (c.res.status !== 404) return;
  }
  const target = await targetOf(decodeURIComponent(reference), c.var.askedSearch).catch((error: unknown) => {
    // The 404 may be wrong, so it must not be cached.
    markResponse({ isIncomplete: true });
    log().error({ event: 'project-redirect.failed', err: error }, 'Could not look up a project');
    return undefined;
  });
  if (target) {
    const notFoundBody = c.finalized ? c.res.body : null;
    // Otherwise Hono would copy the headers of the not-found page.
    c.res = undefined;
    // A browser that cached the redirect permanently would loop once a project got its old slug back.
    c.res = c.body(null, target.status, { 'cache-control': 'no-cache', location: target.location });
    await notFoundBody?.cancel().catch(() => {});
    return;
  }
  if (!c.finalized) await next();
});

/** Returns where a reference leads: to the project that it means, with the query, or to a comparison of those that it may mean. */
async function targetOf(reference: string, search: string): Promise<{ status: 301 | 302; location: string } | undefined> {
  const meant = await projectsMeantBy(reference);
  if (meant.length > 1) return { status: 302, location: compareAddress(meant) };
  const [project] = meant;
  return project && project.slug !== reference ? { status: 301, location: `/projects/${project.slug}${search}` } : undefined;
}
