import { countDeliveries } from '#server/mail/deliveries.ts';
import { registerDatabaseGauges } from '#server/platform/metrics/database-gauges.ts';
import { createCounter, createGauge } from '#server/platform/metrics/instruments.ts';

const mails = createGauge('carma_mail_deliveries', 'Mails by state: see docs/operations.md.', ['state']);
const oldestMail = createGauge('carma_mail_oldest_waiting_seconds', 'Age of the oldest mail that is waiting to be sent.');
const heldMessages = createCounter(
  'carma_messages_held_total',
  'Messages and subscriptions that were stored but for which no mail is sent: they look automatic, or exceeded the site-wide limit.',
);

registerDatabaseGauges('mails', {
  gauges: [mails, oldestMail],
  read: async () => {
    const rows = await countDeliveries('mail');
    return () => {
      for (const { state, count } of rows) mails.set({ state }, count);
      oldestMail.set(Math.max(0, ...rows.map(({ oldestSeconds }) => oldestSeconds ?? 0)));
    };
  },
});

/** Counts a held message, for which no mail is sent. */
export function countHeldMessage(): void {
  heldMessages.inc();
}
