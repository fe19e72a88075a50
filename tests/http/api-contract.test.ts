import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { connectTo } from '#db/connection.ts';
import { readReference } from '#shared/lib/protocol/openapi-reference.ts';
import { type Operation, type Parameter, readDocument } from '#tests/support/documented.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { databaseUrl, url: origin } = sharedSite();

type Json = Record<string, unknown>;

/** Number of calls in the fuzz test; for a longer run by hand: FUZZ_RUNS=5000. */
const runs = Number(process.env.FUZZ_RUNS ?? 60);

const contract = await (await fetch(`${origin}/api/openapi.json`)).json();
const document = readDocument(contract);
const { calls: samples } = readReference(contract, origin);

/** A subscription for each operation on one. */
const subscriptions: Record<string, string> = {};
/** A key for secured operations. */
const key = `carma_${'k'.repeat(43)}`;
beforeAll(async () => {
  const sql = connectTo(databaseUrl, { max: 1 });
  await sql`
    insert into record_keys (name, key_hash, scopes)
    values ('contract', sha256(${key}::bytea), array['receive', 'reserve', 'assign', 'transfer', 'retire', 'cancel', 'deliver', 'confirm', 'correct', 'any-owner', 'webhooks'])
    on conflict do nothing
  `;
  // Wait for the entries that a new installation starts with.
  const hasEntries = async () => expect((await sql`select count(*)::int as count from record_entries`)[0]?.count).toBeGreaterThan(0);
  await vi.waitFor(hasEntries, { timeout: 20_000, interval: 200 });
  await sql.end();
  // Expected units for the examples of `assign` and `deliver`: those of the sample project are sold.
  const answer = await fetch(`${origin}/api/v1/record/receive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': 'contract-expected' },
    body: JSON.stringify({
      ...{ project: 'galloway-march-dyke-planting', registry: 'UK Land Carbon Registry', series: 'PIU-CONTRACT', first: 1, last: 500 },
      ...{ vintageStart: '2041-01-01', vintageEnd: '2041-12-31', unitType: 'Removal - nature', issuance: 'expected' },
    }),
  });
  expect(answer.status).toBe(201);
  for (const operationId of ['deleteWebhook', 'rotateWebhook']) {
    const subscribed = await fetch(`${origin}/api/v1/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'idempotency-key': operationId },
      body: JSON.stringify({ url: 'https://crm.example/hook', events: ['quote.requested'] }),
    });
    subscriptions[operationId] = ((await subscribed.json()) as { id: string }).id;
  }
});

const addressOf = (operation: Operation, path: Record<string, string>, query: URLSearchParams) => {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(path[name] ?? ''));
  return `${origin}${filled}${query.size > 0 ? `?${query}` : ''}`;
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
    const answer = await fetch(address.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/, path.id), {
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

  it.skipIf(operation.method !== 'GET' || operation.isSecured)('answers 304 when the ETag or the date matches', async () => {
    const address = addressOf(operation, path, none);
    const first = await send(operation, address, {});
    await first.arrayBuffer();
    const tag = first.headers.get('etag') ?? '';
    for (const tags of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const revalidated = await send(operation, address, { 'if-none-match': tags });
      expect([revalidated.status, revalidated.headers.get('etag')?.replace('W/', '')]).toEqual([304, tag.replace('W/', '')]);
      await document.check(operation, revalidated);
    }
    const changed = await send(operation, address, { 'if-none-match': '"other"' });
    expect(changed.status).toBe(200);
    await changed.arrayBuffer();
    const date = first.headers.get('last-modified');
    if (date) expect((await send(operation, address, { 'if-modified-since': date })).status).toBe(304);
    // A later date does not match either: a commit after the read may carry an earlier date.
    for (const other of ['Mon, 01 Jan 2024 00:00:00 GMT', 'Fri, 01 Jan 2100 00:00:00 GMT', 'yesterday']) {
      expect((await send(operation, address, { 'if-modified-since': other })).status).toBe(200);
    }
  });
});

describe('any call that the document can describe, and many that it cannot,', () => {
  it(`is answered as documented and never with 5xx (${runs} calls)`, { timeout: 600_000 }, async () => {
    // Made once an operation: making them takes far longer than a call.
    const call = fc.oneof(
      ...document.operations.map((operation) =>
        fc.record({
          operation: fc.constant(operation),
          parameters: fc.record(Object.fromEntries(operation.parameters.map((one) => [`${one.in} ${one.name}`, value(one)]))),
          extra: fc.option(fc.tuple(fc.string(), fc.string()), { freq: 20 }),
          body: operation.body ? fc.oneof({ weight: 3, arbitrary: json(operation.body.schema) }, fc.jsonValue()) : fc.constant(undefined),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(call, async ({ operation, parameters, extra, body }) => {
        const query = new URLSearchParams(extra ? [extra] : []);
        const path: Record<string, string> = {};
        const headers: Record<string, string> = {};
        for (const parameter of operation.parameters) {
          const argument = parameters[`${parameter.in} ${parameter.name}`];
          if (argument === undefined) continue;
          if (parameter.in === 'query') for (const one of [argument].flat()) query.append(parameter.name, String(one));
          else if (parameter.in === 'path') path[parameter.name] = String(argument);
          else headers[parameter.name.toLowerCase()] = String(argument);
        }
        const address = addressOf(operation, path, query);
        const answer = await send(operation, address, headers, body === undefined ? undefined : JSON.stringify(body));
        // An overlong address is rejected before routing, as is an invalid path.
        if (answer.status === 414 || (answer.status === 400 && operation.path.includes('{'))) return;
        await document.check(operation, answer);
        expect(answer.status, address).toBeLessThan(500);
      }),
      { numRuns: runs },
    );
  });
});

const inHeader = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Values for a parameter: as documented, almost, or arbitrary. A path parameter always has one. */
function value(parameter: Parameter): fc.Arbitrary<unknown> {
  const documented = json(parameter.schema);
  if (parameter.in === 'header') {
    return fc.option(
      fc.oneof(documented, fc.string({ minLength: 1 })).filter((text) => inHeader.test(String(text))),
      { nil: undefined },
    );
  }
  if (parameter.in === 'path') {
    return fc
      .oneof(documented, fc.nat(), fc.string({ minLength: 1, unit: 'binary' }))
      .filter((one) => !['.', '..', ''].includes(String(one)) && String(one).isWellFormed());
  }
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constantFrom('\0', '%', '-1', '1e9', ' ', '__proto__'));
  return fc.option(fc.oneof({ weight: 3, arbitrary: documented }, anything), { nil: undefined, freq: 2 });
}

/** JSON that matches a schema. */
function json(reference: Json): fc.Arbitrary<unknown> {
  const schema = document.resolve(reference);
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const { anyOf, ...rest } = schema as Json & { anyOf?: Json[] };
  // Beside a type, `anyOf` says which of its fields go together.
  if (anyOf && rest.type)
    return fc.oneof(
      ...anyOf.map(({ required = [] }) => json({ ...rest, required: [...((rest.required ?? []) as []), ...(required as [])] })),
    );
  if (anyOf) return fc.oneof(...anyOf.map(json));
  const [type, other] = [schema.type].flat();
  if (other === 'null') return fc.option(json({ ...schema, type }));
  switch (type) {
    case 'integer':
      return fc.integer({ min: Number(schema.minimum ?? -1e6), max: Number(schema.maximum ?? 1e6) });
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(json(schema.items as Json), { maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties as Record<string, Json>).map(([name, one]) => [name, json(one)])),
        {
          requiredKeys: (schema.required ?? []) as string[],
        },
      );
    default:
      return text(schema);
  }
}

function text({ pattern, format, minLength = 0 }: Json): fc.Arbitrary<string> {
  if (format === 'email') return fc.emailAddress();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern.replace('{1,2000}', '{1,80}')));
  return fc.oneof(
    fc.string({ minLength: Number(minLength), unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom('oak', 'biochar', 'GB', 'Reforestation', 'Biochar', 'Gold Standard'),
  );
}

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
