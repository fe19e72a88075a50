import { describe, expect, it } from 'vitest';
import { contactMessage, contactTexts } from '#src/schemas/contact.ts';

const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How many tonnes?' };

/** Returns the first error of a field, or undefined if the field is valid. */
function errorOf(input: unknown, field: string): string | undefined {
  const parsed = contactMessage.safeParse(input);
  return parsed.error?.issues.find((issue) => issue.path[0] === field)?.message;
}

describe('a contact message', () => {
  it.each([
    ['2,000', 2000],
    ['40', 40],
    ['', null],
    [1_000_000, 1_000_000],
  ])('reads the tonnes of a purchase: %j', (tonnes, read) => {
    expect(contactMessage.parse({ name: 'Al', email: 'al@example.com', project: 'oak', tonnes })).toMatchObject({
      project: 'oak',
      tonnes: read,
    });
  });

  it.each(['0', '-1', '1.5', 'lots', '1000001', 1.5])('rejects %j as tonnes, naming the field', (tonnes) => {
    const { error } = contactMessage.safeParse({ name: 'Al', email: 'al@example.com', tonnes });
    expect(error?.issues[0]?.path).toEqual(['tonnes']);
  });

  it.each([
    ['A', contactTexts.nameTooShort],
    ['   A   ', contactTexts.nameTooShort],
    ['👩', contactTexts.nameTooShort],
    [undefined, contactTexts.nameTooShort],
    [null, contactTexts.nameTooShort],
    [7, contactTexts.nameTooShort],
    [['Ada', 'Grace'], contactTexts.nameTooShort],
    ['\u200b\u200b', contactTexts.nameTooShort],
    ['A\u202e\u2800', contactTexts.nameTooShort],
    ['x'.repeat(101), contactTexts.nameTooLong],
    ['Ada\u0000', contactTexts.unreadable],
    ['Ada \uD800', contactTexts.unreadable],
  ])('rejects the name %j', (name, message) => {
    expect(errorOf({ ...valid, name }, 'name')).toBe(message);
  });

  it.each(['Al', 'x'.repeat(100), '👩🏽‍🌾 Farmer', 'Zoë', 'שלום'])('accepts the name %j', (name) => {
    expect(errorOf({ ...valid, name }, 'name')).toBeUndefined();
  });

  it.each([
    'One\r\ntwo\rthree\u2028four',
    ' \t padded \n',
    'Zoe\u0308, \u202eevil\u202c, \u200bnothing, \ue000 private, \ufeff',
    '\u0001\u0007\u001b[31mred',
    '<script>alert(1)</script>; DROP TABLE contact_messages; --',
    `e${'\u0301'.repeat(2_000)}`,
  ])('keeps a message as it was sent: %j', (message) => {
    expect(contactMessage.parse({ ...valid, message }).message).toBe(message);
  });

  it.each([
    ...['', 'ada', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 5, null],
    ...['a@-b.example', 'a@b-.example', 'a@b..example', `a@${'l'.repeat(64)}.example`, 'ada@exa\u00admple/x.com', 'zoë@firm.example'],
    ...[`${'x'.repeat(65)}@firm.example`, `a@${'long.'.repeat(50)}example`],
  ])('rejects the email %j', (email) => {
    expect(errorOf({ ...valid, email }, 'email')).toBe(contactTexts.emailInvalid);
  });

  it.each([
    ...[
      'r&d@firm.example',
      'sales/uk@firm.example',
      "o'leary@firm.example",
      '50%off@firm.example',
      'x=y@firm.example',
      'hash#1@firm.example',
    ],
    ...['star*@firm.example', 'tick`@firm.example', 'tilde~@firm.example', 'kate@firm.xn--p1ai', 'info@xn--80ak6aa92e.xn--p1ai'],
    ...[`${'x'.repeat(64)}@firm.example`, '.a..b.@firm.example'],
  ])('takes the email %j, as browsers do', (email) => {
    expect(contactMessage.parse({ ...valid, email }).email).toBe(email);
  });

  it.each([
    ['kate@münchen.example', 'kate@xn--mnchen-3ya.example'],
    [' Kate@Bücher.Example ', 'Kate@xn--bcher-kva.example'],
    ['info@почта。рф', 'info@xn--80a1acny.xn--p1ai'],
  ])('stores the domain of %j in ASCII: %j', (typed, stored) => {
    expect(contactMessage.parse({ ...valid, email: typed }).email).toBe(stored);
  });

  it('rejects a message of more than 50,000 characters, counted by code point and by line break', () => {
    expect(errorOf({ ...valid, message: '🌱'.repeat(50_000) }, 'message')).toBeUndefined();
    expect(errorOf({ ...valid, message: '🌱'.repeat(50_001) }, 'message')).toBe(contactTexts.messageTooLong);
    expect(errorOf({ ...valid, message: '\r\n'.repeat(50_000) }, 'message')).toBeUndefined();
    expect(errorOf({ ...valid, message: '\r\n'.repeat(50_001) }, 'message')).toBe(contactTexts.messageTooLong);
  });
});
