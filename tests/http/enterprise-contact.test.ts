import { describe, expect, it } from 'vitest';
import { sharedSite } from '#tests/support/own-site.ts';

const { sql, url } = sharedSite();

const valid = {
  kind: 'rfp',
  name: 'Ada Lovelace',
  email: 'ada@enterprise.example',
  organisation: 'Engines Ltd',
  sector: 'Manufacturing',
  volume: '12,000',
  timeframe: '',
  message: 'Biochar for five years.',
};
const pdf = (bytes = 9) => new File(['%PDF-1.7\n'.padEnd(bytes, 'x')], 'rfp.pdf');

function post(fields: Record<string, string>, { file, json = false }: { file?: File; json?: boolean } = {}): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (file) body.set('attachment', file);
  const accept = json ? 'application/json' : 'text/html';
  return fetch(`${url}/api/enterprise-contact`, { method: 'POST', body, headers: { accept }, redirect: 'manual' });
}
const stored = (email: string) => sql`
  select kind, sector, volume_tco2e_a_year, timeframe, file_name, media_type, octet_length(content) as bytes
  from enterprise_messages
  left join message_attachments on enterprise_message_id = enterprise_messages.id
  where email = ${email}
`;

describe('POST /api/enterprise-contact', () => {
  it('stores a message with its file and redirects a browser to the thanks', async () => {
    const answer = await post(valid, { file: pdf() });
    expect(answer.status).toBe(303);
    const thanks = answer.headers.get('location') ?? '';
    expect(thanks).toMatch(/^\/enterprise\/contact\?sent=Q-[0-9A-F]{8}#form$/);
    expect(await stored(valid.email)).toEqual([
      {
        kind: 'rfp',
        sector: 'Manufacturing',
        volume_tco2e_a_year: 12_000,
        timeframe: null,
        file_name: 'rfp.pdf',
        media_type: 'application/pdf',
        bytes: 9,
      },
    ]);
    const page = await (await fetch(url + thanks)).text();
    for (const words of ['Message sent successfully!', /Q-[0-9A-F]{8}/.exec(thanks)?.[0]]) expect(page).toContain(words);
  });

  it('names each invalid field to a script, and stores nothing', async () => {
    const email = 'wrong@enterprise.example';
    const answer = await post({ ...valid, email, sector: '', volume: '1.5' }, { file: new File(['MZ'], 'rfp.pdf'), json: true });
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    const { errors } = await answer.json();
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['sector', 'volume', 'attachment']);
    expect(await stored(email)).toEqual([]);
  });

  it.each([
    ['too large', pdf(5 * 1024 * 1024 + 1), 'Please attach a file of at most 5 MB'],
    ['far too large', pdf(20 * 1024 * 1024), 'Please attach a file of at most 5 MB'],
    ['of another type', new File(['PK\x03\x04'], 'rfp.docx'), 'Please attach a PDF or a Word document (DOCX)'],
  ])('returns the form, its error and everything typed to a browser whose file is %s', async (_what, file, error) => {
    const email = 'file@enterprise.example';
    const answer = await post({ ...valid, email }, { file });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    for (const text of ['Submit an RFP', error, 'value="Engines Ltd"', 'value="12,000"', valid.message]) expect(page).toContain(text);
    expect(await stored(email)).toEqual([]);
  });

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['an invalid form', 'multipart/form-data; boundary=x', 'name=Ada', 400],
  ])('rejects %s', async (_what, type, body, status) => {
    const answer = await fetch(`${url}/api/enterprise-contact`, { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.status).toBe(status);
  });
});
