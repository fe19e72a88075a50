import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { api } from '#server/api/routes.ts';
import { createKey, listKeys, revokeKey } from '#server/domain/api-keys.ts';
import * as subscriptions from '#server/domain/webhooks/subscriptions.ts';
import { env } from '#server/platform/env.ts';
import { longestUrl, type NewWebhook } from '#shared/schemas/webhook.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase, slowDown } from '#tests/support/own-database.ts';

const database = ownDatabase({ LOG_LEVEL: 'silent' });
beforeEach(() => database.sql`truncate webhook_subscriptions, idempotency_keys cascade`);

const published: Record<string, Record<string, { responses: object }>> = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).paths;
// No call here shows a page.
const app = api({} as never);
const call = async (method: string, path: string, key: string, sent: { body?: object; idempotencyKey?: string } = {}) => {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (sent.idempotencyKey) headers['idempotency-key'] = sent.idempotencyKey;
  if (sent.body) headers['content-type'] = 'application/json';
  const answer = await app.request(`/v1/webhooks${path}`, { method, headers, ...(sent.body && { body: JSON.stringify(sent.body) }) });
  const { responses } = published[`/api/v1/webhooks${path.replace(/[^/]{36}/, '{id}')}`]?.[method.toLowerCase()] ?? {};
  expect(responses, `${method} ${path}`).toHaveProperty(String(answer.status));
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
};
const newHook: NewWebhook = { url: 'https://crm.example/hooks/carma', events: ['quote.requested'] };

it('the API of webhooks subscribes once for each idempotency key, and tells the secret only in that answer', async () => {
  const key = await createKey('crm', ['webhooks']);
  const first = await call('POST', '', key, { body: newHook, idempotencyKey: 'a' });
  expect(first).toMatchObject({ status: 201, body: { ...newHook, personalData: false, secret: like(/^whsec_/) } });
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  expect((await listKeys())[0]?.lastUsedAt).not.toBeNull();
  const again = await call('POST', '', key, { body: newHook, idempotencyKey: 'a' });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await call('POST', '', key, { body: { ...newHook, events: ['message.received'] }, idempotencyKey: 'a' });
  expect(other.body.code).toBe('idempotency_key_reused');
  const listed = await call('GET', '', key);
  // Several spaces may stand before a key (RFC 9110, section 11.4).
  expect((await call('GET', '', ` ${key}`)).status).toBe(200);
  // If it were public, the site's cache would give the list of one key to everybody.
  expect([listed.body.webhooks.length, listed.headers.get('cache-control')]).toEqual([1, 'private, no-store']);
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  const [stored] = await database.sql`select answer::text from idempotency_keys where scope = 'webhooks:crm'`;
  expect(stored?.answer).not.toContain('whsec_');
});

it('the API of webhooks makes no more than twenty for keys of one name, however many ask at once; one that ends makes room', async () => {
  const [key, successor] = [await createKey('many', ['webhooks']), await createKey('many', ['webhooks'])];
  const ask = (as: string, idempotencyKey: string) => call('POST', '', as, { body: newHook, idempotencyKey });
  for (let made = 0; made < 18; made += 1) expect((await ask(key, `one-${made}`)).status).toBe(201);
  await slowDown(database, 'insert on webhook_subscriptions');
  const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => ask(index % 2 ? key : successor, `two-${index}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409]);
  const refused = answers.findIndex(({ status }) => status === 409);
  expect(answers[refused]?.body.code).toBe('too_many_webhooks');
  const { webhooks } = (await call('GET', '', successor)).body;
  expect(webhooks).toHaveLength(20);
  expect((await ask(await createKey('another', ['webhooks']), 'three')).status).toBe(201);
  await call('DELETE', `/${webhooks[0].id}`, key);
  expect((await ask(key, `two-${refused}`)).status).toBe(201);
});

it('the API of webhooks refuses personal data that the key may not have, addresses that are not public, and the subscriptions of others', async () => {
  const key = await createKey('crm', ['webhooks']);
  const other = await createKey('other', ['webhooks', 'webhooks-personal']);
  const post = (as: string, more: object = {}) => call('POST', '', as, { body: { ...newHook, ...more }, idempotencyKey: 'd' });
  expect((await post(key, { personalData: true })).body.code).toBe('scope_missing');
  const { body: personal } = await post(other, { personalData: true });
  const narrower = await createKey('other', ['webhooks']);
  const rotate = (as: string) => call('POST', `/${personal.id}/rotate`, as, { idempotencyKey: 'r' });
  const answers = [await rotate(other), await rotate(narrower), await call('DELETE', `/${personal.id.toUpperCase()}`, narrower)];
  expect(answers.map((answer) => answer.body.code)).toEqual([undefined, 'scope_missing', 'scope_missing']);
  expect((await post(key, { url: 'https://10.0.0.1/' })).body).toMatchObject({
    code: 'validation_failed',
    errors: [{ field: 'url', message: like(/not public: private$/) }],
  });
  const { body: made } = await post(key);
  expect([(await call('DELETE', `/${made.id}`, other)).status, (await call('GET', '', other)).body.webhooks.length]).toEqual([404, 1]);
  expect((await call('DELETE', `/${made.id.toUpperCase()}`, key)).body).toEqual({ id: made.id });
  // What was made with this Idempotency-Key has ended: it is not made a second time.
  expect((await post(key)).status).toBe(404);
});

it('a rotation that is repeated after another tells the secret, and until when the former one signs, as they are now', async () => {
  const key = await createKey('crm', ['webhooks']);
  const { body: made } = await call('POST', '', key, { body: newHook, idempotencyKey: 'made' });
  const rotate = (idempotencyKey: string) => call('POST', `/${made.id}/rotate`, key, { idempotencyKey });
  expect((await rotate('one')).body.secret).not.toBe(made.secret);
  const { body: second } = await rotate('two');
  const repeated = await rotate('one');
  expect([repeated.body, repeated.headers.get('idempotency-replayed')]).toEqual([second, 'true']);
});

it('the command subscribes an address to an event once, unless twice is meant, and says so when there is nothing to list or a limit is no number', async () => {
  await expectRun(runHere('webhooks', ['list']), 0, /^There are no subscriptions\.\n$/);
  // Refused also with the value that it has by default.
  await expectRun(runHere('webhooks', ['list', '--limit=50']), 2, '--limit does nothing with list');
  await expectRun(runHere('webhooks', ['deliveries', '--limit=1e21']), 2, 'whole number from 1, not "1e21"');
  const add = (...words: string[]) => runHere('webhooks', ['add', ...words, '--event', 'message.received']);
  await expectRun(add('https://crm.example/hook', '--event', 'quote.request'), 2, /^Error: --event takes .*, not "quote\.request"/);
  await expectRun(add('https://crm.example/hook'), 0);
  // The same address in another spelling, and one event of two that it is told already.
  const told = /^Error: Subscription \S+ tells https:\S+ of message\.received already\. Nothing was stored\..* --again\.\n$/;
  await expectRun(add('https://crm.example/hook'), 1, told);
  await expectRun(add('https://CRM.example:443/hook', '--personal', '--event', 'quote.requested'), 1, told);
  expect(await subscriptions.listSubscriptions()).toHaveLength(1);
  const disableAll = (at: string | null) =>
    database.sql`update webhook_subscriptions set disabled_at = ${at}, disabled_reason = ${at && 'gone'}`;
  await disableAll('2026-11-01T00:00:00Z');
  await expectRun(add('https://crm.example/hook'), 1, /^Error: Subscription \S+ of message\.received .* is disabled\. .* enable \S+\.\n$/);
  await disableAll(null);
  await expectRun(add('https://crm.example/hook', '--again'), 0);
  await expectRun(add('https://crm.example/other'), 0);
  const listed = (await subscriptions.listSubscriptions()).map(({ url }) => new URL(url).pathname);
  expect(listed).toEqual(['/other', '/hook', '/hook']);
});

it('a subscription to the longest address is stored, and its secret encrypted with a key that the database does not have', async () => {
  const id = await subscriptions.addSubscription({ ...newHook, url: 'https://crm.example/'.padEnd(longestUrl, 'a') });
  const { secret = '' } = (await subscriptions.revealSecret(id)) ?? {};
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const [row] = await database.sql<{ secret: Buffer }[]>`select secret from webhook_subscriptions where id = ${id}`;
  expect(row?.secret.toString('latin1')).not.toContain(secret.slice(6));
  env().RECORD_SECRET = Buffer.alloc(32, 7).toString('base64');
  await expect(subscriptions.revealSecret(id)).rejects.toMatchObject({ code: 'ESECRET' });
  env().RECORD_SECRET = undefined;
});

it('a subscription ends with its key, unless another key with its name has taken its place', async () => {
  const newestKey = async () => (await listKeys())[0]?.id ?? 0;
  // Never takes a place here: it has no scope for webhooks.
  await createKey('ended', ['retire']);
  const key = await createKey('ended', ['webhooks', 'webhooks-personal']);
  const first = await newestKey();
  for (const personalData of [false, true])
    await call('POST', '', key, { body: { ...newHook, personalData }, idempotencyKey: `${personalData}` });
  await createKey('ended', ['webhooks']);
  await revokeKey(first);
  const on = async () => (await subscriptions.listSubscriptions('ended')).filter(({ disabledAt }) => disabledAt === null);
  expect((await on()).map(({ personalData }) => personalData)).toEqual([false]);
  await revokeKey(await newestKey());
  expect(await on()).toEqual([]);
});
