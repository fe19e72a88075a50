import type { FormTrap } from '#src/schemas/form-trap.ts';

/** How a message reached us: everything known about it besides its content. */
export type Submission = {
  clientAddress: string;
  /** The sender's Idempotency-Key: the same key with the same body is the same message; of one that could be guessed, from one client. */
  key: string | undefined;
  /** Whether the key is a plain form's, which may recur with another body: the person went back and wrote something else. */
  keyFromForm?: boolean;
  trap?: FormTrap;
};

/** How many messages an hour a sender may send, how many are left, and the seconds until the hour is over. */
export type Quota = { limit: number; left: number; secondsLeft: number };

/**
 * A receipt and whether it is replayed from an earlier request. A new message also has `held`; one that was counted also has
 * the sender's `quota`.
 */
export type SubmissionResult<Receipt> = { receipt: Receipt; replayed: boolean; held?: boolean; quota?: Quota };

/** The least time (ms) in which a person fills in a form. */
const fastestPersonMs = 3_000;

/**
 * Checks whether a message looks automatic: the honeypot is filled in, and the form was sent within three seconds or without the
 * time it was shown, which a script of the page adds. Both are required, because password managers fill in hidden fields and
 * people paste quickly. Such a message is stored and answered like any other, but no mail is sent.
 */
export function looksAutomatic({ trap }: Submission, now = Date.now()): boolean {
  if (!trap?.topic_note) return false;
  const shownAt = Number.parseInt(trap.form_ticket?.split('-')[0] ?? '', 36);
  // Also true if the time is missing, and so NaN.
  return !(now - shownAt >= fastestPersonMs);
}
