import { type Context, Hono } from 'hono';
import { currentCheckpoint, findCheckpoint, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { LogForked } from '#server/domain/record/log/data-dir.ts';
import { findLog, readTile } from '#server/domain/record/log/log.ts';
import { withCosignatures } from '#server/domain/record/log/witnesses.ts';
import {
  addressOfCertificate,
  findCertificate,
  findCertifiedProjects,
  numberOfCertificate,
} from '#server/domain/record/read/certificates.ts';
import {
  type AskedCheckpoint,
  findEntry,
  listEntries,
  provedFileOf,
  type ReadEntry,
  withRetirements,
} from '#server/domain/record/read/entries.ts';
import { describeLog, findMissingEntries, findOwnKeysText, findOwnPolicy } from '#server/domain/record/read/own-log.ts';
import { log } from '#server/platform/log.ts';
import { sendList } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, savedAs } from '#server/platform/web/cache-headers.ts';
import { clientShare } from '#server/platform/web/clients.ts';
import { Gate, Overloaded, retryLater } from '#server/platform/web/gate.ts';
import { certificateWords, later, entries as words } from '#shared/content/record/index.ts';
import { htmlInXml } from '#shared/lib/text/xml.ts';
import { describeConfirmation, factColumns, factsOf, nameCorrection, textIn } from '#verify/certificate.ts';
import { correctionsOf, retiredParts, retirementIn } from '#verify/entry.ts';
import type { ProvedFile } from '#verify/file.ts';
import { readTilePath } from '#verify/log.ts';
import { readCheckpoint, readProof } from '#verify/signed-tree.ts';
import { canonicalNumber, entryPath, formatCount, isolate, toHex } from '#verify/text.ts';
import { feedOf } from './discovery.ts';

/** The most entries of the feed, and the most retirements of the CSV file: the newest. */
const [feedLength, csvLength] = [50, 10_000];

/** Serves the record as files: certificates and entries with their proofs, and retirements as CSV and as an Atom feed. */
export function recordFiles() {
  const app = new Hono<AppEnv>();
  // The ending is within the pattern, because only some of Hono's routers match what stands behind one.
  app.get('/certificates/:file{CR-\\d{6,15}\\.pdf}', (c) => {
    const find = () => findCertificate(withoutEnding(c.req.param('file')));
    return makeHeavyFile(c, () => sendProved(c, find, (found, file) => certificatePdf(c, found, file)));
  });
  for (const kind of ['json', 'tlog-proof'] as const) {
    app.get(`/certificates/:file{CR-\\d{6,15}\\.${kind}}`, (c) => {
      const number = withoutEnding(c.req.param('file'));
      return sendFile(c, () => findCertificate(number), number, kind);
    });
    app.get(`/record/entries/:file{\\d{1,16}\\.${kind}}`, (c) => {
      const digits = withoutEnding(c.req.param('file'));
      const number = canonicalNumber(digits);
      return sendFile(c, async () => (number === undefined ? undefined : findEntry(number - 1)), `entry-${digits}`, kind);
    });
  }
  app.get('/record/retirements.csv', (c) =>
    sendList(c, { name: 'carma-retirements', format: 'csv', columns: retirementColumns }, (write) =>
      withRetirements(csvLength, (batches) => write(retirementRows(batches))),
    ),
  );
  app.get('/record/retirements.xml', async (c) => {
    const entries = await listEntries({ limit: feedLength, certified: 'and later' });
    const headers = { ...alwaysRevalidate, 'content-type': 'application/atom+xml; charset=utf-8' };
    return c.body(retirementsFeed(entries), 200, headers);
  });
  app.onError(sendUnavailableAfter('Could not create a file of the record'));
  return app;
}

/**
 * Returns the checkpoint that the query names. The check of a PDF names the one in it, to be sent the same bytes again. Undefined: the
 * query names none. Null: it is not written as it has to be.
 */
function askedCheckpoint(c: Context<AppEnv>): AskedCheckpoint | undefined | null {
  const query = c.req.query();
  if (Object.keys(query).length === 0) return undefined;
  const size = canonicalNumber(query.size ?? '');
  const cosignatures = canonicalNumber(query.cosignatures ?? '');
  return size === undefined || (query.cosignatures !== undefined && cosignatures === undefined) ? null : { size, cosignatures };
}

async function certificatePdf(c: Context<AppEnv>, found: ReadEntry, file: ProvedFile): Promise<Response> {
  const { index, entry, texts } = found;
  const number = numberOfCertificate(found);
  const note = readCheckpoint(readProof(file.proof)?.checkpoint ?? '');
  if (!note) return sendUnavailable(c, 'record');
  const { origin } = note.checkpoint;
  // Read again, after the checkpoint was signed, so that the sheet shows everything that the proof's log says about it.
  const [projects, { related } = found] = await Promise.all([findCertifiedProjects(found), findCertificate(number)]);
  // Imported on first use: it takes memory that is not needed until somebody wants a PDF.
  const { printCertificate } = await import('./certificate-pdf.ts');
  const body = await printCertificate({
    number,
    index,
    size: note.checkpoint.size,
    log: { origin, key: toHex(note.signatures.find(({ name }) => name === origin)?.id ?? new Uint8Array()) },
    entry,
    texts,
    projects,
    related: related.filter((one) => one.index < note.checkpoint.size),
    address: addressOfCertificate(number),
    json: jsonText(file),
  });
  return c.body(new Uint8Array(body), 200, savedAs(`${number}.pdf`, 'application/pdf'));
}

/** Returns the text of a JSON file. */
export const jsonText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Answers with what is made of an entry and its file, or why there is none. */
async function sendProved(
  c: Context<AppEnv>,
  find: () => Promise<ReadEntry | undefined>,
  send: (found: ReadEntry, file: ProvedFile) => Response | Promise<Response>,
): Promise<Response> {
  const asked = askedCheckpoint(c);
  if (asked === null)
    return c.text('size is a whole number, and so is cosignatures, which stands beside size only', 400, { 'cache-control': 'no-store' });
  const found = await find();
  if (!found) {
    // It may be one of those that are missing since a restore.
    if (await findMissingEntries()) return sendUnavailable(c, 'record');
    return c.text('The record has no such entry', 404, { 'cache-control': 'no-store' });
  }
  const file = await provedFileOf(found, asked);
  if (file) return send(found, file);
  if (asked) return c.text('The log has no checkpoint of this size with it', 404, { 'cache-control': 'no-store' });
  return c.text('The proof is not available at the moment', 503, retryLater);
}

const sendFile = (c: Context<AppEnv>, find: () => Promise<ReadEntry | undefined>, name: string, kind: 'json' | 'tlog-proof') =>
  sendProved(c, find, (_, file) =>
    kind === 'tlog-proof'
      ? c.body(file.proof, 200, savedAs(`${name}.${kind}`, 'text/plain; charset=utf-8'))
      : c.body(jsonText(file), 200, savedAs(`${name}.${kind}`, 'application/json; charset=utf-8')),
  );

/** A range of serial numbers of one day, to be compared with its registry: a row of the file of retirements. */
type CsvRow = Parameters<(typeof factColumns)[string]>[0];

const retirementColumns = Object.entries<(row: CsvRow) => string | number>({
  certificate: numberOfCertificate,
  ...factColumns,
  url: (row) => addressOfCertificate(numberOfCertificate(row)),
  sample: ({ entry }) => (entry.sample ? 'sample' : ''),
  corrections: ({ index, related }) =>
    correctionsOf(index, related)
      .map((one) => `${nameCorrection(one, index)}: ${one.entry.correction}`)
      .join('; '),
}).map(([name, value]) => ({ name, value }));

async function* retirementRows(batches: AsyncIterable<readonly ReadEntry[]>): AsyncGenerator<CsvRow[]> {
  for await (const entries of batches)
    for (const { entry: logged, projects, ...found } of entries) {
      const entry = retirementIn(logged);
      yield retiredParts({ ...found, entry }).map((line) => {
        const project = line.project ?? entry.project;
        const { today } = projects.find((one) => one.id === project?.id) ?? {};
        return { ...found, entry, line, project, today };
      });
    }
}

function retirementsFeed(entries: ReadEntry[]): string {
  const parts = {
    page: '/record',
    file: '/record/retirements.xml',
    title: 'Carma: retirements',
    description: 'Carbon credits retired, with quantity, project and beneficiary; and what was corrected or confirmed later.',
    updated: entries[0] ? new Date(entries[0].entry.time) : new Date(0),
  };
  const items = entries.map((listed) => {
    const { path, title, text } = listed.aboutCertificate ? laterItem(listed) : retirementItem(listed);
    const { index, entry, related } = listed;
    const corrections = correctionsOf(index, related).map((one) => `${nameCorrection(one, index)}: ${isolate(one.entry.correction ?? '')}`);
    const corrected = corrections.length > 0 ? [`${later.corrected}.`, ...corrections] : [];
    return {
      path,
      title: htmlInXml(title),
      description: htmlInXml([...(entry.sample ? ['Sample data, invented.'] : []), text, ...corrected].join(' ')),
      date: new Date(related.at(-1)?.entry.time ?? entry.time),
      published: new Date(entry.time),
    };
  });
  return feedOf(parts, items);
}

type Item = { path: string; title: string; text: string };

/** What a certificate says but for the buyer's reference, which is the holder's own. */
function retirementItem(found: ReadEntry): Item {
  const entry = retirementIn(found.entry);
  const facts = factsOf({ ...found, entry }, certificateWords.adjustments).filter(({ name }) => name !== 'reference');
  const number = numberOfCertificate(found);
  return {
    path: `/certificates/${number}`,
    title: `${number}: ${formatCount(entry.quantity)} tCO₂e`,
    text: facts.map(({ label, values }) => `${label}: ${inSentences(values.map(isolate))}`).join(' '),
  };
}

/** Joins values and ends them with a full stop. Some are sentences, which have theirs, also before the end of an isolate. */
const inSentences = (values: string[]) =>
  values.map((value, at) => (/\.\u2069?$/.test(value) ? value : `${value}${at < values.length - 1 ? ';' : '.'}`)).join(' ');

/** A correction or a confirmation of a certificate. */
function laterItem({ index, entry, texts, aboutCertificate }: ReadEntry): Item {
  return {
    path: entryPath(index),
    title: `${aboutCertificate}: ${words.kinds[entry.kind]}`,
    text: entry.correction ? isolate(entry.correction) : describeConfirmation({ index, entry, checkerName: textIn(texts.checkedBy) }),
  };
}

const withoutEnding = (file: string) => file.slice(0, file.indexOf('.'));

const readableByAll = { 'access-control-allow-origin': '*' };
/** Not `public`: an instance that kept one would show a checkpoint older than what others have shown. */
const textHeaders = { ...readableByAll, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' };
const tileHeaders = { ...readableByAll, 'content-type': 'application/octet-stream' };
/** Entries are text, and compressed where the client accepts it; hashes cannot be compressed. */
const bundleHeaders = { ...tileHeaders, vary: 'Accept-Encoding' };
/**
 * Tiles never change while a log goes on; that of the sample data is replaced by a real one. They are not `public`, and so not in our
 * cache: they are many, and cheap to read.
 */
const tileCaching = (isSample: boolean) => ({ 'cache-control': isSample ? 'no-cache' : 'max-age=31536000, immutable' });
const sendLogUnavailable = sendUnavailableAfter("Could not read the record's log", 'log');

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
  app.get('/key', async (c) => c.body(`${(await findOwnKeysText()).split(/\s/)[0]}\n`, 200, textHeaders));
  app.get('/keys', async (c) => c.body(await findOwnKeysText(), 200, textHeaders));
  app.get('/policy', async (c) => c.body(await findOwnPolicy(), 200, textHeaders));
  app.get('/tile/:rest{.+}', async (c) => {
    const tile = readTilePath(c.req.param('rest'));
    // The log first, so that no tile of the sample log is sent as one that never changes.
    const record = tile && (await findLog());
    const bytes = tile && (await readTile(tile));
    if (!bytes || !record) return sendNotFound(c, 'The log has no such tile');
    return c.body(new Uint8Array(bytes), 200, {
      ...(tile.level === 'entries' ? bundleHeaders : tileHeaders),
      ...tileCaching(record.isSample),
    });
  });
  app.onError((error, c) => {
    if (!(error instanceof LogForked)) return sendLogUnavailable(error, c);
    reportForked(error);
    return sendUnavailable(c, 'log');
  });
  return app;
}

function sendNotFound(c: Context<AppEnv>, text: string): Response {
  return c.text(text, 404, { ...readableByAll, 'cache-control': 'no-store' });
}

/** Answers 503 for a part of the record that cannot be read. Whatever follows the log in a browser on another site is told so, too. */
export function sendUnavailable(c: Context<AppEnv>, part: 'record' | 'log'): Response {
  return c.text(`The ${part} is unavailable at the moment. Please try again.`, 503, { ...readableByAll, ...retryLater });
}

/** Returns an error handler that logs `failed` and answers 503. */
export function sendUnavailableAfter(failed: string, part: 'record' | 'log' = 'record') {
  return (error: Error, c: Context<AppEnv>): Response => {
    // The app answers this one, as at every other address.
    if (error instanceof Overloaded) throw error;
    log().error({ event: 'record.log-failed', err: error }, failed);
    return sendUnavailable(c, part);
  };
}

const gate = new Gate({ maxConcurrent: 2, maxQueued: 8, waitMs: 2_000 });

/**
 * Makes a file that takes much processor time, such as a certificate's PDF (30 to 110 ms). Two are made at once and a few wait.
 * @throws Overloaded beyond that.
 */
export function makeHeavyFile(c: Context<AppEnv>, make: () => Response | Promise<Response>): Promise<Response> {
  return gate.run(clientShare(c), make);
}
