import { type Compose, composeEvent } from '#server/domain/webhooks/compose.ts';
import { post } from '#server/domain/webhooks/post.ts';
import { claimWebhooks, noteArrival, noteFailure, noteSkipped, type WebhookDelivery } from '#server/domain/webhooks/queue.ts';
import { askNameServers, type Resolve, type ResolvedAddress, resolveReceiver } from '#server/domain/webhooks/receiver-address.ts';
import { openSecret, signedHeaders } from '#server/domain/webhooks/secrets.ts';
import { findReceiver, type Receiver } from '#server/domain/webhooks/subscriptions.ts';
import { registerDeliveryGauges } from '#server/mail/metrics.ts';
import { type Channel, startQueue } from '#server/mail/queue.ts';
import { query } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createGauge } from '#server/platform/metrics/instruments.ts';
import { withDatabaseLimit } from '#server/platform/request-context.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

type Options = {
  compose?: Compose;
  resolve?: Resolve;
  /** How long (ms) preparing takes at most, and then sending. */
  limitMs?: number;
};

/** The specification proposes 15 to 30 s. */
export const defaultLimitMs = 20_000;

/** A signed request. */
type Signed = { url: URL; addresses: ResolvedAddress[]; headers: Record<string, string>; body: string };

/** The receiver did not take an event. */
class NotTaken extends Error {
  readonly code: string;
  readonly retryAfter: number | undefined;
  constructor(status: number, retryAfter: number | undefined) {
    super(`The receiver answered ${status}`);
    this.code = String(status);
    this.retryAfter = retryAfter;
  }
}

/** Starts to send the webhooks that are due, beside the mails, as `startQueue` does. */
export function startWebhooks(options: Options = {}): (ms: number) => Promise<void> {
  return startQueue(webhookChannel(options));
}

/** Returns how webhooks are claimed, signed and sent. */
export function webhookChannel({
  compose = composeEvent,
  resolve = askNameServers,
  limitMs = defaultLimitMs,
}: Options = {}): Channel<WebhookDelivery, Signed> {
  return {
    claim: (count) => claimWebhooks(count, limitMs),
    prepare: async (delivery) => {
      const signed = await prepare(delivery, compose, resolve);
      if (!signed) await noteSkipped(delivery.subscriptionId);
      return signed;
    },
    send: async (_delivery, { url, ...signed }) => {
      const { status, retryAfter } = await post(url, { ...signed, signal: AbortSignal.timeout(limitMs) });
      if (status < 200 || status > 299) throw new NotTaken(status, retryAfter);
      return 'sent';
    },
    sent: async (delivery, _state, { ms }) => {
      await noteArrival(delivery.subscriptionId);
      log().info({ event: 'webhook.sent', ...factsOf(delivery), ms }, 'Webhook sent');
    },
    failed: fail,
  };
}

/**
 * Composes an event from its rows as they are now, signs it with the secrets of its subscription, and looks up where to send it.
 * Undefined if what it is about was erased, or the subscription has ended. The rows are read last, so that as little time as possible
 * lies between that and sending.
 */
async function prepare(delivery: WebhookDelivery, compose: Compose, resolve: Resolve): Promise<Signed | undefined> {
  const { id, type, subscriptionId, createdAt, sendBy } = delivery;
  const left = () => sendBy - performance.now();
  const receiver = await withDatabaseLimit(left(), () => findReceiver(subscriptionId));
  if (!receiver) return undefined;
  if (receiver.isOff) throw Object.assign(new Error('The subscription was disabled'), { code: 'EDISABLED' });
  const secrets = await openSecrets(subscriptionId, receiver);
  const url = new URL(receiver.url);
  const addresses = await withTimeout(Math.max(1, left()), resolveReceiver(url, resolve), 'The name server');
  const data = await withDatabaseLimit(left(), () => compose(delivery, receiver.personalData));
  if (!data) return undefined;
  const body = JSON.stringify({ type, timestamp: createdAt.toISOString(), data });
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Carma-Webhooks (+${env().PUBLIC_URL}/developers)`,
    ...signedHeaders(id, body, secrets),
  };
  return { url, addresses, headers, body };
}

/** Decrypts the secrets that sign. A former one that was encrypted with another secret of the record signs no more. */
async function openSecrets(id: string, { secret, formerSecret }: Receiver): Promise<string[]> {
  const current = await openSecret(id, secret);
  const former = formerSecret && (await openSecret(id, formerSecret).catch(() => undefined));
  return former ? [current, former] : [current];
}

async function fail(delivery: WebhookDelivery, error: Error & { code?: string }): Promise<void> {
  const { name, message } = error;
  // What AbortSignal.timeout throws has a number for a code.
  const code = name === 'TimeoutError' ? 'ETIMEDOUT' : (error.code ?? 'EUNKNOWN');
  // Other errors may quote an address, which may hold a secret, or what a person typed; and this text is stored.
  const isOurs = error instanceof NotTaken || code === 'EADDRESS' || code === 'ESECRET';
  const reason = isOurs ? message : `The receiver could not be reached: ${code}`;
  const isGone = code === '410';
  const { retryAfter } = error as Partial<NotTaken>;
  const { state, disabled } = await noteFailure(delivery, reason, { retryAfter, isGone });
  const facts = { ...factsOf(delivery), code };
  log().warn({ event: 'webhook.failed', ...facts }, state === 'queued' ? 'Webhook not sent; retrying later' : 'Webhook not sent');
  if (state === 'dead') log().error({ event: 'webhook.dead', ...facts }, 'Webhook given up: see npm run webhooks -- deliveries');
  if (disabled) {
    const { subscriptionId } = delivery;
    log().error({ event: 'webhook.disabled', subscriptionId, reason: disabled }, 'Subscription disabled: see npm run webhooks -- list');
  }
}

const factsOf = ({ id, type, subscriptionId }: WebhookDelivery) => ({ deliveryId: id, type, subscriptionId });

const webhooks = createGauge('carma_webhook_deliveries', 'Webhooks by state, of the last 30 days: see docs/operations.md.', ['state']);
const oldestWebhook = createGauge('carma_webhook_oldest_waiting_seconds', 'Age of the oldest webhook that is waiting to be sent.');
const subscriptions = createGauge('carma_webhook_subscriptions', 'Subscriptions: active, failing or disabled.', ['state']);

registerDeliveryGauges('webhook', webhooks, oldestWebhook);
registerDatabaseGauges('webhook subscriptions', {
  gauges: [subscriptions],
  read: async () => {
    const states = await query<{ state: string; count: number }[]>`
      select case when disabled_at is not null then 'disabled' when failing_since is not null then 'failing' else 'active' end as state,
        count(*)::integer as count
      from webhook_subscriptions
      group by 1
    `;
    return () => {
      for (const { state, count } of states) subscriptions.set({ state }, count);
    };
  },
});
