import { query } from '#server/platform/database/query.ts';
import { sql } from '#server/platform/database/sql.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { eraseFromOutbox, eraseRows } from '#server/privacy/erase.ts';

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
  await query`delete from acknowledgement_log where asked_at < now() - interval '1 day'`;
  await query`delete from deliveries where kind = 'webhook' and settled_at < now() - interval '30 days'`;
  await eraseOldMessages(env().MESSAGE_RETENTION_MONTHS);
}

/** Messages of each kind per transaction, so that transactions are short and a failure undoes only the last of them. */
const batchSize = 200;

/**
 * Erases messages received more than `months` ago, with their files, deliveries and outbox files, as the
 * privacy page promises. Returns the number of messages. Several instances may run it at the same time.
 */
export async function eraseOldMessages(months: number): Promise<number> {
  let erased = 0;
  for (;;) {
    const count = await inTransaction('read write', async (transaction) => {
      const ids: string[] = [];
      for (const table of ['contact_messages', 'enterprise_messages']) {
        const old = await transaction<{ id: string }[]>`
          select id
          from ${sql(table)}
          where created_at < now() - make_interval(months => ${months})
          order by created_at, id
          limit ${batchSize}
          for update skip locked
        `;
        ids.push(...old.map(({ id }) => id));
      }
      if (ids.length === 0) return 0;
      const { files, deliveryIds } = await eraseRows(transaction, ids);
      // Before the commit, so that if this fails nothing is erased and the next run tries again.
      const outboxFiles = await eraseFromOutbox(deliveryIds);
      log().info({ event: 'retention.erased', messages: ids.length, files, mails: deliveryIds.length, outboxFiles }, 'Erased old messages');
      return ids.length;
    });
    if (count === 0) return erased;
    erased += count;
  }
}
