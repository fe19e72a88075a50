import type { Quota } from '#server/submissions/submission.ts';

/** The sender exceeded the message limit. The text is shown to people. */
export class TooManyMessages extends Error {
  readonly quota: Quota;
  constructor(quota: Quota) {
    const minutes = Math.ceil(quota.secondsLeft / 60);
    super(`We have had a lot of messages in the last hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
    this.quota = quota;
  }

  /** Seconds until the limit resets. */
  get retryAfterSeconds(): number {
    return this.quota.secondsLeft;
  }
}

/** An Idempotency-Key was reused with a different body. */
export class KeyReused extends Error {
  constructor() {
    super('This Idempotency-Key was used for another message. Use a new key for a new message.');
  }
}

/** A request for a quote names projects that are not, or no longer, in the catalogue. */
export class ProjectsGone extends Error {
  /** Their positions in the shortlist, from 0. */
  readonly lines: number[];
  constructor(lines: number[], slugs: string[]) {
    super(`No longer in the catalogue: ${slugs.join(', ')}. Go back to the shortlist and send the request without them.`);
    this.lines = lines;
  }
}
