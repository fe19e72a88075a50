import { setTimeout as sleep } from 'node:timers/promises';
import { enqueueMailJobs, mailQueue } from '#server/mail/queue.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';

const everyMs = 15_000;
/** Mails per transaction, to keep transactions short. */
const batchSize = 200;

/** Queues mails that were stored while the queue was unavailable, now and repeatedly until `stopping`. */
export async function watchMissedMails(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await queueMissedMails();
    } catch (error) {
      log().warn({ event: 'mail.missed-failed', err: error }, 'Could not look for mails that are not queued; retrying');
    }
    await sleep(everyMs, undefined, { signal: stopping, ref: false }).catch(() => {});
  }
}

/**
 * Queues the mails that are due but have no job, and returns their number. If several instances find the same mail it may get two
 * jobs, but is sent only once, because each mail is claimed first.
 */
export async function queueMissedMails(): Promise<number> {
  const mails = await inTransaction('read write', async (transaction) => {
    const rows = await transaction<{ id: string }[]>`
      select id
      from mail_deliveries as delivery
      where state = 'queued' and not exists (
        select from pgboss.job
        where name = ${mailQueue} and state in ('created', 'retry', 'active') and data ->> 'deliveryId' = delivery.id::text
      )
      order by created_at
      limit ${batchSize}
      for update skip locked
    `;
    // Do not touch the queue unless necessary: a stopping process may already have closed it.
    if (rows.length === 0) return 0;
    await enqueueMailJobs(
      transaction,
      rows.map(({ id }) => id),
    );
    return rows.length;
  });
  if (mails > 0) log().info({ event: 'mail.missed', mails }, 'Queued mails that were stored while the queue was unavailable');
  return mails;
}
