import type { Context } from 'hono';
import type { ZodType as FullType } from 'zod';
import type * as z from 'zod/mini';
import { refuseType } from '#server/api/protocol/acceptable.ts';
import { refuse } from '#server/api/protocol/problem.ts';
import { refuseKey } from '#server/api/protocol/sending.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readText } from '#server/platform/web/body-text.ts';
import { duplicateKey } from '#server/platform/web/duplicate-key.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';
import { fieldErrors } from '#src/schemas/problem.ts';

type ReadBody<Values> = { values: Values; body: unknown; refusal?: undefined } | { refusal: Response };

/** The body's media type, without its parameters. */
export function mediaType(c: Context<AppEnv>): string | undefined {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
}

/** The JSON body of a write by its schema, and as it came; or the problem to answer. */
export async function readJson<Schema extends z.ZodMiniType | FullType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  if (mediaType(c) !== 'application/json') return { refusal: refuse(c, 'media_type_unsupported', { detail: 'Send application/json.' }) };
  if (!isAcceptable(c, 'application/json')) return { refusal: refuseType(c, 'application/json') };
  const wrongKey = refuseKey(c);
  if (wrongKey) return { refusal: wrongKey };
  const json = await parseBody(c);
  if (!json) return { refusal: refuse(c, 'json_malformed') };
  const { text, body } = json;
  const twice = duplicateKey(text);
  if (twice !== undefined) return { refusal: refuseTwice(c, twice) };
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { refusal: refuse(c, 'validation_failed', { errors: fieldErrors(parsed.error) }) };
  return { values: parsed.data as z.output<Schema>, body };
}

/** A JSON body as it was written and as it reads; undefined where it is not JSON in UTF-8. */
export async function parseBody(c: Context<AppEnv>): Promise<{ text: string; body: unknown } | undefined> {
  const text = await readText(c);
  if (text === undefined) return undefined;
  try {
    return { text, body: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A field given twice: which one was meant? */
export function refuseTwice(c: Context<AppEnv>, field: string): Response {
  return refuse(c, 'field_repeated', { errors: [{ field, message: 'Send this field once' }] });
}
