import { randomUUID } from 'node:crypto';
import { parse } from 'node-html-parser';
import postgres from 'postgres';
import { afterAll, describe, expect, inject, it } from 'vitest';

const sql = postgres(inject('siteDatabaseUrl'), { max: 1 });
afterAll(() => sql.end());
const [project] = await sql`select slug from carbon_projects where category = 'Biochar' order by slug limit 1`;

const person = { name: 'Ada Lovelace', email: 'ada@plain.example', message: 'Twelve tonnes.' };
const enterprise = { kind: 'enquiry', ...person, organisation: 'Engines Ltd', sector: 'Manufacturing', volume: '', timeframe: '' };
const forms: { path: string; fields: Record<string, string>; multipart?: true }[] = [
  { path: '/api/contact', fields: person },
  { path: '/api/newsletter', fields: { email: person.email } },
  { path: '/api/quote-request', fields: { ...person, p: `${project?.slug}:3` } },
  { path: '/api/enterprise-contact', fields: enterprise, multipart: true },
];

/** As a browser posts it; no ticket, so that each is a message of its own. */
function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  return fetch(`${inject('siteUrl')}${path}`, { method: 'POST', redirect: 'manual', headers: { accept, ...headers }, body });
}
function bodyOf(fields: Record<string, string>, multipart = false): BodyInit {
  if (!multipart) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

describe.each(forms)('a form posted to $path', ({ path, fields, multipart }) => {
  const send = (change: object, key: string) => post(path, bodyOf({ ...fields, ...change }, multipart), { 'idempotency-key': key });

  it('is one message for each Idempotency-Key; with other words the key is refused, and they are kept', async () => {
    const key = randomUUID();
    expect([(await send({}, key)).status, (await send({}, key)).status]).toEqual([303, 303]);
    const refused = await send({ email: 'other@plain.example' }, key);
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([422, false]);
    const text = await refused.text();
    expect(text).toContain('This Idempotency-Key was used for another message');
    expect(parse(text).querySelectorAll('input[value="other@plain.example"]')).toHaveLength(1);
  });

  it('is refused with a key that is none', async () => {
    const refused = await send({}, 'a b');
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'idempotency_key_invalid']);
  });

  it('is refused with a field twice', async () => {
    const body = bodyOf(fields, multipart) as FormData | URLSearchParams;
    body.append('email', 'other@plain.example');
    const refused = await post(path, body);
    expect([refused.status, (await refused.json()).errors]).toEqual([400, [{ field: 'email', message: 'Send this field once' }]]);
  });
});
