import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { ZodType } from 'zod';
import type * as z from 'zod/mini';
import { limits } from '#server/platform/limits.ts';
import { Refused } from '#server/platform/refused.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { fieldsOf, readUpTo, repeatedName } from '#server/platform/web/read-form.ts';
import { rawLimitOf } from '#shared/schemas/form-fields.ts';
import { fieldErrors } from '#shared/schemas/problem.ts';
import { duplicateKey } from '#verify/file.ts';
import { isOwnOrigin } from './other-sites.ts';
import { assertAcceptable } from './problem.ts';
import { assertIdempotencyKey } from './submissions.ts';

/** Returns the body's media type in lower case, without parameters; '' if none is stated. */
export function mediaType(c: Context<AppEnv>): string {
  return (c.req.header('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase();
}

/** Reads the JSON body of a write. Returns the values as parsed by `schema` and the raw body. @throws Refused */
export async function readJson<Schema extends z.ZodMiniType | ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<{ values: z.output<Schema>; body: unknown }> {
  // Another content type needs no preflight: a page of another site could send what its visitor never meant to. Programs, which send no
  // Origin, may name any type.
  if (mediaType(c) !== 'application/json' && c.req.header('origin') !== undefined && !isOwnOrigin(c.req.raw))
    throw new Refused('media_type_unsupported', { message: 'Send application/json.' });
  assertAcceptable(c, 'application/json');
  const { text, body } = await parseBody(c);
  assertSentOnce(duplicateKey(text));
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Refused('validation_failed', { errors: fieldErrors(parsed.error) });
  return { values: parsed.data as z.output<Schema>, body };
}

/** Returns a JSON body as text and as parsed. @throws Refused if it is not JSON in UTF-8. */
export async function parseBody(c: Context<AppEnv>): Promise<{ text: string; body: unknown }> {
  const text = (await readText(c)) ?? '';
  try {
    return { text, body: JSON.parse(text) };
  } catch {
    throw new Refused('json_malformed');
  }
}

/** Returns the body as text; undefined if it is not valid UTF-8, where `c.req.text()` would substitute U+FFFD. */
async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const bytes = await c.req.arrayBuffer();
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** Refuses a field that is repeated, because it is unclear which value was meant. */
function assertSentOnce(repeated: string | undefined): void {
  if (repeated !== undefined) throw new Refused('field_repeated', { errors: [{ field: repeated, message: 'Send this field once' }] });
}

/** Reads a URL-encoded form, in which each field outside `lists` may occur once. @throws Refused */
export async function readFields(c: Context<AppEnv>, lists: string[] = []): Promise<URLSearchParams> {
  if (mediaType(c) !== 'application/x-www-form-urlencoded')
    throw new Refused('media_type_unsupported', { message: 'Send application/x-www-form-urlencoded from a form.' });
  const text = await readText(c);
  if (text === undefined || !encodesUtf8(text)) throw new Refused('form_malformed');
  const fields = fieldsOf(text, rawLimitOf);
  const single = [...fields.keys()].filter((name) => !lists.includes(name));
  assertForm(c, single);
  return fields;
}

/** @throws Refused for a form with an invalid Idempotency-Key or a repeated field. */
export function assertForm(c: Context<AppEnv>, names: Iterable<string>): void {
  assertIdempotencyKey(c);
  assertSentOnce(repeatedName(names));
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
  await receiveUpTo(c, limits.bodyLimitBytes);
  return next();
});

/** Reads a body of at most `limit` bytes within `bodyTimeoutMs`. @throws Refused if it is larger or late. */
export async function receiveUpTo(c: Context<AppEnv>, limit: number): Promise<void> {
  const tooLarge = () => new Refused('body_too_large', { message: `At most ${limit} bytes.` });
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge();
  if (!c.req.raw.body) return;
  const { bytes, end } = await readUpTo(c.req.raw, { limit, ms: limits.bodyTimeoutMs });
  if (end === 'complete') {
    c.req.raw = new Request(c.req.raw, { body: bytes, duplex: 'half' } as RequestInit);
    return;
  }
  // No page repeats what has arrived, because it is not the whole form; the browser still has that.
  c.set('typed', []);
  throw end === 'late' ? new Refused('body_late') : tooLarge();
}
