import type { Context } from 'hono';
import type { ZodType as FullType } from 'zod';
import type * as z from 'zod/mini';
import { acceptProblem } from '#server/api/protocol/acceptable.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem } from '#server/api/protocol/submissions.ts';
import { isOwnOrigin } from '#server/api/protocol/write-origins.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { fieldErrors } from '#src/schemas/problem.ts';
import { duplicateKey } from '#verify/file.ts';

type ReadBody<Values> = { values: Values; body: unknown; problem?: undefined } | { problem: Response };

/** Returns the body's media type in lower case, without parameters. */
export function mediaType(c: Context<AppEnv>): string | undefined {
  return (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
}

/** Reads the JSON body of a write. Returns the values as parsed by `schema` and the raw body, or a problem to answer with. */
export async function readJson<Schema extends z.ZodMiniType | FullType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<ReadBody<z.output<Schema>>> {
  // Another content type needs no preflight: a page of another site could send what its visitor never meant to.
  if (mediaType(c) !== 'application/json' && c.req.header('origin') !== undefined && !isOwnOrigin(c.req.raw))
    return { problem: sendProblem(c, 'media_type_unsupported', { detail: 'Send application/json.' }) };
  const problem = acceptProblem(c, 'application/json') ?? keyProblem(c);
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
export async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Rejects a repeated field, because it is unclear which value was meant. */
export function sendFieldRepeated(c: Context<AppEnv>, field: string): Response {
  return sendProblem(c, 'field_repeated', { errors: [{ field, message: 'Send this field once' }] });
}
