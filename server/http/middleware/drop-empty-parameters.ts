import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** A parameter that a form sends for a field left empty: a name, and at most spaces. */
const empty = /^[^=]+=(?:\+|%20)*$/;

/** Redirects (303) to the address without the parameters of fields that were left empty, as a browser without scripts sends them. */
export const dropEmptyParameters = createMiddleware<AppEnv>(async (c, next) => {
  const parameters = c.var.askedSearch.slice(1).split('&');
  const kept = parameters.filter((parameter) => !empty.test(parameter));
  if (kept.length === parameters.length) return next();
  return c.redirect(c.req.path + (kept.length > 0 ? `?${kept.join('&')}` : ''), 303);
});
