import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { isOwnOrigin } from '#server/api/protocol/other-sites.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isSameShortlist, linesBeside, neededByIn, readShortlist, type ShortlistLine, shortlistAddress } from '#shared/lib/shortlist.ts';

const cookieName = 'shortlist';

/**
 * Keeps the shortlist of a browser without scripts in a session cookie, so that the next "Shortlist" button adds to it. With scripts, the
 * list is in the browser's storage instead: they delete the cookie as soon as they start (src/page-scripts/shortlist.ts), which is why it
 * is not HttpOnly. A list that is merely opened from an address, such as a shared one, does not change the cookie. These addresses do:
 * - One that edits its list, or that lacks exactly those lines of the cookie's list that its `removed` has. Only if this site led there.
 * - One that says `replace`: its lines, such as those of a mix, become the list. If that loses another list, and the address says
 *   `replace=ask` or another site led there, the page asks first.
 */
export const shortlistCookie = createMiddleware<AppEnv>(async (c, next) => {
  const query = new URL(c.req.url).searchParams;
  const isOwn = isOwnOrigin(c.req.raw);
  const cookie = new URLSearchParams(getCookie(c, cookieName));
  const stored = readShortlist(cookie).lines;
  const by = neededByIn(query);
  if (query.has('replace')) {
    const { lines } = readShortlist(query);
    const isOther = stored.length > 0 && !isSameShortlist(stored, lines);
    if (isOther && (query.get('replace') === 'ask' || !isOwn)) {
      return redirectTo(c, shortlistAddress(lines, { yours: stored, by }));
    }
    store(c, lines, by);
    return redirectTo(c, shortlistAddress(lines, { by }));
  }
  if (stored.length > 0 && !query.has('p')) {
    const address = shortlistAddress(stored, { by: neededByIn(cookie) });
    if (query.size === 0) return redirectTo(c, address);
    if (query.has('add')) return redirectTo(c, `${address}&${query}`);
  }
  await next();
  // With the cookie, the address may lead elsewhere.
  c.res.headers.append('vary', 'Cookie');
  const requested = readShortlist(query);
  const removed = linesBeside(query, 'removed');
  const isRemoval = removed.length > 0 && haveSameProjects(stored, [...requested.lines, ...removed]);
  if (!requested.isEdited && !isRemoval) return;
  if (isOwn) store(c, requested.lines, by);
  // The same address, opened on this site, stores the list.
  else c.header('cache-control', 'private, no-store');
});

function haveSameProjects(one: ShortlistLine[], other: ShortlistLine[]): boolean {
  return one.length === other.length && one.every(({ slug }) => other.some((line) => line.slug === slug));
}

function redirectTo(c: Context<AppEnv>, location: string): Response {
  c.header('cache-control', 'private, no-store');
  return c.redirect(location, 303);
}

/** Stores a list with the day by which its credits are needed, as its address has both. */
function store(c: Context<AppEnv>, lines: ShortlistLine[], by: string | undefined): void {
  c.header('cache-control', 'private, no-store');
  const options = { path: '/shortlist', secure: env().PUBLIC_URL.startsWith('https:') };
  if (lines.length === 0) deleteCookie(c, cookieName, options);
  else setCookie(c, cookieName, shortlistAddress(lines, { by }).split('?')[1] ?? '', { ...options, sameSite: 'Lax' });
}
