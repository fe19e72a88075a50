import { inTransaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { queue } from '#server/platform/queue.ts';
import { eraseFromOutbox, eraseRows } from '#server/privacy/erase.ts';

/** Messages a transaction: none takes long, and what fails is at most the last of them. */
const atOnce = 200;

/**
 * Erases messages that came more than `months` ago, with their files, mail records, queued jobs and outbox files, as the
 * privacy page promises. Returns how many messages. Safe to run by several instances at once.
 */
export async function eraseOldMessages(months: number): Promise<number> {
  await queue(); // The tables of its jobs are there then.
  let erased = 0;
  for (;;) {
    const count = await inTransaction('read write', async (transaction) => {
      const contact = await transaction<{ id: string }[]>`
        select id
        from contact_messages
        where created_at < now() - make_interval(months => ${months})
        order by created_at, id
        limit ${atOnce}
        for update skip locked
      `;
      const enterprise = await transaction<{ id: string }[]>`
        select id
        from enterprise_messages
        where created_at < now() - make_interval(months => ${months})
        order by created_at, id
        limit ${atOnce}
        for update skip locked
      `;
      const ids = [...contact, ...enterprise].map(({ id }) => id);
      if (ids.length === 0) return 0;
      const { files, deliveryIds } = await eraseRows(transaction, ids);
      // Before the commit: where this fails, nothing was erased, and it is tried again.
      const outboxFiles = await eraseFromOutbox(deliveryIds);
      log().info({ event: 'retention.erased', messages: ids.length, files, mails: deliveryIds.length, outboxFiles }, 'Erased old messages');
      return ids.length;
    });
    if (count === 0) return erased;
    erased += count;
  }
}
