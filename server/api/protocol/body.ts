import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ZodType } from 'zod';
import type * as z from 'zod/mini';
import { limits } from '#server/platform/limits.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { fieldsOf, readUpTo, repeatedName } from '#server/platform/web/read-form.ts';
import { rawLimitOf } from '#shared/schemas/form-fields.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { duplicateKey } from '#verify/file.ts';
import { isOwnOrigin } from './other-sites.ts';
import { acceptProblem, sendProblem } from './problem.ts';
import { idempotencyKeyProblem, submissionProblem } from './submissions.ts';

type ReadBody<Values> = { values: Values; body: unknown; problem?: undefined } | { problem: Response };

/** Returns the body's media type in lower case, without parameters; '' if none is stated. */
export function mediaType(c: Context<AppEnv>): string {
  return (c.req.header('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase();
}

/** Reads the JSON body of a write. Returns the values as parsed by `schema` and the raw body, or a problem to answer with. */
export async function readJson<Schema extends z.ZodMiniType | ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  // Another content type needs no preflight: a page of another site could send what its visitor never meant to. Programs, which send no
  // Origin, may name any type.
  if (mediaType(c) !== 'application/json' && c.req.header('origin') !== undefined && !isOwnOrigin(c.req.raw))
    return { problem: sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' }) };
  const problem = acceptProblem(c, 'application/json');
  if (problem) return { problem };
  const json = await parseBody(c);
  if (!json) return { problem: sendProblem(c, 'json_malformed') };
  const { text, body } = json;
  const repeated = duplicateKey(text);
  if (repeated !== undefined) return { problem: sendFieldRepeated(c, repeated) };
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { problem: sendProblem(c, 'validation_failed', { errors: fieldErrors(parsed.error) }) };
  return { values: parsed.data as z.output<Schema>, body };
}

/** Returns a JSON body as text and as parsed; undefined if it is not JSON in UTF-8. */
export async function parseBody(c: Context<AppEnv>): Promise<{ text: string; body: unknown } | undefined> {
  const text = await readText(c);
  if (text === undefined) return undefined;
  try {
    return { text, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns the body as text; undefined if it is not valid UTF-8, where `c.req.text()` would substitute U+FFFD. */
async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const bytes = await c.req.arrayBuffer();
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** Rejects a repeated field, because it is unclear which value was meant. */
function sendFieldRepeated(c: Context<AppEnv>, field: string): Response {
  return sendProblem(c, 'field_repeated', { errors: [{ field, message: 'Send this field once' }] });
}

type ReadFields = { fields: URLSearchParams; values: Record<string, string>; problem?: undefined } | { problem: Response };

/** Reads a URL-encoded form, in which each field outside `lists` may occur once. Returns its fields, or a problem to answer with. */
export async function readFields(c: Context<AppEnv>, lists: string[] = []): Promise<ReadFields> {
  if (mediaType(c) !== 'application/x-www-form-urlencoded')
    return { problem: sendProblem(c, 'media_type_unsupported', { detail: 'Send application/x-www-form-urlencoded from a form.' }) };
  const text = await readText(c);
  if (text === undefined || !encodesUtf8(text)) return { problem: sendProblem(c, 'form_malformed') };
  let fields: URLSearchParams;
  try {
    fields = fieldsOf(text, rawLimitOf);
  } catch (error) {
    return { problem: sendFormMalformed(c, error) };
  }
  const single = [...fields.keys()].filter((name) => !lists.includes(name));
  const problem = formProblem(c, single);
  return problem ? { problem } : { fields, values: Object.fromEntries(fields) };
}

/** Returns the problem of a form with an invalid Idempotency-Key or a repeated field; undefined if there is none. */
export function formProblem(c: Context<AppEnv>, names: Iterable<string>): Response | undefined {
  const repeated = repeatedName(names);
  return idempotencyKeyProblem(c) ?? (repeated === undefined ? undefined : sendFieldRepeated(c, repeated));
}

/** Answers with the problem of an unreadable form: it has too many fields, or is not a form. */
export function sendFormMalformed(c: Context<AppEnv>, error: unknown): Response {
  return submissionProblem(c, error) ?? sendProblem(c, 'form_malformed');
}

/** Checks whether the percent-encoded bytes of a form or a path are UTF-8. A percent sign that encodes nothing stands for itself. */
export function encodesUtf8(encoded: string): boolean {
  try {
    // The result is compared because the build removes calls whose result is unused.
    return (encoded.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((bytes) => decodeURIComponent(bytes) !== '');
  } catch {
    return false;
  }
}

/**
 * Reads the body of a write before anything else does, so that nothing waits for a client: at most `bodyLimitBytes` (413) within
 * `bodyTimeoutMs` (408).
 */
export const receiveBody = createMiddleware<AppEnv>(async (c, next) => {
  if (['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) return next();
  return (await receiveUpTo(c, limits.bodyLimitBytes)) ?? next();
});

/** Reads a body of at most `limit` bytes within `bodyTimeoutMs`. Returns the problem to answer with if it is larger or late. */
export async function receiveUpTo(c: Context<AppEnv>, limit: number): Promise<Response | undefined> {
  const tooLarge = () => sendProblem(c, 'body_too_large', { detail: `At most ${limit} bytes.` });
  if (Number(c.req.header('content-length') ?? 0) > limit) return tooLarge();
  if (!c.req.raw.body) return undefined;
  const { bytes, end } = await readUpTo(c.req.raw, { limit, ms: limits.bodyTimeoutMs });
  if (end === 'complete') {
    c.req.raw = new Request(c.req.raw, { body: bytes, duplex: 'half' } as RequestInit);
    return undefined;
  }
  // No page repeats what has arrived, because it is not the whole form; the browser still has that.
  c.set('typed', []);
  return end === 'late' ? sendProblem(c, 'body_late') : tooLarge();
}
