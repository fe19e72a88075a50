import { eraseTextsContaining, findEntriesNaming } from '#server/domain/record/log/texts.ts';
import { findInOutbox, removeFromOutbox } from '#server/mail/mails.ts';
import { inTransaction, query, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { withAsciiDomain } from '#shared/schemas/form-fields.ts';
import { entryNamed } from '#verify/text.ts';

const everyMs = 3_600_000;

/**
 * Deletes expired data, now and every hour, in any number of instances: idempotency keys and rate limits older than a day, webhooks that
 * were settled 30 days ago, and messages older than MESSAGE_RETENTION_MONTHS. Returns a function that stops it.
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

async function deleteExpired(): Promise<void> {
  await query`delete from idempotency_keys where created_at < now() - interval '1 day'`;
  await query`delete from rate_limits where window_start < now() - interval '1 day'`;
  await query`delete from deliveries where kind = 'webhook' and settled_at < now() - interval '30 days'`;
  await eraseOldMessages(env().MESSAGE_RETENTION_MONTHS);
}

/** Messages per transaction, so that transactions are short and a failure undoes only the last transaction. */
const batchSize = 200;

/**
 * Erases messages received more than `months` ago, with their files, deliveries and outbox files, as the privacy page promises. A quote
 * with entries of the record is part of an order, and stays. Returns the number of messages. Several instances may run it at the same time.
 */
export async function eraseOldMessages(months: number): Promise<number> {
  let erased = 0;
  for (;;) {
    const facts = await inTransaction('read write', async (transaction) => {
      const old = await transaction<{ id: string }[]>`
        select id
        from messages
        where created_at < now() - make_interval(months => ${months}) and not exists (select from quote_entries where message_id = messages.id)
        order by created_at, id
        limit ${batchSize}
        for update skip locked
      `;
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return undefined;
      const { files, deliveryIds } = await eraseRows(transaction, ids);
      // Before the commit, so that if this fails nothing is erased and the next run tries again.
      const inOutbox = await findInOutbox(deliveryIds);
      await removeFromOutbox(inOutbox);
      return { messages: ids.length, files, deliveries: deliveryIds.length, outboxFiles: inOutbox.length };
    });
    if (!facts) return erased;
    log().info({ event: 'retention.erased', ...facts }, 'Erased old messages');
    erased += facts.messages;
  }
}

/** Thrown at the end of a dry run, so that its transaction is rolled back. */
class DryRun extends Error {}

/**
 * Deletes everything that the site holds about an email address, whatever its case: messages with their files, the newsletter subscription,
 * queued mails, stored answers, mails in the outbox, and texts beside the record that contain the address. Mails already sent are out of
 * reach. A dry run deletes nothing. Returns a line for each kind of what was, or would be, removed, none if nothing is stored; and one for
 * each entry of the record with a name that stands in the messages.
 */
export async function eraseAddress(address: string, { isDryRun = false } = {}): Promise<string[]> {
  const email = withAsciiDomain(address.trim()).toLowerCase();
  let report: string[] = [];
  const erasing = inTransaction('read write', async (transaction) => {
    // Waits for mails being sent only as long as their rows are locked; later deliveries find nothing to send.
    const messages = await transaction<{ id: string; name: string }[]>`
      select id, name from messages where lower(email) = ${email} for update
    `;
    const subscribers = await transaction<{ id: string }[]>`select id from newsletter_subscribers where lower(email) = ${email} for update`;
    const ids = [...messages, ...subscribers].map(({ id }) => id);
    const answers = await transaction`delete from idempotency_keys where answer ->> 'id' = any (${ids}::text[])`;
    const removed = await eraseRows(transaction, ids);
    const texts = await eraseTextsContaining(transaction, email);
    const entries = await findEntriesNaming(transaction, [...new Set(messages.map(({ name }) => name))]);
    const inOutbox = await findInOutbox(removed.deliveryIds);
    const counts = {
      messages: messages.length,
      'lines of quote requests': removed.lines,
      'links of quotes to entries of the record': removed.links,
      'attached files': removed.files,
      'newsletter subscriptions': subscribers.length,
      deliveries: removed.deliveryIds.length,
      'stored answers': answers.count,
      'texts beside the record': texts,
      'outbox files': inOutbox.length,
    };
    const isNothing = Object.values(counts).every((count) => count === 0);
    report = [
      ...Object.entries(isNothing ? {} : counts).map(([what, count]) => `${what}: ${count} ${isDryRun ? 'would be removed' : 'removed'}`),
      ...entries
        .map(entryNamed)
        .map((entry) => `${entry} of the record has the same name: if it is this person, npm run record -- erase ${entry}`),
    ];
    if (isDryRun) throw new DryRun();
    // Before the commit, so that if this fails nothing is erased and the command can be run again.
    await removeFromOutbox(inOutbox);
  });
  await erasing.catch((error) => {
    if (!(error instanceof DryRun)) throw error;
  });
  return report;
}

/** Deletes messages and subscriptions by id, with all that belongs to them; the entries that quotes are linked to stay. */
async function eraseRows(transaction: Transaction, ids: string[]) {
  const deliveries = await transaction<{ id: string }[]>`
    delete from deliveries
    where message_id = any (${ids}::uuid[]) or newsletter_subscriber_id = any (${ids}::uuid[])
    returning id
  `;
  const deliveryIds = deliveries.map(({ id }) => id);
  const files = await transaction`delete from message_attachments where message_id = any (${ids}::uuid[])`;
  const lines = await transaction`delete from message_lines where message_id = any (${ids}::uuid[])`;
  const links = await transaction`delete from quote_entries where message_id = any (${ids}::uuid[])`;
  await transaction`delete from messages where id = any (${ids}::uuid[])`;
  await transaction`delete from newsletter_subscribers where id = any (${ids}::uuid[])`;
  return { files: files.count, lines: lines.count, links: links.count, deliveryIds };
}
