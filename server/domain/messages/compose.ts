import type { Attachment } from '#server/domain/messages/attachment.ts';
import { findAttachment, findMessage } from '#server/domain/messages/message.ts';
import { listQuoteLines, quotePath, quoteText } from '#server/domain/messages/quote.ts';
import type { ComposedMail } from '#server/mail/mails.ts';
import { env } from '#server/platform/env.ts';
import { acknowledgement, signature, teamMail } from '#shared/content/mails.ts';
import { formatDay, formatInstant } from '#shared/lib/text/dates.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { isolate } from '#shared/lib/text/isolate.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import { withoutUnreadable } from '#shared/schemas/readable-text.ts';

/**
 * Composes the mail that forwards a message to the team: its facts, the lines of a request for a quote, its text and its file.
 * Undefined if the message was erased.
 */
export async function composeTeamMail(messageId: string): Promise<ComposedMail | undefined> {
  const stored = await findMessage(messageId);
  if (!stored) return undefined;
  const [lines, attachment] = await Promise.all([listQuoteLines(messageId), findAttachment(messageId)]);
  const { name, email, organisation, sector, volume, timeframe, message } = stored;
  const { titles, labels } = teamMail;
  const title = titles[stored.enterpriseKind ?? (lines.length > 0 ? 'quote' : 'contact')];
  const facts = [
    [labels.name, name],
    [labels.email, email],
    [labels.reference, referenceOf(messageId)],
    [labels.page, lines.length > 0 ? await addressOf(messageId) : null],
    [labels.subject, stored.subject],
    [labels.project, stored.projectSlug && `${env().PUBLIC_URL}/projects/${stored.projectSlug}`],
    [labels.tonnes, stored.tonnes?.toLocaleString('en-GB')],
    [labels.organisation, organisation],
    [labels.purchaseOrder, stored.purchaseOrder],
    [labels.deliverBy, stored.deliverBy && formatDay(stored.deliverBy)],
    [labels.laterDelivery, stored.acceptsLaterDelivery ? teamMail.accepted : null],
    [labels.pricesValidUntil, stored.pricesValidUntil && formatDay(stored.pricesValidUntil)],
    [labels.sector, sector],
    [labels.volume, volume?.toLocaleString('en-GB')],
    [labels.timeframe, timeframe],
    [labels.received, formatInstant(stored.receivedAt)],
    [labels.id, messageId],
  ].filter(([, value]) => value);
  return {
    to: { name: '', address: env().MAIL_TO },
    replyTo: { name: oneLine(name), address: email },
    subject: oneLine(
      fill(teamMail.subject, { title, sender: organisation ? `${isolate(name)}, ${isolate(organisation)}` : isolate(name) }),
    ),
    text: [
      // A line break in a fact would let the sender forge further facts.
      facts.map(([label, value]) => `${label}: ${isolate(oneLine(value ?? ''))}`).join('\n'),
      ...(lines.length > 0 ? [quoteText(lines)] : []),
      message === null ? `${teamMail.noMessage}\n` : `${teamMail.message}\n\n${quoted(message)}\n`,
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
  const { email, deliverBy, acceptsLaterDelivery, pricesValidUntil } = stored;
  const { CONTACT_EMAIL, PUBLIC_URL } = env();
  const lines = await listQuoteLines(messageId);
  const later = deliverBy && acceptsLaterDelivery ? `\n\n${fill(acknowledgement.quote.later, { day: formatDay(deliverBy) })}` : '';
  const isQuote = lines.length > 0 && pricesValidUntil !== null;
  const reference = referenceOf(messageId);
  const { subject, text } = isQuote
    ? quoteReceived({ reference, until: formatDay(pricesValidUntil), lines: quoteText(lines) + later, page: await addressOf(messageId) })
    : { subject: fill(acknowledgement.message.subject, { reference }), text: fill(acknowledgement.message.text, { reference }) };
  return {
    to: { name: '', address: email },
    replyTo: CONTACT_EMAIL,
    subject,
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: `${text}

${acknowledgement.notYou}

${signature}
${PUBLIC_URL}
${CONTACT_EMAIL}
`,
  };
}

/** All text is ours: lines and titles come from the catalogue, not from the visitor. */
function quoteReceived(facts: Record<'reference' | 'until' | 'lines' | 'page', string>): { subject: string; text: string } {
  const { subject, text } = acknowledgement.quote;
  return { subject: fill(subject, facts), text: fill(text, facts) };
}

async function addressOf(messageId: string): Promise<string> {
  return env().PUBLIC_URL + (await quotePath(messageId));
}

const attached = ({ fileName, mediaType, content }: Attachment) =>
  ({ filename: oneLine(fileName), contentType: mediaType, content, contentDisposition: 'attachment' }) as const;

/** Quotes a text as mail programs do, so that none of it can be mistaken for our own text. */
const quoted = (text: string) =>
  withoutUnreadable(text)
    .replaceAll('\r\n', '\n')
    .split(/[\n\r\u2028\u2029\v\f\u0085]/)
    .map((line) => `> ${line}`)
    .join('\n');

const oneLine = (text: string) => withoutUnreadable(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim();
