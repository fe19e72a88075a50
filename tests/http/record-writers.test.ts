import { createHash, randomUUID } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { parse } from 'node-html-parser';
import { getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { certificate as texts } from '#shared/content/record/index.ts';
import { runHere } from '#tests/support/command.ts';
import { ownSite } from '#tests/support/own-site.ts';

// It adds to the record, and its database goes in the end. A busy machine must not make it say that it is not ready.
const site = ownSite({ READY_TIMEOUT_MS: '20000' });
const { text: read, json } = site;
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
    const isolated = parse(await read(path)).querySelectorAll('main bdi');
    expect(isolated.filter(({ text }) => text === name)).toHaveLength(3);
    const { beneficiary, reference, purpose } = (await json(`/api/v1/record/certificates/${body.certificate}`)).texts;
    expect([beneficiary.text, reference.text, purpose.text]).toEqual([name, name, name]);
    const rows = parseCsv(await read('/record/retirements.csv'), { columns: true }) as Record<string, string>[];
    expect(rows.find(({ certificate }) => certificate === body.certificate)).toMatchObject({ beneficiary: name, purpose: name });
    const feed = parse(await read('/record/retirements.xml')).textContent;
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

const record = async (...words: string[]) =>
  expect(await runHere('record', words, { DATABASE_URL: site.databaseUrl() })).toMatchObject({ code: 0, stderr: '' });
const soon = { timeout: 30_000 };

it('an erased name is on no page and in no file, also when they were kept and its project has been renamed', async () => {
  const [found] = await site.sql()<{ number: string; index: number; slug: string; text: string }[]>`
    select number, entries.index::int as index, convert_from(entry, 'UTF8')::json #>> '{project,slug}' as slug, text
    from record_certificates
    join record_entries as entries on entries.index = entry_index
    join record_texts using (entry_index)
    where field = 'beneficiary' and convert_from(entry, 'UTF8')::json #>> '{project,slug}' is not null
    order by entries.index
    limit 1
  `;
  const { number = '', index = 0, slug = '', text: name = '' } = found ?? {};
  await site.sql()`update carbon_projects set slug = slug || '-renamed' where slug = ${slug}`;
  const showing = [
    ...[`/certificates/${number}`, `/certificates/${number}.json`, `/record/entries/${index}`, `/record/entries/${index}.json`],
    ...['/record/retirements.csv', '/record/retirements.xml', `/record/disclosure/cad-trust.csv?c=${number}`],
    ...[`/api/v1/record/entries/${index}`, `/api/v1/record/certificates/${number}`],
  ];
  const files = [`/certificates/${number}.pdf`, `/record/disclosure.zip?c=${number}`];
  const contains = (text: string) => text.includes(name.split(' ')[1] ?? name);
  for (const path of showing) await vi.waitFor(async () => expect(contains(await read(path)), path).toBe(true), soon);
  const before = await Promise.all(files.map(read));
  await record('erase', 'certificate', number);
  // Other certificates may name the same buyer.
  const lists = ['/record/retirements.csv', '/record/retirements.xml'];
  for (const path of showing.filter((shown) => !lists.includes(shown)))
    await vi.waitFor(async () => expect(contains(await read(path)), path).toBe(false), soon);
  for (const path of lists) await vi.waitFor(async () => expect(await read(path), path).toMatch(/\(erased\)|erased on request/), soon);
  for (const [at, path] of files.entries()) await vi.waitFor(async () => expect(await read(path), path).not.toBe(before[at]), soon);
});

it('a correction and a confirmation are seen at once wherever the certificate is, also where it was kept', async () => {
  const [found] = await site.sql()<{ number: string; index: number }[]>`
    select number, entry_index::int as index
    from record_certificates
    where not exists (select from record_entries where about = entry_index)
    order by entry_index
    limit 1
  `;
  const { number = '', index = 0 } = found ?? {};
  const unconfirmed = 'Not yet confirmed at the registry';
  for (const path of [`/certificates/${number}`, `/record/disclosure?c=${number}`]) expect(await read(path), path).toContain(unconfirmed);
  const pdf = await read(`/certificates/${number}.pdf`);
  const said = 'Another order: this is void';
  await record('confirm', `certificate=${number}`, 'registryRetiredOn=2026-03-04', 'registryRetirementId=R-9921', 'checkedByRole=the desk');
  await record('correct', `entry=${index}`, `correction=${said}`);
  for (const path of [`/certificates/${number}`, `/record/entries/${index}`]) {
    await vi.waitFor(async () => expect(await read(path), path).toContain(said), soon);
    const page = await read(path);
    for (const words of ['number R-9921', 'the desk']) expect(page).toContain(words);
    expect(page, path).not.toContain(unconfirmed);
  }
  for (const path of ['/record', `/record/disclosure?c=${number}`, '/record/retirements.xml', '/record/retirements.csv'])
    await vi.waitFor(async () => expect(await read(path), path).toContain(said), soon);
  for (const file of ['cad-trust.csv', 'esrs-e1-7.csv', 'ab-1305.json'])
    expect(await read(`/record/disclosure/${file}?c=${number}`), file).toContain(said);
  expect(await read(`/certificates/${number}.pdf`)).not.toBe(pdf);
  for (const path of [`/certificates/${number}.json`, `/api/v1/record/certificates/${number}`])
    expect(JSON.parse(await read(path)).related, path).toHaveLength(2);
});

it('an erased name is not sent while PostgreSQL is away either, though its page was kept', async () => {
  const [found] = await site.sql()<{ number: string; index: number; text: string }[]>`
    select number, entry_index::int as index, text
    from record_certificates
    join record_texts using (entry_index)
    where field = 'beneficiary'
    order by entry_index desc
    limit 1
  `;
  const { number = '', index = 0, text: name = '' } = found ?? {};
  const page = `/certificates/${number}`;
  await expect.poll(async () => (await site.get(page)).headers.get('etag'), soon).not.toBeNull();
  expect(await read(page)).toContain(name);
  await record('erase', 'certificate', number);
  // The site knows of it, and nobody has asked for the page since.
  await expect.poll(() => read(`/api/v1/record/entries/${index}`), soon).toContain('"erased":true');
  await site.dropDatabase();
  await expect.poll(async () => (await site.get('/readyz')).status, soon).toBe(503);
  expect(await read(page)).not.toContain(name);
});
