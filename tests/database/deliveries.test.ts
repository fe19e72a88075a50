import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { claim as claimDue, delivererOf } from '#server/deliveries/queue.ts';
import { type ComposedMail, type Composers, mailChannel, startMails } from '#server/mail/mails.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { metricsRegistry, readDatabaseGauges } from '#server/platform/metrics.ts';
import { eraseAddress } from '#server/privacy.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { ownDatabase, slowDown } from '#tests/support/own-database.ts';
import { lockTable } from '#tests/support/projects.ts';

type Row = { id: string; state: string; attempts: number; seconds: number };

const mails = await startMailServer();
vi.stubEnv('SMTP_URL', mails.url);

const database = ownDatabase({ mailTimeoutMs: '10000', LOG_LEVEL: 'silent' });
beforeEach(async () => {
  await database.sql`truncate messages, newsletter_subscribers, deliveries cascade`;
  mails.received.length = 0;
});
afterAll(() => mails.close());

const compose = async (id: string): Promise<ComposedMail> => ({
  ...{ to: { name: '', address: `${id}@deliveries.example` }, subject: 'Hello', text: 'Hello' },
});
const composersOf = (one: (id: string) => Promise<ComposedMail>): Composers => ({ team: one, acknowledgement: one, welcome: one });
const channel = () => mailChannel(composersOf(compose));
const claim = (count: number) => claimDue(channel(), count);
async function claimOne() {
  const [claimed] = await claim(1);
  if (!claimed) throw new Error('The mail was not claimed');
  return claimed;
}
/** Ends an attempt that failed. */
const putBack = (claimed: Awaited<ReturnType<typeof claimOne>>) => channel().failed(claimed, new Error('failed'));
/** Stores `count` messages of one sender, each with its mail to the team. */
const store = (count: number) => database.sql`
  with message as (
    insert into messages (kind, name, email)
    select 'contact', 'Ada', 'ada@deliveries.example' from generate_series(1, ${count})
    returning id
  )
  insert into deliveries (kind, purpose, message_id) select 'mail', 'team', id from message
`;
const rows = () => database.sql<Row[]>`
  select id, state, attempts, round(extract(epoch from next_attempt_at - now()))::integer as seconds from deliveries order by id
`;
/** A number of seconds, of which a busy machine may have spent some since. */
const soon = (seconds: number) => expect.toBeOneOf([0, 1, 2, 3, 4].map((spent) => seconds - spent));
const countOf = async (state: string) => (await rows()).filter((row) => row.state === state).length;
const letLeasesEnd = () => database.sql`update deliveries set next_attempt_at = now() where state = 'sending'`;

/** Composers that wait for `open`, and how many of them are waiting. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  const state = { waiting: 0, most: 0 };
  const composers = composersOf(async (id) => {
    state.waiting += 1;
    state.most = Math.max(state.most, state.waiting);
    await promise;
    state.waiting -= 1;
    return compose(id);
  });
  return { state, open, composers };
}

it('a lease keeps a mail from everybody else until it ends; the mail that has been due for longest is claimed first', async () => {
  await store(20);
  const [longest] = await database.sql`
    update deliveries set next_attempt_at = now() - interval '1 hour' where seq = (select max(seq) from deliveries) returning id
  `;
  expect(await claim(1)).toMatchObject([{ id: longest?.id }]);
  await slowDown(database, 'update on deliveries');
  const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(4)))).flat();
  expect(claimed.length).toBeGreaterThan(4);
  expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length);
  await claim(20);
  const leases =
    await database.sql`select distinct extract(epoch from next_attempt_at - last_attempt_at)::integer as seconds from deliveries`;
  // As long as a mail may take to be prepared and then to be sent: otherwise two processes would send it.
  expect(leases).toEqual([{ seconds: 20 }]);
  expect(await claim(20)).toEqual([]);
  await letLeasesEnd();
  expect((await claim(20)).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 20 }, () => 2));
});

it('a lease that has ended no longer lets its process put the mail back', async () => {
  await store(1);
  const first = await claimOne();
  await letLeasesEnd();
  const second = await claimOne();
  await putBack(first);
  expect(await rows()).toMatchObject([{ state: 'sending' }]);
  await putBack(second);
  expect(await rows()).toMatchObject([{ state: 'queued' }]);
});

it('a mail that PostgreSQL refuses to mark as sent waits as one that failed', async () => {
  await store(1);
  await database.sql`alter table deliveries add constraint none_sent check (state <> 'sent')`;
  await delivererOf(channel())(await claimOne());
  await database.sql`alter table deliveries drop constraint none_sent`;
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 1, seconds: soon(5) }]);
});

it('a mail that was sent is marked once PostgreSQL takes that, and not sent again; what fails after that does not count against it', async () => {
  await store(1);
  const claimed = await claimOne();
  const { databaseWriteLimitMs } = limits;
  onTestFinished(() => void Object.assign(limits, { databaseWriteLimitMs }));
  limits.databaseWriteLimitMs = 200;
  const unlock = await lockTable(database.sql, 'deliveries');
  const failed = vi.fn();
  const sent = vi.fn().mockRejectedValue(new Error('PostgreSQL is away'));
  const delivered = delivererOf({ ...channel(), prepare: () => compose('ada'), sent, failed })(claimed);
  await expect.poll(() => mails.received.length).toBe(1);
  await sleep(500);
  await unlock();
  await delivered;
  expect([await countOf('sent'), mails.received.length, sent.mock.calls.length, failed.mock.calls]).toEqual([1, 1, 1, []]);
});

it('a mail that was not prepared in time is not sent, because its lease may end meanwhile', async () => {
  await store(1);
  const deliver = delivererOf({ ...channel(), prepare: () => compose('ada') });
  await deliver({ ...(await claimOne()), sendBy: performance.now() - 1 });
  expect([await countOf('queued'), mails.received]).toEqual([1, []]);
});

it('a lease is not renewed for a mail whose process ended at each of its attempts, which the log tells', async () => {
  const reported = vi.spyOn(log(), 'error').mockReturnValue();
  await store(1);
  await database.sql`update deliveries set state = 'sending', attempts = 33, next_attempt_at = now()`;
  expect(await claim(1)).toEqual([]);
  const [row] = await rows();
  expect(row?.state).toBe('dead');
  expect(reported.mock.calls).toEqual([[{ event: 'mail.dead', deliveryId: row?.id }, expect.any(String)]]);
});

it('a mail is due though the clock was set back by a day since it was stored, or since it failed', async () => {
  await store(1);
  await database.sql`update deliveries set created_at = created_at + interval '1 day', next_attempt_at = next_attempt_at + interval '1 day'`;
  await putBack(await claimOne());
  await database.sql`
    update deliveries
    set created_at = now(), last_attempt_at = last_attempt_at + interval '1 day', next_attempt_at = next_attempt_at + interval '1 day'
  `;
  expect(await claim(1)).toHaveLength(1);
});

it('a mail counts as waiting since it was stored, until it is sent or given up; while the table cannot be read nothing is counted', async () => {
  await store(3);
  await database.sql`
    update deliveries
    set
      created_at = now() - interval '1 day',
      state = case when seq = (select min(seq) from deliveries) then 'dead' else 'sent' end,
      settled_at = now()
    where seq < (select max(seq) from deliveries)
  `;
  const counted = async (name: string) => (await metricsRegistry.getSingleMetric(`carma_mail_${name}`)?.get())?.values ?? [];
  expect(await readDatabaseGauges(60_000)).toBe(true);
  expect((await counted('oldest_waiting_seconds'))[0]?.value).toBeLessThan(3_600);
  expect(await counted('deliveries')).toContainEqual({ labels: { state: 'dead' }, value: 1 });
  const [row] = await database.sql`select pg_get_constraintdef(oid) as states from pg_constraint where conname = 'deliveries_state_check'`;
  expect((await counted('deliveries')).map(({ labels }) => labels.state)).toEqual(row?.states.match(/(?<=')\w+(?=')/g));
  await database.sql`alter table deliveries rename to deliveries_away`;
  expect([await readDatabaseGauges(60_000), await counted('deliveries'), await counted('oldest_waiting_seconds')]).toEqual([false, [], []]);
  await database.sql`alter table deliveries_away rename to deliveries`;
});

it.each([
  [1, 'queued', 5],
  [12, 'queued', 10_240],
  [32, 'queued', 21_600],
  [33, 'dead', 0],
])('after attempt %d that failed, a mail is %s for %d seconds', async (attempts, state, seconds) => {
  await store(1);
  await database.sql`update deliveries set attempts = ${attempts - 1}`;
  await putBack(await claimOne());
  expect(await rows()).toMatchObject([{ state, seconds: soon(seconds) }]);
});

it('delivery works on four mails at once, with no transaction open, and finishes them when it stops', async () => {
  await store(10);
  const { state, open, composers } = gate();
  const stop = startMails(composers);
  await expect.poll(() => state.waiting).toBe(4);
  // PostgreSQL hides from other logins what a session does, but not its locks, of which every transaction has one.
  const sessions = await database.sql`
    select exists (select from pg_locks where pg_locks.pid = session.pid) as is_in_transaction
    from pg_stat_activity as session
    where datname = current_database() and application_name = 'carma-site'
  `;
  expect(new Set(sessions.map((session) => session.is_in_transaction))).toEqual(new Set([false]));
  const stopped = stop(10_000);
  open();
  await stopped;
  expect(state.most).toBe(4);
  expect([await countOf('sent'), await countOf('queued'), mails.received.length]).toEqual([4, 6, 4]);
});

it('delivery sends nothing about a person who is erased, whether a mail is waiting or about to be sent', async () => {
  await store(6);
  const { state, open, composers } = gate();
  const stop = startMails(composers);
  await expect.poll(() => state.waiting).toBe(4);
  expect(await eraseAddress('ada@deliveries.example')).toContain('deliveries: 6 removed');
  open();
  await stop(10_000);
  expect(await rows()).toEqual([]);
  expect(mails.received).toEqual([]);
});
