import type { Context } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { refuseTwice } from '#server/rest/json-body.ts';
import { refuseKey } from '#server/rest/sending.ts';

type ReadFields = { fields: URLSearchParams; values: Record<string, string>; refusal?: undefined } | { refusal: Response };

/** What an urlencoded form holds, each field once, save for those of `lists`; or the problem to answer. */
export async function readFields(c: Context<AppEnv>, { lists = [] }: { lists?: string[] } = {}): Promise<ReadFields> {
  const wrongKey = refuseKey(c);
  if (wrongKey) return { refusal: wrongKey };
  const fields = new URLSearchParams(await c.req.text());
  const twice = [...fields.keys()].find((name) => !lists.includes(name) && fields.getAll(name).length > 1);
  if (twice !== undefined) return { refusal: refuseTwice(c, twice) };
  return { fields, values: Object.fromEntries(fields) };
}
