import type { SendMailOptions } from 'nodemailer';
import { listQuoteLines, type QuoteLine, quoteText } from '#server/domain/messages/quote-lines.ts';
import { unsubscribeAddress } from '#server/domain/newsletter/unsubscribe.ts';
import type { MailKind } from '#server/mail/queue-mails.ts';
import { sql } from '#server/platform/database/pool.ts';
import { env } from '#server/platform/env.ts';

/** A mail and what it is about. Columns of the other kinds of message are null. */
export type Delivery = {
  id: string;
  kind: MailKind;
  state: string;
  messageId: string;
  /** The sender or subscriber. */
  email: string;
  name: string | null;
  subject: string | null;
  message: string | null;
  receivedAt: Date;
  enterpriseKind: 'enquiry' | 'brief' | 'rfp' | null;
  organisation: string | null;
  sector: string | null;
  volume: number | null;
  timeframe: string | null;
  fileName: string | null;
  mediaType: string | null;
  content: Buffer | null;
};

const titles = { enquiry: 'Enterprise enquiry', brief: 'Procurement brief', rfp: 'Request for proposal' } as const;

/** A mail that is due, with what it is about; undefined once that was erased. */
export async function findDelivery(id: string): Promise<Delivery | undefined> {
  const [row] = await sql()<Delivery[]>`
    select
      delivery.id,
      delivery.kind,
      delivery.state,
      coalesce(contact.id, enterprise.id, subscriber.id) as message_id,
      coalesce(contact.email, enterprise.email, subscriber.email) as email,
      coalesce(contact.name, enterprise.name) as name,
      contact.subject,
      coalesce(contact.message, enterprise.message) as message,
      coalesce(contact.created_at, enterprise.created_at, subscriber.consent_at) as received_at,
      enterprise.kind as enterprise_kind,
      enterprise.organisation,
      enterprise.sector,
      enterprise.volume_tco2e_a_year as volume,
      enterprise.timeframe,
      attachment.file_name,
      attachment.media_type,
      attachment.content
    from mail_deliveries as delivery
    left join contact_messages as contact on contact.id = delivery.contact_message_id
    left join enterprise_messages as enterprise on enterprise.id = delivery.enterprise_message_id
    left join message_attachments as attachment on attachment.enterprise_message_id = enterprise.id and delivery.kind = 'team'
    left join newsletter_subscribers as subscriber
      on subscriber.id = delivery.newsletter_subscriber_id and subscriber.unsubscribed_at is null
    where delivery.id = ${id}
      and coalesce(contact.id, enterprise.id, subscriber.id) is not null
  `;
  return row;
}

/**
 * The mail itself: plain text, so that HTML in a message is text. Headers hold no line break: the schema makes names one
 * line and nodemailer encodes what is not ASCII. The Message-ID follows from the delivery's id, the same at each try.
 */
export async function composeMail(delivery: Delivery): Promise<SendMailOptions> {
  const { MAIL_FROM } = env();
  const common = {
    from: { name: 'Carma', address: MAIL_FROM },
    messageId: `<${delivery.id}@${MAIL_FROM.split('@')[1]}>`,
  };
  if (delivery.kind === 'team') return { ...common, ...toTeam(delivery, await listQuoteLines(delivery.messageId)) };
  if (delivery.kind === 'welcome') return { ...common, ...(await welcome(delivery)) };
  return { ...common, ...acknowledgement(delivery) };
}

function toTeam(delivery: Delivery, lines: QuoteLine[]): SendMailOptions {
  const { name, email, organisation, sector, volume, timeframe, message, receivedAt, messageId, fileName, mediaType, content } = delivery;
  const plainTitle = lines.length > 0 ? 'Request for a quote' : 'Contact message';
  const title = delivery.enterpriseKind ? titles[delivery.enterpriseKind] : plainTitle;
  const facts = [
    ['Name', name],
    ['Email', email],
    ['About', delivery.subject],
    ['Organisation', organisation],
    ['Sector', sector],
    ['Volume (tCO2e a year)', volume?.toLocaleString('en-GB')],
    ['Timeframe', timeframe],
    ['Received', receivedAt.toISOString()],
    ['Message id', messageId],
  ].filter(([, value]) => value);
  return {
    to: env().MAIL_TO,
    replyTo: { name: oneLine(name ?? ''), address: email },
    subject: oneLine(`${title} from ${name}${organisation ? `, ${organisation}` : ''}`),
    text: [
      // A line break in a fact would let its writer add others.
      facts.map(([label, value]) => `${label}: ${oneLine(value ?? '')}`).join('\n'),
      ...(lines.length > 0 ? [quoteText(lines)] : []),
      message === null ? '(No message was written.)\n' : `They wrote:\n\n${quoted(message)}\n`,
    ].join('\n\n'),
    ...(content && fileName && mediaType
      ? { attachments: [{ filename: oneLine(fileName), contentType: mediaType, content, contentDisposition: 'attachment' as const }] }
      : {}),
  };
}

/** To an address that anyone may have typed: nothing in it that the visitor wrote. */
function acknowledgement({ email }: Delivery): SendMailOptions {
  const { CONTACT_EMAIL, PUBLIC_URL } = env();
  return {
    to: { name: '', address: email },
    replyTo: CONTACT_EMAIL,
    subject: 'We have received your message',
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: `Thank you for your message to Carma. It has arrived, and we'll get back to you within 24 hours.

If you did not write to us, somebody typed your address by mistake: there is nothing to do, and nothing to unsubscribe from.

Carma
${PUBLIC_URL}
${CONTACT_EMAIL}
`,
  };
}

async function welcome({ email, messageId }: Delivery): Promise<SendMailOptions> {
  const { PUBLIC_URL, CONTACT_EMAIL } = env();
  const leave = await unsubscribeAddress(messageId);
  return {
    to: { name: '', address: email },
    replyTo: CONTACT_EMAIL,
    subject: 'You are subscribed to Carma Insights',
    headers: {
      'List-Unsubscribe': `<${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
    text: `This address was entered for Carma Insights, our newsletter: ${PUBLIC_URL}/blog

If that was not you, or you change your mind, leave here with one click:
${leave}

Carma
${CONTACT_EMAIL}
`,
  };
}

/** As mail programs quote: what somebody wrote cannot be taken for a line of ours. */
const quoted = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .split(/[\n\r\u2028\u2029\v\f\u0085]/)
    .map((line) => `> ${line}`)
    .join('\n');

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
