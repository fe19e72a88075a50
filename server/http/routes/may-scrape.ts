import { env } from '#server/platform/env.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';

/** Whether `authorization` carries METRICS_TOKEN; takes as long for a wrong one as for the right one. */
export async function mayScrape(authorization: string | undefined): Promise<boolean> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) return false;
  const [given, right] = await Promise.all(
    [`${authorization}`, `Bearer ${METRICS_TOKEN}`].map((text) => sign('metrics', text, METRICS_TOKEN)),
  );
  return given !== undefined && right !== undefined && sameBytes(given, right);
}
