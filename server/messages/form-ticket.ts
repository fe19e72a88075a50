import { randomUUID } from 'node:crypto';

/** A new form's hidden ticket: the time in ms, base 36, and a random key. A plainly posted form is known again by it. */
export function formTicket(): string {
  return `${Date.now().toString(36)}-${randomUUID()}`;
}
