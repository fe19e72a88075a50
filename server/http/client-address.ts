import { isIP } from 'node:net';
import type { Context } from 'hono';
import { env } from '#server/env.ts';
import type { AppEnv } from '#server/http/app-env.ts';

/**
 * The visitor's address. Without TRUST_PROXY, of the connection: X-Forwarded-For is what anyone may write. With it, the
 * entry of X-Forwarded-For that the outermost of our own proxies added: the last with one proxy, the last but one with
 * two. An entry that is no IP address means that a proxy is missing, and the connection's address counts.
 */
export function clientAddress(c: Context<AppEnv>): string {
  return addressOf(c.env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'));
}

/** The same from the parts of a request: its connection's address and its X-Forwarded-For. */
export function addressOf(connection: string | undefined, forwardedFor: string | undefined): string {
  const direct = connection ?? 'unknown';
  const proxies = env().TRUST_PROXY;
  if (proxies === 0) return direct;
  const added = forwardedFor?.split(',').at(-proxies)?.trim() ?? '';
  return isIP(added) ? added : direct;
}
