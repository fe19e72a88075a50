import { sql } from '#server/platform/database/sql.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { eraseFromOutbox, eraseRows } from '#server/privacy/erase.ts';

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
