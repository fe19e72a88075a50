import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { present } from '#server/http/present.ts';
import { inPairs, recallPayload } from '#server/http/remembered.ts';

/**
 * `/payload/:hash?page=address`: what the server components of a page answered, for React to take the page over. Those
 * that are kept are sent by server/http/front.ts; here one is looked for that another instance has made, or that was
 * forgotten: the page is made again, and has the same payload unless it has changed since.
 */
export function payloads(again: (address: string) => Promise<unknown>) {
  return new Hono<AppEnv>().get('/:hash{[\\w-]{22}}', async (c) => {
    const page = c.req.query('page') ?? '';
    if (/^\/(?!\/|api\/|payload\/)/.test(page)) await again(page);
    const answer = recallPayload(c.req.param('hash'));
    if (!answer) return c.text('The page has changed', 404, { 'cache-control': 'no-store' });
    const { status, headers, body } = present(answer, {
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: undefined,
      ifModifiedSince: undefined,
    });
    return new Response(body ?? null, { status, headers: inPairs(headers) });
  });
}
