import { z } from 'zod';
import type { $ZodError } from 'zod/v4/core';
import './field-messages.ts';

type ProblemFacts = {
  status: number;
  title: string;
  /** What happened and what to do. Used in the documentation, and as the default `detail` of a response. */
  meaning: string;
  /** Whether the same request may succeed later. */
  retryable: boolean;
};

/**
 * Every way in which a call can fail, by stable code. REST, RPC, the OpenAPI document and /developers all use this table.
 * Codes may be added, never renamed.
 */
export const problems = {
  address_malformed: {
    status: 400,
    title: 'Bad address',
    meaning: 'The URL contains encoded slashes, dots or zero bytes.',
    retryable: false,
  },
  json_malformed: { status: 400, title: 'Not JSON', meaning: 'The body is not valid JSON in UTF-8.', retryable: false },
  form_malformed: { status: 400, title: 'Not a form', meaning: 'The body is not a readable form, or not UTF-8.', retryable: false },
  validation_failed: {
    status: 400,
    title: 'Fields missing or wrong',
    meaning: 'Some fields are missing or wrong; errors names each.',
    retryable: false,
  },
  field_repeated: { status: 400, title: 'Field sent twice', meaning: 'A field was sent more than once; send it once.', retryable: false },
  parameter_invalid: {
    status: 400,
    title: 'Unknown or wrong parameter',
    meaning: 'A URL parameter is unknown or wrong; errors names each and lists what is allowed.',
    retryable: false,
  },
  cursor_invalid: {
    status: 400,
    title: 'Invalid cursor',
    meaning: 'The cursor does not come from this API, or belongs to a list in another order. Start again without one.',
    retryable: false,
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'Invalid Idempotency-Key',
    meaning: 'An Idempotency-Key has 1 to 128 visible ASCII characters.',
    retryable: false,
  },
  link_invalid: {
    status: 400,
    title: 'Invalid link',
    meaning: 'This unsubscribe link is incomplete or not one of ours.',
    retryable: false,
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    meaning: 'A browser on another site may read but not write. Call from your server, or ask us to allow your origin.',
    retryable: false,
  },
  not_found: { status: 404, title: 'Not found', meaning: 'There is no such address under /api.', retryable: false },
  project_not_found: { status: 404, title: 'No such project', meaning: 'No project has this slug, id or registry id.', retryable: false },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'This address does not accept the method; Allow lists those it does.',
    retryable: false,
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'Your Accept header excludes the only media type this address offers.',
    retryable: false,
  },
  body_late: {
    status: 408,
    title: 'Body too slow',
    meaning: 'The body did not arrive in time. Nothing was done; send it again.',
    retryable: true,
  },
  project_withdrawn: {
    status: 410,
    title: 'Project withdrawn',
    meaning: 'The project was taken out of the catalogue. Certificates that name it, and the record, stay as they are.',
    retryable: false,
  },
  cursor_expired: {
    status: 410,
    title: 'Cursor no longer valid',
    meaning: 'The catalogue was restored from a backup older than this cursor. Empty your copy and start again without since.',
    retryable: false,
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    meaning: 'The body is larger than this address accepts, or the form has too many fields.',
    retryable: false,
  },
  address_too_long: {
    status: 414,
    title: 'Address too long',
    meaning: 'Path and query have more than 4,096 characters.',
    retryable: false,
  },
  media_type_unsupported: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'The body has a Content-Type this address does not accept.',
    retryable: false,
  },
  form_invalid: {
    status: 422,
    title: 'Fields of the form missing or wrong',
    meaning: 'Some fields of a form are missing or wrong; errors names each.',
    retryable: false,
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key used before',
    meaning: 'This Idempotency-Key was used for another body. Use a new key for a new message.',
    retryable: false,
  },
  projects_gone: {
    status: 422,
    title: 'Projects gone',
    meaning: 'Some of the projects are no longer in the catalogue; errors names their lines.',
    retryable: false,
  },
  lines_refused: {
    status: 422,
    title: 'Lines refused',
    meaning: 'Some of the credits cannot be bought as asked; errors names each line with its reason. Nothing was stored.',
    retryable: false,
  },
  prices_changed: {
    status: 409,
    title: 'Prices changed',
    meaning:
      'The catalogue has another price than a line said; errors names each such line with the price now. Nothing was stored: send it again at the prices that you accept.',
    retryable: false,
  },
  key_missing: {
    status: 401,
    title: 'Key missing or wrong',
    meaning: 'Send `Authorization: Bearer` with a key that is valid.',
    retryable: false,
  },
  scope_missing: { status: 403, title: 'Not allowed', meaning: 'This key lacks the scope for this operation.', retryable: false },
  idempotency_key_missing: {
    status: 400,
    title: 'Idempotency-Key missing',
    meaning: 'Send an Idempotency-Key of your own for this operation.',
    retryable: false,
  },
  too_many_webhooks: {
    status: 409,
    title: 'Too many subscriptions',
    meaning: 'The keys of this name have as many subscriptions as they may. End one first. Nothing was stored.',
    retryable: false,
  },
  units_not_available: {
    status: 409,
    title: 'Units not available',
    meaning: 'The record does not have that many units with this status.',
    retryable: false,
  },
  units_not_claimable: {
    status: 409,
    title: 'Units not claimable',
    meaning: 'Expected units cannot be retired: the registry has not issued them.',
    retryable: false,
  },
  issuance_missing: {
    status: 409,
    title: 'Issued or expected',
    meaning: 'The project holds issued and expected units: say which with `issuance`.',
    retryable: false,
  },
  owner_differs: {
    status: 403,
    title: 'Units of another key',
    meaning: 'These units were reserved, assigned or sold with another key, and this one lacks the scope `any-owner`.',
    retryable: false,
  },
  units_overlap: {
    status: 409,
    title: 'Units overlap',
    meaning: 'Some of these serial numbers are already on the record, or are listed twice.',
    retryable: false,
  },
  record_unknown: {
    status: 404,
    title: 'Not on the record',
    meaning: 'There is no such project, batch, entry or certificate on the record.',
    retryable: false,
  },
  record_busy: {
    status: 503,
    title: 'Record busy',
    meaning: 'Other operations, or an import, are being added to the record. Nothing was stored; try again after Retry-After.',
    retryable: true,
  },
  record_not_appendable: {
    status: 503,
    title: 'Record not accepting entries',
    meaning: 'The log cannot accept entries at the moment. Nothing was stored.',
    retryable: true,
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'Too many requests from your address within a minute. Wait for Retry-After.',
    retryable: true,
  },
  too_many_messages: {
    status: 429,
    title: 'Too many messages',
    meaning: 'Too many messages within an hour, from your address or in total. Wait for Retry-After.',
    retryable: true,
  },
  internal_error: { status: 500, title: 'Internal error', meaning: 'Something failed on our side.', retryable: false },
  unavailable: {
    status: 503,
    title: 'Unavailable',
    meaning:
      'The database did not answer in time. Try again after Retry-After; repeat a write with the same Idempotency-Key, so that it is stored once.',
    retryable: true,
  },
  overloaded: {
    status: 503,
    title: 'Too busy',
    meaning: 'The site is receiving more requests than it can answer. Nothing was done; try again after Retry-After.',
    retryable: true,
  },
  timed_out: {
    status: 504,
    title: 'Timed out',
    meaning: 'The answer took too long. A write may have been stored: repeat it with the same Idempotency-Key.',
    retryable: true,
  },
} as const satisfies Record<string, ProblemFacts>;

export type ProblemCode = keyof typeof problems;
export const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** Why a line of a basket or a request for a quote is refused; src/lib/money/quote.ts has the rule. */
export const refusal = z
  .object({
    reason: z
      .enum(['sold_out', 'no_price', 'not_yet_on_sale', 'too_many', 'not_deliverable_by'])
      .meta({ description: 'Why the credits cannot be bought as asked.' }),
    available: z.int().positive().optional().meta({ description: 'With `too_many`: how many a line may have.' }),
    delivery: z.iso.date().nullable().optional().meta({ description: 'With `not_deliverable_by`: the day of delivery. Null: not stated.' }),
  })
  .meta({ id: 'Refusal' });

/** An error in a request: the field, parameter or header, what is wrong with it, and the allowed values if there are few. */
export const fieldError = z
  .object({
    field: z.string().meta({ description: 'The field, parameter or header. Empty: the body as a whole.' }),
    message: z.string().meta({ description: 'What is wrong, in words.' }),
    allowed: z.array(z.string()).optional().meta({ description: 'The names or values that are allowed.' }),
    pricePerCredit: z.int().optional().meta({ description: 'With `prices_changed`: the price now, in pence excl. VAT.' }),
    ...refusal.partial().shape,
  })
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof fieldError>;

/** The body of every error response: `application/problem+json`, RFC 9457. */
export const problem = z
  .object({
    type: z.string().meta({ description: 'The address of the code in this documentation.', format: 'uri' }),
    code: z.enum(problemCodes).meta({ description: 'Stable. Rely on this and not on the texts.' }),
    title: z.string().meta({ description: 'The same for every answer with this code.' }),
    status: z.int().min(400).max(599).meta({ description: 'The status of the answer.' }),
    detail: z.string().meta({ description: 'What happened this time, in words.' }),
    errors: z.array(fieldError).optional().meta({ description: 'The errors in the request, by field.' }),
    requestId: z
      .string()
      .meta({ description: 'As in X-Request-Id. Quote it when you contact us, so that we can find the request in our log.' }),
    retryable: z.boolean().meta({ description: 'Whether the same request may succeed later, unchanged.' }),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });
export type Problem = z.infer<typeof problem>;

/** Most errors in a response: one for each line of a full shortlist. */
const maxErrors = 20;
/** Most characters of an error's field name, which comes from the client, and of its message. */
const [maxName, maxMessage] = [100, 300];

/** Returns the first errors, with shortened texts, and a sentence for `detail` if there are more. */
export function boundedErrors(errors: FieldError[]): { errors: FieldError[]; more: string } {
  const listed = errors.slice(0, maxErrors).map((error) => ({
    ...error,
    field: shortened(error.field, maxName),
    message: shortened(error.message, maxMessage),
  }));
  const omitted = errors.length - listed.length;
  return {
    errors: listed,
    more: omitted > 0 ? ` Only the first ${maxErrors} are listed; ${omitted.toLocaleString('en-GB')} more are not listed.` : '',
  };
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()}…` : text;
}

/** Returns the first error of each field of a failed parse, in order. An error of the whole has the field ''. */
export function fieldErrors(error: $ZodError): FieldError[] {
  const first = new Map<string, string>();
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.join('.');
    if (!first.has(field)) first.set(field, message);
  };
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add([...issue.path, key], 'is no field here');
    else add(issue.path, issue.message);
  }
  return [...first].map(([field, message]) => ({ field, message }));
}

/** Returns the same errors as messages by field, for forms. */
export function messagesByField(error: $ZodError): Record<string, string> {
  return Object.fromEntries(fieldErrors(error).map(({ field, message }) => [field, message]));
}
