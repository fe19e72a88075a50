'use client';

import { contactSubmission, newsletterSubmission } from '#shared/schemas/contact.ts';
import { refusedErrors, rpcClient, sender, withKey } from './sender.ts';

export const contactSender = sender({
  schema: contactSubmission,
  send: (message, key) => rpcClient.contact.send.mutate(message, withKey(key)).then((receipt) => ({ receipt }), refusedErrors),
});

export const newsletterSender = sender({
  schema: newsletterSubmission,
  send: (message, key) => rpcClient.newsletter.subscribe.mutate(message, withKey(key)).then(() => ({})),
});
