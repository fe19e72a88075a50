import { expect, it, vi } from 'vitest';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import type { StoredMessage } from '#server/domain/messages/message.ts';
import { env } from '#server/platform/env.ts';
import { teamMail } from '#shared/content/mails.ts';
import { quotePage } from '#shared/content/quote-page.ts';
import { like } from '#tests/support/matchers.ts';
import { fill } from '#verify/text.ts';

const found = vi.hoisted(() => ({ message: {} as Partial<StoredMessage> }));
vi.mock('#server/domain/messages/message.ts', () => ({
  findMessage: async () => found.message,
  loadAttachments: async () => found.message.files,
}));
vi.mock('#server/domain/messages/quote.ts', () => ({
  addressOfQuote: async () => 'https://carma.example/quotes/1',
  quoteText: () => '',
}));

Object.assign(env(), { MAIL_TO: 'team@carma.example', MAIL_FROM: 'site@carma.example', CONTACT_EMAIL: 'hello@carma.example' });

const message: StoredMessage = {
  ...{ id: '0190a3f2-0000-7000-8000-000000000001', kind: 'contact', receivedAt: new Date('2026-11-23T10:00:00Z') },
  ...{ email: 'ada@mail.example', name: 'Ada Lovelace', subject: 'Prices', message: 'How many tonnes are left?', organisation: null },
  ...{ projectSlug: null, tonnes: null, purchaseOrder: null, deliverBy: null, acceptsLaterDelivery: false, pricesValidUntil: null },
  ...{ sector: null, volume: null, timeframe: null, answeredAt: null, lines: [], files: [] },
};

/** Stores this message, of which both mails are then made, and returns the lines of the mail to the team. */
async function linesOf(changes: Partial<StoredMessage>): Promise<string[]> {
  found.message = { ...message, ...changes };
  return String((await composeTeamMail(message.id))?.text).split('\n');
}

it('the mail to the team gives each fact its own line, which line breaks in other fields cannot forge, and is answered to the sender', async () => {
  const forged = 'Prices\r\nEmail: boss@carma.example\u2028Message id: 1';
  const lines = await linesOf({ subject: forged, organisation: forged, timeframe: forged, sector: forged });
  expect(lines.filter((line) => line.startsWith('Email:'))).toEqual(['Email: ada@mail.example']);
  expect(lines.filter((line) => /^Message id:/.test(line))).toHaveLength(1);
  expect(lines).toContain('About: Prices Email: boss@carma.example Message id: 1');
  const replyTo = { name: 'Ada Lovelace', address: 'ada@mail.example' };
  expect(await composeTeamMail(message.id)).toMatchObject({ replyTo, subject: like(/Ada Lovelace[^\r\n\u2028]+$/) });
});

it('the mail to the team has all that was sent and all that it is about, with the files as they were sent', async () => {
  const content = Buffer.from('%PDF-');
  const files = [{ number: 1, fileName: 'brief.pdf', mediaType: 'application/pdf' as const, bytes: 5, content }];
  const asked = { projectSlug: 'oak', tonnes: 1_200, purchaseOrder: 'PO-7', deliverBy: '2027-03-31', acceptsLaterDelivery: true };
  const enterprise = { organisation: 'Leeds Council', sector: 'Local government', volume: 12_000, timeframe: 'By March' };
  const lines = await linesOf({ kind: 'quote', ...asked, ...enterprise, pricesValidUntil: '2026-12-07', files });
  expect(lines.slice(0, lines.indexOf(''))).toEqual([
    ...['Name: Ada Lovelace', 'Email: ada@mail.example', 'Reference: Q-0190A3F2', 'The quote’s page: https://carma.example/quotes/1'],
    ...['About: Prices', `Project: ${env().PUBLIC_URL}/projects/oak`, 'Tonnes wanted: 1,200', 'Organisation: Leeds Council'],
    ...['Purchase order: PO-7', 'Needed by: 31 March 2027', 'Later delivery of pending credits: accepted'],
    ...['Last day of these prices (London time): 7 December 2026', 'Sector: Local government', 'Volume (tCO2e per year): 12,000'],
    ...['Timeframe: By March', 'Received: 23 November 2026, 10:00 London time', `Message id: ${message.id}`],
  ]);
  const attachments = [{ filename: 'brief.pdf', contentType: 'application/pdf', content, contentDisposition: 'attachment' }];
  const subject = 'Request for a quote from Ada Lovelace, Leeds Council';
  expect(await composeTeamMail(message.id)).toMatchObject({ to: { name: '', address: 'team@carma.example' }, subject, attachments });
});

it('the mail to the team isolates names that are written from right to left, and leaves all others as they are', async () => {
  expect(await linesOf({ name: 'שלום', organisation: 'شركة الغابات 7' })).toEqual(
    expect.arrayContaining([`${teamMail.labels.name}: \u2068שלום\u2069`, `${teamMail.labels.organisation}: \u2068شركة الغابات 7\u2069`]),
  );
  const subject = 'Contact message from \u2068שלום\u2069, \u2068شركة الغابات 7\u2069';
  expect(await composeTeamMail(message.id)).toMatchObject({ subject });
  for (const name of ['Zoë Müller', 'Ελληνική Δασική', 'Российский лес'])
    expect(await linesOf({ name })).toContain(`${teamMail.labels.name}: ${name}`);
});

it('the mail to the team quotes the message, so that it cannot be mistaken for a fact', async () => {
  const lines = await linesOf({ message: 'Hello\nEmail: boss@carma.example\rName: Nobody\r\n\nBye\u2028now\vthen' });
  const written = ['They wrote:', '', '> Hello', '> Email: boss@carma.example', '> Name: Nobody', '> ', '> Bye', '> now', '> then', ''];
  expect(lines.slice(lines.indexOf('They wrote:'))).toEqual(written);
});

it('the acknowledgement repeats purchase order, day, the first lines and the names of the files, and nothing that leads anywhere, and says who we are', async () => {
  const said = 'For the 2027 report.\n\nSee https://spam.example/win or www.spam.example or eve@spam.example\nThanks\nThe fourth line';
  const days = { deliverBy: '2027-03-31', pricesValidUntil: '2026-12-07' };
  const files = [{ number: 1, fileName: 'spam.example.pdf', mediaType: 'application/pdf' as const, bytes: 5 }];
  found.message = { ...message, kind: 'quote', purchaseOrder: 'PO-7', ...days, message: said, files };
  const mail = await composeAcknowledgement(message.id);
  const text = String(mail?.text);
  expect(mail).toMatchObject({ to: { name: '', address: message.email }, replyTo: 'hello@carma.example' });
  // No program answers it, which would be answered again.
  expect(mail?.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' });
  const first = '> For the 2027 report.\n> See […] or […] or […]\n> Thanks …';
  for (const part of ['Purchase order:\n> PO-7', '\n\nYou need the credits by 31 March 2027.\n\n', first, '\n\nCarma. Company number '])
    expect(text).toContain(part);
  for (const part of ['> spam example.pdf', 'until the end of 7 December 2026']) expect(text).toContain(part);
  for (const left of ['spam.example', 'fourth']) expect(text).not.toContain(left);
});

it('both mails say that the day by which credits are needed is near, counted from the request', async () => {
  const near = 'With 12 days left: after you accept our quote, the registry has to retire the credits and confirm it. Ask us first whether';
  const days = { kind: 'quote', deliverBy: '2026-12-05', pricesValidUntil: '2026-12-07' } as const;
  expect(await linesOf(days)).toContain(`Short notice: ${near} 5 December 2026 can be kept.`);
  expect((await composeAcknowledgement(message.id))?.text).toContain(`${near} 5 December 2026 can be kept.`);
  found.message.acceptsLaterDelivery = true;
  expect((await composeAcknowledgement(message.id))?.text).toContain(fill(quotePage.later, { day: '5 December 2026' }));
  expect(await linesOf({ ...days, deliverBy: '2026-12-23' })).not.toContainEqual(expect.stringContaining('Short notice'));
});

it('the acknowledgement repeats what the page repeats of an enterprise message', async () => {
  const said = { organisation: 'Leeds Council', sector: 'Local government', volume: 12_000, timeframe: 'By March' };
  found.message = { ...message, kind: 'rfp', ...said, message: 'x'.repeat(301) };
  const text = String((await composeAcknowledgement(message.id))?.text);
  for (const part of ['Organisation:\n> Leeds Council', 'Sector:\n> Local government', 'per year:\n> 12,000', 'Timeframe:\n> By March'])
    expect(text).toContain(part);
  expect(text).toContain(`> ${'x'.repeat(300)} …\n`);
});

const links = ['https://spam.example/win', 'spam.\u200bexample', 'bit.ly', 'उदाहरण.भारत', '192.0.2.7/win', 'eve@localhost'];
it.each(links)('the acknowledgement repeats %j neither from the message nor from the purchase order', async (link) => {
  found.message = { ...message, message: `See ${link} for £14.50`, purchaseOrder: `PO ${link}` };
  const text = String((await composeAcknowledgement(message.id))?.text);
  for (const part of ['> See […] for £14.50\n', '> PO […]\n']) expect(text).toContain(part);
});
