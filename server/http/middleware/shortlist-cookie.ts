import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readShortlist, type ShortlistLine, shortlistAddress } from '#src/lib/shortlist-address.ts';

const name = 'shortlist';

/**
 * The shortlist of a browser without scripts: what a link or form of a page asks to change is kept in a cookie until the
 * browser is closed, so that the next "Shortlist" adds to it. A list that only an address holds, such as one that was
 * shared, changes no cookie. Scripts keep the list in the browser's storage; they delete the cookie as soon as they start
 * (src/page-scripts/shortlist/shortlist.ts), which is why they may read it.
 */
export const shortlistCookie = createMiddleware<AppEnv>(async (c, next) => {
  const query = new URL(c.req.url).searchParams;
  const kept = readShortlist(new URLSearchParams(getCookie(c, name))).lines;
  if (kept.length > 0 && !query.has('p')) {
    if (query.size === 0) return toAddress(c, shortlistAddress(kept));
    if (query.has('add')) return toAddress(c, `${shortlistAddress(kept)}&${query}`);
  }
  await next();
  const asked = readShortlist(query);
  if (asked.edited) keep(c, asked.lines);
});

function toAddress(c: Context<AppEnv>, location: string): Response {
  c.header('cache-control', 'private, no-store');
  return c.redirect(location, 303);
}

function keep(c: Context<AppEnv>, lines: ShortlistLine[]): void {
  const options = { path: '/shortlist', secure: env().PUBLIC_URL.startsWith('https:') };
  if (lines.length === 0) deleteCookie(c, name, options);
  else setCookie(c, name, shortlistAddress(lines).split('?')[1] ?? '', { ...options, sameSite: 'Lax' });
}
