import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { claim as claimDue } from '#server/deliveries/queue.ts';
import { resend } from '#server/domain/messages/admin.ts';
import { storeContactMessage, storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import { requestQuote } from '#server/domain/messages/quote.ts';
import { noteFailure, startWebhooks, webhookChannel, webhookLimitMs } from '#server/domain/webhooks/channel.ts';
import { composeEvent } from '#server/domain/webhooks/compose.ts';
import * as subscriptions from '#server/domain/webhooks/subscriptions.ts';
import { metricsRegistry, readDatabaseGauges } from '#server/platform/metrics.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { quoteRequest } from '#shared/schemas/quote-request.ts';
import { type WebhookEventType, webhookEvents, webhookEventTypes } from '#shared/schemas/webhook.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { filledForm } from '#tests/support/filled-form.ts';
import { closeServer, listenOn } from '#tests/support/free-port.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase, run, slowDown, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';

type Answer = (response: ServerResponse) => void | Promise<void>;
type Row = { id: string; purpose: string; state: string; attempts: number; lastError: string | null; dueInSeconds: number };

const accept = (response: ServerResponse) => void response.writeHead(204).end();
/** A receiver of webhooks on this machine, which answers 204 unless a test changes that. */
const receiver = { url: '', received: [] as { headers: IncomingHttpHeaders; body: string }[], answer: accept as Answer };
const server = createServer(async (request, response) => {
  receiver.received.push({ headers: request.headers, body: await text(request) });
  await receiver.answer(response);
});
receiver.url = `http://127.0.0.1:${await listenOn(server)}/hook`;

const database = ownDatabase({ WEBHOOK_LOOPBACK: 'true', PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'silent' }, [
  { ...projectRow('a-wood'), external_id: 'GS9002', unit_type: 'Removal - nature' },
  { ...projectRow('b-wood'), external_id: null, unit_type: null },
]);
beforeEach(async () => {
  await database.sql`truncate webhook_subscriptions, messages, idempotency_keys, rate_limits cascade`;
  receiver.received.length = 0;
  receiver.answer = accept;
});
afterAll(() => closeServer(server));

const subscribe = async (events: WebhookEventType[] = [...webhookEventTypes], { personalData = false, path = '' } = {}) =>
  subscriptions.addSubscription({ url: `${receiver.url}${path}`, events, personalData });
const disable = (id: string) =>
  database.sql`update webhook_subscriptions set disabled_at = now(), disabled_reason = 'failing' where id = ${id}`;
const rows = () => database.sql<Row[]>`
  select id, purpose, state, attempts, last_error as "lastError", extract(epoch from next_attempt_at - now())::integer as "dueInSeconds"
  from deliveries
  where kind = 'webhook'
  order by created_at, purpose, id
`;
const claim = (count: number) => claimDue(webhookChannel(), count);
const statesOf = async () => (await rows()).map(({ purpose, state }) => `${purpose}: ${state}`);
const settled = () => expect.poll(async () => (await rows()).filter(({ state }) => ['queued', 'sending'].includes(state)).length).toBe(0);

/** Runs `work` while webhooks are sent. */
async function whileSending(work: () => Promise<unknown> = settled, options: Parameters<typeof startWebhooks>[0] = {}) {
  const stop = startWebhooks(options);
  await work().finally(() => stop(5_000));
}
/** Lets everything that waits be due now. */
const letTimePass = () => database.sql`
  with subscriptions as (update webhook_subscriptions set next_attempt_at = now())
  update deliveries set next_attempt_at = now() where state in ('queued', 'sending')
`;
const submission = { clientAddress: '127.0.0.1', key: undefined, isFormKey: false };
const ada = { name: 'Ada Lovelace', email: 'ada@hooks.example', message: 'A secret word' };
const trapped = { trap: { topic_note: 'buy', form_ticket: null } };
const sendMessage = (trap?: typeof trapped) => storeContactMessage(contactMessage.parse(ada), { ...submission, ...trap });
const askForQuote = () => requestQuote(quoteRequest.parse({ ...ada, lines: [{ slug: 'b-wood', tonnes: 2 }] }), submission);
let batches = 0;
const receive = (quantity: number) => run('receive', units('a-wood', `WCU-${++batches}`, 1, quantity));
/** Verifies what was received as a receiver does, and returns the event, which is as its schema says. */
async function receivedEvent(subscriptionId: string, at: number) {
  const { headers, body } = receiver.received[at] ?? { headers: {}, body: '' };
  const { secret = '' } = (await subscriptions.revealSecret(subscriptionId)) ?? {};
  const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: keyof typeof webhookEvents };
  // biome-ignore lint/suspicious/noExplicitAny: each type of event has data of its own.
  return webhookEvents[event.type].parse(event) as any;
}

it('an event about a message is written with it, for those who chose it, and no message is stored without its event', async () => {
  await subscribe(['message.received']);
  await subscribe(['quote.requested', 'message.received']);
  await sendMessage();
  await askForQuote();
  expect(await statesOf()).toEqual(['message.received: queued', 'message.received: queued', 'quote.requested: queued']);
  await database.sql`alter table deliveries rename to deliveries_away`;
  await expect(sendMessage()).rejects.toThrow('deliveries');
  await database.sql`alter table deliveries_away rename to deliveries`;
  expect(await database.sql`select from messages`).toHaveLength(2);
});

it('an event has no text that a person typed in any field of any form, unless the subscription may know; then it has each', async () => {
  const mark = 'a-mark-of-the-sender';
  const types: WebhookEventType[] = ['message.received', 'quote.requested'];
  await subscribe(types);
  await subscribe(types, { personalData: true });
  const lines = [{ slug: 'b-wood', tonnes: 2 }];
  await storeContactMessage(contactMessage.parse(filledForm(contactMessage, mark, { tonnes: 5 })), submission);
  await storeEnterpriseMessage(enterpriseMessage.parse(filledForm(enterpriseMessage, mark, { sector: 'Other', volume: '7' })), submission, [
    { fileName: `${mark}.pdf`, mediaType: 'application/pdf', content: Buffer.from('%PDF-') },
  ]);
  await requestQuote(quoteRequest.parse(filledForm(quoteRequest, mark, { lines })), submission);
  await whileSending();
  const bodies = receiver.received.map(({ body }) => body);
  const plain = bodies.filter((body) => !('person' in JSON.parse(body).data));
  expect([bodies.length, plain.length]).toEqual([6, 3]);
  expect(plain.filter((body) => body.includes(mark))).toEqual([]);
  expect(plain.map((body) => JSON.parse(body).data.hasFile)).toEqual([false, true, undefined]);
  const typed = bodies.filter((body) => !plain.includes(body)).map((body) => body.split(mark).length - 1);
  // Name, address, message, subject and project; name, address, organisation, timeframe and message; and those of a quote.
  expect(typed.toSorted()).toEqual([5, 5, 5]);
});

it('an event about a purchase has the slug that its project has now, and none once it is withdrawn', async () => {
  await subscribe(['message.received']);
  const purchase = contactMessage.parse(filledForm(contactMessage, 'Ada', { project: 'b-wood', tonnes: 5 }));
  await storeContactMessage(purchase, submission);
  await database.sql`update carbon_projects set slug = 'c-wood' where slug = 'b-wood'`;
  await whileSending();
  await storeContactMessage(purchase, submission);
  await database.sql`update carbon_projects set withdrawn_at = now() where slug = 'c-wood'`;
  await whileSending();
  await database.sql`update carbon_projects set slug = 'b-wood', withdrawn_at = null where slug = 'c-wood'`;
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.project)).toEqual(['c-wood', null]);
});

it('an event about a message that looks automatic is held with its mails, and goes out when they do', async () => {
  const id = await subscribe(['message.received']);
  const { receipt } = await sendMessage(trapped);
  expect(await statesOf()).toEqual(['message.received: held']);
  expect(await resend(receipt.id)).toContain('the event message.received');
  expect(await statesOf()).toEqual(['message.received: queued']);
  // The mails alone: an event is sent again by `replay`.
  expect(await resend(receipt.id)).not.toContain('the event');
  // One that is held when its subscription is disabled is given up with the others.
  await sendMessage(trapped);
  await disable(id);
  expect(await statesOf()).toEqual(['message.received: dead', 'message.received: dead']);
  expect(await resend(receipt.id)).not.toContain('the event');
});

it('an event of each type is composed, as its schema says; one of an unknown type is an error and not skipped', async () => {
  const id = await subscribe();
  const enterprise = filledForm(enterpriseMessage, 'a-few-words', { sector: 'Other', volume: '7' });
  await storeEnterpriseMessage(enterpriseMessage.parse(enterprise), submission, []);
  await askForQuote();
  const { batch } = await receive(1);
  await run('retire', { batch, quantity: 1, beneficiary: 'Ada', purpose: 'Emissions' });
  await run('correct', { entry: 0, correction: 'It is another.' });
  await subscriptions.createTest(id, webhookLimitMs);
  await letTimePass();
  await whileSending();
  const events = await Promise.all(receiver.received.map((_, at) => receivedEvent(id, at)));
  expect(events.map(({ type }) => type).toSorted()).toEqual([...webhookEventTypes, 'webhook.test'].toSorted());
  const { data } = events.find(({ type }) => type === 'quote.requested');
  const lines = [{ project: 'b-wood', tonnes: 2, pricePerCredit: 2_850, cost: 5_700 }];
  expect(data).toMatchObject({ tonnes: 2, subtotal: 5_700, vat: 1_140, total: 6_840, lines });
  await expect(composeEvent({ purpose: 'record.renamed' } as never, { personalData: false })).rejects.toThrow();
});

it('an event tells of all prices and statuses that one transaction changes; other changes make no event, and a disabled subscription gets none', async () => {
  const id = await subscribe(['projects.figures_changed']);
  await disable(await subscribe(['projects.figures_changed']));
  await database.sql`update carbon_projects set title = title || '!', available_credits = available_credits - 1`;
  expect(await rows()).toHaveLength(0);
  const many = Array.from({ length: 300 }, (_, index) => projectRow(`many-${index}`));
  await database.sql.begin(async (transaction) => {
    for (const some of [many.slice(0, 150), many.slice(150)]) await transaction`insert into carbon_projects ${transaction(some)}`;
    await transaction`update carbon_projects set price_per_credit = price_per_credit + 1 where slug like 'many-%'`;
  });
  await database.sql`update carbon_projects set available_credits = 0 where slug = 'b-wood'`;
  await database.sql`update carbon_projects set available_credits = 100 where slug = 'b-wood'`;
  expect(await statesOf()).toEqual(Array.from({ length: 3 }, () => 'projects.figures_changed: queued'));
  await whileSending();
  const [first, second] = [await receivedEvent(id, 0), await receivedEvent(id, 1)];
  const { changedAt } = first.data.changes[0];
  // As each was added, and at its new price.
  expect(first.data).toMatchObject({ total: 2 * many.length, hasMore: true, url: has(`/api/v1/changes?since=${changedAt}`) });
  expect(first.data.changes.length).toBeGreaterThan(10);
  expect(first.data.changes[0]).toMatchObject({ pricePerCredit: 2_850, former: null });
  expect(receiver.received[0]?.body.length).toBeLessThan(20_000);
  const changes = [{ slug: 'b-wood', status: 'Sold out', former: { status: 'On sale', pricePerCredit: 2_850 } }];
  expect(second.data).toMatchObject({ total: 1, hasMore: false, changes });
  await database.sql`delete from carbon_projects where slug like 'many-%'`;
});

it('an event about entries of the record has what they say of units, and no names, and a disabled subscription gets none', async () => {
  const id = await subscribe(['record.units_received', 'record.units_retired', 'record.entry_corrected']);
  await disable(await subscribe(['record.units_received']));
  const { batch } = await receive(10);
  const said = { beneficiary: 'Ada Lovelace', purpose: 'Emissions of 2026' };
  const { certificate, entry } = await run('retire', { batch, quantity: 4, ...said });
  await run('correct', { entry, correction: 'The purpose is 2025.' });
  await run('receive', units('a-wood', 'PIU-1', 1, 5, { issuance: 'expected' }));
  await run('deliver', { project: 'a-wood', verified: 5, issued: [{ series: 'WCU-D', first: 1, last: 5 }] });
  await whileSending();
  const events = await Promise.all([0, 1, 2, 3, 4].map((at) => receivedEvent(id, at)));
  expect(await rows()).toHaveLength(events.length);
  const types = events.map(({ type }) => type.replace('record.', ''));
  expect(types).toEqual(['units_received', 'units_retired', 'entry_corrected', 'units_received', 'units_received']);
  expect(events[4].data.entries).toMatchObject([{ kind: 'deliver', quantity: 5, certificate: null }]);
  const projects = [{ slug: 'a-wood', quantity: 4 }];
  const entries = [{ index: entry, kind: 'retire', quantity: 4, certificate, isSample: false, projects }];
  expect(events[1].data).toMatchObject({ total: 1, hasMore: false, first: entry, last: entry, entries, url: has(`?before=${entry + 1}`) });
  expect(events[2].data.entries).toMatchObject([{ refersTo: entry, correction: 'The purpose is 2025.' }]);
  expect(receiver.received.map(({ body }) => body).join()).not.toMatch(/Ada|Emissions/);
});

it('an event about what is gone is skipped, which says nothing of its receiver and holds up no other', async () => {
  await subscribe(['projects.figures_changed']);
  await database.sql`insert into carbon_projects ${database.sql(projectRow('gone-wood'))}`;
  await database.sql`delete from carbon_projects where slug = 'gone-wood'`;
  // A project that is withdrawn is no longer on sale.
  await database.sql`update carbon_projects set withdrawn_at = now() where slug = 'b-wood'`;
  await database.sql`update webhook_subscriptions set failing_since = now()`;
  await whileSending();
  expect([await statesOf(), receiver.received]).toEqual([Array(2).fill('projects.figures_changed: skipped'), []]);
  await database.sql`update carbon_projects set withdrawn_at = null where slug = 'b-wood'`;
  expect((await subscriptions.listSubscriptions())[0]?.failingSince).not.toBeNull();
  expect(await database.sql`select from webhook_subscriptions where next_attempt_at > now()`).toHaveLength(0);
});

it('a delivery is not made by two instances, and of a subscription one at a time, also if the clock was set back by a day', async () => {
  await Promise.all([subscribe(['message.received']), subscribe(['message.received'])]);
  await Promise.all(Array.from({ length: 5 }, () => sendMessage()));
  await database.sql`update webhook_subscriptions set next_attempt_at = now() + interval '1 day'`;
  await slowDown(database, 'update on webhook_subscriptions');
  const claims = (await Promise.all(Array.from({ length: 8 }, () => claim(4)))).flat();
  expect([claims.length, new Set(claims.map(({ subscriptionId }) => subscriptionId)).size]).toEqual([2, 2]);
  // Nor while one is being sent and what waits behind it is replayed.
  for (const { subscriptionId } of claims) await subscriptions.replay(subscriptionId);
  expect(await claim(4)).toEqual([]);
});

it('a delivery is made to one subscription of a key at a time, so that another key is served beside it', async () => {
  const own = [await subscribe(['message.received']), await subscribe(['message.received'])];
  await database.sql`update webhook_subscriptions set key_name = 'crm'`;
  const other = await subscribe(['message.received']);
  await sendMessage();
  const claimed = (await claim(4)).map(({ subscriptionId }) => subscriptionId);
  expect(claimed.map((id) => own.includes(id)).toSorted()).toEqual([false, true]);
  expect(claimed).toContain(other);
  expect(await claim(4)).toEqual([]);
  // Once the process that sends has ended with its lease, it is the turn of the key's subscription that has waited longest.
  await letTimePass();
  await database.sql`update webhook_subscriptions set next_attempt_at = now() - interval '1 minute' where id <> all (${claimed})`;
  const next = [other, ...own.filter((id) => !claimed.includes(id))];
  expect((await claim(4)).map(({ subscriptionId }) => subscriptionId).toSorted()).toEqual(next.toSorted());
});

it('a delivery that is answered with anything but success, also with a redirect, is tried again, and not sent elsewhere', async () => {
  receiver.answer = (response) => void response.writeHead(302, { location: '/elsewhere' }).end('No');
  await subscribe(['message.received']);
  await sendMessage();
  await whileSending(() => expect.poll(async () => (await rows())[0]?.lastError).toBe('The receiver answered 302'));
  expect(receiver.received).toHaveLength(1);
  expect((await subscriptions.listSubscriptions())[0]?.failingSince).not.toBeNull();
  receiver.answer = accept;
  await letTimePass();
  await whileSending();
  expect(await rows()).toMatchObject([{ state: 'sent', attempts: 2, lastError: null }]);
  // With the time of the event, not of the attempt.
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  expect((await subscriptions.listSubscriptions())[0]?.failingSince).toBeNull();
});

it('a delivery that waits after a failure goes at once when it is replayed, by its own id or its subscription’s', async () => {
  receiver.answer = (response) => void response.writeHead(500).end();
  const id = await subscribe(['message.received']);
  await Promise.all([sendMessage(), sendMessage()]);
  await whileSending(() => expect.poll(async () => (await rows()).filter(({ lastError }) => lastError !== null)).toHaveLength(1));
  receiver.answer = accept;
  const waiting = (await subscriptions.listDeliveries(5, id)).find(({ lastError }) => lastError !== null);
  expect([await subscriptions.replay(waiting?.id ?? ''), await subscriptions.replay(id)]).toEqual([1, 2]);
  await whileSending();
  expect(await rows()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  // What has arrived is sent again only by its own id.
  expect([await subscriptions.replay(id), await subscriptions.replay(waiting?.id ?? '')]).toEqual([0, 1]);
});

it.each([
  [1, 'queued', 5, 5, 0],
  [5, 'queued', 18_000, 300, 0],
  [10, 'dead', 0, 300, 0],
  // A receiver may ask for a day at most.
  [1, 'queued', 86_400, 86_400, 10_000_000],
])('a delivery after failure %d is %s for %d s or a tenth more, others for %d s', async (attempts, state, seconds, pause, retryAfter) => {
  await subscribe(['message.received']);
  await sendMessage();
  await database.sql`update deliveries set attempts = ${attempts - 1} where kind = 'webhook'`;
  const [claimed] = await claim(1);
  if (!claimed) throw new Error('The webhook was not claimed');
  expect(await noteFailure(claimed, 'failed', { retryAfter })).toEqual({ state, disabled: undefined });
  const [others] = await database.sql`select extract(epoch from next_attempt_at - now())::integer as seconds from webhook_subscriptions`;
  // A busy machine may have spent some since.
  const atLeast = (least: number) =>
    expect.toSatisfy((due: number) => due >= least - 4 && due <= least * 1.1 + 1, `${least} s or a tenth more`);
  expect([(await rows())[0]?.dueInSeconds, others?.seconds]).toEqual([atLeast(seconds), atLeast(pause)]);
});

it('a delivery of a test is reported by the command as it went: one that fails holds up no other and is no failure of the receiver, and after one that arrives others still wait for the delivery that is on its way', async () => {
  const id = await subscribe(['message.received']);
  const tried = await subscriptions.createTest(id, webhookLimitMs);
  if (!tried) throw new Error('There is no subscription to try');
  expect(await noteFailure(tried, 'failed', {})).toEqual({ state: 'dead', disabled: undefined });
  expect(await subscriptions.listSubscriptions()).toMatchObject([{ id, failingSince: null }]);
  await Promise.all([sendMessage(), sendMessage()]);
  await database.sql`update deliveries set created_at = created_at + interval '1 hour'`;
  expect(await claim(2)).toHaveLength(1);
  await expectRun(runHere('webhooks', ['test', id]), 0, 'Taken: ');
  expect(await claim(2)).toHaveLength(0);
  receiver.answer = (response) => void response.writeHead(500).end();
  await expectRun(runHere('webhooks', ['test', id]), 1, 'was not taken. The receiver answered 500');
  const [queued, sending, ...tests] = (await statesOf()).toSorted();
  expect([queued, sending]).toEqual(['message.received: queued', 'message.received: sending']);
  expect(tests).toEqual(['webhook.test: dead', 'webhook.test: dead', 'webhook.test: sent']);
  expect(await subscriptions.listDeliveries(1)).toMatchObject([{ event: 'message.received' }]);
  expect([await subscriptions.replay(id), await subscriptions.replay(tried.id)]).toEqual([1, 1]);
});

it('a delivery to a receiver that is gone, or has taken nothing for five days, disables the subscription; what waited can be sent again', async () => {
  receiver.answer = (response) => void response.writeHead(410).end();
  const id = await subscribe(['message.received']);
  await Promise.all([sendMessage(), sendMessage()]);
  await whileSending();
  expect(await rows()).toMatchObject([{ state: 'dead' }, { state: 'dead' }]);
  expect(receiver.received).toHaveLength(1);
  expect(await subscriptions.listSubscriptions()).toMatchObject([{ id, disabledReason: 'gone' }]);
  await sendMessage();
  expect(await rows()).toHaveLength(2);
  await expect(subscriptions.replay(id)).rejects.toThrow('enable it first');
  expect(await subscriptions.createTest(id, webhookLimitMs)).toBeUndefined();
  expect([await subscriptions.enableSubscription(id), await subscriptions.enableSubscription(id)]).toEqual([true, false]);
  expect(await subscriptions.listSubscriptions()).toMatchObject([{ failingSince: null, disabledReason: null }]);
  expect(await subscriptions.replay(id)).toBe(2);
  receiver.answer = (response) => void response.writeHead(500).end();
  await database.sql`update webhook_subscriptions set failing_since = now() - interval '4 days'`;
  await whileSending(() => expect.poll(async () => (await rows()).filter(({ lastError }) => lastError?.includes('500'))).toHaveLength(1));
  // Since the first failure, not the last.
  expect(await database.sql`select from webhook_subscriptions where failing_since < now() - interval '3 days'`).toHaveLength(1);
  await letTimePass();
  await database.sql`update webhook_subscriptions set failing_since = now() - interval '5 days 1 minute'`;
  await whileSending();
  expect(await subscriptions.listSubscriptions()).toMatchObject([{ id, disabledReason: 'failing' }]);
  // The alert asks for the disabled ones.
  await readDatabaseGauges(5_000);
  const gauge = await metricsRegistry.getSingleMetric('carma_webhook_subscriptions')?.get();
  expect(gauge?.values).toEqual([{ labels: { state: 'disabled' }, value: 1 }]);
  const errors = (await subscriptions.listDeliveries(10, id)).map(({ lastError }) => lastError);
  expect(errors).toEqual(Array(2).fill('The subscription was disabled: failing'));
});

it('a delivery to a slow receiver takes one place, holds up no other subscription, and ends in time', async () => {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    if (response.req.url === '/hook-slow') await allowed;
    response.writeHead(200).end();
  };
  await subscribe(['message.received'], { path: '-slow' });
  await subscribe(['message.received']);
  await Promise.all(Array.from({ length: 6 }, () => sendMessage()));
  await whileSending(async () => {
    await expect.poll(async () => (await rows()).filter(({ state }) => state === 'sent').length).toBe(6);
    allow();
    await settled();
  });
  receiver.answer = () => {};
  await sendMessage();
  const errors = async () => (await rows()).map(({ lastError }) => lastError);
  await whileSending(() => expect.poll(errors).toContain('It could not be sent: ETIMEDOUT'), { limitMs: 1_500 });
});

it('a delivery looks up where its name leads, and is refused if any of that is in a network that is not public', async () => {
  const resolve = vi.fn(async (_name: string) => ['203.0.114.7', '10.0.0.7'].map((address) => ({ address, family: 4 as const })));
  const id = await subscriptions.addSubscription({ url: 'https://crm.example/hook', events: ['message.received'] });
  await sendMessage();
  await whileSending(() => expect.poll(async () => (await rows())[0]?.lastError).toContain('private'), { resolve });
  expect(resolve.mock.calls).toEqual([['crm.example']]);
  expect(await subscriptions.listDeliveries(5, id)).toMatchObject([{ state: 'queued', attempts: 1 }]);
});

it('a secret that was rotated signs for a day beside the new one', async () => {
  const id = await subscribe(['message.received']);
  const { secret: before = '' } = (await subscriptions.revealSecret(id)) ?? {};
  const until = (await subscriptions.rotateSecret(id, undefined))?.getTime() ?? 0;
  expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
  const { secret: after = '' } = (await subscriptions.revealSecret(id)) ?? {};
  await sendMessage();
  await whileSending();
  const { headers, body } = receiver.received[0] ?? { headers: {}, body: '' };
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': has('/developers)') });
  expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  for (const secret of [before, after]) expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toHaveProperty('type');
  // Nor does one sign whose day is over, or that was encrypted with another secret of the record.
  for (const change of ['former_until = now()', "former_until = now() + interval '1 hour', former_secret = secret || '0'"]) {
    await database.sql.unsafe(`update webhook_subscriptions set ${change}`);
    await sendMessage();
    await whileSending();
    expect(receiver.received.pop()?.headers['webhook-signature']).toMatch(/^v1,\S+$/);
  }
  await database.sql`update webhook_subscriptions set secret = secret || '0'`;
  await sendMessage();
  await whileSending(() => expect.poll(async () => (await rows()).at(-1)?.lastError).toMatch(/restore that, or rotate$/));
});
