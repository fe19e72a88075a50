import { unstable_setNonce as setNonce } from 'waku/router/server';
import { requestContext } from '#server/platform/request-context.ts';

/** Gives the inline scripts of a rendered page the nonce that its Content-Security-Policy names. */
export default function nonce<Result>(next: () => Promise<Result>): Promise<Result> {
  const context = requestContext();
  if (context) setNonce(context.nonce);
  return next();
}
