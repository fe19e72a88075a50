import type { Context } from 'hono';
import { sendProblem } from '#server/api/protocol/problem.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

type Authorised<Key> = { key: Key; problem?: undefined } | { problem: Response };

/**
 * Checks that a request has a bearer key, which `authenticate` looks up, and that the key permits `scope`. Returns the key, or a
 * problem to answer with (401 or 403). @throws what `authenticate` throws.
 */
export async function authorise<Scope extends string, Key extends { scopes: readonly Scope[] }>(
  c: Context<AppEnv>,
  scope: Scope,
  authenticate: (key: string) => Promise<Key | undefined>,
): Promise<Authorised<Key>> {
  const [, sent] = /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const key = sent === undefined ? undefined : await authenticate(sent);
  if (!key) return { problem: sendProblem(c, 'key_missing', { headers: { 'www-authenticate': 'Bearer' } }) };
  return key.scopes.includes(scope) ? { key } : { problem: sendProblem(c, 'scope_missing') };
}
