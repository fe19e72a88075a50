import type { Context } from 'hono';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';

/** The visitor's address: of the connection, or with TRUST_PROXY the last of X-Forwarded-For, which our proxy added. */
export function clientAddress(c: Context<AppEnv>): string {
  const direct = c.env?.incoming?.socket?.remoteAddress ?? 'unknown';
  if (!env().TRUST_PROXY) return direct;
  return c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() || direct;
}
