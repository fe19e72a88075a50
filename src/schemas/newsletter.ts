import * as z from 'zod/mini';
import { contactMessage } from './contact.ts';
import { formTrap } from './form-trap.ts';

/** The newsletter form: an email address with the rules and error texts of the contact form; decisions.md, "Forms". */
export const newsletterSubscription = z.object({ email: contactMessage.shape.email });
/** The subscription as a browser sends it, with the form trap. */
export const newsletterSubmission = z.extend(newsletterSubscription, formTrap.shape);
export type NewsletterSubscription = z.output<typeof newsletterSubscription>;

/** The response to an accepted subscription, whether or not the address was new: it must not reveal who is on the list. */
export const newsletterReceipt = z.object({ subscribed: z.literal(true) });
export type NewsletterReceipt = z.infer<typeof newsletterReceipt>;
