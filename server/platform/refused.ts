import { type FieldError, type ProblemCode, problems } from '#shared/schemas/problem.ts';

/** How many messages an hour a sender may send, how many are left, and the seconds until the hour is over. */
export type Quota = { limit: number; left: number; secondsLeft: number };

/**
 * What a client asks for is refused, for a reason that the client can resolve. The text, by default those of the errors or else the meaning
 * of the code, is shown to people; server/api/protocol/problem.ts turns the code into responses.
 */
export class Refused extends Error {
  readonly code: ProblemCode;
  /** What is wrong with each field or parameter at fault, and what it may be; nothing if the whole was refused. */
  readonly errors: readonly FieldError[];
  /** Of the limit that the sender exceeded. */
  readonly quota: Quota | undefined;
  constructor(code: ProblemCode, { errors = [], quota, message }: Partial<Pick<Refused, 'errors' | 'quota' | 'message'>> = {}) {
    super(message ?? (errors.map((error) => error.message).join(' ') || problems[code].meaning));
    this.code = code;
    this.errors = errors;
    this.quota = quota;
  }
}
