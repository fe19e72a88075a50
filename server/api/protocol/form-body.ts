import type { Context } from 'hono';
import { sendFieldRepeated } from '#server/api/protocol/json-body.ts';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { keyProblem } from '#server/api/protocol/submission-headers.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readText } from '#server/platform/web/body-text.ts';
import { fieldsOf, maxFields, maxParts, repeatedName, TooManyFields } from '#server/platform/web/form-fields.ts';

type ReadFields = { fields: URLSearchParams; values: Record<string, string>; problem?: undefined } | { problem: Response };

/** What an urlencoded form holds, each field once, save for those of `lists`; or the problem to answer. */
export async function readFields(c: Context<AppEnv>, { lists = [] }: { lists?: string[] } = {}): Promise<ReadFields> {
  const wrongKey = keyProblem(c);
  if (wrongKey) return { problem: wrongKey };
  const text = await readText(c);
  if (text === undefined || !isUtf8(text)) return { problem: sendProblem(c, 'form_malformed') };
  let fields: URLSearchParams;
  try {
    fields = fieldsOf(text);
  } catch (error) {
    return { problem: sendFormMalformed(c, error) };
  }
  const twice = repeatedName([...fields.keys()].filter((name) => !lists.includes(name)));
  if (twice !== undefined) return { problem: sendFieldRepeated(c, twice) };
  return { fields, values: Object.fromEntries(fields) };
}

/** The problem of a form that could not be read: it has too many fields, or is none. */
export function sendFormMalformed(c: Context<AppEnv>, error: unknown): Response {
  if (error instanceof TooManyFields)
    return sendProblem(c, 'body_too_large', { detail: `A form has at most ${maxFields} fields, one with a file ${maxParts}.` });
  return sendProblem(c, 'form_malformed');
}

/** Whether what is percent-encoded in a form is UTF-8. A percent sign that encodes nothing stands for itself. */
function isUtf8(form: string): boolean {
  try {
    // What nobody looks at the build takes away.
    return (form.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((encoded) => decodeURIComponent(encoded) !== '');
  } catch {
    return false;
  }
}
