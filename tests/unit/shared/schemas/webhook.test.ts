import { expect, it } from 'vitest';
import { newWebhook } from '#shared/schemas/webhook.ts';

it.each([
  [['quote.requested', 'message.received'], true],
  [['quote.requested', 'quote.requested'], false],
  [[], false],
])('a subscription names at least one type of events, and each once: to %j it is accepted: %s', (events, isAccepted) => {
  expect(newWebhook.safeParse({ url: 'https://crm.example/hook', events }).success).toBe(isAccepted);
});
