import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { missingEncoding, present } from '#server/http/present.ts';
import { encodedPayload, inPairs, recallPayload } from '#server/http/remembered.ts';

/**
 * `/payload/:hash?page=address`: what the server components of a page answered, for React to take the page over. Those
 * that are kept as the browser takes them are sent by server/http/front.ts; here one is compressed, or looked for that
 * another instance has made, or that was forgotten: the page is made again, and has the same payload unless it has changed.
 */
export function payloads(again: (address: string) => Promise<unknown>) {
  return new Hono<AppEnv>().get('/:hash{[\\w-]{22}}', async (c) => {
    const hash = c.req.param('hash');
    const page = pageAddress(c.req.query('page') ?? '');
    if (page && !recallPayload(hash)) await again(page);
    const answer = recallPayload(hash);
    if (!answer) return c.text('The page has changed', 404, { 'cache-control': 'no-store' });
    const acceptEncoding = c.req.header('accept-encoding');
    const missing = missingEncoding(answer, acceptEncoding);
    const { status, headers, body } = present(missing ? await encodedPayload(answer, missing) : answer, {
      acceptEncoding,
      ifNoneMatch: undefined,
      ifModifiedSince: undefined,
    });
    return new Response(body ?? null, { status, headers: inPairs(headers) });
  });
}

const anySite = 'http://localhost';

/** The address of a page of this site as it would be asked for; undefined for what names none, such as another site's. */
function pageAddress(text: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, anySite)) return undefined;
  const { origin, pathname, search } = new URL(text, anySite);
  return origin === anySite && !/^\/(?:api|payload)\//.test(pathname) ? pathname + search : undefined;
}
