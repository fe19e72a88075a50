import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { migrateAsOwner } from '#db/migrate.ts';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { readRoot } from '#server/domain/record/log/log.ts';
import { hashedKey } from '#server/domain/record/log/secret.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { projectRow } from '#tests/support/projects.ts';
import { type RunningSite, startSite } from '#tests/support/site.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';
import { readCheckpoint } from '#verify/signed-tree.ts';

/** For a longer run: CRASH_OPERATIONS=1000. */
const count = Number(process.env.CRASH_OPERATIONS ?? 60);
const clients = 20;
const limitMs = 60_000 + count * 250;
const soon = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const apiKey = 'carma_crashes';

let database: OwnPostgres;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let site: RunningSite;

const start = () => startSite({ DATABASE_URL: database.url, DATA_DIR: folder.path, DATABASE_CONNECT_TIMEOUT_MS: '1000' });

beforeAll(async () => {
  [database, folder] = await Promise.all([startOwnPostgres(), makeTemporaryFolder()]);
  const { url, ownerUrl } = database;
  await migrateAsOwner({ url, ownerUrl, log: { info: () => {}, warn: () => {}, error: () => {} } });
  const sql = connectTo(url, { max: 1 });
  // A catalogue with its own projects gets no samples, and its log is not marked as one of samples.
  await sql`insert into carbon_projects ${sql([projectRow('oak'), projectRow('elm')])}`;
  const hash = createHash('sha256').update(apiKey).digest();
  await sql`insert into record_keys (name, key_hash, scopes) values ('crashes', ${hash}, '{receive,reserve,transfer,retire}')`;
  await sql.end();
  site = await start();
});
afterAll(async () => {
  await site?.stop();
  await closePool(1);
  vi.unstubAllEnvs();
  await database?.remove();
  await folder?.remove();
});

type RecordRequest = { kind: string; body: object; key: string };
/** Without a checkpoint, if PostgreSQL was killed between the operation and its signature. */
type Receipt = { entry: number; quantity: number; checkpoint: string | null };

const receive = (project: string, first: number, last: number, key: string): RecordRequest => ({
  kind: 'receive',
  key,
  body: {
    project,
    registry: 'UK Land Carbon Registry',
    series: 'crash',
    first,
    last,
    vintageStart: '2023-01-01',
    vintageEnd: '2023-12-31',
    unitType: 'Removal - nature',
    issuance: 'issued',
  },
});

/** Returns the operation with this number: on a batch with plenty of units, on one with too few, or on its own. */
function operation(number: number): RecordRequest {
  const key = `crash-${number}`;
  const few = { batch: 2, quantity: 2 };
  const many = { batch: 1, quantity: 1 + (number % 3) };
  switch (number % 6) {
    case 0:
      return receive('elm', 100_000 + number * 10, 100_009 + number * 10, key);
    case 1:
      return { kind: 'reserve', key, body: { ...many, until: soon } };
    case 2:
      return { kind: 'transfer', key, body: many };
    case 3:
      return { kind: 'retire', key, body: { ...many, beneficiary: `Buyer ${number}` } };
    case 4:
      return { kind: 'reserve', key, body: { ...few, until: soon } };
    default:
      return { kind: 'retire', key, body: { ...few, beneficiary: `Buyer ${number}` } };
  }
}

/** Retries until the outcome is known: the receipt, or the problem code of a rejection. */
async function ask({ kind, body, key }: RecordRequest): Promise<Receipt | string> {
  for (;;) {
    const answer = await fetch(`${site.url}/api/v1/record/${kind}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined);
    const result = await answer?.json().catch(() => undefined);
    if (answer && result && answer.status < 300) return result as Receipt;
    if (answer && result && answer.status < 500 && answer.status !== 429) return (result as { code: string }).code;
    await sleep(300);
  }
}

describe('operations of the record while the site and PostgreSQL are killed', () => {
  it('are each in the book and in the log once, and no checkpoint contradicts another', { timeout: limitMs }, async () => {
    await ask(receive('oak', 1, 50_000, 'begin-1'));
    await ask(receive('oak', 60_001, 60_020, 'begin-2'));
    const numbers = Array.from({ length: count }, (_, number) => number).values();
    const outcomes = new Map<string, Receipt | string>();
    const working = Promise.all(
      Array.from({ length: clients }, async () => {
        for (const number of numbers) outcomes.set(operation(number).key, await ask(operation(number)));
      }),
    );
    const reached = (share: number) => vi.waitUntil(() => outcomes.size >= count * share, { timeout: limitMs, interval: 20 });

    await reached(0.2);
    await site.stop('SIGKILL');
    site = await start();
    await reached(0.45);
    await database.kill();
    await database.start();
    await reached(0.7);
    await site.stop('SIGKILL');
    await database.kill();
    await database.start();
    site = await start();
    await working;
    await site.stop();

    const stored = await database.query<{ key: string; entry: number }>(
      'select key, entry_index::int as entry from record_operations order by entry_index',
    );
    const [entries] = await database.query<{ count: number }>('select count(*)::int as count from record_entries');
    const receipts = [...outcomes].flatMap(([key, outcome]) => (typeof outcome === 'string' ? [] : [{ key, entry: outcome.entry }]));
    const secret = Buffer.from(await readFile(path.join(folder.path, 'record-secret'), 'utf8'), 'base64');
    const hashed = receipts.map(({ key, entry }) => ({ key: hashedKey(secret, `api:crashes:${key}`), entry }));
    // The first two entries are the batches.
    expect(stored.slice(2)).toEqual(hashed.toSorted((a, b) => a.entry - b.entry));
    expect(new Set(stored.map(({ entry }) => entry)).size).toBe(entries?.count);
    // Rejected requests: the batch of 20 units was oversubscribed.
    const rejected = [...outcomes.values()].filter((outcome) => typeof outcome === 'string');
    expect(new Set(rejected)).toEqual(new Set(['units_not_available']));
    const [few] = await database.query<{ taken: number }>(
      "select sum(upper(serials) - lower(serials))::int as taken from unit_holdings where batch_id = 2 and ended_entry is null and status <> 'Held'",
    );
    expect(few?.taken).toBe(20);

    vi.stubEnv('DATABASE_URL', database.url);
    vi.stubEnv('DATA_DIR', folder.path);
    expect((await auditWholeRecord()).difference).toBeNull();
    const notes = await database.query<{ note: string }>('select note from record_checkpoints');
    const seen = [...outcomes.values()].flatMap((outcome) => (typeof outcome === 'string' ? [] : (outcome.checkpoint ?? [])));
    for (const note of new Set([...notes.map((row) => row.note), ...seen])) {
      const checkpoint = readCheckpoint(note)?.checkpoint;
      expect(checkpoint && Buffer.from(checkpoint.root)).toEqual(Buffer.from(await readRoot(checkpoint?.size ?? 0)));
    }
  });
});
