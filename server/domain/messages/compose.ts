import { withSignature } from '#server/company.ts';
import type { ComposedMail } from '#server/mail/mails.ts';
import { env } from '#server/platform/env.ts';
import { acknowledgement, teamMail } from '#shared/content/mails.ts';
import { quotePage } from '#shared/content/quote-page.ts';
import { receiptTexts } from '#shared/content/receipt.ts';
import { repeatedOf } from '#shared/lib/protocol/receipt.ts';
import { formatInstant } from '#shared/lib/text/dates.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import { withoutUnreadable } from '#shared/schemas/readable-text.ts';
import { nearDayText } from '#shared/schemas/typed.ts';
import { fill, formatCount, formatDay, isolate } from '#verify/text.ts';
import type { Attachment } from './attachment.ts';
import { findMessage, loadAttachments } from './message.ts';
import { addressOfQuote, quoteText } from './quote.ts';

/**
 * Composes the mail that forwards a message to the team: its facts, the lines of a request for a quote, its text and its files.
 * Undefined if the message was erased.
 */
export async function composeTeamMail(messageId: string): Promise<ComposedMail | undefined> {
  const stored = await findMessage(messageId);
  if (!stored) return undefined;
  const isQuote = stored.kind === 'quote';
  const attachments = await loadAttachments(messageId);
  const { name, email, organisation, sector, volume, timeframe, message, lines } = stored;
  const { titles, labels } = teamMail;
  const title = titles[stored.kind];
  const facts = [
    [labels.name, name],
    [labels.email, email],
    [labels.reference, referenceOf(messageId)],
    [labels.page, isQuote ? await addressOfQuote(messageId) : null],
    [labels.subject, stored.subject],
    [labels.project, stored.projectSlug && `${env().PUBLIC_URL}/projects/${stored.projectSlug}`],
    [labels.tonnes, stored.tonnes === null ? undefined : formatCount(stored.tonnes)],
    [labels.organisation, organisation],
    [labels.purchaseOrder, stored.purchaseOrder],
    [labels.deliverBy, stored.deliverBy && formatDay(stored.deliverBy)],
    [labels.nearDay, nearDayText(stored.deliverBy, stored.receivedAt)],
    [labels.laterDelivery, stored.acceptsLaterDelivery ? teamMail.laterDeliveryAccepted : null],
    [labels.pricesValidUntil, stored.pricesValidUntil && formatDay(stored.pricesValidUntil)],
    [labels.sector, sector],
    [labels.volume, volume === null ? undefined : formatCount(volume)],
    [labels.timeframe, timeframe],
    [labels.received, formatInstant(stored.receivedAt)],
    [labels.id, messageId],
  ].filter(([, value]) => value);
  return {
    to: { name: '', address: env().MAIL_TO },
    replyTo: { name: oneLine(name), address: email },
    // Isolated last, as each fact is: `oneLine` leaves out whatever changes a direction.
    subject: fill(teamMail.subject, { title, sender: [name, organisation ?? ''].map(oneLine).filter(Boolean).map(isolate).join(', ') }),
    text: [
      // A line break in a fact would let the sender forge further facts.
      facts.map(([label, value]) => `${label}: ${isolate(oneLine(value ?? ''))}`).join('\n'),
      ...(isQuote ? [quoteText(lines)] : []),
      message === null ? `${teamMail.noMessage}\n` : `${teamMail.message}\n\n${cited(message)}\n`,
    ].join('\n\n'),
    ...(attachments.length > 0 ? { attachments: attachments.map(attached) } : {}),
  };
}

/**
 * Composes the acknowledgement to the sender: for a request for a quote with the lines in the catalogue's words. Anyone may have typed the
 * address, so of what the visitor wrote it repeats little, and nothing that leads anywhere. Undefined if the message was erased.
 */
export async function composeAcknowledgement(messageId: string): Promise<ComposedMail | undefined> {
  const stored = await findMessage(messageId);
  if (!stored) return undefined;
  const { email, deliverBy, acceptsLaterDelivery, pricesValidUntil, receivedAt, lines, files } = stored;
  const isQuote = stored.kind === 'quote';
  const needed = deliverBy && fill(acceptsLaterDelivery ? quotePage.later : quotePage.by, { day: formatDay(deliverBy) });
  const near = nearDayText(deliverBy, receivedAt);
  const { subject, text } = acknowledgement[isQuote ? 'quote' : 'message'];
  const facts = {
    reference: referenceOf(messageId),
    until: pricesValidUntil ? formatDay(pricesValidUntil) : '',
    lines: [quoteText(lines, { isForBuyer: true }), ...(needed ? [needed] : []), ...(near ? [near] : [])].join('\n\n'),
    page: isQuote ? await addressOfQuote(messageId) : '',
  };
  // Only the last dot stays: a mail program makes a link of `www.example.org.pdf`.
  const names = files.map(({ fileName }) => fileName.replace(/\.(?=.*\.)|@/g, ' '));
  // A quote's day is said beside its lines.
  const repeated = repeatedOf({ ...stored, deliverBy: null }, names);
  const textOf = (field: string, said: string) => cited(field === 'attachment' ? said : withoutAddresses(said));
  return {
    to: { name: '', address: email },
    replyTo: env().CONTACT_EMAIL,
    subject: fill(subject, facts),
    headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    text: withSignature(
      fill(text, facts),
      ...repeated.map(([field, said]) => `${receiptTexts.repeated[field]}:\n${textOf(field, said)}`),
      acknowledgement.notYou,
    ),
  };
}

/** Replaces the words of which a mail program makes a link. `readable` comes first: what `cited` leaves out could hide one until then. */
const withoutAddresses = (text: string) =>
  readable(text).replace(/\S+/g, (word) => (/:\/\/|@|[^.]\.[\p{L}\p{M}]{2}|\d(?:\.\d+){3}/u.test(word) ? '[…]' : word));

const attached = ({ fileName, mediaType, content }: Attachment) =>
  ({ filename: oneLine(fileName), contentType: mediaType, content, contentDisposition: 'attachment' }) as const;

/** Writes a mark before each line of a text, as mail programs do, so that none of it can be mistaken for our own text. */
const cited = (text: string) => readable(text).replace(/^/gm, '> ');

/** Writes each line break as one line feed, before what cannot be read is left out: some line breaks are control characters. */
const readable = (text: string) => withoutUnreadable(text.replace(/\r\n|[\r\u2028\u2029\v\f\u0085]/g, '\n'));

const oneLine = (text: string) => withoutUnreadable(text.replace(/[\s\p{Cc}]+/gu, ' ')).trim();
