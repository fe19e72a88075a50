import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { drawLandscape } from '#src/lib/landscape/draw-landscape.ts';
import { type LandscapeKind, landscapeKinds } from '#src/lib/landscape/kinds.ts';

/** Drawings kept in memory, at some 35 kB each. The picture of an address never changes while the drawing code does not. */
const maxKept = 200;
const kept = new Map<string, string>();

/** `/pictures/{kind}/{slug}.svg`: the landscape of a project, drawn from its kind and slug alone. */
export const pictures = new Hono<AppEnv>().get('/:kind/:file{[a-z0-9-]{1,120}\\.svg}', (c) => {
  const { kind, file } = c.req.param();
  if (!isKind(kind)) return c.text('Not found', 404);
  return c.body(picture(kind, file.slice(0, -'.svg'.length)), 200, {
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
  });
});

function isKind(text: string): text is LandscapeKind {
  return (landscapeKinds as readonly string[]).includes(text);
}

function picture(kind: LandscapeKind, seed: string): string {
  const key = `${kind}/${seed}`;
  const drawn = kept.get(key) ?? drawLandscape({ kind, seed });
  kept.delete(key);
  kept.set(key, drawn);
  const oldest = kept.keys().next();
  if (kept.size > maxKept && !oldest.done) kept.delete(oldest.value);
  return drawn;
}
