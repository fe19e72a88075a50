import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readForm } from '#server/platform/web/read-form.ts';

const limit = 6_000_000;
const textLimit = () => 1_000;

/** A form whose fields and file arrive together, after a first chunk that ends in the middle of a field. */
function postedForm(): Request {
  const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--b\r\nContent-Disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n%PDF-1.4';
  const first = part('kind', 'rfp').slice(0, -8);
  const rest = part('kind', 'rfp').slice(-8) + part('organisation', 'Engines & Sons') + file;
  const chunks = [Buffer.from(first), Buffer.concat([Buffer.from(rest), Buffer.alloc(100_000, 'x')]), Buffer.from('\r\n--b--\r\n')];
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(chunks)) as unknown as BodyInit,
    duplex: 'half',
  } as RequestInit);
}

test('a form that gets no slot keeps what was typed, also in the chunk that made it too large, but not its file', async () => {
  const { form } = await readForm(postedForm(), {
    limit,
    textLimit,
    ms: 5_000,
    slot: { acquire: async () => false, recordProgress: () => {} },
  });
  expect([form.get('kind'), form.get('organisation')]).toEqual(['rfp', 'Engines & Sons']);
  expect((form.get('attachment') as File).size).toBe(0);
});

test('a form that gets a slot is read whole', async () => {
  const { form } = await readForm(postedForm(), { limit, textLimit, ms: 5_000 });
  expect((form.get('attachment') as File).size).toBe(100_008);
});
