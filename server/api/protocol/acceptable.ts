import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';

/** Answers 406 unless the client accepts `type`, the only type that the address serves. */
export function acceptable(type: string) {
  return createMiddleware<AppEnv>(async (c, next) => (isAcceptable(c, type) ? next() : sendNotAcceptable(c, type)));
}

/** Answers 406 and names the only type that the address serves. */
export function sendNotAcceptable(c: Context<AppEnv>, type: string): Response {
  return sendProblem(c, 'not_acceptable', { detail: `This address offers ${type}.` });
}
