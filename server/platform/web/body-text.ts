import type { Context } from 'hono';
import type { AppEnv } from '#server/platform/web/app-env.ts';

/** The body as text; undefined where its bytes are not UTF-8, in whose place `c.req.text()` would put U+FFFD. */
export async function readText(c: Context<AppEnv>): Promise<string | undefined> {
  const bytes = await c.req.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
