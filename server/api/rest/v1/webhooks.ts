import type { Context } from 'hono';
import { z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { receiptHeaders } from '#server/api/protocol/submissions.ts';
import { route } from '#server/api/rest/route.ts';
import {
  addSubscription,
  listSubscriptions,
  removeSubscription,
  revealSecret,
  rotateSecret,
  type Subscription,
  subscriptionLimit,
} from '#server/domain/webhooks/subscriptions.ts';
import type { Transaction } from '#server/platform/database/query.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { onceForKeyHolder } from '#server/submissions.ts';
import { createdWebhook, deletedWebhook, newWebhook, rotatedWebhook, webhookList } from '#shared/schemas/webhook.ts';

const common = { tag: 'Webhooks', scope: 'webhooks', failure: 'The subscriptions could not be reached. Please try again.' } as const;
const parts = z.object({ id: z.uuid().meta({ description: 'The subscription.', examples: ['7d4f2a9e-2f4b-4b7e-9a53-0c1f6a1f2b3c'] }) });
const needsKey = 'Needs a key with the scope `webhooks`. Only the subscriptions of keys with its name are there.';
const needsPersonal = `${needsKey} One with personalData needs the scope \`webhooks-personal\` too.`;
/** No cache may keep what belongs to a key. */
const notKept = { 'cache-control': 'private, no-store' };

/** Subscriptions to events, for clients with a key. */
export const webhooks = [
  route({
    at: 'POST /api/v1/webhooks',
    ...common,
    id: 'createWebhook',
    summary: 'Subscribe an address to events',
    description: `Needs a key with the scope \`webhooks\`, and an Idempotency-Key. The answer is the only one with the secret. Keys with one name have at most ${subscriptionLimit} subscriptions.`,
    body: { schema: newWebhook, example: { url: 'https://crm.example/hooks/carma', events: ['quote.requested', 'message.received'] } },
    idempotencyKey: 'required',
    response: { status: 201, schema: createdWebhook },
    problems: ['too_many_webhooks', 'not_found'],
    answer: async (c, { body, key, idempotencyKey }) => {
      if (body.personalData && !key.scopes.includes('webhooks-personal')) return sendProblem(c, 'scope_missing');
      const store = async (transaction: Transaction) => ({ id: await addSubscription(body, { name: key.name, transaction }) });
      const { receipt, replayed } = await onceForKeyHolder(`webhooks:${key.name}`, idempotencyKey, body, store);
      const revealed = await revealSecret(receipt.id);
      // An earlier request with this Idempotency-Key made it, and it has ended since.
      if (!revealed) return sendUnknown(c);
      log().info({ event: 'webhook.subscribed', subscriptionId: receipt.id, replayed }, 'Subscribed to events');
      return c.json({ ...webhookJson(revealed.subscription), secret: revealed.secret }, 201, headersOf(replayed));
    },
  }),
  route({
    at: 'GET /api/v1/webhooks',
    ...common,
    id: 'listWebhooks',
    summary: 'Your subscriptions, newest first',
    description: needsKey,
    query: z.strictObject({}),
    response: { schema: webhookList },
    answer: async (c, { key }) => c.json({ webhooks: (await listSubscriptions(key.name)).map(webhookJson) }, 200, notKept),
  }),
  route({
    at: 'DELETE /api/v1/webhooks/:id',
    ...common,
    id: 'deleteWebhook',
    summary: 'End a subscription, with everything that waits for it',
    description: needsPersonal,
    parts,
    response: { description: 'Ended.', schema: deletedWebhook },
    problems: ['not_found'],
    answer: async (c, { key }) => {
      const id = idIn(c);
      if (!(await mayTouch(id, key))) return sendProblem(c, 'scope_missing');
      if (!(await removeSubscription(id, key.name))) return sendUnknown(c);
      log().info({ event: 'webhook.unsubscribed', subscriptionId: id }, 'A subscription ended');
      return c.json({ id }, 200, notKept);
    },
  }),
  route({
    at: 'POST /api/v1/webhooks/:id/rotate',
    ...common,
    id: 'rotateWebhook',
    summary: 'Give a subscription a new secret',
    description: `${needsPersonal} Needs an Idempotency-Key. For a day both secrets sign; the former one of an earlier rotation stops at once.`,
    parts,
    idempotencyKey: 'required',
    response: { description: 'Rotated.', schema: rotatedWebhook },
    problems: ['not_found'],
    answer: async (c, { key, idempotencyKey }) => {
      const id = idIn(c);
      if (!(await mayTouch(id, key))) return sendProblem(c, 'scope_missing');
      const store = async (transaction: Transaction) => ({ isKnown: (await rotateSecret(id, key.name, transaction)) !== undefined });
      const { receipt, replayed } = await onceForKeyHolder(`webhooks:${key.name}`, idempotencyKey, { rotate: id }, store);
      const revealed = receipt.isKnown && (await revealSecret(id));
      if (!revealed) return sendUnknown(c);
      log().info({ event: 'webhook.rotated', subscriptionId: id, replayed }, 'A subscription has a new secret');
      return c.json({ id, secret: revealed.secret, formerUntil: revealed.formerUntil }, 200, headersOf(replayed));
    },
  }),
];

/** Returns the id in the address as the database writes it: a UUID may be sent in either case (RFC 9562, section 4). */
const idIn = (c: Context<AppEnv>) => (c.req.param('id') ?? '').toLowerCase();

const sendUnknown = (c: Context<AppEnv>) => sendProblem(c, 'not_found', { detail: 'There is no such subscription.' });

const headersOf = (replayed: boolean) => ({ ...notKept, ...receiptHeaders({ replayed }) });

/** Checks whether a key may end or change a subscription of its name: one with personal data is for keys that may have them. */
async function mayTouch(id: string, { name, scopes }: { name: string; scopes: readonly string[] }): Promise<boolean> {
  if (scopes.includes('webhooks-personal')) return true;
  return (await listSubscriptions(name)).every((subscription) => subscription.id !== id || !subscription.personalData);
}

/** Returns a subscription as the API serves it, but for its times, which become texts as JSON is written. */
const webhookJson = ({ keyName: _, ...rest }: Subscription) => rest;
