import { registerDeliveryGauges } from '#server/mail/metrics.ts';
import { query } from '#server/platform/database/query.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createGauge } from '#server/platform/metrics/instruments.ts';

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
