import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findRepeated } from '#server/domain/messages/message.ts';
import { mailChannel } from '#server/mail/mails.ts';
import { eraseAddress, eraseOldMessages, startExpiryJobs } from '#server/privacy.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const database = ownDatabase();

/** Stores a message of that age with an attachment and two mails, of which one is in the outbox. */
async function storeMessage(age: string): Promise<{ id: string; mailId: string; outboxFile: string }> {
  const [{ id = '', mail_id: mailId = '' } = {}] = await database.sql`
    with message as (
      insert into messages (kind, name, email, organisation, sector, message, created_at)
      values ('rfp', 'Ada', 'ada@old.example', 'Analytical', 'other', 'A request of an engine', now() - ${age}::interval)
      returning id
    ), file as (
      insert into message_attachments (message_id, number, file_name, media_type, content)
      select id, 1, 'brief.pdf', 'application/pdf', '\\x25' from message
    )
    insert into deliveries (kind, message_id, purpose, state, settled_at)
    select 'mail', id, purpose, state, settled_at
    from message, (values ('team', 'written', now()), ('acknowledgement', 'queued', null)) as mail (purpose, state, settled_at)
    returning message_id as id, id as mail_id
  `;
  const outboxFile = path.join(database.folder, 'outbox', `team-${mailId}.eml`);
  await mkdir(path.dirname(outboxFile), { recursive: true });
  await writeFile(outboxFile, 'A mail');
  return { id, mailId, outboxFile };
}

it('messages older than the retention period are erased with everything that belongs to them, once, however many there are and however many instances erase them at a time; newer ones stay, and all stay while the outbox, which may have their mails, cannot be read', async () => {
  const old = await storeMessage('24 months 1 day');
  const young = await storeMessage('23 months 20 days');
  const outbox = path.dirname(old.outboxFile);
  await rename(outbox, `${outbox}-kept`);
  await writeFile(outbox, 'no folder');
  await expect(eraseOldMessages(24)).rejects.toThrow('ENOTDIR');
  await rm(outbox);
  await rename(`${outbox}-kept`, outbox);
  await database.sql`
    insert into messages (kind, name, email, created_at)
    select 'contact', 'Ada', 'ada@old.example', now() - interval '3 years' from generate_series(1, 450)
  `;
  const erased = await Promise.all([1, 2, 3].map(() => eraseOldMessages(24)));
  expect(erased.reduce((sum, each) => sum + each, 0)).toBe(451);
  expect(await Promise.all(['messages', 'message_attachments', 'deliveries'].map(database.count))).toEqual([1, 1, 2]);
  expect([existsSync(old.outboxFile), existsSync(young.outboxFile)]).toEqual([false, true]);
});

it('a person is erased with the mails in the outbox, which a dry run leaves there, and may be named by a domain as people write it', async () => {
  const { outboxFile } = await storeMessage('1 day');
  const kept = path.join(path.dirname(outboxFile), `team-${crypto.randomUUID()}.eml`);
  await writeFile(kept, 'A mail to another person');
  const found = await eraseAddress('ada@old.example', { isDryRun: true });
  expect([existsSync(outboxFile), found.at(-1)]).toEqual([true, like(/^outbox files: \d would be removed$/)]);
  expect((await eraseAddress('ada@old.example')).at(-1)).toBe(found.at(-1)?.replace('would be ', ''));
  expect([existsSync(outboxFile), existsSync(kept)]).toEqual([false, true]);
  await rm(kept);
  // Forms store it in ASCII.
  await database.sql`insert into newsletter_subscribers (email) values ('kate@xn--mnchen-3ya.example')`;
  expect(await eraseAddress(' kate@München.example')).toContain('newsletter subscriptions: 1 removed');
});

it('a mail that was written while its person was erased does not stay in the outbox', async () => {
  for (const isKept of [true, false]) {
    const { mailId: id, outboxFile } = await storeMessage('1 day');
    const mail = { id, purpose: 'team' } as Parameters<ReturnType<typeof mailChannel>['sent']>[0];
    await mailChannel({} as never).sent(mail, 'written', { ms: 1, isKept });
    expect(existsSync(outboxFile)).toBe(isKept);
  }
});

it('what is kept for a day is deleted after it, and an event a month after it was settled; a settled mail stays with its message', async () => {
  const { sql } = database;
  for (const hours of [23, 25]) {
    const at = new Date(Date.now() - hours * 3_600_000);
    await sql`insert into idempotency_keys (scope, key, body_hash, answer, created_at) values ('quote', ${hours}, '', '{}', ${at})`;
    await sql`insert into rate_limits values ('all', ${at}, 1)`;
  }
  await storeMessage('1 day');
  await sql`update deliveries set settled_at = now() - interval '3 months' where state = 'written'`;
  const mails = await database.count('deliveries');
  await sql`
    with receiver as (
      insert into webhook_subscriptions (url, events, secret) values ('https://crm.example/', '{message.received}', '') returning id
    )
    insert into deliveries (kind, purpose, webhook_subscription_id, state, settled_at)
    select 'webhook', 'webhook.test', id, 'sent', now() - make_interval(days => passed) from receiver, unnest(array[29, 31]) as passed
  `;
  startExpiryJobs()();
  const left = () => Promise.all(['idempotency_keys', 'rate_limits', 'deliveries'].map(database.count));
  await expect.poll(left).toEqual([1, 1, mails + 1]);
});

it('what was sent is repeated to its sender for an hour, and never to whoever follows a link', async () => {
  const sent = [await storeMessage('59 minutes'), await storeMessage('61 minutes')];
  const shown = async (isFromSite: boolean) => Promise.all(sent.map(async ({ id }) => (await findRepeated(id, isFromSite)).length > 0));
  expect([await shown(true), await shown(false)]).toEqual([[true, false], [false, false]]); // biome-ignore format: pairs
});
