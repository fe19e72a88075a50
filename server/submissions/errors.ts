import type { Quota } from '#server/submissions/sending.ts';

/** The sender asked for too much; the text is for a person to read. */
export class TooManyMessages extends Error {
  readonly quota: Quota;
  constructor(quota: Quota) {
    const minutes = Math.ceil(quota.secondsLeft / 60);
    super(`We have had a lot of messages in the last hour. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`);
    this.quota = quota;
  }

  /** Seconds after which the limit starts again. */
  get retryAfterSeconds(): number {
    return this.quota.secondsLeft;
  }
}

/** An Idempotency-Key came again with something else. */
export class KeyReused extends Error {
  constructor() {
    super('This Idempotency-Key was used for another message. Use a new key for a new message.');
  }
}

/** A request for a quote names projects that the catalogue does not hold (any more). */
export class ProjectsGone extends Error {
  /** Places in the shortlist, from 0. */
  readonly lines: number[];
  constructor(lines: number[], slugs: string[]) {
    super(`No longer in the catalogue: ${slugs.join(', ')}. Go back to the shortlist and send the request without them.`);
    this.lines = lines;
  }
}
