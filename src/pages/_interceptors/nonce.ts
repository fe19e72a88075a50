import { unstable_setNonce as setNonce } from 'waku/router/server';
import { pageContext } from '#server/http/page/page-context.ts';

/** Sets the nonce of a page's inline scripts to that in its Content-Security-Policy. */
export default function nonce<Result>(next: () => Promise<Result>): Promise<Result> {
  const context = pageContext();
  if (context) setNonce(context.nonce);
  return next();
}
