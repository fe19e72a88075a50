import { z } from 'zod';
import { type MailPurpose, queuedAgain } from '#server/deliveries/queue.ts';
import { inTransaction, query } from '#server/platform/database/query.ts';
import { csvOf } from '#server/platform/tables/list-file.ts';
import { own } from '#shared/lib/input/own.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import type { QuoteState } from '#shared/lib/record/quote-standing.ts';
import { idStartOf, referenceOf } from '#shared/lib/text/reference.ts';
import { columnOf } from '#shared/schemas/project.ts';
import { canonicalNumber, entryNamed, entryNumber, fill } from '#verify/text.ts';
import { costOfLines, listAttachments, listQuoteLines, loadAttachments, type QuoteLine } from './message.ts';
import { addressOfQuote, type FollowedQuote, readQuote, readUnits } from './quote.ts';

const mailNames: Record<MailPurpose, string> = {
  team: 'the mail to the team',
  acknowledgement: 'the acknowledgement',
  welcome: 'the welcome to the newsletter',
};

/**
 * Lists messages with the state of each of their mails and webhooks, newest first. With `state`, only those that have a mail in that state,
 * including newsletter subscriptions, whose latest mail counts, and its time; with `since`, only those from then on.
 */
export async function listMessages(
  limit: number,
  { state = null, since = null }: { state?: 'held' | 'dead' | null; since?: Date | null } = {},
): Promise<object[]> {
  const rows = await query<{ id: string; form: string }[]>`
    select
      message.id,
      message.form,
      message.created_at,
      message.name,
      message.email,
      (
        select string_agg(purpose || ': ' || state || coalesce(' (' || last_error || ')', ''), ', ' order by purpose, seq)
        from deliveries
        where message.id in (message_id, newsletter_subscriber_id)
      ) as deliveries
    from (
      select id, kind as form, created_at, name, email from messages
      union all
      select subscriber.id, 'newsletter', max(deliveries.created_at), null, email
      from newsletter_subscribers as subscriber join deliveries on newsletter_subscriber_id = subscriber.id
      where ${state !== null} group by subscriber.id
    ) as message
    where
      (${since}::timestamptz is null or message.created_at >= ${since})
      and (
        ${state}::text is null or exists (
          select from deliveries as mail
          where message.id in (message_id, newsletter_subscriber_id) and kind = 'mail' and state = ${state}
            and not exists (select from deliveries where newsletter_subscriber_id = mail.newsletter_subscriber_id and seq > mail.seq)
        )
      )
    order by message.created_at desc, message.id
    limit ${limit}
  `;
  return rows.map(({ id, form, ...facts }) => ({ id, form, reference: form === 'newsletter' ? null : referenceOf(id), ...facts }));
}

/**
 * Returns a message by its id or reference, with its full text, the lines of a request for a quote, and its mails and webhooks.
 * @throws Error if it does not exist.
 */
export async function showMessage(idOrReference: string): Promise<{ lines?: QuoteLine[]; [column: string]: unknown }> {
  const id = await idOf(idOrReference);
  const [message] = await query`select * from messages where id::text = ${id}`;
  if (!message) throw new Error(`There is no message ${id}`);
  const deliveries = await query`
    select purpose, state, attempts, last_attempt_at, next_attempt_at, last_error, settled_at
    from deliveries
    where message_id = ${id}
    order by purpose
  `;
  const lines = await listQuoteLines(id);
  const parts = lines.length > 0 ? { lines, pence: costOfLines(lines) } : { attachments: await listAttachments(id) };
  return { ...message, ...parts, deliveries };
}

/**
 * Resolves a reference such as Q-1A2B3C4D to the id of its message; returns any other text, such as an id, in lower case.
 * @throws Error if two messages have the reference, which is a part of their ids.
 */
export async function idOf(text: string): Promise<string> {
  const start = idStartOf(text);
  if (start === undefined) return text.toLowerCase();
  const found = await query<{ id: string }[]>`select id from messages where left(id::text, 8) = ${start}`;
  if (found.length > 1)
    throw new Error(`${text} is the reference of several messages. Name one by its id: ${found.map(({ id }) => id).join(', ')}`);
  return found[0]?.id ?? text;
}

/**
 * Returns a file attached to a message, by the message's id or reference, exactly as it was sent. `number`: which of several, from 1.
 * @throws Error if there is none, or if there are several and none is named.
 */
export async function readAttached(idOrReference: string, number?: string): Promise<Buffer> {
  const id = await idOf(idOrReference);
  const files = z.uuid().safeParse(id).success ? await loadAttachments(id) : [];
  const file = number === undefined && files.length === 1 ? files[0] : files[(canonicalNumber(number ?? '') ?? 0) - 1];
  if (file) return file.content;
  const names = files.map(({ fileName }, index) => `${index + 1} ${fileName}`).join(', ');
  throw new Error(files.length > 0 ? `Say which file: ${names}` : `There is no message ${id} with a file`);
}

/**
 * Requeues mails of a message, by its id or reference, or of a subscriber, under their original Message-IDs: those that were given up,
 * wait after a failure, or whose address was refused; if there are none, all that are not being sent, held ones included. Webhooks that
 * are held go out too. Returns a description of what was queued.
 * @throws Error if there is no such message or no mail to requeue.
 */
export async function resend(idOrReference: string): Promise<string> {
  const id = await idOf(idOrReference);
  const rows = await query<{ purpose: string }[]>`
    with about as (
      select
        id,
        kind,
        purpose,
        state,
        kind = 'mail' and (state = 'dead' or (state in ('queued', 'skipped') and last_error is not null)) as is_unsent,
        -- A subscriber who came back was welcomed before.
        seq = max(seq) over (partition by kind, purpose, webhook_subscription_id) as is_latest
      from deliveries
      where ${id} in (message_id::text, newsletter_subscriber_id::text)
    )
    update deliveries as delivery
    set ${queuedAgain}
    from about
    where delivery.id = about.id
      and about.is_latest
      and case
        when about.kind = 'webhook' then about.state = 'held'
        when exists (select from about where is_unsent and is_latest) then about.is_unsent
        else about.state <> 'sending'
      end
    returning delivery.purpose
  `;
  if (rows.length === 0) throw new Error(`There is no message ${id}, or none of its mails can be sent again`);
  return `Queued for ${id}: ${rows.map(({ purpose }) => own(mailNames, purpose) ?? `the event ${purpose}`).join(', ')}`;
}

/** Returns where a request for a quote stands, and its page's address. @throws Error if there is none. */
export async function showQuote(idOrReference: string): Promise<FollowedQuote & { url: string }> {
  const id = await quoteIdOf(idOrReference);
  const quote = await readQuote(id);
  if (!quote) throw new Error(`The request for a quote ${idOrReference} has just been erased`);
  return { ...quote, url: await addressOfQuote(id) };
}

/** Marks a request as answered by a written quote, now; if it was marked before, that time stays. @throws Error if there is none. */
export async function markAnswered(idOrReference: string): Promise<void> {
  await query`update messages set answered_at = coalesce(answered_at, now()) where id = ${await quoteIdOf(idOrReference)}`;
}

/** What is said of a link that the database refuses, by the name of the constraint. {other}: a quote, and {linked} its entry. */
const linkRefusals: Record<string, string> = {
  quote_entries_pkey: 'Entry {entry} is linked to {reference} already',
  quote_entries_entry_index_fkey: 'The record has no entry {entry}',
  quote_entries_kind:
    'Entry {entry} did not make credits {state}: reserved takes a reservation, sold an assignment or a transfer, retired an entry with a certificate',
  quote_entries_project: 'Entry {entry} is about a project that {reference} does not ask for',
  quote_entries_units: 'Units of entry {entry} are linked to {other} with entry {linked}: unlink that there first',
};

/**
 * Links an entry of the record to a quote. `mayExceed`: the buyer has agreed to more tonnes than were asked for.
 * @throws Error that says what is wrong with it.
 */
export async function linkEntry(idOrReference: string, state: QuoteState, entry: number, { mayExceed = false } = {}): Promise<void> {
  const id = await quoteIdOf(idOrReference);
  const lines = await listQuoteLines(id);
  try {
    await inTransaction('read write', async (transaction) => {
      const before = await readUnits(id, transaction);
      await transaction`insert into quote_entries (entry_index, message_id, state) values (${entry}, ${id}, ${state})`;
      const after = await readUnits(id, transaction);
      for (const { projectId, projectTitle, tonnes } of lines) {
        const [known, linked] = [before, after].map((units) =>
          units.reduce((sum, held) => sum + (held.projectId === projectId ? held.tonnes : 0), 0),
        ) as [number, number];
        // What exceeded before was agreed to then.
        if (linked > tonnes && linked > known && !mayExceed)
          throw new Error(
            `With ${entryNamed(entry)}, ${linked} t of ${projectTitle} are linked to ${referenceOf(id)}, which asks for ${tonnes} t. If the buyer has agreed to that, add --yes`,
          );
      }
    });
  } catch (error) {
    const { constraint_name = '', detail = '' } = error as { constraint_name?: string; detail?: string };
    const refusal = own(linkRefusals, constraint_name);
    if (!refusal) throw error;
    const facts = { entry: entryNumber(entry), state, reference: referenceOf(id) };
    const { message_id, entry_index } =
      constraint_name === 'quote_entries_units' ? JSON.parse(detail) : { message_id: id, entry_index: entry };
    throw new Error(fill(refusal, { ...facts, other: referenceOf(message_id), linked: entryNumber(entry_index) }), { cause: error });
  }
}

/** Takes the link between a quote and an entry away. The entry stays. @throws Error if there is none. */
export async function unlinkEntry(idOrReference: string, entry: number): Promise<void> {
  const id = await quoteIdOf(idOrReference);
  const { count } = await query`delete from quote_entries where entry_index = ${entry} and message_id = ${id}`;
  if (count === 0) throw new Error(`Entry ${entryNumber(entry)} is not linked to ${referenceOf(id)}`);
}

async function quoteIdOf(idOrReference: string): Promise<string> {
  const id = await idOf(idOrReference);
  const { count } = await query`select from messages where id::text = ${id} and kind = 'quote'`;
  if (count === 0) throw new Error(`There is no request for a quote ${idOrReference}`);
  return id;
}

type Row = { id: string; lines: Pick<QuoteLine, 'projectSlug' | 'tonnes' | 'pricePerCredit' | 'vatPercent'>[] | null };

/**
 * Exports every message as CSV, oldest first. The lines of a request for a quote share one cell (tonnes, slug, pounds per credit excl.
 * VAT); its totals are those that its buyer was told, in pounds. A byte order mark makes spreadsheets read it as UTF-8.
 */
export async function exportMessages(): Promise<string> {
  const rows = await query<Row[]>`
    select
      -- The columns that are null here only have their place: cellsOf works them out, and the text of lines.
      kind as form, id::text, null as reference, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at,
      name, email, organisation, sector, volume_tco2e_a_year, timeframe, subject, message,
      lines.list as lines, null as subtotal_pounds, null as vat_pounds, null as total_pounds,
      prices_valid_until,
      to_char(answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answered_at,
      project_slug as project, tonnes, purchase_order, deliver_by, accepts_later_delivery
    from messages
    left join lateral (
      select
        jsonb_agg(
          jsonb_build_object('projectSlug', project_slug, 'tonnes', line.tonnes, 'pricePerCredit', price_per_credit, 'vatPercent', vat_percent)
          order by line_number
        ) as list
      from message_lines as line
      where message_id = id
    ) as lines on true
    order by messages.created_at, messages.id -- A mere created_at would be the text above, to the second.
  `;
  // The driver has named the columns in camel case.
  const named = (row: Row) => Object.fromEntries(Object.entries(cellsOf(row)).map(([name, cell]) => [columnOf(name), cell]));
  const names = rows.columns.map(({ name }) => columnOf(name));
  return csvOf(names, rows.map(named));
}

/** Returns the cells of a message, with those that are worked out here. */
function cellsOf(row: Row) {
  const { subtotal, vat, total } = row.lines ? costOfLines(row.lines) : {};
  return {
    ...row,
    reference: referenceOf(row.id),
    lines: row.lines
      ?.map(({ tonnes, projectSlug, pricePerCredit }) => `${tonnes} t of ${projectSlug} at ${formatPounds(pricePerCredit)}`)
      .join('; '),
    subtotalPounds: pounds(subtotal),
    vatPounds: pounds(vat),
    totalPounds: pounds(total),
  };
}

/** Returns pence as a number of pounds that a spreadsheet can add: 114.00. */
const pounds = (pence: number | undefined) => (pence === undefined ? undefined : (pence / 100).toFixed(2));
