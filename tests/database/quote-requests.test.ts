import { parse as parseCsv } from 'csv-parse/sync';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ZodMiniObject } from 'zod/mini';
import { exportMessages, linkEntry, markAnswered, showQuote, unlinkEntry } from '#server/domain/messages/admin.ts';
import { composeAcknowledgement, composeTeamMail } from '#server/domain/messages/compose.ts';
import { costOfLines, listQuoteLines, storeContactMessage, storeEnterpriseMessage } from '#server/domain/messages/message.ts';
import { findQuote, quoteText, requestQuote } from '#server/domain/messages/quote.ts';
import { expireReservations } from '#server/domain/record/jobs.ts';
import { renderStaticWith } from '#server/http/page/page.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { eraseAddress, eraseOldMessages } from '#server/privacy.ts';
import type { Submission } from '#server/submissions.ts';
import { assumedSettings } from '#shared/lib/input/database-address.ts';
import { contactMessage } from '#shared/schemas/contact.ts';
import { enterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import { quoteRequest } from '#shared/schemas/quote-request.ts';
import type { Operation } from '#shared/schemas/record.ts';
import { dayIn } from '#shared/schemas/typed.ts';
import QuotePage from '#src/pages/quotes/[reference].tsx';
import { runHere } from '#tests/support/command.ts';
import { filledForm } from '#tests/support/filled-form.ts';
import { like } from '#tests/support/matchers.ts';
import { ownDatabase, problemOf, run, shares, units } from '#tests/support/own-database.ts';
import { projectRow } from '#tests/support/projects.ts';
import { entryNumber, formatDay } from '#verify/text.ts';

// Of Waku, the page of a quote needs only this.
vi.mock('waku/router/server', () => ({ unstable_notFound: vi.fn() }));
renderStaticWith(renderToStaticMarkup);

const database = ownDatabase({ QUOTE_VALID_DAYS: '9' }, ['oak', 'elm', 'ash', 'a-wood'].map(projectRow));

it('the lines of a quote request say in a mail what was asked for, and that a project is an invented sample', async () => {
  await database.sql`update carbon_projects set external_id = 'SAMPLE-0001', figures_source = 'Sample figure' where slug = 'a-wood'`;
  const { id } = await request('mail', { 'a-wood': 1 });
  // As it was then.
  await database.sql`update carbon_projects set external_id = null, figures_source = null where slug = 'a-wood'`;
  const units = '2023 to 2024, Removal – nature';
  await database.sql`update message_lines set units_status = 'issued', units = ${units} where message_id = ${id}`;
  expect(quoteText(await listQuoteLines(id))).toContain(`a-wood (a-wood; ${units}; issued, an invented sample)`);
  expect(quoteText(await listQuoteLines(id), { isForBuyer: true })).toContain(`a-wood (${units}; issued, an invented sample)`);
  await database.sql`update message_lines set vat_percent = 17, units_status = 'expected', delivery_by = '2030-12-31' where message_id = ${id}`;
  expect(costOfLines(await listQuoteLines(id))).toEqual({ subtotal: 2_850, vat: 485, total: 3_335 });
  expect(quoteText(await listQuoteLines(id))).toContain('VAT at 17%: £4.85');
  expect(quoteText(await listQuoteLines(id))).toContain('nature; pending, forecast by 31 December 2030, an invented sample)');
});

it('the lines of a quote request name a project once, and outlive it with its title', async () => {
  const { id } = await request('outlived', { 'a-wood': 1 });
  const again = database.sql`
    insert into message_lines
    select (jsonb_populate_record(line, '{"line_number": 2}')).* from message_lines as line where message_id = ${id}
  `;
  await expect(again).rejects.toMatchObject({ constraint_name: 'message_lines_message_id_project_slug_key' });
  await database.sql`delete from carbon_projects where slug = 'a-wood'`;
  const [kept] = await database.sql`select project_id, project_title from message_lines where message_id = ${id}`;
  expect(kept).toEqual({ project_id: null, project_title: 'a-wood' });
});

// White space alone, a slug that no project may have, and texts whose length depends on how line breaks and emoji are counted.
const edges = [...['  ', '\t\r\n', '\u0085', 'compare'], ...['a\r\n'.repeat(34), 'a\r\n'.repeat(100), '🌲'.repeat(200)]];
it.each<[string, ZodMiniObject, (message: never, submission: Submission) => Promise<unknown>]>([
  ['contact', contactMessage, storeContactMessage],
  ['quote', quoteRequest, requestQuote],
  ['enterprise', enterpriseMessage, (message, submission) => storeEnterpriseMessage(message, submission, [])],
])('whatever the %s form takes can be stored', async (_, schema, store) => {
  const others = { sector: 'Other', volume: 1, tonnes: 1, attachment: [], deliverBy: '', lines: [{ slug: 'oak', tonnes: 1 }] };
  const filled = filledForm(schema, 'a-few-words', others);
  // Otherwise nothing below would be stored.
  expect(schema.safeParse(filled).error).toBeUndefined();
  let taken = 0;
  for (const [at, field] of Object.keys(schema.shape).entries())
    for (const edge of edges) {
      const { data } = schema.safeParse({ ...filled, [field]: edge });
      if (!data) continue;
      taken += 1;
      const stored = store(data as never, { clientAddress: `198.51.100.${at}`, key: undefined });
      await expect(stored, `${field} ${JSON.stringify(edge)}`).resolves.toBeDefined();
    }
  expect(taken).toBeGreaterThan(10);
});

/** Carries out an operation of the record, and returns its entry. */
const carryOut = async (kind: Operation['kind'], request: object) => (await run(kind, request)).entry;
const until = dayIn(30);

/** Requests a quote for so many tonnes of each project, and returns its id, its reference and the last part of its page's address. */
async function request(sender: string, wanted: Record<string, number>): Promise<{ id: string; reference: string; lastPart: string }> {
  const lines = Object.entries(wanted).map(([slug, tonnes]) => ({ slug, tonnes }));
  const parsed = quoteRequest.parse({ name: 'Ada Lovelace', email: `${sender}@quotes.example`, message: 'Soon?', lines });
  const { receipt } = await requestQuote(parsed, { clientAddress: '203.0.113.1', key: undefined });
  return { id: receipt.id, reference: receipt.reference, lastPart: receipt.url.split('/').at(-1) ?? '' };
}
/** What became of the tonnes of each line of a quote. */
const unitsOf = async (reference: string) =>
  (await showQuote(reference)).lines.map((one) => `${one.units.reserved} reserved, ${one.units.sold} sold, ${one.units.retired} retired`);

describe('a quote', () => {
  beforeAll(async () => {
    for (const [project, issuance] of Object.entries({ oak: 'issued', elm: 'issued', ash: 'expected' }))
      await carryOut('receive', units(project, `WCU-${project}`, 1, 1_000, { issuance }));
  });

  it('has the same page in every mail, and prices that hold as long as is set, until that day has passed in London', async () => {
    const { id, reference, lastPart } = await request('page', { oak: 10 });
    expect((await showQuote(reference)).pricesValidUntil).toBe(dayIn(9));
    for (const mail of [await composeAcknowledgement(id), await composeTeamMail(id)])
      expect(mail?.text).toContain(`https://carma.example/quotes/${lastPart}`);
    for (const daysLeft of [0, -1]) {
      await database.sql`
        update messages set prices_valid_until = (now() at time zone 'Europe/London')::date + ${daysLeft}::integer where id = ${id}
      `;
      expect((await findQuote(lastPart))?.isExpired).toBe(daysLeft < 0);
    }
  });

  it('follows what was reserved for it into its sale and its retirement, and says what is only partly so', async () => {
    const { reference, lastPart } = await request('chain', { oak: 50, elm: 20 });
    await markAnswered(reference.toLowerCase());
    const { answeredAt } = await showQuote(reference);
    await markAnswered(reference);
    expect((await showQuote(reference)).answeredAt).toEqual(answeredAt);
    const reserved = await carryOut('reserve', { projects: shares({ oak: 50, elm: 5 }), until });
    await linkEntry(reference, 'reserved', reserved);
    expect(await showQuote(reference)).toMatchObject({ reservedUntil: until, standing: { all: null, some: 'reserved' } });
    expect(await unitsOf(reference)).toEqual(['50 reserved, 0 sold, 0 retired', '5 reserved, 0 sold, 0 retired']);
    const more = await carryOut('reserve', { project: 'elm', quantity: 15, until: dayIn(20) });
    await linkEntry(reference, 'reserved', more);
    // The first of both days counts.
    expect(await showQuote(reference)).toMatchObject({ reservedUntil: dayIn(20), standing: { all: 'reserved', some: 'reserved' } });
    const sold = await carryOut('transfer', { reservation: reserved });
    await carryOut('retire', { transfer: sold, project: 'oak', quantity: 30, beneficiary: 'Ada' });
    const { standing, entries } = await showQuote(reference);
    expect(standing).toEqual({ all: 'reserved', some: 'retired' });
    expect(await unitsOf(reference)).toEqual(['0 reserved, 20 sold, 30 retired', '15 reserved, 5 sold, 0 retired']);
    const moved = entries.map(({ kind, quantity, certificate }) => `${kind} ${quantity}${certificate === null ? '' : ', certified'}`);
    expect(moved).toEqual(['reserve 55', 'reserve 15', 'transfer 55', 'retire 30, certified']);
    const page = renderToStaticMarkup(await QuotePage({ reference: lastPart }));
    for (const words of ['20 t sold to you, 30 t retired', '15 t reserved, 5 t sold to you']) expect(page).toContain(`>${words}<`);
    expect(page).toContain(`>Reserved until ${formatDay(dayIn(20))}. Partly retired<`);
  });

  it('no longer counts units that were released, whoever has them now', async () => {
    const { reference } = await request('released', { elm: 8 });
    const reserved = await carryOut('reserve', { project: 'elm', quantity: 8, until });
    await linkEntry(reference, 'reserved', reserved);
    await carryOut('release', { reservation: reserved });
    await carryOut('reserve', { project: 'elm', quantity: 500, until });
    const { standing, entries, reservedUntil } = await showQuote(reference);
    expect([standing, reservedUntil, entries.map(({ kind }) => kind)]).toEqual([{ all: null, some: null }, null, ['reserve', 'release']]);
  });

  it('follows pending units into the delivery that retires them at once', async () => {
    const [{ reference }, other] = [await request('pending', { ash: 100 }), await request('beside', { ash: 50 })];
    const assigned = await carryOut('assign', { project: 'ash', quantity: 100, buyer: 'Ada' });
    await linkEntry(reference, 'sold', assigned);
    await linkEntry(other.reference, 'sold', await carryOut('assign', { project: 'ash', quantity: 50, buyer: 'Bea' }));
    expect((await showQuote(reference)).standing).toEqual({ all: 'sold', some: 'sold' });
    const issued = [{ series: 'WCU-ash-issued', first: 1, last: 1_000 }];
    await carryOut('deliver', { project: 'ash', verified: 1_000, retire: assigned, issued });
    const { standing, entries } = await showQuote(reference);
    expect(standing).toEqual({ all: 'retired', some: 'retired' });
    expect(entries.at(-1)).toMatchObject({ kind: 'deliver', quantity: 100, certificate: like(/^CR-/) });
    // Whose units come with the same delivery has none of what it retires.
    expect((await showQuote(other.reference)).standing).toEqual({ all: 'sold', some: 'sold' });
  });

  it('is linked once to an entry about its projects and of the stated kind, and never to one whose units another quote has', async () => {
    const [one, two] = [await request('one', { oak: 10 }), await request('two', { oak: 10 })];
    const reserved = await carryOut('reserve', { project: 'oak', quantity: 10, until });
    const retired = await carryOut('retire', { reservation: reserved, quantity: 5, beneficiary: 'Ada' });
    const elm = await carryOut('reserve', { projects: shares({ oak: 1, elm: 1 }), until });
    await expect(linkEntry(one.reference, 'sold', reserved)).rejects.toThrow(`Entry ${entryNumber(reserved)} did not make credits sold`);
    await expect(linkEntry(one.reference, 'reserved', elm)).rejects.toThrow(`is about a project that ${one.reference} does not ask for`);
    await expect(linkEntry(one.reference, 'reserved', 99_999)).rejects.toThrow('The record has no entry 100000');
    await linkEntry(one.reference, 'reserved', reserved);
    await expect(linkEntry(one.reference, 'reserved', reserved)).rejects.toThrow(`is linked to ${one.reference} already`);
    const elsewhere = `are linked to ${one.reference} with entry ${entryNumber(reserved)}: unlink that there first`;
    for (const [state, entry] of [
      ['reserved', reserved],
      ['retired', retired],
    ] as const)
      await expect(linkEntry(two.reference, state, entry)).rejects.toThrow(elsewhere);
    await linkEntry(one.reference, 'retired', retired);
    await unlinkEntry(one.reference, reserved);
    await expect(unlinkEntry(one.reference, reserved)).rejects.toThrow(`is not linked to ${one.reference}`);
    await expect(linkEntry(two.reference, 'reserved', reserved)).rejects.toThrow(`with entry ${entryNumber(retired)}`);
    await expect(database.sql`update quote_entries set state = 'sold'`).rejects.toThrow('unlinked, not changed');
  });

  it('is linked to more tonnes than it asks for only if that is said, and counts the same units once', async () => {
    const { reference } = await request('most', { oak: 10, elm: 5 });
    const most = await carryOut('reserve', { project: 'oak', quantity: 10, until });
    const more = await carryOut('reserve', { project: 'oak', quantity: 1, until });
    await linkEntry(reference, 'reserved', most);
    await expect(linkEntry(reference, 'reserved', more)).rejects.toThrow(`11 t of oak are linked to ${reference}, which asks for 10 t`);
    expect((await showQuote(reference)).entries.map(({ index }) => index)).toEqual([most]);
    await linkEntry(reference, 'sold', await carryOut('transfer', { reservation: most }));
    await linkEntry(reference, 'reserved', more, { mayExceed: true });
    // What was agreed to is not asked again of another project's entry.
    await linkEntry(reference, 'reserved', await carryOut('reserve', { project: 'elm', quantity: 5, until }));
    expect(await unitsOf(reference)).toEqual(['1 reserved, 10 sold, 0 retired', '5 reserved, 0 sold, 0 retired']);
  });

  it('holds its prices, and has its credits reserved, until the end of a day in London, in summer too', async () => {
    const setClock = (time: string) =>
      database.sql.unsafe(`create or replace function clock.now() returns timestamptz language sql stable return timestamptz '${time}'`);
    await database.sql.unsafe('create schema clock; grant usage on schema clock to public');
    await setClock('2027-06-30T22:30:00Z');
    const { search_path } = assumedSettings;
    await closePool(1);
    Object.assign(assumedSettings, { search_path: 'clock, public, pg_catalog' });
    const { reference } = await request('summer', { oak: 10 });
    const reserve = () => carryOut('reserve', { project: 'oak', quantity: 10, until: '2027-06-30' });
    await linkEntry(reference, 'reserved', await reserve());
    await expireReservations();
    const before = await unitsOf(reference);
    // In London it is half past midnight on 1 July.
    await setClock('2027-06-30T23:30:00Z');
    await expireReservations();
    const { reference: next } = await request('next-day', { oak: 10 });
    const refused = await problemOf(reserve());
    await closePool(1);
    Object.assign(assumedSettings, { search_path });
    expect([before, await unitsOf(reference)]).toEqual([['10 reserved, 0 sold, 0 retired'], ['0 reserved, 0 sold, 0 retired']]);
    expect([(await showQuote(reference)).pricesValidUntil, (await showQuote(next)).pricesValidUntil]).toEqual(['2027-07-09', '2027-07-10']);
    expect(refused).toContain('A reservation lasts until a day from 2027-07-01');
  });

  it('is exported after the messages that came before it, also in the same second, with its lines and the totals that its buyer was told, as spreadsheets read them', async () => {
    await database.sql`truncate messages cascade`;
    const emails = Array.from({ length: 6 }, (_, number) => `ada-${number}@quotes.example`);
    for (const email of emails)
      await storeContactMessage(contactMessage.parse({ name: '=1+1', email }), { clientAddress: '203.0.113.1', key: undefined });
    const { reference } = await request('exported', { oak: 2, elm: 3 });
    await markAnswered(reference);
    expect((await runHere('messages', ['show', reference])).stdout).toMatch(/1\. oak \(oak;.*Total, incl\. VAT: £171\.00/s);
    const csv = await exportMessages();
    expect(csv).toMatch(
      /^\uFEFFform,id,reference,created_at,name,email,organisation,sector,volume_tco2e_a_year,timeframe,subject,message,lines,subtotal_pounds,vat_pounds,total_pounds,prices_valid_until,answered_at,project,tonnes,purchase_order,deliver_by,accepts_later_delivery\r\n/,
    );
    const time = like(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const lines = '2 t of oak at £28.50; 3 t of elm at £28.50';
    expect(parseCsv(csv, { columns: true, bom: true })).toMatchObject([
      ...emails.map((email) => ({ form: 'contact', reference: like(/^Q-/), email, name: "'=1+1", lines: '', total_pounds: '' })),
      {
        ...{ form: 'quote', reference, lines, subtotal_pounds: '142.50', vat_pounds: '28.50', total_pounds: '171.00' },
        ...{ created_at: time, answered_at: time },
      },
    ]);
  });

  it('is erased with its sender and, unless entries of the record are linked, when it is too old; the entries stay', async () => {
    const [person, old] = [await request('erased', { oak: 3 }), await request('old', { oak: 3 })];
    const reserve = () => carryOut('reserve', { project: 'oak', quantity: 3, until });
    const ofOld = await reserve();
    await linkEntry(old.reference, 'reserved', ofOld);
    await linkEntry(person.reference, 'reserved', await reserve());
    const before = await database.count('record_entries');
    const announced = await eraseAddress('erased@quotes.example', { isDryRun: true });
    for (const rows of ['lines of quote requests', 'links of quotes to entries of the record'])
      expect(announced).toContain(`${rows}: 1 would be removed`);
    expect(await findQuote(person.lastPart)).toBeDefined();
    expect(await eraseAddress('erased@quotes.example')).toEqual(announced.map((text) => text.replace('would be removed', 'removed')));
    await database.sql`update messages set created_at = now() - interval '5 years' where id = ${old.id}`;
    expect(await eraseOldMessages(36)).toBe(0);
    expect(await findQuote(old.lastPart)).toBeDefined();
    await unlinkEntry(old.reference, ofOld);
    expect(await eraseOldMessages(36)).toBe(1);
    for (const { id, lastPart } of [person, old]) {
      expect(await findQuote(lastPart)).toBeUndefined();
      expect(await database.sql`select from quote_entries where message_id = ${id}`).toHaveLength(0);
    }
    expect(await database.count('record_entries')).toBe(before);
  });
});
