import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnQueue, startOwnQueue } from '#tests/support/own-queue.ts';

let database: OwnQueue['database'];
let boss: OwnQueue['boss'];
let release: OwnQueue['release'];
let messages: typeof import('#server/domain/messages/store-contact.ts');
let missed: typeof import('#server/mail/missed-mails.ts');

beforeAll(async () => {
  ({ database, boss, release } = await startOwnQueue());
  messages = await import('#server/domain/messages/store-contact.ts');
  missed = await import('#server/mail/missed-mails.ts');
});
afterAll(() => release());

const ada = { name: 'Ada', email: 'ada@missed.example', message: 'Twelve tonnes', subject: null, project: null, tonnes: null };
const send = (key: string) => messages.storeContactMessage(ada, { clientAddress: '::1', key });
const jobs = () => database.sql`select data ->> 'deliveryId' as mail from pgboss.job where name = 'mail'`;

it('a message is stored while the queue cannot start, and its mails are queued once it can, each once', async () => {
  // Occupies the queue's schema with something else.
  await database.sql.unsafe('create schema pgboss; create table pgboss.version (nothing integer)');
  await expect(boss.queue()).rejects.toThrow();
  const { receipt } = await send('first');
  expect((await send('first')).receipt.id).toBe(receipt.id);
  const due = await database.sql`select id from mail_deliveries where contact_message_id = ${receipt.id} and state = 'queued'`;
  expect(due).toHaveLength(2);

  await database.sql.unsafe('drop schema pgboss cascade');
  await boss.queue();
  expect(await missed.queueMissedMails()).toBe(2);
  expect((await jobs()).map(({ mail }) => mail).toSorted()).toEqual(due.map(({ id }) => id).toSorted());

  // While the queue is running, storing a message creates its jobs.
  await send('second');
  expect(await jobs()).toHaveLength(4);
  expect(await missed.queueMissedMails()).toBe(0);
});

it('waiting mails are found by an index, however many were sent', async () => {
  await database.sql`
    with subscriber as (
      insert into newsletter_subscribers (email) values ('many@missed.example') returning id
    )
    insert into mail_deliveries (kind, newsletter_subscriber_id, state)
    select 'welcome', subscriber.id, 'sent' from subscriber, generate_series(1, 5000)
  `;
  await database.sql`analyze mail_deliveries`;
  const plan = await database.sql`explain select id from mail_deliveries where state = 'queued' order by created_at limit 200`;
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Scan using mail_deliveries_queued/);
});
