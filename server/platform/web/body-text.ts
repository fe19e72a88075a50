import type { Context } from 'hono';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** Returns the body as text; undefined if it is not valid UTF-8, where `c.req.text()` would substitute U+FFFD. */
export async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
