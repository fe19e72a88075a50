import { createHash, randomUUID } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { certificate as texts } from '#shared/content/record/index.ts';
import { ownSite } from '#tests/support/own-site.ts';

// A busy machine must not make it say that it is not ready.
const site = ownSite({ READY_TIMEOUT_MS: '20000' });
const keys = { full: 'carma_full', readOnly: 'carma_reserve_only', revoked: 'carma_revoked' };

const batch = (change: object = {}) => ({
  project: 'moray-brash-biochar',
  registry: 'Sample registry',
  series: 'SAMPLE-0010-2099',
  first: 1,
  last: 100,
  vintageStart: '2099-01-01',
  vintageEnd: '2099-12-31',
  unitType: 'Removal - technical',
  issuance: 'issued',
  ...change,
});

type Sent = { kind?: 'receive' | 'reserve' | 'retire'; token?: string | null; key?: string | null; body?: unknown; text?: string };

async function send({ kind = 'receive', token = keys.full, key = randomUUID(), body = batch(), text }: Sent = {}) {
  const answer = await site.get(`/api/v1/record/${kind}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(key === null ? {} : { 'idempotency-key': key }),
    },
    body: text ?? JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const entries = async () => (await site.sql()<{ count: number }[]>`select count(*)::int as count from record_entries`)[0]?.count;

beforeAll(async () => {
  const hash = (key: string) => createHash('sha256').update(key).digest();
  await site.sql()`
    insert into record_keys (name, key_hash, scopes, revoked_at)
    values
      ('full', ${hash(keys.full)}, '{receive,reserve,retire}', null),
      ('reserve only', ${hash(keys.readOnly)}, '{reserve}', null),
      ('revoked', ${hash(keys.revoked)}, '{receive}', now())
  `;
  expect((await send({ key: 'first' })).status).toBe(201);
});

describe('a writer of the record', () => {
  it.each<[string, Sent, number, string]>([
    ['has no key', { token: null }, 401, 'key_missing'],
    ['has an invented key', { token: 'carma_made-up' }, 401, 'key_missing'],
    ['has a revoked key', { token: keys.revoked }, 401, 'key_missing'],
    ['has a key with other scopes', { token: keys.readOnly }, 403, 'scope_missing'],
    ['sends no idempotency key', { key: null }, 400, 'idempotency_key_missing'],
    ['reuses a key with another body', { key: 'first', body: batch({ first: 500, last: 600 }) }, 422, 'idempotency_key_reused'],
    ['sends 10 MB', { text: JSON.stringify(batch({ note: 'x'.repeat(10_000_000) })) }, 413, 'body_too_large'],
  ])('that %s is rejected, and nothing is stored', async (_, sent, status, code) => {
    const before = await entries();
    expect(await send(sent)).toMatchObject({ status, body: { code } });
    expect(await entries()).toBe(before);
  });

  it.each<[string, object, string]>([
    ['a serial of 10,000 characters', { serial: '1'.repeat(10_000) }, 'serial'],
    ['a project that does not exist', { project: 'nowhere-at-all' }, 'project'],
    ['a field that does not exist', { prise: 1 }, 'prise'],
  ])('that sends %s is told the field, and nothing is stored', async (_, change, field) => {
    const before = await entries();
    const { status, body } = await send({ body: batch({ series: 'SAMPLE-0010-2099', first: 700, last: 800, ...change }) });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(body.code === 'record_unknown').toBe(field === 'project');
    expect(JSON.stringify(body)).not.toMatch(/expected|Invalid input|Unrecognized|Too (?:big|small)/);
    expect(await entries()).toBe(before);
  });
});

describe('a name', () => {
  const retire = (beneficiary: string) =>
    send({
      kind: 'retire',
      body: { project: 'moray-brash-biochar', quantity: 1, beneficiary, reference: beneficiary, purpose: beneficiary },
    });
  const textOf = async (path: string) => (await site.get(path)).text();

  async function pdfText(path: string) {
    const pdf = await getDocumentProxy(new Uint8Array(await (await site.get(path)).arrayBuffer()));
    const { items } = await (await pdf.getPage(1)).getTextContent();
    return items
      .map((item) => ('str' in item ? item.str : ''))
      .join(' ')
      .replace(/\s+/g, ' ');
  }

  it.each([
    ['Zoë Müller & Söhne', true, false],
    ['شركة الغابات', true, true],
    ['ᐃᓄᒃᑎᑐᑦ', false, false],
  ])('is the same on page, API, CSV and feed: %s; a PDF without its script says so', async (name, isPrinted, isIsolated) => {
    const { status, body } = await retire(name);
    expect(status).toBe(201);
    const path = `/certificates/${body.certificate}`;
    const isolated = parse(await textOf(path)).querySelectorAll('main bdi');
    expect(isolated.filter(({ text }) => text === name)).toHaveLength(3);
    const read = await (await site.get(`/api/v1/record/certificates/${body.certificate}`)).json();
    expect([read.texts.beneficiary.text, read.texts.reference.text, read.texts.purpose.text]).toEqual([name, name, name]);
    const rows = parseCsv(await textOf('/record/retirements.csv'), { columns: true }) as Record<string, string>[];
    expect(rows.find(({ certificate }) => certificate === body.certificate)).toMatchObject({ beneficiary: name, purpose: name });
    const feed = parse(await textOf('/record/retirements.xml')).textContent;
    expect(feed).toContain(`${texts.labels.beneficiary}: ${isIsolated ? `\u2068${name}\u2069` : name}.`);
    // Confirmations end with a full stop of their own.
    expect(feed).not.toContain('..');
    const printed = await pdfText(`${path}.pdf`);
    expect(printed).toContain(`${texts.labels.beneficiary} ${isPrinted ? name : texts.pdf.otherScript}`);
    expect(printed).toContain('Moray Brash Biochar');
  });
});

describe('many writers at once', () => {
  const until = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
  const reserve = (serial: number) =>
    send({
      kind: 'reserve',
      key: `crowd-${serial}`,
      body: { serials: [{ batch: crowded, first: serial, last: serial }], until },
    });
  let crowded = 0;

  it('are served two at a time; who finds the queue full is told to come back, and nothing of it is stored', async () => {
    crowded = (await send({ body: batch({ series: 'SAMPLE-0010-2098', last: 150, vintageStart: '2098-01-01', vintageEnd: '2098-12-31' }) }))
      .body.batch;
    const serials = Array.from({ length: 150 }, (_, at) => at + 1);
    const [answers, ready] = await Promise.all([
      Promise.all(serials.map(async (serial) => ({ key: `crowd-${serial}`, ...(await reserve(serial)) }))),
      site.get('/readyz'),
    ]);
    expect(ready.status).toBe(200);
    const receipts = new Map<string, number>();
    for (const { key, status, headers, body } of answers) {
      if (status === 201) receipts.set(key, body.entry);
      else expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'record_busy', true]);
    }
    expect(receipts.size).toBeGreaterThanOrEqual(2);
    expect(receipts.size).toBeLessThan(150);
    const stored = await site.sql()<{ entry: number }[]>`
      select operations.entry_index::int as entry
      from record_operations as operations
      join record_entries as entries on entries.index = operations.entry_index and entries.kind = 'reserve'
      where operations.entry_index > (select received_entry from credit_batches where id = ${crowded})
      order by entry
    `;
    expect(stored.map(({ entry }) => entry)).toEqual([...receipts.values()].toSorted((a, b) => a - b));
    for (const [key, entry] of receipts)
      expect((await reserve(Number(key.replace('crowd-', '')))).body, key).toMatchObject({ entry, replayed: true });
  });
});
