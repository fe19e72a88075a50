import type { Context } from 'hono';
import type { ZodType as FullType } from 'zod';
import type * as z from 'zod/mini';
import { sendNotAcceptable } from '#server/api/protocol/acceptable.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem } from '#server/api/protocol/submission-headers.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readText } from '#server/platform/web/body-text.ts';
import { duplicateKey } from '#server/platform/web/duplicate-key.ts';
import { isAcceptable } from '#server/platform/web/negotiation.ts';
import { fieldErrors } from '#src/schemas/problem.ts';

type ReadBody<Values> = { values: Values; body: unknown; problem?: undefined } | { problem: Response };

/** The body's media type, without its parameters. */
export function mediaType(c: Context<AppEnv>): string | undefined {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
}

/** The JSON body of a write by its schema, and as it came; or the problem to answer. */
export async function readJson<Schema extends z.ZodMiniType | FullType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  if (mediaType(c) !== 'application/json')
    return { problem: sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' }) };
  if (!isAcceptable(c, 'application/json')) return { problem: sendNotAcceptable(c, 'application/json') };
  const wrongKey = keyProblem(c);
  if (wrongKey) return { problem: wrongKey };
  const json = await parseBody(c);
  if (!json) return { problem: sendProblem(c, 'json_malformed') };
  const { text, body } = json;
  const twice = duplicateKey(text);
  if (twice !== undefined) return { problem: sendFieldRepeated(c, twice) };
  const parsed = schema.safeParse(body);
  if (!parsed.success) return { problem: sendProblem(c, 'validation_failed', { errors: fieldErrors(parsed.error) }) };
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
export function sendFieldRepeated(c: Context<AppEnv>, field: string): Response {
  return sendProblem(c, 'field_repeated', { errors: [{ field, message: 'Send this field once' }] });
}
