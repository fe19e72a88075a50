import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { type Operation, readDocument } from '#tests/support/documented.ts';
import { ownSite, sharedSite } from '#tests/support/own-site.ts';

// Its calls take units off sale, which other files read of the shared site: that has the same document.
const { url: documented } = sharedSite();
const site = ownSite();

const contract = await (await fetch(`${documented}/api/openapi.json`)).json();
const document = readDocument(contract);
const { calls: samples } = readReference(contract, documented);

/** A subscription for each operation on one. */
const subscriptions: Record<string, string> = {};
/** A key for secured operations. */
const key = `carma_${'k'.repeat(43)}`;
beforeAll(async () => {
  await site.sql()`
    insert into record_keys (name, key_hash, scopes)
    values ('contract', sha256(${key}::bytea), array['receive', 'reserve', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct', 'any-owner', 'webhooks'])
    on conflict do nothing
  `;
  const write = (path: string, name: string, body: object) =>
    site.post(path, body, { authorization: `Bearer ${key}`, 'idempotency-key': name });
  // Expected units for the examples of `assign` and `deliver`: those of the sample project are sold.
  const received = await write('/api/v1/record/receive', 'contract-expected', {
    ...{ project: 'galloway-march-dyke-planting', registry: 'UK Land Carbon Registry', series: 'PIU-CONTRACT', first: 1, last: 500 },
    ...{ vintageStart: '2041-01-01', vintageEnd: '2041-12-31', unitType: 'Removal - nature', issuance: 'expected' },
  });
  expect(received.status).toBe(201);
  for (const operationId of ['deleteWebhook', 'rotateWebhook']) {
    const subscribed = await write('/api/v1/webhooks', operationId, { url: 'https://crm.example/hook', events: ['quote.requested'] });
    subscriptions[operationId] = ((await subscribed.json()) as { id: string }).id;
  }
});

const addressOf = (operation: Operation, path: Record<string, string>, query: URLSearchParams) => {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(path[name] ?? ''));
  return `${site.url}${filled}${query.size > 0 ? `?${query}` : ''}`;
};

const requiredHeaders = ({ parameters }: Operation) =>
  parameters.filter((parameter) => parameter.in === 'header' && parameter.required).map(({ name }) => name.toLowerCase());

/** Sends a call with the headers that it requires, but for those of `headers` that are undefined. */
const send = (operation: Operation, address: string, headers: Record<string, string | undefined>, body?: string) => {
  const given: Record<string, string | undefined> = {
    ...(operation.body ? { 'content-type': 'application/json' } : {}),
    ...(operation.isSecured ? { authorization: `Bearer ${key}` } : {}),
    ...Object.fromEntries(requiredHeaders(operation).map((name) => [name, randomUUID()])),
    ...headers,
  };
  return fetch(address, {
    method: operation.method,
    redirect: 'manual',
    headers: Object.entries(given).flatMap(([name, text]): [string, string][] => (text === undefined ? [] : [[name, text]])),
    ...(body === undefined ? {} : { body }),
  });
};

describe.each(document.operations)('$operationId', (operation) => {
  const path = {
    ...{ reference: '1', index: '1', number: 'CR-000001' },
    get id() {
      return subscriptions[operation.operationId] ?? '1';
    },
  };
  const body = operation.body && JSON.stringify(operation.body.example);
  const none = new URLSearchParams();

  it('responds as documented to the sample that is shown for it', async () => {
    const [sample] = samples.find(({ id }) => id === operation.operationId)?.samples ?? [];
    const [, address = ''] = /^curl (?:-X [A-Z]+ )?'([^']+)'/.exec(sample?.code ?? '') ?? [];
    const headers = [...(sample?.code ?? '').matchAll(/ -H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]);
    const answer = await fetch(address.replace(documented, site.url).replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, path.id), {
      method: operation.method,
      headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name, value.replace('carma_…', key)])),
      ...(operation.body ? { body: / -d '(.*)'$/s.exec(sample?.code ?? '')?.[1] ?? '' } : {}),
    });
    expect(answer.ok, sample?.code).toBe(true);
    await document.check(operation, answer);
  });

  it('rejects invalid requests as documented', async () => {
    const unknown = await send(
      operation,
      addressOf(
        operation,
        { reference: 'no-such-project', index: '999999', number: 'CR-9', id: '999999' },
        new URLSearchParams({ nonsense: '1' }),
      ),
      {},
      body && '{}',
    );
    await document.check(operation, unknown);
    const unacceptable = await send(operation, addressOf(operation, path, none), { accept: 'image/png' }, body);
    expect(unacceptable.status).toBe(406);
    await document.check(operation, unacceptable);
    for (const name of requiredHeaders(operation)) {
      const answer = await send(operation, addressOf(operation, path, none), { [name]: undefined }, body);
      expect(answer.status).toBe(400);
      await document.check(operation, answer);
    }
    if (!operation.body) return;
    for (const [status, broken, headers] of [
      [400, '{"name":', {}],
      [400, '{"email":"a@b.example","email":"c@d.example"}', {}],
      [413, `{"name":"${'x'.repeat(300_000)}"}`, {}],
      [400, 'x', { 'content-type': 'text/plain' }],
      // A POST that only reads may come from any site.
      [
        /computeBasket|findPortfolios/.test(operation.operationId) ? 200 : 403,
        body,
        { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
      ],
      [400, body, { 'idempotency-key': 'a b' }],
    ] as const) {
      const answer = await send(operation, addressOf(operation, path, none), headers, broken);
      expect(answer.status).toBe(status);
      await document.check(operation, answer);
    }
  });

  it('answers a body that nobody expects, whole or in one of its fields, as documented and never with 5xx', async () => {
    const example = operation.body?.example as object | undefined;
    const odd = [null, 7.5, -1e300, '', 'a\0\ud800', '__proto__', '٣', [], [null], { constructor: [{}] }];
    const fields = Object.keys((operation.body && document.resolve(operation.body.schema).properties) ?? {});
    // Each field gets every other one: two of a kind fail alike.
    const variants = fields.flatMap((name, at) =>
      odd.filter((_, index) => index % 2 === at % 2).map((value) => ({ ...example, [name]: value })),
    );
    const bodies = example ? [...odd, ...variants] : [];
    for (const unexpected of bodies) {
      const answer = await send(operation, addressOf(operation, path, none), {}, JSON.stringify(unexpected));
      expect(answer.status, JSON.stringify(unexpected)).toBeLessThan(500);
      await document.check(operation, answer);
    }
  });

  it.skipIf(operation.method !== 'GET' || operation.isSecured)('answers 304 when the ETag or the date matches', async () => {
    const address = addressOf(operation, path, none);
    const first = await send(operation, address, {});
    await first.arrayBuffer();
    const tag = first.headers.get('etag') ?? '';
    const revalidated = await send(operation, address, { 'if-none-match': tag });
    expect([revalidated.status, revalidated.headers.get('etag')?.replace('W/', '')]).toEqual([304, tag.replace('W/', '')]);
    await document.check(operation, revalidated);
    const date = first.headers.get('last-modified');
    if (date) expect((await send(operation, address, { 'if-modified-since': date })).status).toBe(304);
    expect((await send(operation, address, { 'if-none-match': '"other"', 'if-modified-since': 'yesterday' })).status).toBe(200);
  });
});

it('the patterns of the contract are ones that RE2 knows, for clients in Go', () => {
  const patterns = [...JSON.stringify(contract).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => JSON.parse(text) as string,
  );
  expect(patterns.length).toBeGreaterThan(20);
  // No look-around, no reference to a group, and nothing repeated more than a thousand times.
  const unknown = (pattern: string) =>
    /\(\?<?[=!]|\\[1-9k]/.test(pattern) || [...pattern.matchAll(/\{\d*,?(\d+)\}/g)].some(([, most]) => Number(most) > 1_000);
  expect(patterns.filter(unknown)).toEqual([]);
});
