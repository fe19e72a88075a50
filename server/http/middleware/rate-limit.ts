import { createMiddleware } from 'hono/factory';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { callsOf } from '#server/api/rpc/http.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { consumeRateLimit, rateLimitPolicy } from '#server/platform/web/rate-limit.ts';

/** Limits requests under /api by client address (preflights never get here), and reports on each response how many are left. */
export const limitRequests = createMiddleware<AppEnv>(async (c, next) => {
  const { allowed, rateLimit, reset } = consumeRateLimit(clientAddress(c), { calls: callsOf(c.req.path) });
  if (allowed) await next();
  else c.res = sendProblem(c, 'too_many_requests');
  c.res.headers.append('ratelimit-policy', rateLimitPolicy());
  c.res.headers.append('ratelimit', rateLimit);
  if (!allowed) c.res.headers.append('retry-after', String(reset));
});
