import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';

/** 406 for who accepts everything but `type`, the one type that the address answers. */
export function acceptable(type: string) {
  return createMiddleware<AppEnv>(async (c, next) => (isAcceptable(c, type) ? next() : sendNotAcceptable(c, type)));
}

/** 406 that says the one type of the address. */
export function sendNotAcceptable(c: Context<AppEnv>, type: string): Response {
  return sendProblem(c, 'not_acceptable', { detail: `This address answers ${type}.` });
}
