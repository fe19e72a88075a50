import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'hono';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { Gate } from '#server/platform/web/gate.ts';
import { rejectionDelayMs, retryLater, shedReporter } from '#server/platform/web/overload.ts';

const gate = new Gate({ maxConcurrent: 2, maxQueued: 8, waitMs: 2_000, isBehind: () => false });
const report = shedReporter();

/**
 * Makes a file that takes much processor time, such as a certificate's PDF (30 to 110 ms). Two are made at once and a few wait; beyond
 * that the answer is 503 with Retry-After.
 */
export async function makeHeavyFile(c: Context<AppEnv>, make: () => Response | Promise<Response>): Promise<Response> {
  const rejected = await gate.enter();
  if (rejected) {
    report(rejected);
    if (rejected === 'full') await sleep(rejectionDelayMs);
    return c.text('Too many files are being made at the moment. Please try again.', 503, retryLater);
  }
  try {
    return await make();
  } finally {
    gate.leave();
  }
}
