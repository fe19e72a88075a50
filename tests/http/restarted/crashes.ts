import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { readRoot } from '#server/domain/record/log/log.ts';
import { hashIdempotencyKey } from '#server/domain/record/log/secret.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { projectRow } from '#tests/support/projects.ts';
import { readCheckpoint } from '#verify/signed-tree.ts';
import { database, folder, get, mails, publicUrl, queryMs, site, start } from './site.ts';

/** Operations of the record, and half as many messages. For a longer run: CRASH_OPERATIONS=1000. */
const count = Number(process.env.CRASH_OPERATIONS ?? 60);
const clients = 20;
const limitMs = 90_000 + count * 250;
const inTwoMonths = dayIn(60);
const apiKey = 'carma_crashes';

const startSite = () => start({ databaseStatementTimeoutMs: String(queryMs) });
const post = (body: object, key: string) =>
  get('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(4_000),
  });

const until = (done: () => boolean | Promise<boolean>, timeout = limitMs) => vi.waitUntil(done, { timeout, interval: 100 });
const unsettled = async () => (await database.query("select 1 from deliveries where state in ('queued', 'sending')")).length;
const toTeam = (email: string) => mails.received.filter(({ raw }) => raw.includes(`Email: ${email}`));

type RecordRequest = { kind: string; body: object; key: string };
/** Without a checkpoint, if PostgreSQL was killed between the operation and its signature. */
type Receipt = { entry: number; quantity: number; checkpoint: string | null };

const receive = (project: string, first: number, last: number, key: string): RecordRequest => ({
  kind: 'receive',
  key,
  body: {
    ...{ project, registry: 'UK Land Carbon Registry', series: 'crash', first, last },
    ...{ vintageStart: '2023-01-01', vintageEnd: '2023-12-31', unitType: 'Removal - nature', issuance: 'issued' },
  },
});

/** Returns the operation with this number: it receives a batch of its own, or takes units of a batch with plenty or of one with too few. */
function operation(number: number): RecordRequest {
  const key = `crash-${number}`;
  const few = { batch: 2, quantity: 2 };
  const many = { batch: 1, quantity: 1 + (number % 3) };
  const kinds: RecordRequest[] = [
    receive('elm', 100_000 + number * 10, 100_009 + number * 10, key),
    { kind: 'reserve', key, body: { ...many, until: inTwoMonths } },
    { kind: 'transfer', key, body: many },
    { kind: 'retire', key, body: { ...many, beneficiary: `Buyer ${number}` } },
    { kind: 'reserve', key, body: { ...few, until: inTwoMonths } },
    { kind: 'retire', key, body: { ...few, beneficiary: `Buyer ${number}` } },
  ];
  return kinds[number % kinds.length] as RecordRequest;
}

/** Requests an operation until its outcome is known: the receipt, or the problem code of a rejection. */
async function ask({ kind, body, key }: RecordRequest): Promise<Receipt | string> {
  for (;;) {
    const answer = await get(`/api/v1/record/${kind}`, {
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

describe('a site with a mail server', () => {
  beforeAll(async () => {
    // A catalogue with its own projects gets no samples, and its log is not marked as one of samples.
    const sql = database.connect();
    await sql`insert into carbon_projects ${sql([projectRow('oak'), projectRow('elm')])}`;
    const hash = createHash('sha256').update(apiKey).digest();
    await sql`insert into record_keys (name, key_hash, scopes) values ('crashes', ${hash}, '{receive,reserve,transfer,retire}')`;
    await sql.end();
    await startSite();
  });
  afterAll(async () => {
    await closePool(1);
    vi.unstubAllEnvs();
  });

  // Here, because no other site of the HTTP tests has a mail server.
  it('subscribes whoever has left the newsletter and asks for it again once they follow the link in a mail, not before', async () => {
    const left = "('back@delivery.example', '2025-01-01', '2025-01-01')";
    await database.query(`insert into newsletter_subscribers (email, consent_at, unsubscribed_at) values ${left}`);
    const subscribed = () =>
      database.query("select from newsletter_subscribers where email ^@ 'back@' and unsubscribed_at is null and consent_at > '2026-01-01'");
    const press = (address: string, fields: Record<string, string>) =>
      get(`/api/newsletter${address}`, { method: 'POST', body: new URLSearchParams(fields) });
    await press('', { email: 'Back@delivery.example' });
    const found = () => mails.received.find(({ raw }) => /^To: .*back@/im.test(raw))?.raw;
    await until(() => found() !== undefined, 20_000);
    // The mail is in quoted-printable, which this undoes.
    const mail = (found() ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=');
    const [link = ''] = /\/unsubscribe\?\S+/.exec(mail) ?? [];
    expect(await subscribed()).toHaveLength(0);
    expect((await press(link, { from: 'page' })).headers.get('location')).toBe('/unsubscribe?done=again');
    expect(await subscribed()).toHaveLength(1);
  });

  it('stores each message and operation of the record once if it was accepted, while the site and PostgreSQL are killed: a message is mailed under one Message-ID, an operation is in the book and in the log, and no checkpoint contradicts another', {
    timeout: limitMs,
  }, async () => {
    await ask(receive('oak', 1, 50_000, 'begin-1'));
    await ask(receive('oak', 60_001, 60_020, 'begin-2'));
    // One iterator for all clients, of which each takes the next number; likewise `waiting` below.
    const numbers = Array.from({ length: count }, (_, number) => number).values();
    const outcomes = new Map<string, Receipt | string>();
    const operating = Array.from({ length: clients }, async () => {
      for (const number of numbers) outcomes.set(operation(number).key, await ask(operation(number)));
    });
    const senders = Array.from({ length: count / 2 }, (_, index) => `person${index}@storm.example`);
    const waiting = senders.entries();
    const sending = Array.from({ length: 3 }, async () => {
      for (const [index, email] of waiting) {
        const key = randomUUID();
        const send = () => post({ name: 'Storm Person', email, message: `Number ${index}` }, key).catch(() => undefined);
        while ((await send())?.status !== 201) await sleep(250);
        await sleep(200);
      }
    });
    const reached = (share: number) => vi.waitUntil(() => outcomes.size >= count * share, { timeout: limitMs, interval: 20 });

    await reached(0.25);
    await site.stop('SIGKILL');
    await startSite();
    await reached(0.5);
    await database.kill();
    await database.start();
    await reached(0.75);
    const thaw = await database.freeze();
    // Longer than a statement may take.
    await sleep(queryMs + 1_000);
    thaw();
    await Promise.all([...operating, ...sending]);
    await until(async () => (await unsettled()) === 0);

    const rows = await database.query<{ email: string; count: number }>(
      "select email, count(*)::integer as count from messages where email like '%@storm.example' group by email",
    );
    expect(rows.filter((row) => row.count !== 1)).toEqual([]);
    expect(rows).toHaveLength(senders.length);
    const notifications = senders.map((email) => new Set(toTeam(email).map(({ messageId }) => messageId)).size);
    expect(notifications.filter((times) => times !== 1)).toEqual([]);

    const stored = await database.query<{ key: string; entry: number }>(
      'select key, entry_index::int as entry from record_operations order by entry_index',
    );
    const [entries] = await database.query<{ count: number }>('select count(*)::int as count from record_entries');
    const receipts = [...outcomes].flatMap(([key, outcome]) => (typeof outcome === 'string' ? [] : [{ key, entry: outcome.entry }]));
    const secret = Buffer.from(await readFile(path.join(folder.path, 'record-secret'), 'utf8'), 'base64');
    const hashed = receipts.map(({ key, entry }) => ({ key: hashIdempotencyKey(secret, `api:crashes:${key}`), entry }));
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
    vi.stubEnv('PUBLIC_URL', publicUrl);
    expect((await auditWholeRecord()).difference).toBeNull();
    const notes = await database.query<{ note: string }>('select note from record_checkpoints');
    const seen = [...outcomes.values()].flatMap((outcome) => (typeof outcome === 'string' ? [] : (outcome.checkpoint ?? [])));
    expect(seen).not.toEqual([]);
    for (const note of new Set([...notes.map((row) => row.note), ...seen])) {
      const checkpoint = readCheckpoint(note)?.checkpoint;
      expect(checkpoint && Buffer.from(checkpoint.root)).toEqual(Buffer.from(await readRoot(checkpoint?.size ?? 0)));
    }
  });
});
