import { parse } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, url } = sharedSite();

const valid = {
  ...{ kind: 'rfp', name: 'Ada Lovelace', email: 'ada@enterprise.example', organisation: 'Engines Ltd' },
  ...{ sector: 'Manufacturing', volume: '12,000', timeframe: '', message: 'Biochar for five years.' },
};
const pdf = new File(['%PDF-1.7\n'], 'rfp.pdf');
type Sent = { files?: File[]; json?: boolean };

function post(fields: Record<string, string>, { files = [], json = false }: Sent = {}): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append('attachment', file);
  const accept = json ? 'application/json' : 'text/html';
  return fetch(`${url}/api/enterprise-contact`, { method: 'POST', body, headers: { accept }, redirect: 'manual' });
}
const stored = (email: string) => sql`
  select kind, sector, volume_tco2e_a_year, timeframe, file_name, media_type, octet_length(content) as bytes
  from messages
  left join message_attachments on message_id = messages.id
  where email = ${email}
  order by number
`;

describe('POST /api/enterprise-contact', () => {
  it('stores a message with its files and redirects a browser to the thanks', async () => {
    const workbook = new File([await (await fetch(`${url}/projects.xlsx`)).arrayBuffer()], 'volumes.xlsx');
    const answer = await post(valid, { files: [pdf, workbook] });
    expect(answer.status).toBe(303);
    const thanks = answer.headers.get('location') ?? '';
    expect(thanks).toMatch(/^\/enterprise\/contact\?sent=[0-9a-f-]{36}\.[\w-]{43}#form$/);
    const facts = { kind: 'rfp', sector: 'Manufacturing', volume_tco2e_a_year: 12_000, timeframe: null };
    const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(await stored(valid.email)).toMatchObject([
      { ...facts, file_name: 'rfp.pdf', media_type: 'application/pdf', bytes: 9 },
      { ...facts, file_name: 'volumes.xlsx', media_type: xlsx },
    ]);
    const page = await fetch(url + thanks, { headers: { 'sec-fetch-site': 'same-origin' } });
    const shared = await fetch(url + thanks, { headers: { 'sec-fetch-site': 'cross-site' } });
    // Its address is enough to read what was sent, however its parameter is written.
    for (const { headers } of [page, shared, await fetch(url + thanks.replace('sent', '%73ent'))])
      expect(headers.get('cache-control')).toBe('private, no-store');
    const said = ['Message sent successfully!', /Q-[0-9A-F]{8}/, valid.message, 'Attachments: rfp.pdf, volumes.xlsx'];
    const text = parse(await page.text()).querySelector('main')?.text ?? '';
    for (const words of said) expect(text).toMatch(words);
    expect(await shared.text()).not.toContain(valid.message);
    // The log and webhooks have the id.
    const byId = await (await fetch(url + thanks.replace(/\..*/, ''))).text();
    expect(byId).not.toContain('rfp.pdf');
  });

  it('names each invalid field to a script, and stores nothing', async () => {
    const email = 'wrong@enterprise.example';
    const answer = await post({ ...valid, email, sector: '', volume: '1.5' }, { files: [pdf, new File(['MZ'], 'rfp.pdf')], json: true });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const { errors } = await answer.json();
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['sector', 'volume', 'attachment']);
    expect(await stored(email)).toEqual([]);
  });

  it('returns the form, its error and everything typed to a browser whose file is of another type', async () => {
    const email = 'file@enterprise.example';
    const answer = await post({ ...valid, email }, { files: [new File(['PK\x03\x04'], 'rfp.docx')] });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    const error = 'rfp.docx can’t be read as DOCX. Please attach PDF, Word (DOCX) or Excel (XLSX) files';
    for (const text of ['Submit an RFP', error, 'value="Engines Ltd"', 'value="12,000"', valid.message]) expect(page).toContain(text);
    expect(await stored(email)).toEqual([]);
  });

  it('rejects a form that is none', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await fetch(`${url}/api/enterprise-contact`, { method: 'POST', headers, body: 'name=Ada' })).status).toBe(400);
  });
});
