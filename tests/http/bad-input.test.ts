import { describe, expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, url } = sharedSite();

const post = (body: BodyInit, type?: string) =>
  fetch(`${url}/api/contact`, { method: 'POST', redirect: 'manual', headers: type ? { 'content-type': type } : {}, body });
const good = { name: 'Ada Lovelace', email: 'ada@bad.example', message: 'Hello' };
function multipart(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}
const bad = (change: object) => JSON.stringify({ ...good, ...change });

describe('POST /api/contact rejects, by field,', () => {
  it.each<[what: string, field: string, body: string]>([
    ['a missing name', 'name', JSON.stringify({ email: 'ada@bad.example' })],
    ['a null name', 'name', bad({ name: null })],

    ['an array for a name', 'name', bad({ name: ['Ada'] })],

    ['a name of 1 character', 'name', bad({ name: 'A' })],

    ['a name of 101 characters', 'name', bad({ name: 'x'.repeat(101) })],

    ['a name of spaces', 'name', bad({ name: '   ' })],
    ['a lone surrogate', 'name', `{"name":"Ada \\ud800","email":"ada@bad.example"}`],
    ['a NUL byte', 'message', bad({ message: 'a\u0000b' })],
    ['a missing email', 'email', JSON.stringify({ name: 'Ada Lovelace' })],

    ['an email with a line break', 'email', bad({ email: 'ada@bad.example\r\nBcc: x@bad.example' })],

    ['a number for a message', 'message', bad({ message: 5 })],
    ['a message of 50,001 characters', 'message', bad({ message: 'x'.repeat(50_001) })],
    ['a duplicate key', 'name', `{"name":"Ada","email":"ada@bad.example","name":"Eve"}`],
  ])('%s', async (_what, field, body) => {
    const answer = await post(body, 'application/json');
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const { errors } = await answer.json();
    expect(errors.map((error: { field: string }) => error.field)).toEqual([field]);
  });

  it.each<[what: string, status: number, body: BodyInit, type?: string]>([
    ['an array', 400, '[]', 'application/json'],

    ['nothing', 400, '', 'application/json'],
    ['a truncated body', 400, '{"name":', 'application/json'],
    ['a name in ISO 8859-1', 400, Buffer.from(bad({ name: 'Zoë Ångström' }), 'latin1'), 'application/json'],
    ['a body of 10 MB', 413, bad({ message: 'x'.repeat(10_000_000) }), 'application/json'],

    ['a multipart form', 400, multipart(good)],
    ['a duplicate form field', 400, 'name=Ada&name=Eve&email=ada@bad.example', 'application/x-www-form-urlencoded'],
  ])('%s', async (_what, status, body, type) => {
    const answer = await post(body, type);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it('and stores none of it', async () => {
    // Every message above that has an address has one of these; another cannot be stored.
    const stored = await sql`select email from contact_messages where email like '%@bad.example%' or email = 'nobody'`;
    expect(stored).toEqual([]);
  });

  it('but accepts a byte order mark, JSON under any type or none, and a replacement character that was really sent', async () => {
    const answer = await post(`\uFEFF${bad({ name: 'Ann \uFFFD', email: 'replaced@good.example' })}`, 'application/json');
    expect(answer.status).toBe(201);
    expect(await sql`select name from contact_messages where email = 'replaced@good.example'`).toEqual([{ name: 'Ann \uFFFD' }]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/vnd.api+json', undefined]) {
      expect((await post(Buffer.from(bad({ email: 'typed@good.example' })), type)).status, type).toBe(201);
    }
  });
});
