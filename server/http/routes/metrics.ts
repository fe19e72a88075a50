import type { Context } from 'hono';
import { env } from '#server/platform/env.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Serves metrics to callers with METRICS_TOKEN; everyone else gets 404. */
export async function metrics(c: Context<AppEnv>): Promise<Response> {
  if (!(await isScrapeAllowed(c.req.header('authorization')))) return c.text('Not found', 404);
  const { metricsText, metricsType } = await import('#server/http/routes/scrape.ts');
  return c.body(await metricsText(), 200, { 'content-type': metricsType, 'cache-control': 'no-store' });
}

/** Checks, in constant time, whether an Authorization header carries METRICS_TOKEN. Without that setting nobody may scrape. */
async function isScrapeAllowed(authorization: string | undefined): Promise<boolean> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return false;
  const [presented, expected] = await Promise.all(
    [`${authorization}`, `Bearer ${METRICS_TOKEN}`].map((text) => sign('metrics', text, METRICS_TOKEN)),
  );
  return presented !== undefined && expected !== undefined && sameBytes(presented, expected);
}
