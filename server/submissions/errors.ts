import type { Quota } from '#server/submissions/submission.ts';
import { refusals } from '#src/content/refusals.ts';
import { fill } from '#src/lib/text/fill.ts';
import { countOf } from '#src/lib/text/numbers.ts';
import type { FieldError } from '#src/schemas/problem.ts';

/**
 * A message was rejected for a reason that its sender can resolve. The text is shown to people; server/api/protocol/submissions.ts
 * turns the code into responses.
 */
export abstract class SubmissionRejected extends Error {
  abstract readonly code: 'too_many_messages' | 'idempotency_key_reused' | 'projects_gone' | 'lines_refused' | 'prices_changed';
  /** What is wrong with each field at fault; nothing if the message as a whole was rejected. */
  readonly errors: readonly FieldError[] = [];
}

/** The sender exceeded the message limit. */
export class TooManyMessages extends SubmissionRejected {
  readonly code = 'too_many_messages';
  readonly quota: Quota;
  constructor(quota: Quota) {
    super(fill(refusals.tooManyMessages, { time: countOf(Math.ceil(quota.secondsLeft / 60), 'minute') }));
    this.quota = quota;
  }
}

/** An Idempotency-Key was reused with a different body. */
export class KeyReused extends SubmissionRejected {
  readonly code = 'idempotency_key_reused';
  constructor() {
    super(refusals.keyReused);
  }
}
