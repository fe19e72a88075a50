import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#server/http/app-env.ts';
import { clientAddress } from '#server/http/client-address.ts';
import { takeRead } from '#server/http/take-read.ts';
import { refuse } from '#server/rest/problem.ts';

/** Counts every request under /api of a client address, and says on every answer what is left. */
export const limitRequests = createMiddleware<AppEnv>(async (c, next) => {
  const { allowed, headers } = takeRead(clientAddress(c));
  if (allowed) await next();
  else c.res = refuse(c, 'too_many_requests');
  for (const [name, value] of headers) c.res.headers.append(name, value);
});
