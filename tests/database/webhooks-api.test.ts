import { beforeEach, expect, it } from 'vitest';
import { api } from '#server/api/routes.ts';
import { createKey } from '#server/domain/api-keys.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

const database = ownDatabase({ LOG_LEVEL: 'silent' });
beforeEach(async () => {
  await database.sql`truncate webhook_subscriptions, idempotency_keys cascade`;
});

// No call here shows a page.
const app = api({} as never);
const call = async (method: string, path: string, key: string, sent: { body?: object; idempotencyKey?: string } = {}) => {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  if (sent.idempotencyKey) headers['idempotency-key'] = sent.idempotencyKey;
  if (sent.body) headers['content-type'] = 'application/json';
  const answer = await app.request(`/v1/webhooks${path}`, { method, headers, ...(sent.body && { body: JSON.stringify(sent.body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls.
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
};
const body = { url: 'https://crm.example/hooks/carma', events: ['quote.requested'] };

it('the API of webhooks subscribes once for each idempotency key, and tells the secret only in that answer', async () => {
  const key = await createKey('crm', ['webhooks']);
  const first = await call('POST', '', key, { body, idempotencyKey: 'a' });
  expect(first).toMatchObject({ status: 201, body: { ...body, personalData: false, secret: like(/^whsec_/) } });
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  const again = await call('POST', '', key, { body, idempotencyKey: 'a' });
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const other = await call('POST', '', key, { body: { ...body, events: ['message.received'] }, idempotencyKey: 'a' });
  expect(other.body.code).toBe('idempotency_key_reused');
  const listed = await call('GET', '', key);
  // If it were public, the site's cache would give the list of one key to everybody.
  expect([listed.body.webhooks.length, listed.headers.get('cache-control')]).toEqual([1, 'private, no-store']);
  expect(JSON.stringify(listed.body)).not.toContain('whsec_');
  const [stored] = await database.sql`select answer::text from idempotency_keys where scope = 'webhooks:crm'`;
  expect(stored?.answer).not.toContain('whsec_');
});

it('the API of webhooks makes no more than twenty for keys of one name, however many ask at once; one that ends makes room', async () => {
  const [key, successor] = [await createKey('many', ['webhooks']), await createKey('many', ['webhooks'])];
  const ask = (as: string, idempotencyKey: string) => call('POST', '', as, { body, idempotencyKey });
  for (let made = 0; made < 18; made += 1) expect((await ask(key, `one-${made}`)).status).toBe(201);
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
  const post = (as: string, more: object = {}) => call('POST', '', as, { body: { ...body, ...more }, idempotencyKey: 'd' });
  expect((await post(key, { personalData: true })).body.code).toBe('scope_missing');
  const { body: personal } = await post(other, { personalData: true });
  const narrower = await createKey('other', ['webhooks']);
  const rotate = (as: string) => call('POST', `/${personal.id}/rotate`, as, { idempotencyKey: 'r' });
  const answers = [await rotate(other), await rotate(narrower), await call('DELETE', `/${personal.id}`, narrower)];
  expect(answers.map((answer) => answer.body.code)).toEqual([undefined, 'scope_missing', 'scope_missing']);
  expect((await post(key, { url: 'https://10.0.0.1/' })).body).toMatchObject({ code: 'validation_failed', errors: [{ field: 'url' }] });
  const { body: made } = await post(key);
  expect([(await call('DELETE', `/${made.id}`, other)).status, (await call('GET', '', other)).body.webhooks.length]).toEqual([404, 1]);
  expect((await call('DELETE', `/${made.id}`, key)).body).toEqual({ id: made.id });
  // What was made with this Idempotency-Key has ended: it is not made a second time.
  expect((await post(key)).status).toBe(404);
});
