import { randomUUID } from 'node:crypto';
import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { xlsxType } from '#server/platform/xlsx.ts';
import { wrongFieldsIn } from '#tests/support/error-summary.ts';
import { formFields } from '#tests/support/form-fields.ts';
import { like } from '#tests/support/matchers.ts';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, url, bytes } = sharedSite();

const [project] = await sql`select slug from carbon_projects where category = 'Biochar' order by slug limit 1`;

const person = { name: 'Ada Lovelace', email: 'ada@plain.example', message: 'Twelve tonnes.' };
const enterprise = { kind: 'enquiry', ...person, organisation: 'Engines Ltd', sector: 'Manufacturing', volume: '', timeframe: '' };
const forms: { path: string; fields: Record<string, string>; isMultipart?: true }[] = [
  { path: '/api/contact', fields: person },
  { path: '/api/newsletter', fields: { email: person.email } },
  { path: '/api/quote-request', fields: { ...person, p: `${project?.slug}:3` } },
  { path: '/api/enterprise-contact', fields: enterprise, isMultipart: true },
];

/** Posts as a browser does, without a form ticket, so that each post is a separate message. */
function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  return fetch(`${url}${path}`, { method: 'POST', redirect: 'manual', headers: { accept, ...headers }, body });
}
function bodyOf(fields: Record<string, string>, { isMultipart = false, files = [] as File[] } = {}): BodyInit {
  if (!isMultipart) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('attachment', file);
  return form;
}

// Percent-encoded, or as a raw byte of ISO 8859-1.
it.each(['%EB', '\xEB'] as const)(
  'a form in an encoding other than UTF-8 is rejected, and a person gets back what is readable (%j), a program problem details',
  async (letter) => {
    const typed = { ...person, email: 'zo¤@plain.example', form_ticket: 'a-ticket' };
    const body = Buffer.from(String(new URLSearchParams(typed)).replaceAll('%C2%A4', letter), 'latin1');
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    const rejected = await post('/api/contact', body, urlencoded);
    const text = await rejected.text();
    expect([rejected.status, rejected.headers.get('content-type')]).toEqual([400, 'text/html; charset=UTF-8']);
    expect(formFields(text)).toEqual(Object.entries({ ...typed, email: 'zo\uFFFD@plain.example' }));
    expect(wrongFieldsIn(parse(text))).toEqual(['Email']);
    expect(parse(text).querySelector('title')?.text).toMatch(/^Error: /);
    const problem = await post('/api/contact', body, { ...urlencoded, accept: '*/*' });
    expect([problem.status, (await problem.json()).code]).toEqual([400, 'form_malformed']);
  },
);

it('a purchase of one project that meanwhile cannot be made becomes a question that says so', async () => {
  const [gone] = await sql`select slug, title from carbon_projects where sale_status <> 'On sale' limit 1`;
  const typed = { ...person, project: gone?.slug, p: `${gone?.slug}:3`, [`t.${gone?.slug}`]: '3' };
  const answer = await post('/api/quote-request', bodyOf(typed));
  expect(answer.status).toBe(422);
  const section = parse(await answer.text()).querySelector('#quote');
  expect(section?.querySelector('h1')?.text).toBe(`Ask about: ${gone?.title}`);
  expect(section?.querySelector('[role=alert]')?.text).toContain(`${gone?.title}`);
  expect(section?.querySelector('[name=tonnes]')?.getAttribute('value')).toBe('3');
});

it('a project that the catalogue does not have is called so where it was to be bought, and what was typed stays, with what is wrong', async () => {
  const note = parse(await (await fetch(`${url}/contact?project=no-such-project`)).text()).querySelector('main [role=note]');
  expect([note?.text, note?.querySelector('a')?.getAttribute('href')]).toEqual([like(/is not in the catalogue/), '/projects']);
  const ask = async (change: object) => {
    const answer = await post('/api/quote-request', bodyOf({ ...person, project: 'no-such-project', p: 'no-such-project:3', ...change }));
    return parse(await answer.text()).querySelector('dialog[open]');
  };
  const gone = await ask({});
  expect(gone?.querySelector('[role=alert]')?.text).toContain('Not in the catalogue: no-such-project');
  expect(gone?.querySelector('textarea')?.text).toBe(person.message);
  expect((await ask({ name: 'A' }))?.querySelector('[role=alert] a')?.text).toBe('Name');
});

it('tonnes of a shortlist that cannot be read are refused at their fields, and the list keeps the tonnes that it was served with', async () => {
  const slug = `${project?.slug}`;
  const [served, sent, totals] = [{ p: `${slug}:3` }, { ...person, email: 'unread@plain.example' }, { calculate: '1' }];
  for (const tonnes of ['10.5', '']) {
    // A check of the totals alone, too.
    for (const [others, status, problem] of [[sent, 422, /Tonnes must be a whole number/] as const, [totals, 200, /^$/] as const]) {
      const answer = await post('/api/quote-request', bodyOf({ ...others, ...served, [`t.${slug}`]: tonnes }));
      const document = parse(await answer.text());
      expect([answer.status, document.querySelector(`[name="t.${slug}"]`)?.getAttribute('value')]).toEqual([status, tonnes]);
      expect(document.querySelector(`[id="t.${slug}-error"]`)?.text).toBe('Enter whole tonnes, such as 1,200.');
      expect(document.querySelector('#quote [role=alert]')?.text ?? '').toMatch(problem);
      expect(document.querySelector('[data-shortlist]')?.getAttribute('data-shortlist')).toBe(`p=${slug}:3`);
    }
  }
  // Nor is a request stored beside a line that cannot be bought and whose tonnes were changed: the list is shown again.
  const beside = { left: 'no-such-project:5', 't.no-such-project': '6' };
  expect((await post('/api/quote-request', bodyOf({ ...sent, ...served, ...beside }))).status).toBe(422);
});

it.each([
  ['?id=7&token=x', 'Unsubscribe from Carma Insights', '?id=7&token=x'],
  ['?id=7&token=x&again=1', 'Subscribe to Carma Insights again', '?id=7&token=x&again=1'],
  ['?done=1', 'You have been unsubscribed', undefined],
  ['?done=again', 'You are subscribed again', undefined],
])('the page of the link in newsletters asks for, or says, what its address does: %s', async (search, title, sent) => {
  const main = parse(await (await fetch(`${url}/unsubscribe${search}`)).text()).querySelector('main');
  const to = main?.querySelector('form')?.getAttribute('action');
  expect([main?.querySelector('h1')?.text, to]).toEqual([title, sent && `/api/newsletter/unsubscribe${sent}`]);
});

it('a check of nothing is refused where it was asked for', async () => {
  const refused = await post('/api/verify', bodyOf({ record: ' ' }, { isMultipart: true }));
  expect(refused.status).toBe(422);
  const document = parse(await refused.text());
  expect(document.querySelector('title')?.text).toMatch(/^Error: /);
  expect(wrongFieldsIn(document)).toHaveLength(1);
});

it.each([
  ['/api/contact', '/contact'],
  ['/api/enterprise-contact', '/enterprise/contact'],
  ['/api/newsletter', '/blog#newsletter'],
  ['/api/quote-request', '/shortlist'],
  ['/api/verify', '/verify'],
])('a browser that asks for %s is sent to the form (%s); a program is told what is allowed', async (path, page) => {
  const get = (accept: string, method = 'GET') => fetch(`${url}${path}`, { method, redirect: 'manual', headers: { accept } });
  const sent = await get('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, page]);
  for (const refused of [await get('*/*'), await get('text/html', 'DELETE')]) {
    const [allow, vary] = [refused.headers.get('allow'), refused.headers.get('vary')];
    expect([refused.status, allow, vary]).toEqual([405, 'POST, OPTIONS', like(/accept\b/i)]);
    expect((await refused.json()).code).toBe('method_not_allowed');
  }
});

describe.each(forms)('a form posted to $path', ({ path, fields, isMultipart }) => {
  const send = (change: object, key: string) => post(path, bodyOf({ ...fields, ...change }, { isMultipart }), { 'idempotency-key': key });

  it('is one message per Idempotency-Key; with other content the key is rejected and the content kept', async () => {
    const key = randomUUID();
    const [first, again] = [await send({}, key), await send({}, key)];
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([303, 303, 'true']);
    const rejected = await send({ email: 'other@plain.example' }, key);
    expect([rejected.status, rejected.headers.has('retry-after')]).toEqual([422, false]);
    const text = await rejected.text();
    expect(text).toContain('This Idempotency-Key was used for another message');
    expect(parse(text).querySelectorAll('input[value="other@plain.example"]')).toHaveLength(1);
  });

  it('that is refused says so first in the title, and in a summary that takes the focus and links to each field', async () => {
    const email = 'nowhere';
    const refused = await post(path, bodyOf({ ...fields, email, ...('name' in fields && { name: 'A' }) }, { isMultipart }));
    expect(refused.status).toBe(422);
    const document = parse(await refused.text());
    expect(document.querySelector('title')?.text).toMatch(/^Error: /);
    const [first, ...others] = document.querySelectorAll('[autofocus]');
    expect([first?.querySelector('h2')?.text, first?.getAttribute('tabindex'), others]).toEqual(['There is a problem', '-1', []]);
    const name = 'name' in fields ? ['Name'] : [];
    expect(wrongFieldsIn(document)).toEqual([...name, like(/email/i)]);
    for (const error of [...(name.length > 0 ? ['Name must be at least 2 characters'] : []), 'Please enter a valid email address'])
      expect(document.querySelector('main')?.text.split(error), error).toHaveLength(2);
  });
});

const rfp = { ...enterprise, kind: 'rfp', email: 'ada@enterprise.example', volume: '12,000', message: 'Biochar for five years.' };
const pdf = new File(['%PDF-1.7\n'], 'rfp.pdf');
const send = (change: object, files: File[], headers: Record<string, string> = {}) =>
  post('/api/enterprise-contact', bodyOf({ ...rfp, ...change }, { isMultipart: true, files }), headers);
const stored = (email: string) => sql`
  select kind, sector, volume_tco2e_a_year, timeframe, file_name, media_type, octet_length(content) as bytes
  from messages
  left join message_attachments on message_id = messages.id
  where email = ${email}
  order by number
`;

it('the enterprise form with files is stored with them, and leads a browser to the thanks, which have an address that cannot be guessed', async () => {
  const workbook = new File([await bytes('/projects.xlsx')], 'volumes.xlsx');
  const answer = await send({}, [pdf, workbook]);
  expect(answer.status).toBe(303);
  const thanks = answer.headers.get('location') ?? '';
  expect(thanks).toMatch(/^\/enterprise\/contact\?sent=[0-9a-f-]{36}\.[\w-]{43}#form$/);
  const facts = { kind: 'rfp', sector: 'Manufacturing', volume_tco2e_a_year: 12_000, timeframe: null };
  expect(await stored(rfp.email)).toMatchObject([
    { ...facts, file_name: 'rfp.pdf', media_type: 'application/pdf', bytes: 9 },
    { ...facts, file_name: 'volumes.xlsx', media_type: xlsxType },
  ]);
  const page = await fetch(url + thanks, { headers: { 'sec-fetch-site': 'same-origin' } });
  const shared = await fetch(url + thanks, { headers: { 'sec-fetch-site': 'cross-site' } });
  // It may show what was sent: no cache stores it, however its parameter is written.
  for (const { headers } of [page, shared, await fetch(url + thanks.replace('sent', '%73ent'))])
    expect(headers.get('cache-control')).toBe('private, no-store');
  const text = parse(await page.text()).querySelector('main')?.text ?? '';
  for (const words of ['Message sent successfully!', /Q-[0-9A-F]{8}/, rfp.message, 'Attachments: rfp.pdf, volumes.xlsx'])
    expect(text).toMatch(words);
  expect(await shared.text()).not.toContain(rfp.message);
  // The id alone shows nothing: the log and webhooks have it.
  const byId = await (await fetch(url + thanks.replace(/\..*/, ''), { headers: { 'sec-fetch-site': 'same-origin' } })).text();
  expect(byId).not.toContain('rfp.pdf');
});

it('the enterprise form with files names each invalid field to a script, and is not stored', async () => {
  const email = 'wrong@enterprise.example';
  const wrong = { email, sector: '', volume: '1.5' };
  const answer = await send(wrong, [pdf, new File(['MZ'], 'rfp.pdf')], { accept: 'application/json' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([422, like(/^application\/problem\+json/)]);
  const { errors } = await answer.json();
  expect(errors.map(({ field }: { field: string }) => field)).toEqual(['sector', 'volume', 'attachment']);
  expect(await stored(email)).toEqual([]);
});

it('the enterprise form with files is returned to a browser with its errors and everything typed, whatever is wrong, and asks for its files again', async () => {
  const email = 'file@enterprise.example';
  const answer = await send({ email }, [new File(['PK\x03\x04'], 'rfp.docx')]);
  expect(answer.status).toBe(422);
  const page = await answer.text();
  const error = 'rfp.docx can’t be read as DOCX. Please attach PDF, Word (DOCX) or Excel (XLSX) files';
  for (const text of ['Submit an RFP', error, 'value="Engines Ltd"', 'value="12,000"', rfp.message]) expect(page).toContain(text);
  expect(await stored(email)).toEqual([]);
  expect(await (await send({ email: 'nowhere' }, [pdf])).text()).toContain('Please attach your files again');
});

it('the enterprise form with files is rejected if its body is no form', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await post('/api/enterprise-contact', 'name=Ada', headers)).status).toBe(400);
});

it('the newsletter form without JavaScript stores the address and redirects to the thanks', async () => {
  const answer = await post('/api/newsletter', bodyOf({ email: ' Ada@Form.example ' }));
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/blog?subscribed=1#newsletter']);
  expect(await sql`select from newsletter_subscribers where email = 'Ada@Form.example' and unsubscribed_at is null`).toHaveLength(1);
  expect(await (await fetch(`${url}/blog?subscribed=1`)).text()).toContain('Thank you. You are subscribed.');
});

it('unsubscribing with a link that we did not sign is rejected on a page if its button was pressed, and with problem details for a program, from any site', async () => {
  const unsubscribe = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/newsletter/unsubscribe?id=a&token=b`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  const page = await unsubscribe({ from: 'page' });
  // The address is personal.
  expect([new URL(page.url).pathname, page.headers.get('cache-control')]).toEqual(['/unsubscribe', 'private, no-store']);
  const text = await page.text();
  for (const words of ['<title>Error: ', 'This link is incomplete or has been changed']) expect(text).toContain(words);
  expect(text).toMatch(/<a href="mailto:hello@carma\.example"[^>]*>email us<\/a>/);
  const elsewhere = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
  const problem = await unsubscribe({ 'List-Unsubscribe': 'One-Click' }, elsewhere);
  expect([problem.status, (await problem.json()).code]).toEqual([400, 'link_invalid']);
});
