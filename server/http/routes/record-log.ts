import { type Context, Hono } from 'hono';
import { currentCheckpoint, findCheckpoint, LogForked, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { findLog, readTile } from '#server/domain/record/log/log.ts';
import { withCosignatures } from '#server/domain/record/log/witnesses.ts';
import { describeLog, findMissingEntries, findOwnKeys, findOwnPolicy } from '#server/domain/record/read/own-log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { canonicalNumber } from '#shared/lib/input/canonical-number.ts';
import { readTilePath } from '#verify/log.ts';
import { sendUnavailable, sendUnavailableAfter } from './record-answers.ts';

const readableByAll = { 'access-control-allow-origin': '*' };
/** Not `public`: an instance that kept one would show a checkpoint older than what others have shown. */
const textHeaders = { ...readableByAll, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
const tileHeaders = { ...readableByAll, 'content-type': 'application/octet-stream' };
/** Entries are text, and compressed where the client accepts it; hashes cannot be compressed. */
const bundleHeaders = { ...tileHeaders, vary: 'Accept-Encoding' };
/** Tiles never change, except that the log of the sample data is replaced by a real one. They are many and cheap: see `textHeaders`. */
const tileCaching = (isSample: boolean) => ({ 'cache-control': isSample ? 'no-cache' : 'max-age=31536000, immutable' });
const logFailed = sendUnavailableAfter("Could not read the record's log", 'log');

/**
 * Serves the log in C2SP's formats: `/log/checkpoint`, `/log/checkpoints/N`, `/log/key`, `/log/keys`, `/log/policy`, `/log/tile/...`.
 * `/log/log.json` says which log it is. https://c2sp.org/tlog-tiles
 */
export function recordLog() {
  const app = new Hono<AppEnv>();
  // Its address is the prefix of the files; a person who opens it wants to know how to read them.
  app.get('/', (c) => c.redirect('/record#check', 302));
  app.get('/log.json', async (c) => c.json(await describeLog(), 200, { ...readableByAll, 'cache-control': 'no-cache' }));
  app.get('/checkpoint', async (c) => {
    // Older than what was signed, it would look like a log from which entries were taken away.
    if (await findMissingEntries()) return sendUnavailable(c, 'log');
    return c.body((await withCosignatures(await currentCheckpoint())).note, 200, textHeaders);
  });
  // Not below /checkpoint, so that a folder can hold both: see the mirrors of carma-verify.mjs.
  app.get('/checkpoints/:size', async (c) => {
    const size = canonicalNumber(c.req.param('size'));
    const checkpoint = size === undefined ? undefined : await findCheckpoint(size);
    if (!checkpoint) return sendNotFound(c, 'No checkpoint over so many entries was signed');
    return c.body((await withCosignatures(checkpoint)).note, 200, textHeaders);
  });
  app.get('/key', async (c) => c.body(`${(await findOwnKeys()).split(/\s/)[0]}\n`, 200, textHeaders));
  app.get('/keys', async (c) => c.body(await findOwnKeys(), 200, textHeaders));
  app.get('/policy', async (c) => c.body(await findOwnPolicy(), 200, textHeaders));
  app.get('/tile/:rest{.+}', async (c) => {
    const tile = readTilePath(c.req.param('rest'));
    // The log first: a tile that is read after the real log began is one of its own.
    const record = tile && (await findLog());
    const bytes = tile && (await readTile(tile));
    if (!bytes || !record) return sendNotFound(c, 'The log has no such tile');
    return c.body(new Uint8Array(bytes), 200, {
      ...(tile.level === 'entries' ? bundleHeaders : tileHeaders),
      ...tileCaching(record.isSample),
    });
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
