import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { eraseOldMessages } from '#server/privacy/retention.ts';

const everyMs = 3_600_000;

/**
 * Deletes expired data, now and every hour: idempotency keys, rate limits and acknowledgement log entries older than a day, webhooks
 * that were settled 30 days ago, and messages older than MESSAGE_RETENTION_MONTHS. Returns a function that stops it.
 */
export function startExpiryJobs(): () => void {
  const run = () =>
    void deleteExpired().catch((error) =>
      log().warn({ event: 'tidy.failed', err: error }, 'Could not delete expired data; retrying in an hour'),
    );
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Several instances may run it at the same time. */
async function deleteExpired(): Promise<void> {
  await query`delete from idempotency_keys where created_at < now() - interval '1 day'`;
  await query`delete from rate_limits where window_start < now() - interval '1 day'`;
  await query`delete from acknowledgement_log where claimed_at < now() - interval '1 day'`;
  await query`delete from deliveries where kind = 'webhook' and settled_at < now() - interval '30 days'`;
  await eraseOldMessages(env().MESSAGE_RETENTION_MONTHS);
}
