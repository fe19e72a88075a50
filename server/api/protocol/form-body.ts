import type { Context } from 'hono';
import { mediaType, readText, sendFieldRepeated } from '#server/api/protocol/json-body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem } from '#server/api/protocol/submissions.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { fieldsOf, maxFields, maxParts, repeatedName, TooManyFields } from '#server/platform/web/form-fields.ts';
import { rawLimitOf } from '#src/schemas/contact.ts';

type ReadFields = { fields: URLSearchParams; values: Record<string, string>; problem?: undefined } | { problem: Response };

/** Reads a URL-encoded form, in which each field outside `lists` may occur once. Returns its fields, or a problem to answer with. */
export async function readFields(c: Context<AppEnv>, lists: string[] = []): Promise<ReadFields> {
  if (mediaType(c) !== 'application/x-www-form-urlencoded')
    return { problem: sendProblem(c, 'media_type_unsupported', { detail: 'Send application/x-www-form-urlencoded from a form.' }) };
  const invalidKey = keyProblem(c);
  if (invalidKey) return { problem: invalidKey };
  const text = await readText(c);
  if (text === undefined || !isUtf8(text)) return { problem: sendProblem(c, 'form_malformed') };
  let fields: URLSearchParams;
  try {
    fields = fieldsOf(text, rawLimitOf);
  } catch (error) {
    return { problem: sendFormMalformed(c, error) };
  }
  const repeated = repeatedName([...fields.keys()].filter((name) => !lists.includes(name)));
  if (repeated !== undefined) return { problem: sendFieldRepeated(c, repeated) };
  return { fields, values: Object.fromEntries(fields) };
}

/** Answers with the problem of an unreadable form: it has too many fields, or is not a form. */
export function sendFormMalformed(c: Context<AppEnv>, error: unknown): Response {
  if (error instanceof TooManyFields)
    return sendProblem(c, 'body_too_large', { detail: `A form has at most ${maxFields} fields, one with a file ${maxParts}.` });
  return sendProblem(c, 'form_malformed');
}

/** Checks whether the percent-encoded bytes of a form are UTF-8. A percent sign that encodes nothing stands for itself. */
function isUtf8(form: string): boolean {
  try {
    // The result is compared because the build removes calls whose result is unused.
    return (form.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((encoded) => decodeURIComponent(encoded) !== '');
  } catch {
    return false;
  }
}
