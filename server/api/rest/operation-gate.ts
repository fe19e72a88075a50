import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/client-address.ts';
import { Gate } from '#server/platform/web/gate.ts';
import { Overloaded, retryLater } from '#server/platform/web/overload.ts';

/**
 * Operations on the record wait for each other at the log anyway. Two at once keep it busy; more would only hold connections that
 * pages and other reads need.
 */
const gate = new Gate({ maxConcurrent: 2, maxQueued: 16, waitMs: 2_000 });

/** Refuses an operation while others fill the queue, before its body or anything of the database is read. */
export const refuseIfFull = createMiddleware<AppEnv>(async (c, next) => {
  const refused = c.req.method === 'POST' && (await gate.check(clientShare(c)).catch((error) => refuse(c, error)));
  return refused || next();
});

/** Carries out an operation whose body has arrived in its turn; or answers 503 with Retry-After, and nothing has been read. */
export function inTurn(c: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  return gate.run(clientShare(c), work).catch((error) => refuse(c, error));
}

function refuse(c: Context<AppEnv>, error: unknown): Response {
  if (!(error instanceof Overloaded)) throw error;
  return sendProblem(c, 'record_busy', { headers: retryLater });
}
