import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { Gate, type RejectionReason } from '#server/platform/web/gate.ts';
import { rejectionDelayMs, retryLater, shedReporter } from '#server/platform/web/overload.ts';

/**
 * Operations on the record wait for each other at the log anyway. Two at once keep it busy; more would only hold connections that
 * pages and other reads need.
 */
const gate = new Gate({ maxConcurrent: 2, maxQueued: 16, waitMs: 2_000, isBehind: () => false });
const report = shedReporter();

/** Refuses an operation while others fill the queue, before its body or anything of the database is read. */
export const refuseIfFull = createMiddleware<AppEnv>(async (c, next) => {
  return c.req.method === 'POST' && gate.isFull ? refuse(c, 'full') : next();
});

/** Carries out an operation whose body has arrived in its turn; or answers 503 with Retry-After, and nothing has been read. */
export async function inTurn(c: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  const rejected = await gate.enter();
  if (rejected) return refuse(c, rejected);
  try {
    return await work();
  } finally {
    gate.leave();
  }
}

async function refuse(c: Context<AppEnv>, reason: RejectionReason): Promise<Response> {
  report(reason);
  if (reason === 'full') await sleep(rejectionDelayMs);
  return sendProblem(c, 'record_busy', { headers: retryLater });
}
