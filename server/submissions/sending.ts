import type { FormTrap } from '#src/schemas/form-trap.ts';

/** What is known of a message's way in, beside what it says. */
export type Sending = {
  clientAddress: string;
  /** The sender's Idempotency-Key; the same key with the same body is the same message. */
  key: string | undefined;
  /** A plain form's key may come again with another body: a person went back and wrote something else. */
  keyFromForm?: boolean;
  trap?: FormTrap;
};

/** How many messages an hour a sender may send, how many are left, and for how many seconds this hour still lasts. */
export type Quota = { limit: number; left: number; secondsLeft: number };

/**
 * A receipt, and whether it is the answer to an earlier request given again; where the message is new, whether it is held;
 * and what the sender has left, where it was counted.
 */
export type Answered<Receipt> = { receipt: Receipt; replayed: boolean; held?: boolean; quota?: Quota };

/** Faster than this, in ms, nobody fills in a form. It only counts where the honeypot is filled in, too. */
const quickestPerson = 3_000;

/**
 * Whether a message looks automatic: the honeypot is filled in, and the form came back in under three seconds or without the
 * time it was shown, which a script of the page adds. Both are needed: password managers fill in hidden fields, and people
 * paste quickly. Such a message is stored and answered like any other, but nobody is mailed.
 */
export function looksAutomatic({ trap }: Sending, now = Date.now()): boolean {
  if (!trap?.topic_note) return false;
  const shownAt = Number.parseInt(trap.form_ticket?.split('-')[0] ?? '', 36);
  return !(now - shownAt >= quickestPerson);
}
