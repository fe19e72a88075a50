import { unstable_setNonce as setNonce } from 'waku/router/server';
import { requestContext } from '#server/platform/request-context.ts';

/** Sets the nonce of a page's inline scripts to that in its Content-Security-Policy. */
export default function nonce<Result>(next: () => Promise<Result>): Promise<Result> {
  const context = requestContext();
  if (context) setNonce(context.nonce);
  return next();
}
