import { type Context, Hono } from 'hono';
import { currentCheckpoint, LogForked, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { readTile } from '#server/domain/record/log/read-log.ts';
import { publicKeyText } from '#server/domain/record/log/signing-key.ts';
import { query } from '#server/platform/database/query.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { readTilePath } from '#src/lib/record-log/tiles.ts';

/** Tiles never change. */
const immutable = 'public, max-age=31536000, immutable';

/** Serves the log in C2SP's formats: `/log/checkpoint`, `/log/key`, `/log/tile/...`. https://c2sp.org/tlog-tiles */
export function recordLog() {
  const app = new Hono<AppEnv>();
  app.get('/checkpoint', (c) =>
    orUnavailable(c, async () => {
      const checkpoint = await currentCheckpoint();
      if (!checkpoint) return notStarted(c);
      return c.body(checkpoint.note, 200, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
    }),
  );
  app.get('/key', (c) =>
    orUnavailable(c, async () => {
      const record = await findLog(query);
      if (!record) return notStarted(c);
      return c.body(`${await publicKeyText(record.origin)}\n`, 200, {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-cache',
      });
    }),
  );
  app.get('/tile/:rest{.+}', (c) =>
    orUnavailable(c, async () => {
      const tile = readTilePath(c.req.param('rest'));
      const bytes = tile && (await readTile(tile));
      if (!bytes) return c.text('The log has no such tile', 404, { 'cache-control': 'no-store' });
      return c.body(new Uint8Array(bytes), 200, { 'content-type': 'application/octet-stream', 'cache-control': immutable });
    }),
  );
  return app;
}

function notStarted(c: Context<AppEnv>): Response {
  return c.text('The log has not begun', 404, { 'cache-control': 'no-store' });
}

/** Returns the response of `work`, readable by any origin, or 503 if it fails. */
async function orUnavailable(c: Context<AppEnv>, work: () => Promise<Response>): Promise<Response> {
  try {
    const response = await work();
    response.headers.set('access-control-allow-origin', '*');
    return response;
  } catch (error) {
    if (error instanceof LogForked) reportForked(error);
    else log().error({ event: 'record.log-failed', requestId: c.var.requestId, err: error }, "Could not read the record's log");
    return c.text('The log does not answer at the moment', 503, { 'cache-control': 'no-store', 'retry-after': '5' });
  }
}
