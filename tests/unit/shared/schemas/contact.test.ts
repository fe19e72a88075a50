import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attachmentsLimit, attachmentsMaxBytes } from '#shared/schemas/attachments.ts';
import { contactSubmission, newsletterSubscription, subjectMaxLength } from '#shared/schemas/contact.ts';
import { enterpriseFields, enterpriseMessage, enterpriseTexts, volumeMax } from '#shared/schemas/enterprise-contact.ts';
import { fieldTexts, rawLimitOf } from '#shared/schemas/form-fields.ts';
import { quoteRequest, quoteTexts } from '#shared/schemas/quote-request.ts';

const valid = { name: 'Ada Lovelace', email: 'ada@example.com', message: 'How many tonnes?' };

const validEnterprise = {
  ...{ kind: 'rfp', name: 'Ada Lovelace', email: 'ada@example.com', organisation: 'Analytical Engines Ltd', sector: 'Manufacturing' },
  ...{ volume: '12,000', timeframe: 'First delivery by March 2027', message: 'Biochar and UK woodland, five years.' },
};
const line = { slug: 'oak', tonnes: 1 };
const forms = {
  contact: { schema: contactSubmission, valid },
  enterprise: { schema: enterpriseMessage, valid: validEnterprise },
  quote: { schema: quoteRequest, valid: { ...valid, lines: [line] } },
};
type Form = keyof typeof forms;
type Case = [form: Form, field: string, value: unknown, expected: unknown];

/** What a form makes of a field with this value, or its first error. */
function read(form: Form, field: string, value: unknown): unknown {
  const { schema, valid: given } = forms[form];
  const { data, error } = schema.safeParse({ ...given, [field]: value });
  return data ? data[field as keyof typeof data] : { error: error?.issues.find(({ path }) => path[0] === field)?.message };
}

const { nameTooShort, nameTooLong, unreadable, messageTooLong, emailInvalid } = fieldTexts;
const wrongEmails = [
  ...['', 'ada@', '@example.com', 'ada@example', 'a b@example.com', 5, 'a@-b.example', 'a@b..example', 'zoë@firm.example'],
  ...[`${'x'.repeat(65)}@firm.example`, `a@${'long.'.repeat(50)}example`],
];

it.each<Case>([
  ['contact', 'name', '👩', nameTooShort],
  ['contact', 'name', ['Ada', 'Grace'], nameTooShort],
  ['contact', 'name', '\u200b\u200b', nameTooShort],
  ['contact', 'name', 'x'.repeat(101), nameTooLong],
  ['contact', 'name', 'Ada\u0000', unreadable],
  ...['lots', '1000001', 1.5].map((tonnes): Case => ['contact', 'tonnes', tonnes, expect.any(String)]),
  ...wrongEmails.map((email): Case => ['contact', 'email', email, emailInvalid]),
  // Counted by code point and by line break.
  ['contact', 'message', '🌱'.repeat(50_001), messageTooLong],
  ['contact', 'message', '\r\n'.repeat(50_001), messageTooLong],
  ['contact', 'subject', 'x'.repeat(subjectMaxLength + 1), 'Subject must be at most 200 characters'],
  ...['compare', '2024'].map((project): Case => ['contact', 'project', project, fieldTexts.projectUnknown]),
  ['quote', 'organisation', 'x'.repeat(201), quoteTexts.organisationTooLong],
  ['quote', 'purchaseOrder', 'x'.repeat(101), quoteTexts.purchaseOrderTooLong],
  ...[null, []].map((lines): Case => ['quote', 'lines', lines, quoteTexts.noLines]),
  ['quote', 'lines', [line, line], quoteTexts.slugTwice],
  ['enterprise', 'organisation', 'x', enterpriseTexts.organisationTooShort],
  ['enterprise', 'timeframe', 'x'.repeat(201), enterpriseTexts.timeframeTooLong],
  ['enterprise', 'message', `${' '.repeat(9)}x`, enterpriseTexts.messageTooShort],
  ['enterprise', 'volume', '1e6', enterpriseTexts.volumeNotWhole],
  ['enterprise', 'volume', String(volumeMax + 1), enterpriseTexts.volumeTooLarge],
  ['enterprise', 'attachment', ['brief.pdf'], enterpriseTexts.attachmentNoFile],
])('the %s form rejects the %s %j', (form, field, value, error) => {
  expect(read(form, field, value)).toEqual({ error });
});

it.each<[Form, string, string[]]>([
  ['contact', 'name', ['Al', 'x'.repeat(100), '👩🏽‍🌾 Farmer', 'Zoë', 'שלום']],
  ['contact', 'message', ['One\r\ntwo\rthree\u2028four', ' \t padded \n', '\u0001\u0007\u001b[31mred', `e${'\u0301'.repeat(2_000)}`]],
  ['contact', 'message', ['<script>alert(1)</script>; DROP TABLE messages; --', '🌱'.repeat(50_000), `${'\r\n'.repeat(49_999)}.`]],
  // As browsers do.
  ['contact', 'email', ['r&d@firm.example', 'sales/uk@firm.example', "o'leary@firm.example", '50%off@firm.example', 'x=y@firm.example']],
  ['contact', 'email', [`${'x'.repeat(64)}@firm.example`, '.a..b.@firm.example']],
  ['contact', 'form_ticket', ['x'.repeat(128)]],
  ['quote', 'organisation', ['x'.repeat(200)]],
  ['quote', 'purchaseOrder', ['x'.repeat(100)]],
  ['enterprise', 'organisation', ['xx', 'x'.repeat(200)]],
  ['enterprise', 'message', ['x'.repeat(10), `${'\n'.repeat(401)}Biochar, please`]],
])('the %s form takes the %s as it was sent: %j', (form, field, values) => {
  for (const value of values) expect(read(form, field, value)).toBe(value);
});

it.each<Case>([
  ['contact', 'tonnes', '2,000', 2000],
  ['contact', 'tonnes', '', null],
  ['contact', 'message', ' \u00a0\r\n\u0085', null],
  ['contact', 'tonnes', 1_000_000, 1_000_000],
  ['contact', 'email', ' Kate@Bücher.Example ', 'Kate@xn--bcher-kva.example'],
  ['enterprise', 'volume', '1 250 000', 1_250_000],
  ['enterprise', 'volume', String(volumeMax), volumeMax],
  ['enterprise', 'volume', '', null],
  // Rather than rejecting a field that nobody sees.
  ['enterprise', 'kind', 7, 'enquiry'],
])('the %s form reads the %s %j as %j', (form, field, value, expected) => {
  expect(read(form, field, value)).toBe(expected);
});

it('a form takes no text of which only a part would reach it', () => {
  for (const [field, type] of Object.values(forms).flatMap(({ schema }) => Object.entries(schema.shape))) {
    const text = 'x'.repeat(rawLimitOf(field) + 1);
    expect(type.safeParse(text).data, field).not.toBe(text);
  }
});

it('an enterprise message needs only a name, a work email, an organisation, a sector and a message', () => {
  const { name, email, organisation, sector, message } = validEnterprise;
  const required = { name, email, organisation, sector, message };
  expect(enterpriseMessage.parse(required)).toEqual({ ...required, kind: 'enquiry', volume: null, timeframe: null, attachment: [] });
  for (const field of Object.keys(required)) expect(read('enterprise', field, undefined)).toEqual({ error: expect.any(String) });
});

it('an enterprise message accepts up to ten files of up to 10 MB in all', () => {
  const half = new File([new Uint8Array(attachmentsMaxBytes / 2)], 'brief.pdf');
  expect(read('enterprise', 'attachment', [half, half])).toEqual([half, half]);
  const small = new File(['x'], 'more.pdf');
  expect(read('enterprise', 'attachment', [half, half, small])).toEqual({ error: enterpriseTexts.attachmentTooLarge });
  const [ten, eleven] = [Array(10).fill(small), Array(11).fill(small)];
  expect(read('enterprise', 'attachment', ten)).toEqual(ten);
  expect(read('enterprise', 'attachment', eleven)).toEqual({ error: enterpriseTexts.attachmentTooMany });
  const stored = readFileSync('db/migrations/0005_messages.sql', 'utf8');
  expect(stored).toContain(` check (number between 1 and ${attachmentsLimit.count}),`);
  expect(stored).toContain(` check (octet_length(content) between 1 and ${attachmentsMaxBytes}),`);
});

it('an enterprise message has its files, whatever their field is named, and none for the empty one that a browser sends for no choice', () => {
  const form = new FormData();
  form.append('attachment', new File([], ''));
  form.append('attachment', '');
  expect(enterpriseFields(form).attachment).toEqual([]);
  form.append('files', new File(['%PDF-'], 'rfp.pdf'));
  expect(enterpriseFields(form).attachment).toMatchObject([{ name: 'rfp.pdf' }]);
});

it('a subscription needs an email as the contact form does, trims it, and drops all else', () => {
  const email = 'lead@example.org';
  expect(newsletterSubscription.parse({ email: `  ${email} `, consent_at: 'yesterday' })).toEqual({ email });
  expect(newsletterSubscription.safeParse({}).error?.issues[0]?.message).toBe(emailInvalid);
});
