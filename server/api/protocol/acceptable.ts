import type { Context } from 'hono';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';

/** Returns a 406 that names `type`, the only type that the address serves; undefined if the client accepts it. */
export function acceptProblem(c: Context<AppEnv>, type: string): Response | undefined {
  return isAcceptable(c, type) ? undefined : sendProblem(c, 'not_acceptable', { detail: `This address offers ${type}.` });
}
