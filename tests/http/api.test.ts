import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { expect, it } from 'vitest';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { writeSeqCursor } from '#server/domain/projects/list.ts';
import { has, like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { get, json, post, sql, url } = sharedSite();
const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${url}/api/trpc`, transformer: superjson })] });

it('/api/v1/projects includes filter counts on the first page, later only on request', async () => {
  const first = await json('/api/v1/projects?limit=2');
  expect(first.facets.category.length).toBeGreaterThan(3);
  expect((await json(`/api/v1/projects?limit=2&cursor=${first.nextCursor}`)).facets).toBeUndefined();
  expect((await json(`/api/v1/projects?limit=2&cursor=${first.nextCursor}&facets=true`)).facets).toEqual(first.facets);
});

it.each([
  ['colour=red', 'colour', /sort/],
  ['page=2', 'page', /cursor/],
  ['category=Nope', 'category', /Reforestation/],
])('/api/v1/projects rejects ?%s and lists what is allowed', async (query, field, allowed) => {
  const answer = await get(`/api/v1/projects?${query}`);
  const problem = await answer.json();
  expect([answer.status, problem.code, problem.errors[0].field]).toEqual([400, 'parameter_invalid', field]);
  expect(problem.errors[0].allowed.join()).toMatch(allowed);
  expect(problem.requestId).toBe(answer.headers.get('x-request-id'));
});

it('/api/v1/projects rejects an invalid cursor, and one from another sort order', async () => {
  const { nextCursor } = await json('/api/v1/projects?limit=2&sort=price');
  for (const query of [`sort=name&cursor=${nextCursor}`, 'cursor=abc', `cursor=${Buffer.from('["list",true]').toString('base64url')}`]) {
    expect(await json(`/api/v1/projects?${query}`)).toMatchObject({ code: 'cursor_invalid', retryable: false });
  }
  // A cursor into results for similar words does no harm where nothing is searched for.
  const invented = Buffer.from('["list",true,false,false,"",0]').toString('base64url');
  expect((await json(`/api/v1/projects?cursor=${invented}`)).total).toBeGreaterThan(0);
});

it.each(['projects', 'changes', 'record/entries', 'record/retirements'])('a page of /api/v1/%s leads to the next one', async (path) => {
  const listed = async (answer: Response) => {
    const { projects, changes, entries } = await answer.json();
    return projects ?? changes ?? entries;
  };
  const first = await get(`/api/v1/${path}?limit=1`);
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
  expect([...(await listed(first)), ...(await listed(await get(next)))]).toEqual(await listed(await get(`/api/v1/${path}?limit=2`)));
});

it.each([
  ...['carbon-projects', 'v1/projects', 'v1/projects.csv', 'v1/changes'].map((path) => [path, 'max(changed_at) from project_changes']),
  ['v1/projects/1', 'updated_at from carbon_projects where id = 1'],
])('/api/%s is dated by the last change of what it shows: %s', async (path, changed) => {
  const [last] = await sql.unsafe(`select floor(extract(epoch from (select ${changed})))::int + 1 as second`);
  expect((await get(`/api/${path}`)).headers.get('last-modified')).toBe(new Date(last?.second * 1_000).toUTCString());
});

it('a serial number is looked up alone: a parameter that would have no effect beside it is refused', async () => {
  const answer = await get('/api/v1/record/batches?serial=1&project=moray-brash-biochar&limit=1&asOf=1');
  expect((await answer.json()).errors?.map(({ field }: { field: string }) => field)).toEqual(['limit', 'project']);
});

it('changes since a moment go on with a cursor, which expires', async () => {
  const later = await json(`/api/v1/changes?since=${new Date().toISOString()}`);
  expect(later.changes).toEqual([]);
  expect((await json(`/api/v1/changes?since=${later.cursor}`)).changes).toEqual([]);
  // As after the catalogue was restored from a backup.
  expect(await json(`/api/v1/changes?since=${writeSeqCursor(1e9)}`)).toMatchObject({ status: 410, code: 'cursor_expired' });
});

const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const newest = /in the future.* now, 20\d\d-\d\d-\d\dT/;
it.each([
  ['if it is in the future, and the answer names the newest moment', inAnHour, 'parameter_invalid', newest],
  ['if it has no time zone, and the answer says how to begin', '2026-11-26T09:00:00', 'parameter_invalid', /time zone.*Leave it out/],
  ['if there is no such moment, and the answer says how to begin', '2026-13-26T09:00:00Z', 'cursor_invalid', /time zone.*Leave it out/],
  ['if the database has no such year', '0000-01-01T00:00:00Z', 'cursor_invalid', /time zone/],
])('changes since a moment are refused %s', async (_what, since, code, message) => {
  const answer = await get(`/api/v1/changes?since=${since}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code, errors: [{ field: 'since', message: like(message) }] });
});

const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

it.each([
  ['for a list', 200, '/api/carbon-projects'],
  ['for the root', 404, '/api'],
  ['for a hidden file', 404, '/api/.env'],
  ['that is too long', 414, `/api/v1/projects?q=${'x'.repeat(5_000)}`],
  ['that is badly encoded', 400, '/api/v1/projects/%ff'],
  ['with an encoded slash', 400, '/api/v1/a%2Fb'],
])('other sites may read the response to a request %s, which is problem details if it is an error', async (_what, status, path) => {
  const answer = await get(path, { headers: elsewhere });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(answer.headers.get('vary') ?? '').not.toMatch(/origin/i);
  if (status === 200) return;
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ status, type: has('/developers#error-') });
});

it.each(['/api/contact', '/api/enterprise-contact', '/api/v1/contact', '/api/trpc/contact.send'])(
  'other sites may not write to %s',
  async (path) => {
    const body = 'name=Ada+Lovelace&email=ada%40elsewhere.example';
    const answer = await get(path, { method: 'POST', headers: { ...elsewhere, ...form }, body });
    const problem = await answer.json();
    expect([answer.status, problem.code ?? problem.error.json.data.problem.code]).toEqual([403, 'origin_not_allowed']);
  },
);

it('other sites may ask a call that only reads by POST, but not with a body that needs no preflight', async () => {
  const ask = (type: string) => get('/api/v1/baskets', { method: 'POST', headers: { ...elsewhere, 'content-type': type }, body: '{}' });
  expect([(await ask('application/json')).status, (await ask('text/plain')).status]).toEqual([400, 415]);
});

const stored = async (email: string) => sql`select name, email, message, subject from messages where email = ${email}`;

it('GET /api/carbon-projects returns an array of at least the 26 samples of decisions.md, with exactly the specified fields', async () => {
  const list = await json('/api/carbon-projects');
  expect(list.length).toBeGreaterThanOrEqual(26);
  const fields = 'availableCredits category description id imageUrl impactPerYear location pricePerCredit title verificationStandard';
  for (const project of list) expect(Object.keys(project).toSorted().join(' ')).toBe(fields);
});

it('POST /api/contact stores {name, email, message} and answers 201', async () => {
  const sent = { name: 'Ada Lovelace', email: 'ada@rest.example', message: '<b>12</b> tonnes' };
  expect((await post('/api/contact', sent)).status).toBe(201);
  expect(await stored(sent.email)).toEqual([{ ...sent, subject: null }]);
});

it.each<[string, BodyInit, type: string, code: string]>([
  ['a repeated key', '{"name":"Ada","email":"ada@bad.example","name":"Eve"}', 'application/json', 'field_repeated'],
  ['a repeated field', 'name=Ada&name=Eve&email=ada@bad.example', 'application/x-www-form-urlencoded', 'field_repeated'],
  ['ISO 8859-1', Buffer.from('{"name":"Zoë","email":"ada@bad.example"}', 'latin1'), 'application/json', 'json_malformed'],
])('POST /api/contact rejects %s, and stores nothing', async (_what, body, type, code) => {
  const answer = await get('/api/contact', { method: 'POST', headers: { 'content-type': type }, body });
  expect([answer.status, (await answer.json()).code]).toEqual([400, code]);
  expect(await stored('ada@bad.example')).toEqual([]);
});

it('POST /api/contact accepts a byte order mark, JSON under any type or none, and a replacement character that was really sent', async () => {
  // curl calls any text a form. One that begins with a byte order mark is read as a form.
  const asForm = 'application/x-www-form-urlencoded';
  for (const [index, type] of ['application/json', 'text/plain', 'application/vnd.api+json', undefined, asForm].entries()) {
    const [name, email] = ['Ann \uFFFD', `typed-${index}@good.example`];
    const body = Buffer.from(`${type === asForm ? '\n' : '\uFEFF'}${JSON.stringify({ name, email })}`);
    expect((await get('/api/contact', { method: 'POST', headers: type ? { 'content-type': type } : {}, body })).status, type).toBe(201);
    expect(await stored(email), type).toMatchObject([{ name }]);
  }
});

it('a field that would have no effect is refused, but ignored by the specified call', async () => {
  const sent = { name: 'Ada Lovelace', email: 'ada@misspelt.example', mesage: '12 tonnes' };
  for (const [path, body] of [
    ['/api/v1/contact', sent],
    ['/api/v1/newsletter', { email: sent.email, mesage: sent.mesage }],
  ] as const)
    expect((await (await post(path, body)).json()).errors, path).toEqual([{ field: 'mesage', message: 'is no field here' }]);
  expect(await stored(sent.email)).toEqual([]);
  expect((await post('/api/contact', sent)).status).toBe(201);
});

it('a message about a project on sale asks for no more tonnes than there are, in JSON, over RPC and as a form', async () => {
  const { projects } = await json('/api/v1/projects?status=On+sale&limit=1');
  const [{ slug: project, title, availableCredits }] = projects;
  const message = { name: 'Ada Lovelace', email: 'more@tonnes.example', project, tonnes: availableCredits + 1 };
  const refusal = `At most ${availableCredits.toLocaleString('en-GB')} credits of ${title} can be bought.`;
  const answer = await post('/api/v1/contact', message);
  expect([answer.status, await answer.json()]).toMatchObject([
    422,
    { code: 'lines_refused', errors: [{ field: 'tonnes', message: refusal }] },
  ]);
  await expect(client.contact.send.mutate(message)).rejects.toThrow(refusal);
  // `place`: see `formPlace` (shared/schemas/form.ts).
  const body = new URLSearchParams({ ...message, tonnes: String(message.tonnes), place: 'page' });
  const page = await (await get('/api/contact', { method: 'POST', body })).text();
  expect(page.match(/<input[^>]*name="tonnes"[^>]*>/)?.[0]).toContain('aria-invalid="true"');
  expect(page).toContain(refusal);
  expect(await stored(message.email)).toEqual([]);
  expect((await post('/api/contact', { ...message, tonnes: availableCredits })).status).toBe(201);
});

it('RPC lists the projects as REST does, with the specified fields, for each call of a batch', async () => {
  const lists = await Promise.all([client.projects.list.query(), client.projects.list.query()]);
  const rest = await (await get('/api/carbon-projects')).json();
  expect(lists).toEqual([rest, rest]);
});

it('RPC stores a message sent with contact.send, once for each Idempotency-Key, and says so', async () => {
  const message = { name: 'Radia Perlman', email: 'radia@rpc.example', message: 'Hello', subject: 'Strategy call' };
  const send = () => post('/api/trpc/contact.send', { json: message }, { 'idempotency-key': '0190a3f2-0000-7000-8000-000000000001' });
  const [first, again] = [await send(), await send()];
  expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expect(first.headers.get('ratelimit')).toMatch(/^"messages";r=\d+;t=\d+, /);
  expect(await stored(message.email)).toMatchObject([{ name: 'Radia Perlman', subject: 'Strategy call' }]);
});

it('RPC answers with an error that a tRPC client understands even if the request never reached the router', async () => {
  const sent = client.contact.send.mutate({ name: 'Ada Lovelace', email: 'ada@large.example', message: 'x'.repeat(300_000) });
  const error = await sent.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(TRPCClientError);
  expect((error as TRPCClientError<AppRouter>).data).toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    httpStatus: 413,
    problem: { code: 'body_too_large', retryable: false, requestId: expect.any(String) },
  });
});

const asJson = { 'content-type': 'application/json' };
it.each<[what: string, path: string, init: RequestInit, status: number, code: string, allow: string | null]>([
  ['a truncated body', 'contact.send', { method: 'POST', headers: asJson, body: '{"json":' }, 400, 'json_malformed', null],
  ['another type', 'contact.send', { method: 'POST', body: 'x' }, 415, 'media_type_unsupported', null],
  ['too many calls', `${'projects.list,'.repeat(11)}projects.list?batch=1`, {}, 400, 'validation_failed', null],
  ['a message by GET', 'contact.send', {}, 405, 'method_not_allowed', 'POST, OPTIONS'],
  ['a list by POST', 'projects.list', { method: 'POST', headers: asJson, body: '{}' }, 405, 'method_not_allowed', 'GET, OPTIONS'],
  ['another method', 'projects.list', { method: 'PUT', headers: asJson, body: '{}' }, 405, 'method_not_allowed', 'GET, POST, OPTIONS'],
])('RPC rejects %s in JSON, with the codes of REST', async (_what, path, init, status, code, allow) => {
  const answer = await get(`/api/trpc/${path}`, init);
  const stated = ['content-type', 'allow', 'cache-control'].map((name) => answer.headers.get(name));
  expect([answer.status, ...stated]).toEqual([status, 'application/json', allow, 'no-store']);
  expect((await answer.json()).error.json.data.problem).toMatchObject({ code, requestId: answer.headers.get('x-request-id') });
});
