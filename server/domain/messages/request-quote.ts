import { ProjectsGone } from '#server/domain/messages/projects-gone.ts';
import { createDeliveries } from '#server/mail/create-deliveries.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { exactlyOnce } from '#server/submissions/exactly-once.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import { priceLimit, vatPercent } from '#src/lib/money/basket.ts';
import { referenceOf } from '#src/lib/text/reference.ts';
import { type QuoteReceipt, type QuoteRequest, quoteSubject } from '#src/schemas/quote-request.ts';

type Stored = Omit<QuoteReceipt, 'reference'>;

/**
 * Stores a request for a quote as a contact message with lines, and queues its mails, in one transaction. Titles, volumes and
 * prices (pence) are taken from the catalogue. It is committed to disk when this resolves.
 * @throws ProjectsGone if a line's project is not in the catalogue; KeyReused, TooManyMessages, or the driver's error.
 * Then nothing was stored.
 */
export async function requestQuote(request: QuoteRequest, submission: Submission): Promise<SubmissionResult<QuoteReceipt>> {
  const { name, email, message, organisation, purchaseOrder, deliverBy, lines } = request;
  const { receipt, replayed, held, ...rest } = await exactlyOnce(
    'contact',
    submission,
    { name, email, message, lines, ...(organisation || purchaseOrder || deliverBy ? { organisation, purchaseOrder, deliverBy } : {}) },
    async (transaction, held) => {
      const [row] = await transaction<Stored[]>`
      insert into contact_messages (
        name, email, message, subject, organisation, purchase_order, deliver_by, prices_valid_until
      )
      values (
        ${name}, ${email}, ${message}, ${quoteSubject}, ${organisation}, ${purchaseOrder}, ${deliverBy}::date,
        (now() at time zone 'Europe/London')::date + ${env().QUOTE_VALID_DAYS}::integer
      )
      returning id, created_at as received_at, to_char(prices_valid_until, 'YYYY-MM-DD') as prices_valid_until
    `;
      if (!row) throw new Error('PostgreSQL accepted a request for a quote but returned no row');
      await storeLines(transaction, row.id, lines);
      await createDeliveries(transaction, { contactMessageId: row.id }, ['team', 'acknowledgement'], held);
      return row;
    },
  );
  log().info({ event: 'message.stored', messageId: receipt.id, lines: lines.length, replayed, held }, 'Request for a quote stored');
  return { receipt: { ...receipt, receivedAt: new Date(receipt.receivedAt), reference: referenceOf(receipt.id) }, replayed, ...rest };
}

async function storeLines(transaction: Transaction, messageId: string, lines: QuoteRequest['lines']): Promise<void> {
  const stored = await transaction<{ projectSlug: string }[]>`
    insert into contact_message_lines (
      contact_message_id, line_number, project_id, project_slug, project_title, tonnes, price_per_credit, available_credits, vat_percent,
      units_status
    )
    select
      ${messageId}::uuid,
      line.number,
      project.id,
      project.slug,
      project.title,
      line.tonnes,
      project.price_per_credit,
      project.available_credits,
      ${vatPercent},
      project.units_status
    from unnest(${lines.map(({ slug }) => slug)}::text[], ${lines.map(({ tonnes }) => tonnes)}::integer[])
      with ordinality as line (slug, tonnes, number)
    join carbon_projects as project on project.slug = line.slug and project.price_per_credit <= ${priceLimit}
    returning project_slug
  `;
  const storedSlugs = new Set(stored.map(({ projectSlug }) => projectSlug));
  const gone = lines.flatMap(({ slug }, index) => (storedSlugs.has(slug) ? [] : [index]));
  if (gone.length > 0) {
    throw new ProjectsGone(
      gone,
      lines.map(({ slug }) => slug).filter((slug) => !storedSlugs.has(slug)),
    );
  }
}
