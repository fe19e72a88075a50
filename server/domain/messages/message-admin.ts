import type { MailPurpose } from '#server/deliveries/create.ts';
import { queuedAgain } from '#server/deliveries/queue.ts';
import { costOfLines, listQuoteLines, type QuoteLine } from '#server/domain/messages/quote-lines.ts';
import { query } from '#server/platform/database/query.ts';
import { own } from '#src/lib/input/own.ts';
import { isReference, referenceOf } from '#src/lib/text/reference.ts';

const mailNames: Record<MailPurpose, string> = {
  team: 'the mail to the team',
  acknowledgement: 'the acknowledgement',
  welcome: 'the welcome to the newsletter',
};

/**
 * Lists messages with the state of each of their mails, newest first. With `state`, only those that have a mail in that state,
 * including newsletter subscriptions; with `since`, only those received from then on.
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
        select string_agg(purpose || ': ' || state || coalesce(' (' || last_error || ')', ''), ', ' order by purpose)
        from deliveries
        where message.id in (contact_message_id, enterprise_message_id, newsletter_subscriber_id)
      ) as mails
    from (
      select
        id,
        case when exists (select from contact_message_lines where contact_message_id = id) then 'quote' else 'contact' end as form,
        created_at,
        name,
        email
      from contact_messages
      union all
      select id, 'enterprise' as form, created_at, name, email from enterprise_messages
      union all
      select id, 'newsletter' as form, consent_at, null as name, email from newsletter_subscribers where ${state !== null}
    ) as message
    where
      (${since}::timestamptz is null or message.created_at >= ${since})
      and (
        ${state}::text is null or exists (
          select from deliveries
          where message.id in (contact_message_id, enterprise_message_id, newsletter_subscriber_id) and kind = 'mail' and state = ${state}
        )
      )
    order by message.created_at desc, message.id
    limit ${limit}
  `;
  return rows.map(({ id, form, ...facts }) => ({ id, form, reference: form === 'newsletter' ? null : referenceOf(id), ...facts }));
}

/**
 * Returns a message by its id or reference, with its full text, the lines of a request for a quote, and its mails.
 * @throws Error if it does not exist.
 */
export async function showMessage(idOrReference: string): Promise<{ lines?: QuoteLine[]; [column: string]: unknown }> {
  const id = await idOf(idOrReference);
  const [contact] = await query`select * from contact_messages where id::text = ${id}`;
  const [enterprise] = await query`
    select message.*, attachment.file_name, attachment.media_type, octet_length(attachment.content) as attachment_bytes
    from enterprise_messages as message
    left join message_attachments as attachment on attachment.enterprise_message_id = message.id
    where message.id::text = ${id}
  `;
  const message = contact ?? enterprise;
  if (!message) throw new Error(`There is no message ${id}`);
  const mails = await query`
    select purpose, state, attempts, last_attempt_at, next_attempt_at, last_error, settled_at
    from deliveries
    where ${id} in (contact_message_id::text, enterprise_message_id::text)
    order by purpose
  `;
  const lines = await listQuoteLines(id);
  if (lines.length === 0) return { ...message, mails };
  const { subtotal, vat, total } = costOfLines(lines);
  return { ...message, lines, pence: { subtotal, vat, total }, mails };
}

/**
 * Resolves a reference such as Q-1A2B3C4D to the id of its message; returns any other text unchanged.
 * @throws Error if two messages have the reference, which is a part of their ids.
 */
export async function idOf(text: string): Promise<string> {
  if (!isReference(text.toUpperCase())) return text;
  const digits = text.slice(2).toLowerCase();
  const found = await query<{ id: string }[]>`
    select id from contact_messages where left(id::text, 8) = ${digits}
    union all
    select id from enterprise_messages where left(id::text, 8) = ${digits}
  `;
  if (found.length > 1)
    throw new Error(`${text} is the reference of several messages. Name one by its id: ${found.map(({ id }) => id).join(', ')}`);
  return found[0]?.id ?? text;
}

/** Returns the file attached to a message, by its id or reference, exactly as it was sent. @throws Error if there is none. */
export async function readAttached(idOrReference: string): Promise<Buffer> {
  const id = await idOf(idOrReference);
  const [file] = await query<{ content: Buffer }[]>`select content from message_attachments where enterprise_message_id::text = ${id}`;
  if (!file) throw new Error(`There is no message ${id} with a file`);
  return file.content;
}

/**
 * Requeues, under their original Message-IDs, the mails of a message, by its id or reference, or of a subscriber, that were given up or
 * whose address was refused; if there are none, all that are not being sent, held ones included. Webhooks that are held go out too.
 * Returns a description of what was queued.
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
        kind = 'mail' and (state = 'dead' or (state = 'skipped' and last_error is not null)) as is_unsent,
        -- A subscriber who came back was welcomed before.
        created_at = max(created_at) over (partition by kind, purpose) as is_latest
      from deliveries
      where ${id} in (contact_message_id::text, enterprise_message_id::text, newsletter_subscriber_id::text)
    )
    update deliveries as delivery
    set ${queuedAgain}
    from about
    where delivery.id = about.id
      and about.is_latest
      and case
        when about.kind = 'webhook' then about.state = 'held'
        when exists (select from about where is_unsent) then about.is_unsent
        else about.state <> 'sending'
      end
    returning delivery.purpose
  `;
  if (rows.length === 0) throw new Error(`There is no message ${id}, or none of its mails can be sent again`);
  return `Queued for ${id}: ${rows.map(({ purpose }) => own(mailNames, purpose) ?? `the event ${purpose}`).join(', ')}`;
}
