import type { Context } from 'hono';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientShare } from '#server/platform/web/client-address.ts';
import { Gate, Overloaded, retryLater } from '#server/platform/web/gate.ts';

/** Answers 503 for a part of the record that cannot be read. */
export function sendUnavailable(c: Context<AppEnv>, part: 'record' | 'log'): Response {
  return c.text(`The ${part} is unavailable at the moment. Please try again.`, 503, retryLater);
}

/** Returns an error handler that logs `failed` and answers 503. */
export function sendUnavailableAfter(failed: string, part: 'record' | 'log' = 'record') {
  return (error: Error, c: Context<AppEnv>): Response => {
    // Answered as everywhere.
    if (error instanceof Overloaded) throw error;
    log().error({ event: 'record.log-failed', requestId: c.var.requestId, err: error }, failed);
    return sendUnavailable(c, part);
  };
}

const gate = new Gate({ maxConcurrent: 2, maxQueued: 8, waitMs: 2_000 });

/**
 * Makes a file that takes much processor time, such as a certificate's PDF (30 to 110 ms). Two are made at once and a few wait.
 * @throws Overloaded beyond that.
 */
export function makeHeavyFile(c: Context<AppEnv>, make: () => Response | Promise<Response>): Promise<Response> {
  return gate.run(clientShare(c), make);
}
