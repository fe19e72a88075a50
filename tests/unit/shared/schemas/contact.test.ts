import { expect, it } from 'vitest';
import { contactMessage, contactTexts, newsletterSubscription } from '#shared/schemas/contact.ts';
import {
  attachmentsMaxBytes,
  enterpriseFields,
  enterpriseMessage,
  enterpriseTexts,
  volumeMax,
} from '#shared/schemas/enterprise-contact.ts';

const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How many tonnes?' };

type Schema = typeof contactMessage | typeof enterpriseMessage;
/** Returns the first error of a field, or undefined if the field is valid. */
function errorOf(input: unknown, field: string, schema: Schema = contactMessage): string | undefined {
  return schema.safeParse(input).error?.issues.find((issue) => issue.path[0] === field)?.message;
}
const enterpriseErrorOf = (input: unknown, field: string) => errorOf(input, field, enterpriseMessage);

it.each([
  ['2,000', 2000],
  ['', null],
  [1_000_000, 1_000_000],
])('a contact message reads the tonnes of a purchase: %j', (tonnes, read) => {
  expect(contactMessage.parse({ ...valid, project: 'oak', tonnes })).toMatchObject({ project: 'oak', tonnes: read });
});

it.each(['0', '-1', '1.5', 'lots', '1000001', 1.5])('a contact message rejects %j as tonnes, naming the field', (tonnes) => {
  expect(errorOf({ ...valid, tonnes }, 'tonnes')).toBeDefined();
});

it.each([
  ['A', contactTexts.nameTooShort],
  ['👩', contactTexts.nameTooShort],
  [['Ada', 'Grace'], contactTexts.nameTooShort],
  ['\u200b\u200b', contactTexts.nameTooShort],
  ['x'.repeat(101), contactTexts.nameTooLong],
  ['Ada\u0000', contactTexts.unreadable],
  ['Ada \uD800', contactTexts.unreadable],
])('a contact message rejects the name %j', (name, message) => {
  expect(errorOf({ ...valid, name }, 'name')).toBe(message);
});

it.each(['Al', 'x'.repeat(100), '👩🏽‍🌾 Farmer', 'Zoë', 'שלום'])('a contact message accepts the name %j', (name) => {
  expect(errorOf({ ...valid, name }, 'name')).toBeUndefined();
});

it.each([
  'One\r\ntwo\rthree\u2028four',
  ' \t padded \n',
  '\u0001\u0007\u001b[31mred',
  '<script>alert(1)</script>; DROP TABLE messages; --',
  `e${'\u0301'.repeat(2_000)}`,
])('a contact message keeps a message as it was sent: %j', (message) => {
  expect(contactMessage.parse({ ...valid, message }).message).toBe(message);
});

it.each([
  ...['', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 5, 'a@-b.example', 'a@b..example', 'zoë@firm.example'],
  ...[`${'x'.repeat(65)}@firm.example`, `a@${'long.'.repeat(50)}example`],
])('a contact message rejects the email %j', (email) => {
  expect(errorOf({ ...valid, email }, 'email')).toBe(contactTexts.emailInvalid);
});

it.each([
  ...['r&d@firm.example', 'sales/uk@firm.example', "o'leary@firm.example", '50%off@firm.example', 'x=y@firm.example'],
  ...[`${'x'.repeat(64)}@firm.example`, '.a..b.@firm.example'],
])('a contact message takes the email %j, as browsers do', (email) => {
  expect(contactMessage.parse({ ...valid, email }).email).toBe(email);
});

it.each([
  ['kate@münchen.example', 'kate@xn--mnchen-3ya.example'],
  [' Kate@Bücher.Example ', 'Kate@xn--bcher-kva.example'],
])('a contact message stores the domain of %j in ASCII: %j', (typed, stored) => {
  expect(contactMessage.parse({ ...valid, email: typed }).email).toBe(stored);
});

it('a contact message rejects a message of more than 50,000 characters, counted by code point and by line break', () => {
  expect(errorOf({ ...valid, message: '🌱'.repeat(50_000) }, 'message')).toBeUndefined();
  expect(errorOf({ ...valid, message: '🌱'.repeat(50_001) }, 'message')).toBe(contactTexts.messageTooLong);
  expect(errorOf({ ...valid, message: '\r\n'.repeat(50_000) }, 'message')).toBeUndefined();
  expect(errorOf({ ...valid, message: '\r\n'.repeat(50_001) }, 'message')).toBe(contactTexts.messageTooLong);
});

const validEnterprise = {
  ...{ kind: 'rfp', name: 'Ada Lovelace', email: 'ada@example.com', organisation: 'Analytical Engines Ltd', sector: 'Manufacturing' },
  ...{ volume: '12,000', timeframe: 'First delivery by March 2027', message: 'Biochar and UK woodland, five years.' },
};

it('an enterprise message needs only a name, a work email, an organisation, a sector and a message', () => {
  const { name, email, organisation, sector, message } = validEnterprise;
  const required = { name, email, organisation, sector, message };
  expect(enterpriseMessage.parse(required)).toEqual({ ...required, kind: 'enquiry', volume: null, timeframe: null, attachment: [] });
  for (const field of Object.keys(required)) expect(enterpriseErrorOf({ ...required, [field]: undefined }, field)).toBeDefined();
});

it.each(['', 'RFP', 7, undefined])('an enterprise message is an enquiry if its hidden kind is %j, rather than being rejected', (kind) => {
  expect(enterpriseMessage.parse({ ...validEnterprise, kind }).kind).toBe('enquiry');
});

it.each([
  [' 12,000 ', 12_000],
  ['1 250 000', 1_250_000],
  [String(volumeMax), volumeMax],
  ['', null],
])('an enterprise message reads the volume %j as %j tonnes', (volume, tonnes) => {
  expect(enterpriseMessage.parse({ ...validEnterprise, volume }).volume).toBe(tonnes);
});

it.each([
  ['12.5', enterpriseTexts.volumeNotWhole],
  ['1e6', enterpriseTexts.volumeNotWhole],
  [12_000, enterpriseTexts.volumeNotWhole],
  [String(volumeMax + 1), enterpriseTexts.volumeTooLarge],
])('an enterprise message rejects the volume %j', (volume, message) => {
  expect(enterpriseErrorOf({ ...validEnterprise, volume }, 'volume')).toBe(message);
});

it('an enterprise message accepts up to ten files of up to 10 MB in all', () => {
  const half = new File([new Uint8Array(attachmentsMaxBytes / 2)], 'brief.pdf');
  expect(enterpriseMessage.parse({ ...validEnterprise, attachment: [half, half] }).attachment).toEqual([half, half]);
  const small = new File(['x'], 'more.pdf');
  expect(enterpriseErrorOf({ ...validEnterprise, attachment: [half, half, small] }, 'attachment')).toBe(enterpriseTexts.attachmentTooLarge);
  const many = Array.from({ length: 11 }, () => small);
  expect(enterpriseErrorOf({ ...validEnterprise, attachment: many }, 'attachment')).toBe(enterpriseTexts.attachmentTooMany);
});

it('an enterprise message treats the empty file that a browser sends for no choice as none, and rejects text in its place', () => {
  const form = new FormData();
  form.append('attachment', new File([], ''));
  expect(enterpriseFields(form).attachment).toEqual([]);
  expect(enterpriseErrorOf({ ...validEnterprise, attachment: ['brief.pdf'] }, 'attachment')).toBe(enterpriseTexts.attachmentNoFile);
});

it('a subscription needs an email as the contact form does, trims it, and drops all else', () => {
  const email = 'lead@example.org';
  expect(newsletterSubscription.parse({ email: `  ${email} `, consent_at: 'yesterday' })).toEqual({ email });
  for (const wrong of [undefined, '', 'lead@', `${email}, other@example.org`, `${'a'.repeat(250)}@example.org`])
    expect(newsletterSubscription.safeParse({ email: wrong }).error?.issues[0]?.message).toBe('Please enter a valid email address');
});
