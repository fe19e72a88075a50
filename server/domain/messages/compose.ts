import type { Attachment } from '#server/domain/messages/attachment.ts';
import { findAttachment, findMessage } from '#server/domain/messages/find-message.ts';
import { listQuoteLines, quoteText } from '#server/domain/messages/quote-lines.ts';
import type { ComposedMail } from '#server/mail/deliver.ts';
import { env } from '#server/platform/env.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatInstant } from '#src/lib/instants.ts';
import { referenceOf } from '#src/lib/reference.ts';

const titles = { enquiry: 'Enterprise enquiry', brief: 'Procurement brief', rfp: 'Request for proposal' } as const;

/**
 * Composes the mail that forwards a message to the team: its facts, the lines of a request for a quote, its text and its file.
 * Undefined if the message was erased.
 */
export async function composeTeamMail(messageId: string): Promise<ComposedMail | undefined> {
  const stored = await findMessage(messageId);
  if (!stored) return undefined;
  const [lines, attachment] = await Promise.all([listQuoteLines(messageId), findAttachment(messageId)]);
  const { name, email, organisation, sector, volume, timeframe, message } = stored;
  const plainTitle = lines.length > 0 ? 'Request for a quote' : 'Contact message';
  const title = stored.enterpriseKind ? titles[stored.enterpriseKind] : plainTitle;
  const facts = [
    ['Name', name],
    ['Email', email],
    ['Reference', lines.length > 0 ? referenceOf(messageId) : null],
    ['About', stored.subject],
    ['Project', stored.projectSlug && `${env().PUBLIC_URL}/projects/${stored.projectSlug}`],
    ['Tonnes wanted', stored.tonnes?.toLocaleString('en-GB')],
    ['Organisation', organisation],
    ['Purchase order', stored.purchaseOrder],
    ['Needed by', stored.deliverBy && dayOf(stored.deliverBy)],
    ['Prices hold until', stored.pricesValidUntil && dayOf(stored.pricesValidUntil)],
    ['Sector', sector],
    ['Volume (tCO2e per year)', volume?.toLocaleString('en-GB')],
    ['Timeframe', timeframe],
    ['Received', formatInstant(stored.receivedAt)],
    ['Message id', messageId],
  ].filter(([, value]) => value);
  return {
    to: { name: '', address: env().MAIL_TO },
    replyTo: { name: oneLine(name), address: email },
    subject: oneLine(`${title} from ${name}${organisation ? `, ${organisation}` : ''}`),
    text: [
      // A line break in a fact would let the sender forge further facts.
      facts.map(([label, value]) => `${label}: ${oneLine(value ?? '')}`).join('\n'),
      ...(lines.length > 0 ? [quoteText(lines)] : []),
      message === null ? '(No message.)\n' : `They wrote:\n\n${quoted(message)}\n`,
    ].join('\n\n'),
    ...(attachment ? { attachments: [attached(attachment)] } : {}),
  };
}

/**
 * Composes the acknowledgement to the sender. Anyone may have typed the address, so it contains nothing that the visitor wrote;
 * for a request for a quote it has the lines in the catalogue's words. Undefined if the message was erased.
 */
export async function composeAcknowledgement(messageId: string): Promise<ComposedMail | undefined> {
  const stored = await findMessage(messageId);
  if (!stored) return undefined;
  const { email, pricesValidUntil } = stored;
  const { CONTACT_EMAIL, PUBLIC_URL } = env();
  const lines = await listQuoteLines(messageId);
  const isQuote = lines.length > 0 && pricesValidUntil !== null;
  return {
    to: { name: '', address: email },
    replyTo: CONTACT_EMAIL,
    subject: isQuote ? `Your request for a quote, ${referenceOf(messageId)}` : 'We have received your message',
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: `${isQuote ? quoteReceived(referenceOf(messageId), dayOf(pricesValidUntil), quoteText(lines)) : messageReceived}

If you did not write to us, somebody has entered your address by mistake. You do not need to do anything, and there is nothing to unsubscribe from.

Carma
${PUBLIC_URL}
${CONTACT_EMAIL}
`,
  };
}

const attached = ({ fileName, mediaType, content }: Attachment) =>
  ({ filename: oneLine(fileName), contentType: mediaType, content, contentDisposition: 'attachment' }) as const;

const messageReceived = `Thank you for your message to Carma. It has arrived, and we'll get back to you within 24 hours.`;

/** All text is ours: lines and titles come from the catalogue, not from the visitor. */
function quoteReceived(reference: string, until: string, lines: string): string {
  return `Thank you for asking Carma for a quote. We have received your request, reference ${reference}, and we'll get back to you within 24 hours.

These are the credits you asked about, at the catalogue's prices, which hold until ${until}. Nothing is reserved yet.

${lines}`;
}

/** Quotes a text as mail programs do, so that none of it can be mistaken for our own text. */
const quoted = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .split(/[\n\r\u2028\u2029\v\f\u0085]/)
    .map((line) => `> ${line}`)
    .join('\n');

/** Formats a day, given as 2026-12-07, as `7 December 2026`. */
const dayOf = (day: string) => formatDate(new Date(day));

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
