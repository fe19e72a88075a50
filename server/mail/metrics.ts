import type { Gauge } from 'prom-client';
import { countDeliveries } from '#server/mail/deliveries.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createCounter, createGauge } from '#server/platform/metrics/instruments.ts';

const mails = createGauge('carma_mail_deliveries', 'Mails by state: see docs/operations.md.', ['state']);
const oldestMail = createGauge('carma_mail_oldest_waiting_seconds', 'Age of the oldest mail that is waiting to be sent.');
const deliveryStates = ['queued', 'sending', 'sent', 'written', 'skipped', 'held', 'dead'];
const heldMessages = createCounter(
  'carma_messages_held_total',
  'Messages and subscriptions that were stored but for which no mail is sent: they look automatic, or exceeded the site-wide limit.',
);

registerDeliveryGauges('mail', mails, oldestMail);

/** Reads two gauges at each scrape: the deliveries of a kind by state, and the age in seconds of the oldest that is waiting. */
export function registerDeliveryGauges(kind: 'mail' | 'webhook', states: Gauge<'state'>, oldest: Gauge): void {
  registerDatabaseGauges(`${kind}s`, {
    gauges: [states, oldest],
    read: async () => {
      const rows = await countDeliveries(kind);
      return () => {
        // A state that nobody has seen is a figure too: the first dead one is a change.
        for (const state of deliveryStates) states.set({ state }, 0);
        for (const { state, count } of rows) states.set({ state }, count);
        oldest.set(Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds ?? 0)));
      };
    },
  });
}

/** Counts a held message, for which no mail is sent. */
export function countHeldMessage(): void {
  heldMessages.inc();
}
