import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { eraseOldMessages } from '#server/privacy/retention.ts';

const everyMs = 3_600_000;

/**
 * Forgets, now and every hour, what is kept for a day: idempotency keys, rate limits, the acknowledgement log; and messages that
 * are older than MESSAGE_RETENTION_MONTHS. Returns how to stop it.
 */
export function startTidying(): () => void {
  const run = () =>
    void tidy().catch((error) => log().warn({ event: 'tidy.failed', err: error }, 'Could not tidy up; tried again in an hour'));
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Safe to run by several instances at once. */
async function tidy(): Promise<void> {
  await query`delete from idempotency_keys where created_at < now() - interval '1 day'`;
  await query`delete from rate_limits where window_start < now() - interval '1 day'`;
  await query`delete from acknowledgement_log where claimed_at < now() - interval '1 day'`;
  await eraseOldMessages(env().MESSAGE_RETENTION_MONTHS);
}
