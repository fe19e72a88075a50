import * as z from 'zod/mini';

const lenient = z.catch(z.nullish(z.string().check(z.maxLength(300))), null);

/**
 * Two fields of every form that no person fills in: a ticket (the time the page was opened, and a random key) and a honeypot.
 * No value of theirs makes a message invalid.
 */
export const formTrap = z.object({ form_ticket: lenient, topic_note: lenient });
export type FormTrap = z.output<typeof formTrap>;
