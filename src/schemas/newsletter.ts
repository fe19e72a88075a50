import * as z from 'zod/mini';
import { contactMessage } from './contact.ts';
import { formTrap } from './form-trap.ts';

/** The newsletter form: an email with the same rule and text as the contact form's; decisions.md, "Forms". */
export const newsletterSubscription = z.object({ email: contactMessage.shape.email });
/** What a browser sends: the subscription, and the fields that no person fills in. */
export const newsletterSubmission = z.extend(newsletterSubscription, formTrap.shape);
export type NewsletterSubscription = z.output<typeof newsletterSubscription>;

/** The answer to an accepted subscription, whether the address was new or not: it must not tell who is on the list. */
export const newsletterReceipt = z.object({ subscribed: z.literal(true) });
export type NewsletterReceipt = z.infer<typeof newsletterReceipt>;
