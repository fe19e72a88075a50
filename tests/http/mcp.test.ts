import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';
import { like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { url, json, post: postJson } = sharedSite();

const endpoint = `${url}/mcp`;
const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
const accept = 'application/json, text/event-stream';
const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

type Result = { isError: boolean | undefined; structuredContent: Record<string, unknown>; text: string };

async function connect(mode: 'legacy' | { pin: string }) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)));
  const call = async (name: string, given: Record<string, unknown>): Promise<Result> => {
    const { isError, structuredContent, content } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    return { isError, structuredContent: structuredContent as Result['structuredContent'], text: first?.text ?? '' };
  };
  return { client, call };
}

it.each([
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const)('a client of the protocol of %s is told which tools there are, all of which only read', async (version, mode) => {
  const { client } = await connect(mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...['search_projects', 'get_project', 'price_basket', 'find_portfolios', 'look_up_serial', 'check_certificate'],
  ]);
  for (const { annotations, description, inputSchema, outputSchema } of tools) {
    expect(annotations).toEqual({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false });
    expect([description?.length, inputSchema.type, outputSchema?.type]).toEqual([expect.any(Number), 'object', 'object']);
    // The properties stand in the schema itself, not behind a reference, which many clients do not follow.
    for (const { properties } of [inputSchema, outputSchema ?? {}]) expect(Object.keys(properties ?? {})).not.toEqual([]);
  }
  expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
});

it('/mcp answers what REST answers', async () => {
  const { call } = await connect({ pin: '2026-07-28' });
  const { structuredContent: found, text } = await call('search_projects', { q: 'biochar', maxPence: 20_000, sort: 'price', limit: 3 });
  const { facets: _, ...page } = await json('/api/v1/projects?q=biochar&maxPence=20000&sort=price&limit=3');
  expect(found).toEqual(page);
  expect(JSON.parse(text)).toEqual(found);

  const [{ slug }] = page.projects;
  const { structuredContent: one } = await call('get_project', { reference: slug });
  const project = await json(`/api/v1/projects/${slug}`);
  expect(one.project).toEqual(project);
  expect(one.answers).toHaveLength(8);
  const { verifiedOn, verificationReportUrl } = project;
  const facts = expect.objectContaining({ verifiedOn, verificationReportUrl });
  expect(one.answers).toContainEqual(expect.objectContaining({ question: 'vintage', facts, isAnswered: true }));
  expect(one.answers).toContainEqual(expect.objectContaining({ isAnswered: false }));
  // Unlike REST, which answers with 24.
  expect((await call('search_projects', {})).structuredContent.projects).toHaveLength(10);

  const basket = { lines: [{ slug, tonnes: 3 }] };
  const priced = await (await postJson('/api/v1/baskets', basket)).json();
  expect((await call('price_basket', basket)).structuredContent).toEqual(priced);
  const mixes = await (await postJson('/api/v1/portfolios', { tonnes: 100 })).json();
  expect((await call('find_portfolios', { tonnes: 100 })).structuredContent).toEqual(mixes);

  const { entry } = (await json('/api/v1/record/retirements?limit=1')).entries[0];
  const { certificate, quantity, lines } = entry;
  const serial = `${lines[0].series}-${lines[0].first}`;
  const { places } = (await call('look_up_serial', { serial })).structuredContent as { places: { certificate: string }[] };
  expect(places).toEqual((await json(`/api/v1/record/batches?serial=${encodeURIComponent(serial)}`)).places);
  expect(places.map((place) => place.certificate)).toContain(certificate);
  const check = async (number: string) => (await call('check_certificate', { number })).structuredContent;
  const retirement = { number: certificate, quantity, isSample: true, file: like(/\/certificates\/CR-\d+\.json$/) };
  expect(await check(certificate.replace('-', ' ').toLowerCase())).toMatchObject({ result: 'passed', retirement });
  expect(await check('CR-999999')).toMatchObject({ result: 'missing', retirement: null });
});

it.each([
  ['a word that is no filter', 'search_projects', { colour: 'green' }, /colour/],
  ['a value that no project has', 'search_projects', { type: ['Whaling'] }, /parameter_invalid.*Biochar/],
  ['what PostgreSQL cannot store', 'get_project', { reference: 'a\0' }, /zero bytes/],
  ['a basket with an unknown project', 'price_basket', { lines: [{ slug: 'nowhere', tonnes: 1 }] }, /projects_gone.*lines\.0\.slug/],
  ['a list in words', 'price_basket', { lines: 'a hundred tonnes' }, /"field":"lines","message":"The lines must be a list of/],
])('/mcp says in the result what is wrong with %s', async (_what, name, given, message) => {
  const { call } = await connect('legacy');
  const { isError, text } = await call(name, given);
  expect([isError, text]).toEqual([true, like(message)]);
});

const slug = 'moray-brash-biochar';
it.each([
  ['search_projects', { q: 'biochar', limit: 2 }, { q: 'biochar', limit: '2', country: null, minPence: null, cursor: '' }],
  ['search_projects', { country: ['GB'], vintage: ['2024'], facets: false }, { country: 'GB', vintage: [2024], facets: 'false' }],
  ['search_projects', {}, null],
  ['search_projects', { q: 'oak', limit: 1 }, '{"q":"oak","limit":"1"}'],
  ['find_portfolios', { tonnes: 100, removal: true }, { tonnes: '100', removal: 'true', maxPence: null, label: '[]', deliverBy: '' }],
  ['price_basket', { lines: [{ slug, tonnes: 1 }] }, { lines: [{ slug, tonnes: '1' }] }],
  ['price_basket', { lines: [{ slug, tonnes: 100 }] }, { lines: `[{"slug":"${slug}","tonnes":"100"}]`, deliverBy: null }],
])('/mcp reads what agents write for the arguments of %s', async (name, meant, written) => {
  const answer = async (given: unknown) =>
    (await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }, { accept: '*/*' })).json();
  const { result } = await answer(meant);
  expect((await answer(written)).result).toEqual(result);
  expect(result.isError ?? false).toBe(false);
});

it('/mcp answers several messages of a client that takes no stream of events with a list in JSON', async () => {
  const messages = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  for (const accepted of ['application/json', 'application/json, text/event-stream;q=0']) {
    const answer = await post(messages, { accept: accepted });
    expect((await answer.json()).map(({ id }: { id: number }) => id).toSorted()).toEqual([1, 2]);
  }
});

it.each(['GET', 'DELETE', 'PUT'])('/mcp refuses %s, and says what it allows', async (method) => {
  const answer = await fetch(endpoint, { method, headers: { accept } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { code: 'method_not_allowed' } } });
});

it('/mcp may be called from any site, within the limits of the API, and says so', async () => {
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'mcp-protocol-version,mcp-method' };
  const preflight = await fetch(endpoint, { method: 'OPTIONS', headers: { ...elsewhere, ...asked } });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Mcp-Protocol-Version.*Mcp-Method.*Mcp-Name/);
  const answer = await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, elsewhere);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(answer.headers.get('ratelimit')).toMatch(/^"requests";r=\d+/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it.each<[string, unknown, number, number, accept?: string]>([
  ['what is not JSON', '{', 400, -32_700],
  ['a client that takes no JSON', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, 406, -32_000, 'text/html'],
  ['more than ten messages at once', Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })), 400, -32_600],
  ['a body that is too large', { jsonrpc: '2.0', id: 1, method: 'x'.repeat(270_000) }, 413, -32_000],
  ['a tool that there is not', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'buy' } }, 200, -32_602],
])('/mcp refuses %s in the form of the protocol', async (_what, body, status, code, type = accept) => {
  const answer = await post(body, { accept: type });
  const text = await answer.text();
  expect(answer.status).toBe(status);
  expect(JSON.parse(text.replace(/^event: message\ndata: /, '')).error.code).toBe(code);
});
