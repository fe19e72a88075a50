import { Readable } from 'node:stream';
import { expect, it, test } from 'vitest';
import { boundedText, fieldsOf, readForm, repeatedName, TooManyFields } from '#server/platform/web/read-form.ts';
import { contactMessage, messageMaxLength, rawLimitOf } from '#shared/schemas/contact.ts';

const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
const multipart = (fields: [string, string][]) => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request('http://localhost/', { method: 'POST', body });
};

it('a form may have a hundred fields, or twenty if it has a file', async () => {
  const hundredFields = Array.from({ length: 100 }, (_, index) => `a${index}=b`).join('&');
  expect(fieldsOf(hundredFields, rawLimitOf).size).toBe(100);
  expect(() => fieldsOf(`${hundredFields}&c=d`, rawLimitOf)).toThrow(TooManyFields);
  const fields = Array.from({ length: 21 }, (_, index): [string, string] => [`a${index}`, 'b']);
  expect([...(await readForm(multipart(fields.slice(1)), { limit: 1e6, textLimit: rawLimitOf, ms: 5_000 })).form.keys()]).toHaveLength(20);
  await expect(readForm(multipart(fields), { limit: 1e6, textLimit: rawLimitOf, ms: 5_000 })).rejects.toThrow(TooManyFields);
});

it('a form truncates long values, but not so much that an invalid one becomes valid', async () => {
  const { form } = await readForm(
    multipart([
      ['message', '🌲'.repeat(500_000)],
      ['name', `Ada${' '.repeat(100_000)}`],
    ]),
    { limit: 6e6, textLimit: rawLimitOf, ms: 5_000 },
  );
  const [message, name] = [form.get('message') as string, form.get('name') as string];
  expect(message.length).toBeLessThan(5 * messageMaxLength);
  expect(message).toMatch(/^(?:🌲)+$/u);
  expect(name.length).toBeLessThan(1_100);
  const { error } = contactMessage.safeParse({ ...person, message, name });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'message']);
  const long = 'x'.repeat(60_000);
  expect([...fieldsOf(`message=${long}`, rawLimitOf)][0]?.[1]).toHaveLength(boundedText(long, rawLimitOf('message')).length);
});

it('a form reports the first duplicate field name', () => {
  expect(repeatedName(['a', 'b', 'c', 'b', 'a'])).toBe('b');
  expect(repeatedName(['a', 'b'])).toBeUndefined();
});

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
