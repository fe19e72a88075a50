import { env } from '#server/platform/env.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';

/** Checks, in constant time, whether an Authorization header carries METRICS_TOKEN. Without that setting nobody may scrape. */
export async function isScrapeAllowed(authorization: string | undefined): Promise<boolean> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return false;
  const [presented, expected] = await Promise.all(
    [`${authorization}`, `Bearer ${METRICS_TOKEN}`].map((text) => sign('metrics', text, METRICS_TOKEN)),
  );
  return presented !== undefined && expected !== undefined && sameBytes(presented, expected);
}
