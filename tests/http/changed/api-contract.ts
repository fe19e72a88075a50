import { randomUUID } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parse } from 'node-html-parser';
import { describe, expect, it, vi } from 'vitest';
import { certificate as texts } from '#shared/content/record/index.ts';
import { readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import { expectRun, runHere } from '#tests/support/command.ts';
import { type Operation, readDocument } from '#tests/support/documented.ts';
import { halfMinute } from '#tests/support/own-site.ts';
import { site } from './site.ts';

const contract = await site.json('/api/openapi.json');
const document = readDocument(contract);
const { calls } = readReference(contract, site.url);

/** A subscription for each operation on one. */
const subscriptions: Record<string, string> = {};
/** Keys for secured operations. */
const keys = { full: `carma_${'k'.repeat(43)}`, reserveOnly: 'carma_reserve_only', revoked: 'carma_revoked' };
// The name of a scheme may be written in any case (RFC 9110, 11.1).
const bearer = `bearer ${keys.full}`;
const allScopes = '{receive,reserve,assign,transfer,retire,cancel,deliver,confirm,correct,any-owner,webhooks}';
await site.sql`
  insert into record_keys (name, key_hash, scopes, revoked_at)
  values
    ('full', sha256(${keys.full}::bytea), ${allScopes}, null),
    ('reserve only', sha256(${keys.reserveOnly}::bytea), '{reserve}', null),
    ('revoked', sha256(${keys.revoked}::bytea), '{receive}', now())
`;
const post = (path: string, name: string, body: object) => site.post(path, body, { authorization: bearer, 'idempotency-key': name });
// Expected units for the examples of `assign` and `deliver`: those of the sample project are sold.
const received = await post('/api/v1/record/receive', 'contract-expected', {
  ...{ project: 'galloway-march-dyke-planting', registry: 'UK Land Carbon Registry', series: 'PIU-CONTRACT', first: 1, last: 500 },
  ...{ vintageStart: '2041-01-01', vintageEnd: '2041-12-31', unitType: 'Removal - nature', issuance: 'expected' },
});
expect(await received.json()).toMatchObject({ batch: expect.any(Number) });
for (const operationId of ['deleteWebhook', 'rotateWebhook']) {
  const subscribed = await post('/api/v1/webhooks', operationId, { url: 'https://crm.example/hook', events: ['quote.requested'] });
  subscriptions[operationId] = ((await subscribed.json()) as { id: string }).id;
}

const tried = new Set<string>();
/** Whether a field or parameter is the first of its name and schema that is tried: the same code reads the others. */
const isUntried = (...facts: unknown[]) => tried.size < tried.add(JSON.stringify(facts)).size;

const addressOf = (operation: Operation, path: Record<string, string>, query: URLSearchParams) => {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(path[name] ?? ''));
  return `${site.url}${filled}${query.size > 0 ? `?${query}` : ''}`;
};

const requiredHeaders = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'header' && parameter.required).map(({ name }) => name.toLowerCase());

/** Sends a call with the headers that it requires, but for those of `headers` that are undefined. */
const send = (operation: Operation, address: string, headers: Record<string, string | undefined>, body?: string) => {
  const allHeaders: Record<string, string | undefined> = {
    ...(operation.body ? { 'content-type': 'application/json' } : {}),
    ...(operation.isSecured ? { authorization: bearer } : {}),
    ...Object.fromEntries(requiredHeaders(operation).map((name) => [name, randomUUID()])),
    ...headers,
  };
  return fetch(address, {
    method: operation.method,
    redirect: 'manual',
    headers: Object.entries(allHeaders).flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]])),
    ...(body === undefined ? {} : { body }),
  });
};

describe.each(document.operations)('$operationId', (operation) => {
  const path = { reference: '1', index: '1', number: 'CR-000003', id: subscriptions[operation.operationId] ?? '1' };
  const body = operation.body && JSON.stringify(operation.body.example);
  const noQuery = new URLSearchParams();

  it('responds as documented to the sample that is shown for it', async () => {
    const samples = calls.find(({ id }) => id === operation.operationId)?.samples ?? [];
    const { curl = '', Python: python } = Object.fromEntries(samples.map(({ label, code }) => [label, code]));
    const [, address = ''] = /^curl (?:-X [A-Z]+ )?'([^']+)'/.exec(curl) ?? [];
    const headers = [...curl.matchAll(/ -H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]);
    const answer = await fetch(address.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, path.id), {
      method: operation.method,
      headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name, value.replace('carma_…', keys.full)])),
      ...(operation.body ? { body: / -d '(.*)'$/s.exec(curl)?.[1] ?? '' } : {}),
    });
    expect(answer.ok, curl).toBe(true);
    // In Python these are True, False and None.
    expect(python).not.toMatch(/[:,[](?:true|false|null)\b/);
    await document.check(operation, answer);
  });

  it('rejects invalid requests as documented', async () => {
    const nowhere = { reference: 'no-such-project', index: '999999', number: 'CR-9', id: '999999' };
    const unknown = await send(operation, addressOf(operation, nowhere, new URLSearchParams({ nonsense: '1' })), {}, body && '{}');
    // The specified list ignores what it does not know, and the document of the API reads nothing.
    expect(unknown.ok).toBe(/^(?:listCarbonProjects|getOpenApi)$/.test(operation.operationId));
    await document.check(operation, unknown);
    const unacceptable = await send(operation, addressOf(operation, path, noQuery), { accept: 'image/png' }, body);
    expect(unacceptable.status).toBe(406);
    await document.check(operation, unacceptable);
    for (const name of requiredHeaders(operation)) {
      const answer = await send(operation, addressOf(operation, path, noQuery), { [name]: undefined }, body);
      expect(answer.status).toBe(400);
      await document.check(operation, answer);
    }
    if (!operation.body) return;
    // A POST that only reads may come from any site.
    const fromElsewhere = /computeBasket|findPortfolios/.test(operation.operationId) ? 200 : 403;
    for (const [status, broken, headers] of [
      [400, '{"name":', {}],
      [400, '{"email":"a@b.example","email":"c@d.example"}', {}],
      [413, `{"name":"${'x'.repeat(300_000)}"}`, {}],
      [400, 'x', { 'content-type': 'text/plain' }],
      [fromElsewhere, body, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
      [400, body, { 'idempotency-key': 'a b' }],
    ] as const) {
      const answer = await send(operation, addressOf(operation, path, noQuery), headers, broken);
      expect(answer.status).toBe(status);
      await document.check(operation, answer);
    }
  });

  it.skipIf(!operation.body)('answers a body that nobody expects, whole or in one field, as documented and never with 5xx', async () => {
    const odd = [null, 7.5, -1e300, '', 'a\0\ud800', '__proto__', 'constructor', '٣', [], [null], { constructor: [{}] }];
    const fields = Object.entries((operation.body && document.resolve(operation.body.schema).properties) ?? {});
    const untried = fields.filter(([name, schema]) => isUntried(name, schema)).map(([name]) => name);
    // Each field, like the whole body, gets every fourth of these values: fields of a kind fail alike.
    const some = (at: number) => odd.filter((_, index) => index % 4 === at % 4);
    const variants = untried.flatMap((name, at) => some(at).map((value) => ({ ...(operation.body?.example as object), [name]: value })));
    for (const unexpected of [...some(0), ...variants]) {
      const answer = await send(operation, addressOf(operation, path, noQuery), {}, JSON.stringify(unexpected));
      expect(answer.status, JSON.stringify(unexpected)).toBeLessThan(500);
      await document.check(operation, answer);
    }
  });

  const parameters = operation.parameters.filter((one) => one.in !== 'header' && isUntried(one.in, one.name, one.schema));
  it.skipIf(parameters.length === 0)(
    'answers values at the edge of what its parameters mean, and beyond, as documented and never with 5xx',
    async () => {
      // Numbers, moments, days and texts that PostgreSQL, a Date or a path may be unable to hold.
      const edges = [
        ...['-1', '2147483648', '999999999999999', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '0000-01-01'],
        ...['\0', '__proto__', '٣'],
      ];
      const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const addresses = edges.flatMap((edge) => [
        ...(parameters.some((parameter) => parameter.in === 'path')
          ? [addressOf(operation, { reference: edge, index: edge, number: edge, id: edge }, noQuery)]
          : []),
        ...queries.map((name) => addressOf(operation, path, new URLSearchParams({ [name]: edge }))),
      ]);
      for (const address of addresses) {
        const answer = await send(operation, address, {}, body);
        expect(answer.status, address).toBeLessThan(500);
        await document.check(operation, answer);
      }
    },
  );
});

const batch = (change: object = {}) => ({
  ...{ project: 'moray-brash-biochar', registry: 'Sample registry', series: 'SAMPLE-0010-2099', first: 1, last: 100 },
  ...{ vintageStart: '2099-01-01', vintageEnd: '2099-12-31', unitType: 'Removal - technical', issuance: 'issued' },
  ...change,
});

type Sent = { kind?: 'receive' | 'reserve' | 'retire' | 'transfer'; token?: string | null; key?: string; body?: object };

async function write({ kind = 'receive', token = keys.full, key = randomUUID(), body = batch() }: Sent = {}) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), 'idempotency-key': key };
  const answer = await site.post(`/api/v1/record/${kind}`, body, headers);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const countEntries = async () => (await site.sql<{ count: number }[]>`select count(*)::int as count from record_entries`)[0]?.count;

expect((await write({ key: 'first' })).status).toBe(201);

it.each<[string, Sent, status: number, code: string]>([
  ['has no key', { token: null }, 401, 'key_missing'],
  ['has an invented key', { token: 'carma_made-up' }, 401, 'key_missing'],
  ['has a revoked key', { token: keys.revoked }, 401, 'key_missing'],
  ['has a key with other scopes', { token: keys.reserveOnly }, 403, 'scope_missing'],
  ['reuses a key with another body', { key: 'first', body: batch({ first: 500, last: 600 }) }, 422, 'idempotency_key_reused'],
])('a writer of the record that %s is told so, and nothing is stored', async (_, sent, status, code) => {
  const before = await countEntries();
  const answer = await write(sent);
  expect(answer).toMatchObject({ status, body: { code } });
  expect(answer.headers.get('www-authenticate')).toBe(code === 'key_missing' ? 'Bearer' : null);
  expect(await countEntries()).toBe(before);
});

it('a name that is written from right to left is the same on page, API, CSV and feed, and kept apart from the words around it', async () => {
  const name = 'شركة الغابات';
  const retirement = { project: 'moray-brash-biochar', quantity: 1, beneficiary: name, reference: name, purpose: name };
  const { status, body } = await write({ kind: 'retire', body: retirement });
  expect(status).toBe(201);
  const isolated = (await site.page(`/certificates/${body.certificate}`)).querySelectorAll('main bdi');
  expect(isolated.filter(({ text }) => text === name)).toHaveLength(3);
  const { beneficiary, reference, purpose } = (await site.json(`/api/v1/record/certificates/${body.certificate}`)).texts;
  expect([beneficiary.text, reference.text, purpose.text]).toEqual([name, name, name]);
  const rows = parseCsv(await site.text('/record/retirements.csv'), { columns: true }) as Record<string, string>[];
  expect(rows.find(({ certificate }) => certificate === body.certificate)).toMatchObject({ beneficiary: name, purpose: name });
  const feed = parse(await site.text('/record/retirements.xml')).textContent;
  expect(feed).toContain(`${texts.labels.beneficiary}: \u2068${name}\u2069.`);
  const hub = await site.text('/impact-hub');
  expect(hub).toContain(body.certificate);
  // The buyer's own number is for its certificate alone.
  for (const shown of [feed, hub]) expect(shown).not.toContain(texts.labels.reference);
  // Confirmations end with a full stop of their own.
  expect(feed).not.toContain('..');
});

it('of many writers at once, whoever finds the queue full is told to come back, and has nothing stored', async () => {
  const crowd = batch({ series: 'SAMPLE-0010-2098', last: 150, vintageStart: '2098-01-01', vintageEnd: '2098-12-31' });
  const crowded = (await write({ body: crowd })).body.batch as number;
  const reserve = (serial: number) =>
    write({
      kind: 'reserve',
      key: `crowd-${serial}`,
      body: { serials: [{ batch: crowded, first: serial, last: serial }], until: dayIn(60) },
    });
  const serials = Array.from({ length: 150 }, (_, at) => at + 1);
  const [answers, ready] = await Promise.all([
    Promise.all(serials.map(async (serial) => ({ serial, ...(await reserve(serial)) }))),
    site.get('/readyz'),
  ]);
  expect(ready.status).toBe(200);
  const receipts = new Map<number, number>();
  for (const { serial, status, headers, body } of answers) {
    if (status === 201) receipts.set(serial, body.entry);
    else expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([503, 'record_busy', true]);
  }
  expect(receipts.size).toBeGreaterThan(0);
  expect(receipts.size).toBeLessThan(150);
  const stored = await site.sql<{ entry: number }[]>`
    select operations.entry_index::int as entry
    from record_operations as operations
    join record_entries as entries on entries.index = operations.entry_index and entries.kind = 'reserve'
    where operations.entry_index > (select received_entry from credit_batches where id = ${crowded})
    order by entry
  `;
  expect(stored.map(({ entry }) => entry)).toEqual([...receipts.values()].toSorted((a, b) => a - b));
  for (const [serial, entry] of receipts) expect((await reserve(serial)).body, `${serial}`).toMatchObject({ entry, replayed: true });
});

const run = (...words: string[]) => expectRun(runHere('record', words, { DATABASE_URL: site.databaseUrl }), 0);

it('a quote’s page says how long its prices hold while its credits are reserved, but never that these have lapsed, and no longer once they are sold', async () => {
  const lines = [{ slug: 'moray-brash-biochar', tonnes: 2 }];
  const answer = await site.post('/api/v1/quotes', { name: 'Ada', email: 'held@contract.example', lines });
  const asked: Record<string, string> = await answer.json();
  const shown = async () => (await site.page(new URL(asked.url ?? '').pathname)).querySelector('main')?.text;
  const { entry } = (await write({ kind: 'reserve', body: { project: 'moray-brash-biochar', quantity: 2, until: dayIn(60) } })).body;
  const note = (...step: string[]) => runHere('messages', ['quote', asked.reference ?? '', ...step], { DATABASE_URL: site.databaseUrl });
  await note('answered');
  expect(await shown()).toMatch(/Answered.*Our written quote was sent.*Written quote sent/s);
  expect(await note('reserved', '--entry', String(entry + 1))).toMatchObject({ code: 0 });
  expect(await shown()).toMatch(/Reserved until .*These prices hold until/s);
  await site.sql`update messages set prices_valid_until = current_date - 2 where email = 'held@contract.example'`;
  expect(await shown()).toMatch(/^(?!.*These prices held).*Reserved until /s);
  expect(await write({ kind: 'transfer', body: { reservation: entry } })).toMatchObject({ status: 201 });
  expect(await shown()).toMatch(/^(?!.*These prices hold).*Sold to you/s);
});

it('an erased name is on no page and in no file, even if they were cached and its project has been renamed', async () => {
  const [found] = await site.sql<{ number: string; index: number; slug: string; text: string }[]>`
    select number, entries.index::int as index, convert_from(entry, 'UTF8')::json #>> '{project,slug}' as slug, text
    from record_certificates
    join record_entries as entries on entries.index = entry_index
    join record_texts using (entry_index)
    where field = 'beneficiary' and convert_from(entry, 'UTF8')::json #>> '{project,slug}' is not null
    order by entries.index
    limit 1
  `;
  const { number = '', index = 0, slug = '', text: name = '' } = found ?? {};
  await site.sql`update carbon_projects set slug = slug || '-renamed' where slug = ${slug}`;
  const showing = [
    ...[`/certificates/${number}`, `/certificates/${number}.json`, `/record/entries/${index + 1}`, `/record/entries/${index + 1}.json`],
    ...['/record/retirements.csv', '/record/retirements.xml', `/record/disclosure/esrs-e1-7.csv?c=${number}`],
    ...[`/record/disclosure.zip?c=${number}`, `/api/v1/record/entries/${index}`, `/api/v1/record/certificates/${number}`],
  ];
  const pdf = () => site.text(`/certificates/${number}.pdf`);
  /** Whether what is at an address, or a file in it, has the name. */
  const contains = async (path: string) => {
    const bytes = await site.bytes(path);
    return (path.includes('.zip') ? Object.values(unzipSync(bytes)) : [bytes]).some((file) => Buffer.from(file).includes(name));
  };
  for (const path of showing) await vi.waitFor(async () => expect(await contains(path), path).toBe(true), halfMinute);
  const before = await pdf();
  await run('erase', 'certificate', number, '--yes');
  // Other certificates may name the same buyer.
  const lists = ['/record/retirements.csv', '/record/retirements.xml'];
  for (const path of showing.filter((shown) => !lists.includes(shown)))
    await vi.waitFor(async () => expect(await contains(path), path).toBe(false), halfMinute);
  for (const path of lists)
    await vi.waitFor(async () => expect(await site.text(path), path).toMatch(/\(erased\)|erased on request/), halfMinute);
  await vi.waitFor(async () => expect(await pdf()).not.toBe(before), halfMinute);
});

it('a correction and a confirmation are seen wherever the certificate is, even where it was cached', async () => {
  const [found] = await site.sql<{ number: string; index: number }[]>`
    select number, entry_index::int as index
    from record_certificates
    where not exists (select from record_entries where about = entry_index)
    order by entry_index
    limit 1
  `;
  const { number = '', index = 0 } = found ?? {};
  const unconfirmed = /not yet confirmed at the registry/i;
  for (const path of [`/certificates/${number}`, `/record/disclosure?c=${number}`])
    expect(await site.text(path), path).toMatch(unconfirmed);
  const pdf = await site.text(`/certificates/${number}.pdf`);
  const [, size] = (await site.text('/log/checkpoint')).split('\n');
  const correction = 'Another order: this is void';
  await run('confirm', `certificate=${number}`, 'registryRetiredOn=2026-03-04', 'registryRetirementId=R-9921', 'checkedByRole=the desk');
  await run('correct', `entry=${index + 1}`, `correction=${correction}`, '--yes');
  for (const path of [`/certificates/${number}`, `/record/entries/${index + 1}`]) {
    await vi.waitFor(async () => expect(await site.text(path), path).toContain(correction), halfMinute);
    const page = await site.text(path);
    for (const words of ['number R-9921', 'the desk']) expect(page).toContain(words);
    expect(page, path).not.toMatch(unconfirmed);
  }
  for (const path of ['/record', `/record/disclosure?c=${number}`, '/record/retirements.xml', '/record/retirements.csv'])
    await vi.waitFor(async () => expect(await site.text(path), path).toContain(correction), halfMinute);
  const items = parse(await site.text('/record/retirements.xml')).querySelectorAll('entry');
  const item = items.find((one) => one.querySelector('id')?.text.endsWith(`/certificates/${number}`));
  expect(item?.querySelector('updated')?.text).not.toBe(item?.querySelector('published')?.text);
  expect(await site.text(`/certificates/${number}.pdf`)).not.toBe(pdf);
  // The check of a PDF asks for the one of its own checkpoint, which knew nothing of this yet.
  expect(await site.text(`/certificates/${number}.pdf?size=${size}`)).toBe(pdf);
  const pack = unzipSync(await site.bytes(`/record/disclosure.zip?c=${number}`));
  expect(new TextDecoder().decode(pack['README.txt'])).toContain(correction);
});
