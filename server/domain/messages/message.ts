import { hash } from 'node:crypto';
import pLimit from 'p-limit';
import { z } from 'zod';
import { createDeliveries } from '#server/deliveries/queue.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { commaList, query, sql, type Transaction } from '#server/platform/database/query.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { Refused } from '#server/platform/refused.ts';
import { sameBytes, sign } from '#server/platform/secret.ts';
import { exactlyOnce, type MessageKind, type Submission, type SubmissionResult } from '#server/submissions.ts';
import { refusals } from '#shared/content/refusals.ts';
import { type BasketCost, costOf } from '#shared/lib/money/money.ts';
import { refusalOf, refusalText } from '#shared/lib/money/quote.ts';
import { type Receipt, type Repeated, repeatedOf } from '#shared/lib/protocol/receipt.ts';
import { referenceOf } from '#shared/lib/text/reference.ts';
import type { ContactReceipt } from '#shared/schemas/api.ts';
import type { ContactMessage } from '#shared/schemas/contact.ts';
import type { EnterpriseMessage } from '#shared/schemas/enterprise-contact.ts';
import type { Attachment } from './attachment.ts';

/** What a message says, by the columns of its table. A column that is not named has its default. */
type NewMessage = { kind: MessageKind } & Record<string, string | number | boolean | null>;
/** `pricesValidUntil`: of a quote, as 2026-12-07; of other messages null. */
type StoredRow = { id: string; receivedAt: Date; pricesValidUntil: string | null };

type Parts<More> = {
  /** What a repeated request has to equal, if that is more than the columns. */
  body?: object;
  /** What the log has beside the usual facts. */
  facts?: object;
  /** Stores what belongs to the message, and returns what its receipt has beside the usual facts. */
  storeParts?: (transaction: Transaction, row: StoredRow) => Promise<More>;
};

/**
 * Stores a message and queues the mail to the team, the acknowledgement and the webhooks of its event, in one transaction. It is
 * committed to disk when this resolves; the sender is told of success only after that.
 * @throws as `exactlyOnce`, or whatever `storeParts` throws: then nothing was stored.
 */
export async function storeMessage<More extends object>(
  message: NewMessage,
  submission: Submission,
  { body = message, facts, storeParts }: Parts<More> = {},
): Promise<SubmissionResult<More & ContactReceipt>> {
  const { kind } = message;
  const form = kind === 'contact' || kind === 'quote' ? kind : 'enterprise';
  const { receipt, replayed, held, ...rest } = await exactlyOnce(form, submission, body, async (transaction, isHeld) => {
    const columns = commaList(Object.keys(message).map((name) => sql(name)));
    const [row] = await transaction<[StoredRow]>`
      insert into messages (prices_valid_until, ${columns})
      select case when kind = 'quote' then (now() at time zone 'Europe/London')::date + ${env().QUOTE_VALID_DAYS}::integer end, ${columns}
      from jsonb_populate_record(null::messages, ${sql.json(message)}::jsonb)
      returning id, created_at as received_at, prices_valid_until
    `;
    const more = await storeParts?.(transaction, row);
    const received = kind === 'quote' ? 'quote.requested' : 'message.received';
    await createDeliveries(transaction, { messageId: row.id, event: received }, { held: isHeld });
    // Without `storeParts` there is no `More`.
    return { id: row.id, receivedAt: row.receivedAt.toISOString(), ...(more as More) };
  });
  log().info({ event: 'message.stored', messageId: receipt.id, kind, ...facts, replayed, held }, 'Message stored');
  return { receipt: { ...receipt, reference: referenceOf(receipt.id) }, replayed, ...rest };
}

/** Stores a message of the contact form. @throws as storeMessage, and if more credits are asked for than can be bought. */
export function storeContactMessage(
  { name, email, message, subject, project, tonnes }: ContactMessage,
  submission: Submission,
): Promise<SubmissionResult<ContactReceipt>> {
  const row = { kind: 'contact', name, email, message, subject, project_slug: project, tonnes } as const;
  return storeMessage(row, submission, {
    storeParts: async (transaction) => {
      const [asked] = project === null ? [] : await findProjects([project], transaction);
      const refusal = asked && refusalOf(asked, tonnes ?? 0, {});
      // Credits that are sold out or not yet on sale may be asked about.
      if (refusal?.reason !== 'too_many') return {};
      const message = refusalText(refusal, asked?.title ?? '', refusals.lines);
      throw new Refused('lines_refused', { errors: [{ field: 'tonnes', message }] });
    },
  });
}

/**
 * On its way to PostgreSQL and back, a file takes several times its size in memory: large ones are written one after the other, and all
 * are read so.
 */
const [writeInTurn, readInTurn] = [pLimit(1), pLimit(1)];
/** So many bytes are a large file, or several that are as large together. */
const largeFilesBytes = 1_000_000;

/** Stores an enterprise message with its attachments. @throws as storeMessage. */
export function storeEnterpriseMessage(
  { kind, name, email, organisation, sector, volume, timeframe, message }: Omit<EnterpriseMessage, 'attachment'>,
  submission: Submission,
  attachments: readonly Attachment[],
): Promise<SubmissionResult<ContactReceipt>> {
  const row = { kind, name, email, organisation, sector, volume_tco2e_a_year: volume, timeframe, message };
  const attachmentBytes = attachments.reduce((sum, { content }) => sum + content.length, 0);
  const parts: Parts<object> = {
    body: { row, files: attachments.map(({ fileName, content }) => [fileName, hash('sha256', content)]) },
    facts: { attachmentBytes },
    storeParts: async (transaction, { id }) => {
      for (const [index, { fileName, mediaType, content }] of attachments.entries()) {
        await transaction`
          insert into message_attachments (message_id, number, file_name, media_type, content)
          values (${id}, ${index + 1}, ${fileName}, ${mediaType}, ${content})
        `;
      }
      return {};
    },
  };
  const store = () => storeMessage(row, submission, parts);
  return attachmentBytes > largeFilesBytes ? writeInTurn(store) : store();
}

/** What a message itself says; `volume` in tCO2e a year. What its form does not ask for is null. */
type MessageRow = Record<'id' | 'email' | 'name', string> &
  Record<'subject' | 'message' | 'organisation' | 'sector' | 'timeframe' | 'purchaseOrder', string | null> & {
    kind: MessageKind;
    receivedAt: Date;
    answeredAt: Date | null;
    /** The project that the message is about, and the tonnes requested. */
    projectSlug: string | null;
    tonnes: number | null;
    /** Days, as 2026-12-07: by which the credits are needed, and the last on which the prices of a quote hold. */
    deliverBy: string | null;
    pricesValidUntil: string | null;
    acceptsLaterDelivery: boolean;
    volume: number | null;
  };
/** A stored message, as mails, events and the page of a quote need it. */
export type StoredMessage = MessageRow & { lines: QuoteLine[]; files: AttachedFile[] };

/** Returns a message; undefined if there is none with this id, for example because it was erased. */
export async function findMessage(id: string): Promise<StoredMessage | undefined> {
  const [[row], lines, files] = await Promise.all([
    query<MessageRow[]>`
      select
        id, kind, email, name, subject, message, created_at as received_at, answered_at, project_slug, tonnes, purchase_order,
        deliver_by, accepts_later_delivery, prices_valid_until, organisation, sector, volume_tco2e_a_year as volume, timeframe
      from messages
      where id = ${id}
    `,
    listQuoteLines(id),
    listAttachments(id),
  ]);
  return row && { ...row, lines, files };
}

/** How long (ms) the page after a form posted without scripts repeats what was sent: its address is enough to read it. */
const repeatedForMs = 3_600_000;
const receiptKeyOf = (id: string) => sign('receipt-page', id);

/**
 * Returns the query of the page after a form posted without scripts. The id alone is not enough: the log, and webhooks that have no
 * personal data, have it, too.
 */
export const receiptQuery = async (id: string): Promise<string> => `sent=${id}.${(await receiptKeyOf(id)).toString('base64url')}`;

/**
 * Returns the receipt of a form posted without scripts, by what `receiptQuery` says; undefined without it.
 * @param isFromSite whether the form's own answer led to the page. Whoever follows a link to it is not shown a stranger's words.
 */
export async function findReceipt(sent: string | null, isFromSite: boolean | undefined): Promise<Receipt | undefined> {
  const [id = '', key = ''] = (sent ?? '').split('.');
  if (!z.uuid().safeParse(id).success) return undefined;
  // Without the secret, which may not have been read yet, no link is known.
  const isKnown = await receiptKeyOf(id).then(
    (own) => sameBytes(own, Buffer.from(key, 'base64url')),
    () => false,
  );
  return isKnown ? { reference: referenceOf(id), repeated: await findRepeated(id, isFromSite) } : undefined;
}

/** Returns what the page after a form repeats of a message: nothing after an hour, or to whoever follows a link to it. */
export async function findRepeated(id: string, isFromSite: boolean | undefined): Promise<Repeated> {
  if (!isFromSite) return [];
  try {
    const message = await findMessage(id);
    if (!message || Date.now() - message.receivedAt.getTime() > repeatedForMs) return [];
    const fileNames = message.files.map(({ fileName }) => fileName);
    return repeatedOf(message, fileNames);
  } catch (error) {
    log().warn({ event: 'message.unread', err: error }, 'The page after a form cannot repeat what was sent');
    return [];
  }
}

/** A line of a stored request for a quote: pence excl. VAT and tCO2e, from the catalogue at the time of the request. */
export type QuoteLine = {
  /** Null: the project has been deleted since. */
  projectId: number | null;
  projectTitle: string;
  projectSlug: string;
  tonnes: number;
  pricePerCredit: number;
  vatPercent: number;
  unitsStatus: 'issued' | 'expected' | null;
  /** As `statedUnits`. */
  unitsText: string;
  /** The day by which expected credits are delivered. */
  deliveryBy: string | null;
  /** Whether the project was an invented sample. */
  isSample: boolean;
};

/** Returns the lines of a message, in order; none unless it is a request for a quote. */
export async function listQuoteLines(messageId: string): Promise<QuoteLine[]> {
  return query<QuoteLine[]>`
    select
      project_id, project_title, project_slug, tonnes, price_per_credit, vat_percent, units_status, units as units_text, delivery_by,
      is_sample
    from message_lines
    where message_id = ${messageId}
    order by line_number
  `;
}

/** Returns the cost of stored lines in pence, at the VAT rate stored with them. */
export function costOfLines(lines: readonly Pick<QuoteLine, 'tonnes' | 'pricePerCredit' | 'vatPercent'>[]): BasketCost {
  return costOf(lines, lines[0]?.vatPercent ?? 0);
}

/** A file attached to a message, without its content. */
type AttachedFile = Omit<Attachment, 'content'> & { number: number; bytes: number };

/** Lists the files attached to a message without their content, in order. */
export async function listAttachments(messageId: string): Promise<AttachedFile[]> {
  return query<AttachedFile[]>`
    select number, file_name, media_type, octet_length(content) as bytes
    from message_attachments
    where message_id = ${messageId}
    order by number
  `;
}

/** Returns the files attached to a message with their content, in order. */
export async function loadAttachments(messageId: string): Promise<Attachment[]> {
  return readInTurn(
    () =>
      query<Attachment[]>`select file_name, media_type, content from message_attachments where message_id = ${messageId} order by number`,
  );
}
