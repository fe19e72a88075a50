import { type Context, Hono } from 'hono';
import { currentCheckpoint, LogForked, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { withCosignatures } from '#server/domain/record/log/cosignatures.ts';
import { readLogKeys } from '#server/domain/record/log/log-keys.ts';
import { findLog } from '#server/domain/record/log/origin.ts';
import { readTile } from '#server/domain/record/log/read-log.ts';
import { readPolicyText } from '#server/domain/record/log/witnesses.ts';
import { query } from '#server/platform/database/query.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { writeKeys } from '#src/lib/record-log/keys.ts';
import { keyText } from '#src/lib/record-log/note.ts';
import { readTilePath } from '#src/lib/record-log/tiles.ts';
import { sendUnavailable, sendUnavailableAfter } from './record-unavailable.ts';

const readableByAll = { 'access-control-allow-origin': '*' };
/** Not `public`: an instance that kept one would show a checkpoint older than what others have shown. */
const textHeaders = { ...readableByAll, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
const tileHeaders = { ...readableByAll, 'content-type': 'application/octet-stream' };
/** Tiles never change, except that the log of the sample data is replaced by a real one. They are many and cheap: see `textHeaders`. */
const tileCaching = (isSample: boolean) => ({ 'cache-control': isSample ? 'no-cache' : 'max-age=31536000, immutable' });
const logFailed = sendUnavailableAfter("Could not read the record's log", 'log');

/** Serves the log in C2SP's formats: `/log/checkpoint`, `/log/key`, `/log/keys`, `/log/policy`, `/log/tile/...`. https://c2sp.org/tlog-tiles */
export function recordLog() {
  const app = new Hono<AppEnv>();
  app.get('/checkpoint', async (c) => {
    const checkpoint = await currentCheckpoint();
    return checkpoint ? c.body((await withCosignatures(checkpoint)).note, 200, textHeaders) : sendNotFound(c, 'The log has no entries yet');
  });
  const textOf = (path: string, write: (origin: string) => Promise<string>) =>
    app.get(path, async (c) => {
      const record = await findLog(query);
      return record ? c.body(await write(record.origin), 200, textHeaders) : sendNotFound(c, 'The log has no entries yet');
    });
  textOf('/key', async (origin) => {
    const [current] = await readLogKeys(query, origin);
    return current ? `${keyText(current.key)}\n` : '';
  });
  textOf('/keys', async (origin) => writeKeys(await readLogKeys(query, origin)));
  textOf('/policy', (origin) => readPolicyText(query, origin));
  app.get('/tile/:rest{.+}', async (c) => {
    const tile = readTilePath(c.req.param('rest'));
    // The log first: a tile that is read after the real log began is one of its own.
    const record = tile && (await findLog(query));
    const bytes = tile && (await readTile(tile));
    if (!bytes || !record) return sendNotFound(c, 'The log has no such tile');
    return c.body(new Uint8Array(bytes), 200, { ...tileHeaders, ...tileCaching(record.isSample) });
  });
  app.onError((error, c) => {
    if (!(error instanceof LogForked)) return logFailed(error, c);
    reportForked(error);
    return sendUnavailable(c, 'log');
  });
  return app;
}

function sendNotFound(c: Context<AppEnv>, text: string): Response {
  return c.text(text, 404, { ...readableByAll, 'cache-control': 'no-store' });
}
