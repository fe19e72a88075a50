import { describe, expect, it } from 'vitest';
import { boundedText, fieldsOf, repeatedName, TooManyFields } from '#server/platform/web/form-fields.ts';
import { readForm } from '#server/platform/web/read-form.ts';
import { contactMessage, messageMaxLength, rawLimitOf } from '#src/schemas/contact.ts';

const person = { name: 'Ada Lovelace', email: 'ada@example.com' };
const multipart = (fields: [string, string][]) => {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return new Request('http://localhost/', { method: 'POST', body });
};

describe('a form', () => {
  it('may have a hundred fields, or twenty if it has a file', async () => {
    const hundredFields = Array.from({ length: 100 }, (_, index) => `a${index}=b`).join('&');
    expect(fieldsOf(hundredFields, rawLimitOf).size).toBe(100);
    expect(() => fieldsOf(`${hundredFields}&c=d`, rawLimitOf)).toThrow(TooManyFields);
    const fields = Array.from({ length: 21 }, (_, index): [string, string] => [`a${index}`, 'b']);
    expect([...(await readForm(multipart(fields.slice(1)), { limit: 1e6, textLimit: rawLimitOf, ms: 5_000 })).form.keys()]).toHaveLength(
      20,
    );
    await expect(readForm(multipart(fields), { limit: 1e6, textLimit: rawLimitOf, ms: 5_000 })).rejects.toThrow(TooManyFields);
  });

  it('truncates long values, but not so much that an invalid one becomes valid', async () => {
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

  it('reports the first duplicate field name', () => {
    expect(repeatedName(['a', 'b', 'c', 'b', 'a'])).toBe('b');
    expect(repeatedName(['a', 'b'])).toBeUndefined();
  });
});
