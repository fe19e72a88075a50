import { Readable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Refused } from '#server/platform/refused.ts';
import { boundedText, fieldsOf, readForm } from '#server/platform/web/read-form.ts';
import { attachmentsLimit } from '#shared/schemas/attachments.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { enterpriseFields, enterpriseMessage, enterpriseTexts } from '#shared/schemas/enterprise-contact.ts';
import { messageMaxLength, rawLimitOf } from '#shared/schemas/form-fields.ts';
import { quoteRequest } from '#shared/schemas/quote-request.ts';

/** A request that posts this body as a form whose parts begin with `--x`. */
const posted = (body: BodyInit) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return new Request('http://localhost/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
};

const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
const multipart = (fields: [string, string | File][]) => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request('http://localhost/', { method: 'POST', body });
};
const bounds = { limit: 6_000_000, textLimit: rawLimitOf, ms: 5_000 };

it('a form may have a hundred fields, also if it is multipart', async () => {
  const hundredFields = Array.from({ length: 100 }, (_, index) => `a${index}=b`).join('&');
  expect(fieldsOf(hundredFields, rawLimitOf).size).toBe(100);
  expect(() => fieldsOf(`${hundredFields}&c=d`, rawLimitOf)).toThrow(Refused);
  const fields = Array.from({ length: 101 }, (_, index): [string, string] => [`a${index}`, 'b']);
  expect([...(await readForm(multipart(fields.slice(1)), bounds)).form.keys()]).toHaveLength(100);
  await expect(readForm(multipart(fields), bounds)).rejects.toThrow(Refused);
});

it('an enterprise form with more files than it takes is read, so that it can say so', async () => {
  const names = [...Object.keys(enterpriseMessage.shape), 'form_ticket', 'topic_note'].filter((name) => name !== 'attachment');
  const files = Array.from({ length: attachmentsLimit.count + 1 }, () => new File(['x'], 'a.pdf'));
  const fields = [...names.map((name) => [name, 'b'] as [string, string]), ...files.map((file) => ['attachment', file] as [string, File])];
  const { form } = await readForm(multipart(fields), bounds);
  const { error } = enterpriseMessage.safeParse(enterpriseFields(form));
  expect(error?.issues.map(({ message }) => message)).toContain(enterpriseTexts.attachmentTooMany);
});

it.each(['constructor', '__proto__', 'toString'])('a form may have a field called %s', (name) => {
  expect([...fieldsOf(`${name}=b`, rawLimitOf)]).toEqual([[name, 'b']]);
});

it('a form truncates long values, but not so much that an invalid one becomes valid', async () => {
  const typed = Object.entries({ message: '🌲'.repeat(500_000), name: `Ada${' '.repeat(100_000)}` });
  const { form } = await readForm(multipart(typed), bounds);
  const [message, name] = [form.get('message') as string, form.get('name') as string];
  expect(message.length).toBeLessThan(5 * messageMaxLength);
  expect(message).toMatch(/^(?:🌲)+$/u);
  expect(name).toHaveLength(boundedText(' '.repeat(100_000), rawLimitOf('name')).length);
  const { error } = contactMessage.safeParse({ ...person, message, name });
  expect(error?.issues.map(({ path }) => path[0])).toEqual(['name', 'message']);
  const long = 'x'.repeat(60_000);
  expect([...fieldsOf(`message=${long}`, rawLimitOf)][0]?.[1]).toHaveLength(boundedText(long, rawLimitOf('message')).length);
  for (const [field, schema] of [contactMessage, quoteRequest, enterpriseMessage].flatMap((one) => Object.entries(one.shape))) {
    const tooLong = 'x'.repeat(rawLimitOf(field) + 1);
    expect(schema.safeParse(tooLong).data, field).not.toBe(tooLong);
  }
});

/** A form whose fields and file arrive together, after a first chunk that ends in the middle of a field. */
function largeForm(): Request {
  const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = '--x\r\nContent-Disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n%PDF-1.4';
  const [kind, organisation] = [part('kind', 'rfp'), part('organisation', 'Engines & Sons')];
  const [first, rest] = [kind.slice(0, 20), kind.slice(20) + organisation + file];
  const chunks = [Buffer.from(first), Buffer.concat([Buffer.from(rest), Buffer.alloc(100_000, 'x')]), Buffer.from('\r\n--x--\r\n')];
  return posted(Readable.toWeb(Readable.from(chunks)) as unknown as BodyInit);
}

it('a form that gets a place is read whole; one without keeps what was typed, also in the chunk that made it too large, but not its whole file', async () => {
  for (const isLetIn of [true, false]) {
    const { form } = await readForm(largeForm(), { ...bounds, enter: async () => isLetIn });
    expect([form.get('kind'), form.get('organisation')]).toEqual(['rfp', 'Engines & Sons']);
    const { size } = form.get('attachment') as File;
    expect(isLetIn ? size === '%PDF-1.4'.length + 100_000 : size < 65_536, `${isLetIn} ${size}`).toBe(true);
  }
});

it('a form that has become large has all of an interval to arrive in, and is late if it does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const isLate of [false, true]) {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const client = writable.getWriter();
    const read = readForm(posted(readable), { ...bounds, ms: 60_000 });
    void client.write(Buffer.from(`--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n${'x'.repeat(60_000)}`));
    await vi.advanceTimersByTimeAsync(9_900);
    void client.write(Buffer.from('x'.repeat(10_000)));
    await vi.advanceTimersByTimeAsync(isLate ? 5_200 : 4_800);
    void client.write(Buffer.from('\r\n--x--\r\n')).catch(() => {});
    void client.close().catch(() => {});
    expect((await read).isLate).toBe(isLate);
  }
});

it('a form is cut off at the limit, so that an oversized file does not lose the other fields', async () => {
  const typed = Object.entries({ name: 'Ada Lovelace', message: 'Biochar,\r\nfive years.' });
  const file = new File([new Uint8Array(5_000).fill(65)], 'the "brief".pdf');
  const { form } = await readForm(multipart([...typed, ['attachment', file]]), { ...bounds, limit: 1_000 });
  const [name, message, kept] = [...form.values()] as [string, string, File];
  expect([name, message, kept.name]).toEqual(['Ada Lovelace', 'Biochar,\r\nfive years.', file.name]);
  expect(kept.size).toBeLessThan(1_000);
});

const namedForm = (name: string, encoding: 'latin1' | 'utf8', file = Buffer.alloc(0)) => {
  const part = (head: string, content: Buffer) => [
    ...[Buffer.from(`--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`), content, Buffer.from('\r\n')],
  ];
  const named = part('name="name"', Buffer.from(name, encoding));
  return posted(Buffer.concat([...named, ...part('name="attachment"; filename="brief.pdf"', file), Buffer.from('--x--\r\n')]));
};

it('a form is rejected if its text is not UTF-8, whatever the file contains', async () => {
  for (const file of ['', '%PDF \uFFFD'])
    await expect(readForm(namedForm('Zoë Ångström', 'latin1', Buffer.from(file)), bounds)).rejects.toThrow('not valid for encoding utf-8');
});

it('a form is rejected if a part of it has no name', async () => {
  const body = '--x\r\ncontent-disposition: form-data\r\n\r\nAda\r\n--x--\r\n';
  await expect(readForm(posted(body), bounds)).rejects.toThrow('has no name');
});

it('a form keeps every letter, also a replacement that was written, and every byte of the file', async () => {
  const name = 'Zoë \uFFFD Ångström';
  const bytes = Buffer.of(0x25, 0xff, 0xfe, 0xc3, 0x00, 0xef, 0xbf, 0xbd);
  const { form } = await readForm(namedForm(name, 'utf8', bytes), bounds);
  expect(form.get('name')).toBe(name);
  expect(Buffer.from(await (form.get('attachment') as File).arrayBuffer())).toEqual(bytes);
});
