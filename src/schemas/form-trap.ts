import * as z from 'zod/mini';

const lenient = z.catch(z.nullish(z.string().check(z.maxLength(300))), null);

/**
 * Two fields that no person fills in, in every form: a ticket (when the page was opened, and a key of its own) and a
 * honeypot. Whatever they hold, they never make a message wrong.
 */
export const formTrap = z.object({ form_ticket: lenient, topic_note: lenient });
export type FormTrap = z.output<typeof formTrap>;
