import { z } from 'zod';
import type { $ZodError } from 'zod/v4/core';
import './field-messages.ts';
import { formatCount } from '#verify/text.ts';
import { linesLimit, maxAddressLength } from './limits.ts';
import { storableText } from './storable-text.ts';

/**
 * Returns the facts of a problem. `meaning`: what happened and what to do, which is in the documentation, and the default `detail` of a
 * response. `retryable`: whether the same request may succeed later.
 */
function kind<Status extends number>(status: Status, title: string, meaning: string) {
  return { status, title, meaning, retryable: [408, 429, 503, 504].includes(status) };
}

/**
 * Every way in which a call can fail, by stable code. REST, RPC, the OpenAPI document and /developers all use this table.
 * Codes may be added, never renamed.
 */
export const problems = {
  address_malformed: kind(
    400,
    'Bad address',
    'The path has an encoded slash, backslash, dot, percent sign or control character, or an encoding that is broken or not UTF-8.',
  ),
  json_malformed: kind(400, 'Not JSON', 'The body is not valid JSON in UTF-8.'),
  form_malformed: kind(400, 'Not a form', 'The body is not a readable form, or not UTF-8.'),
  validation_failed: kind(400, 'Fields missing or wrong', 'Some fields are missing or wrong; errors names each.'),
  field_repeated: kind(400, 'Field sent twice', 'A field was sent more than once; send it once.'),
  parameter_invalid: kind(
    400,
    'Unknown or wrong parameter',
    'A URL parameter is unknown or wrong; errors names each and lists what is allowed.',
  ),
  cursor_invalid: kind(
    400,
    'Invalid cursor',
    'The cursor does not come from this API, or belongs to a list in another order. Start again without one.',
  ),
  idempotency_key_invalid: kind(400, 'Invalid Idempotency-Key', 'An Idempotency-Key has 1 to 128 visible ASCII characters.'),
  link_invalid: kind(400, 'Invalid link', 'This unsubscribe link is incomplete or not one of ours.'),
  origin_not_allowed: kind(
    403,
    'Origin not allowed',
    'A browser on another site may read but not write. Call from your server, or ask us to allow your origin.',
  ),
  not_found: kind(404, 'Not found', 'There is no such address under /api, or no such subscription.'),
  project_not_found: kind(404, 'No such project', 'No project has this slug, id or registry id, or several have it.'),
  method_not_allowed: kind(405, 'Method not allowed', 'This address does not accept the method; Allow lists those it does.'),
  not_acceptable: kind(406, 'Not acceptable', 'Your Accept header excludes the only media type this address offers.'),
  body_late: kind(408, 'Body too slow', 'The body did not arrive in time. Nothing was done; send it again.'),
  project_withdrawn: kind(
    410,
    'Project withdrawn',
    'The project was taken out of the catalogue. Certificates that name it, and the record, stay as they are.',
  ),
  cursor_expired: kind(
    410,
    'Cursor no longer valid',
    'The catalogue was restored from a backup older than this cursor. Empty your copy and start again without since.',
  ),
  body_too_large: kind(413, 'Body too large', 'The body is larger than this address accepts, or the form has too many fields.'),
  address_too_long: kind(414, 'Address too long', `Path and query have more than ${formatCount(maxAddressLength)} characters.`),
  media_type_unsupported: kind(415, 'Unsupported media type', 'The body has a Content-Type this address does not accept.'),
  form_invalid: kind(422, 'Fields of the form missing or wrong', 'Some fields of a form are missing or wrong; errors names each.'),
  idempotency_key_reused: kind(
    422,
    'Idempotency-Key used before',
    'This Idempotency-Key was used for another body. Use a new key for a new message.',
  ),
  projects_gone: kind(422, 'Projects gone', 'Some of the projects are not in the catalogue; errors names their lines.'),
  lines_refused: kind(
    422,
    'Lines refused',
    'Some of the credits cannot be bought as asked; errors names each with its reason. Nothing was stored.',
  ),
  prices_changed: kind(
    409,
    'Prices changed',
    'The catalogue has another price than a line said; errors names each such line with the price now. Nothing was stored: send it again at the prices that you accept.',
  ),
  key_missing: kind(401, 'Key missing or wrong', 'Send `Authorization: Bearer` with a key that is valid.'),
  scope_missing: kind(403, 'Not allowed', 'This key lacks the scope for this operation.'),
  idempotency_key_missing: kind(400, 'Idempotency-Key missing', 'Send an Idempotency-Key of your own for this operation.'),
  too_many_webhooks: kind(
    409,
    'Too many subscriptions',
    'The keys of this name have as many subscriptions as they may. End one first. Nothing was stored.',
  ),
  units_not_available: kind(409, 'Units not available', 'The record does not have that many units with this status.'),
  units_not_claimable: kind(409, 'Units not claimable', 'Expected units cannot be retired: the registry has not issued them.'),
  issuance_missing: kind(409, 'Issued or expected', 'The project holds issued and expected units: say which with `issuance`.'),
  owner_differs: kind(
    403,
    'Units of another key',
    'These units were not reserved, assigned or sold with this key, and it lacks the scope `any-owner`.',
  ),
  units_overlap: kind(409, 'Units overlap', 'Some of these serial numbers are already on the record, or are listed twice.'),
  record_unknown: kind(404, 'Not on the record', 'There is no such project, batch, entry or certificate on the record.'),
  record_busy: kind(
    503,
    'Record busy',
    'Other operations, or an import, are being added to the record. Nothing was stored; try again after Retry-After.',
  ),
  record_not_appendable: kind(503, 'Record not accepting entries', 'The log cannot accept entries at the moment. Nothing was stored.'),
  too_many_requests: kind(429, 'Too many requests', 'Too many requests from your address within a minute. Wait for Retry-After.'),
  too_many_messages: kind(
    429,
    'Too many messages',
    'Too many messages within an hour, from your address or its network. Wait for Retry-After.',
  ),
  internal_error: kind(500, 'Internal error', 'Something failed on our side.'),
  unavailable: kind(
    503,
    'Unavailable',
    'The database did not answer in time. Try again after Retry-After; repeat a write with the same Idempotency-Key, so that it is stored once.',
  ),
  overloaded: kind(
    503,
    'Too busy',
    'The site is receiving more requests than it can answer. Nothing was done; try again after Retry-After.',
  ),
  timed_out: kind(504, 'Timed out', 'The answer took too long. A write may have been stored: repeat it with the same Idempotency-Key.'),
};

export type ProblemCode = keyof typeof problems;

/** Why a line of a basket or a request for a quote is refused; shared/lib/money/quote.ts has the rule. */
export const refusal = z
  .object({
    reason: z
      .enum(['sold_out', 'no_price', 'not_yet_on_sale', 'too_many', 'not_deliverable_by'])
      .describe('Why the credits cannot be bought as asked.'),
    available: z.int().positive().optional().describe('With `too_many`: how many a line may have.'),
    delivery: z.iso.date().nullable().optional().describe('With `not_deliverable_by`: the forecast day. Null: not stated.'),
  })
  .meta({ id: 'Refusal' });

/** An error in a request: the field, parameter or header, what is wrong with it, and the allowed names or values, if these are listed. */
const fieldError = z
  .object({
    field: z.string().describe('The field, parameter or header. Empty: the body as a whole.'),
    message: z.string().describe('What is wrong, in words.'),
    allowed: z.array(z.string()).optional().describe('The names or values that are allowed.'),
    pricePerCredit: z.int().optional().describe('With `prices_changed`: the price now, in pence excl. VAT.'),
    ...refusal.partial().shape,
  })
  .meta({ id: 'FieldError' });
export type FieldError = z.infer<typeof fieldError>;

/** The body of every error response: `application/problem+json`, RFC 9457. */
export const problem = z
  .object({
    type: z.string().meta({ description: 'The address of the code in this documentation.', format: 'uri' }),
    code: z.enum(Object.keys(problems) as ProblemCode[]).describe('Stable. Rely on this and not on the texts.'),
    title: z.string().describe('The same for every answer with this code.'),
    status: z.int().min(400).max(599).describe('The status of the answer.'),
    detail: z.string().describe('What happened this time, in words.'),
    errors: z.array(fieldError).optional().describe('The errors in the request, by field.'),
    requestId: z.string().describe('As in X-Request-Id. Quote it when you contact us, so that we can find the request in our log.'),
    retryable: z.boolean().describe('Whether the same request may succeed later, unchanged.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });
export type Problem = z.infer<typeof problem>;

/** Most errors in a response: one for each line of a full shortlist. */
const maxErrors = linesLimit;
/** Most characters of an error's field name, which comes from the client, and of its message. */
const [maxName, maxMessage] = [100, 300];

/** Returns the first errors, with shortened texts, and a sentence for `detail` if there are more. */
export function boundedErrors(errors: FieldError[]): { errors: FieldError[]; more: string } {
  const listed = errors.slice(0, maxErrors).map((error) => ({
    ...error,
    field: shortened(error.field, maxName),
    message: shortened(error.message, maxMessage),
  }));
  return {
    errors: listed,
    more: errors.length > maxErrors ? ` Only the first ${maxErrors} of ${formatCount(errors.length)} are listed.` : '',
  };
}

function shortened(text: string, max: number): string {
  return text.length > max ? `${storableText(text, max)}…` : text;
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
