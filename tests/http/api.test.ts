import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import type { AppRouter } from '#server/api/rpc/router.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { get: call, sql, url } = sharedSite();

const postContact = (body: unknown, type = 'application/json') =>
  call('/api/contact', { method: 'POST', headers: { 'content-type': type }, body: typeof body === 'string' ? body : JSON.stringify(body) });
const stored = async (email: string) => sql`select name, email, message, subject from messages where email = ${email}`;

describe('GET /api/carbon-projects', () => {
  it('returns an array with exactly the specified fields', async () => {
    const answer = await call('/api/carbon-projects');
    expect(answer.headers.get('content-type')).toContain('application/json');
    const list = await answer.json();
    expect(list.length).toBeGreaterThanOrEqual(26);
    for (const project of list) {
      expect(Object.keys(project).toSorted()).toEqual([
        ...['availableCredits', 'category', 'description', 'id', 'imageUrl', 'impactPerYear', 'location', 'pricePerCredit', 'title'],
        'verificationStandard',
      ]);
      expect(Number.isInteger(project.pricePerCredit)).toBe(true);
    }
  });

  it('answers HEAD and OPTIONS, and 405 with Allow for anything else', async () => {
    expect((await call('/api/carbon-projects', { method: 'HEAD' })).status).toBe(200);
    expect((await call('/api/carbon-projects', { method: 'OPTIONS' })).status).toBe(204);
    const answer = await call('/api/carbon-projects', { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
});

describe('POST /api/contact', () => {
  it('stores {name, email, message} and answers 201', async () => {
    const answer = await postContact({ name: 'Ada Lovelace', email: 'ada@rest.example', message: '<b>12</b> tonnes' });
    expect(answer.status).toBe(201);
    expect(await stored('ada@rest.example')).toEqual([
      { name: 'Ada Lovelace', email: 'ada@rest.example', message: '<b>12</b> tonnes', subject: null },
    ]);
  });

  it.each<[string, BodyInit, type: string, code: string]>([
    ['a repeated key', '{"name":"Ada","email":"ada@bad.example","name":"Eve"}', 'application/json', 'field_repeated'],
    ['a repeated field', 'name=Ada&name=Eve&email=ada@bad.example', 'application/x-www-form-urlencoded', 'field_repeated'],
    ['ISO 8859-1', Buffer.from('{"name":"Zoë","email":"ada@bad.example"}', 'latin1'), 'application/json', 'json_malformed'],
  ])('rejects %s, and stores nothing', async (_what, body, type, code) => {
    const answer = await call('/api/contact', { method: 'POST', headers: { 'content-type': type }, body });
    expect([answer.status, (await answer.json()).code]).toEqual([400, code]);
    expect(await stored('ada@bad.example')).toEqual([]);
  });

  it('accepts a byte order mark, JSON under any type or none, and a replacement character that was really sent', async () => {
    for (const [index, type] of ['application/json', 'text/plain', 'application/vnd.api+json', undefined].entries()) {
      const [name, email] = ['Ann \uFFFD', `typed-${index}@good.example`];
      const body = Buffer.from(`\uFEFF${JSON.stringify({ name, email })}`);
      expect((await call('/api/contact', { method: 'POST', headers: type ? { 'content-type': type } : {}, body })).status, type).toBe(201);
      expect(await stored(email), type).toMatchObject([{ name }]);
    }
  });
});

describe('RPC', () => {
  const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${url}/api/trpc`, transformer: superjson })] });

  it('lists the projects as REST does, with the specified fields', async () => {
    expect(await client.projects.list.query()).toEqual(await (await call('/api/carbon-projects')).json());
  });

  it('stores a message sent with contact.send', async () => {
    await client.contact.send.mutate({ name: 'Radia Perlman', email: 'radia@rpc.example', message: 'Hello', subject: 'Strategy call' });
    expect(await stored('radia@rpc.example')).toMatchObject([{ name: 'Radia Perlman', subject: 'Strategy call' }]);
  });

  const json = { 'content-type': 'application/json' };
  it.each<[what: string, path: string, init: RequestInit, status: number, code: string, allow: string | null]>([
    ['a truncated body', 'contact.send', { method: 'POST', headers: json, body: '{"json":' }, 400, 'json_malformed', null],
    ['another type', 'contact.send', { method: 'POST', body: 'x' }, 415, 'media_type_unsupported', null],
    ['too many calls', `${'projects.list,'.repeat(11)}projects.list?batch=1`, {}, 400, 'validation_failed', null],
    ['a message by GET', 'contact.send', {}, 405, 'method_not_allowed', 'POST, OPTIONS'],
    ['another method', 'projects.list', { method: 'PUT', headers: json, body: '{}' }, 405, 'method_not_allowed', 'GET, POST, OPTIONS'],
  ])('rejects %s in JSON, with the codes of REST', async (_what, path, init, status, code, allow) => {
    const answer = await call(`/api/trpc/${path}`, init);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('allow')]).toEqual([status, 'application/json', allow]);
    expect((await answer.json()).error.json.data.problem).toMatchObject({ code, requestId: answer.headers.get('x-request-id') });
  });
});
