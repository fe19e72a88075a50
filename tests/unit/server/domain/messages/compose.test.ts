import { expect, it, vi } from 'vitest';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import type { StoredMessage } from '#server/domain/messages/message.ts';
import { teamMail } from '#shared/content/mails.ts';

const found = vi.hoisted(() => ({ message: {} as Partial<StoredMessage> }));
vi.mock('#server/domain/messages/message.ts', () => ({
  findMessage: async () => found.message,
  loadAttachments: async () => found.message.files,
}));
vi.mock('#server/domain/messages/quote.ts', () => ({
  addressOfQuote: async () => 'https://carma.example/quotes/1',
  quoteText: () => '',
}));

const message: StoredMessage = {
  ...{ id: '0190a3f2-0000-7000-8000-000000000001', kind: 'contact', receivedAt: new Date('2026-11-23T10:00:00Z') },
  ...{ email: 'ada@mail.example', name: 'Ada Lovelace', subject: 'Prices', message: 'How many tonnes are left?', organisation: null },
  ...{ projectSlug: null, tonnes: null, purchaseOrder: null, deliverBy: null, acceptsLaterDelivery: false, pricesValidUntil: null },
  ...{ sector: null, volume: null, timeframe: null, answeredAt: null, lines: [], files: [] },
};

/** Returns the lines of the mail to the team about a message, which the acknowledgement then finds too. */
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
  expect(await composeTeamMail(message.id)).toMatchObject({ replyTo: { name: 'Ada Lovelace', address: 'ada@mail.example' } });
});

it('the mail to the team isolates names that are written from right to left, and leaves all others as they are', async () => {
  expect(await linesOf({ name: 'שלום', organisation: 'شركة الغابات 7' })).toEqual(
    expect.arrayContaining([`${teamMail.labels.name}: \u2068שלום\u2069`, `${teamMail.labels.organisation}: \u2068شركة الغابات 7\u2069`]),
  );
  for (const name of ['Zoë Müller', 'Ελληνική Δασική', 'Российский лес'])
    expect(await linesOf({ name })).toContain(`${teamMail.labels.name}: ${name}`);
});

it('the mail to the team quotes the message, so that it cannot be mistaken for a fact', async () => {
  const lines = await linesOf({ message: 'Hello\nEmail: boss@carma.example\rName: Nobody\n\nBye' });
  const written = ['They wrote:', '', '> Hello', '> Email: boss@carma.example', '> Name: Nobody', '> ', '> Bye', ''];
  expect(lines.slice(lines.indexOf('They wrote:'))).toEqual(written);
});

it('the acknowledgement repeats purchase order, day, the first lines and the names of the files, and nothing that leads anywhere, and says who we are', async () => {
  const said = 'For the 2027 report.\n\nSee https://spam.example/win or www.spam.example or eve@spam.example\nThanks\nThe fourth line';
  const days = { deliverBy: '2027-03-31', pricesValidUntil: '2026-12-07' };
  const files = [{ number: 1, fileName: 'spam.example.pdf', mediaType: 'application/pdf' as const, bytes: 5 }];
  found.message = { ...message, kind: 'quote', purchaseOrder: 'PO-7', ...days, message: said, files };
  const mail = await composeAcknowledgement(message.id);
  const text = String(mail?.text);
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

const links = ['https://spam.example/win', 'spam.\u200bexample', 'उदाहरण.भारत', '192.0.2.7/win', 'eve@localhost'];
it.each(links)('the acknowledgement repeats %j neither from the message nor from the purchase order', async (link) => {
  found.message = { ...message, message: `See ${link} for £14.50`, purchaseOrder: `PO ${link}` };
  const text = String((await composeAcknowledgement(message.id))?.text);
  for (const part of ['> See […] for £14.50\n', '> PO […]\n']) expect(text).toContain(part);
});
