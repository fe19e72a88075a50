import { storeMessage } from '#server/domain/messages/message.ts';
import { quotePath } from '#server/domain/messages/quote.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import { type Submission, SubmissionRejected, type SubmissionResult } from '#server/submissions.ts';
import { refusals } from '#shared/content/refusals.ts';
import { formatPounds, vatPercent } from '#shared/lib/money/money.ts';
import { deliveryOf, type Quote, type QuotedLine, quote, refusalText } from '#shared/lib/money/quote.ts';
import type { QuoteReceipt } from '#shared/schemas/api.ts';
import type { FieldError } from '#shared/schemas/problem.ts';
import { type QuoteRequest, quoteSubject } from '#shared/schemas/quote-request.ts';
import { fill } from '#verify/text.ts';

/**
 * Stores a request for a quote: a message with lines. Titles, volumes and prices (pence) are taken from the catalogue, and worked out by
 * `quote`.
 * @throws SubmissionRejected; as storeMessage.
 */
export async function requestQuote(request: QuoteRequest, submission: Submission): Promise<SubmissionResult<QuoteReceipt>> {
  const { name, email, message, organisation, purchaseOrder, deliverBy, acceptsLaterDelivery, lines } = request;
  const row = {
    ...({ kind: 'quote', subject: quoteSubject } as const),
    ...{ name, email, message, organisation, purchase_order: purchaseOrder, deliver_by: deliverBy },
    accepts_later_delivery: acceptsLaterDelivery,
  };
  const { receipt, ...rest } = await storeMessage(row, submission, {
    body: { ...row, lines },
    facts: { lines: lines.length },
    storeParts: async (transaction, { id, pricesValidUntil }) => {
      const { lines: quoted, total } = await quoteLines(transaction, request);
      await storeLines(transaction, id, quoted);
      return { pricesValidUntil, total };
    },
  });
  return { receipt: { ...receipt, url: env().PUBLIC_URL + (await quotePath(receipt.id)) }, ...rest };
}

/** Prices the lines by their projects as they are now. @throws SubmissionRejected */
async function quoteLines(transaction: Transaction, { lines, deliverBy, acceptsLaterDelivery }: QuoteRequest): Promise<Quote> {
  const slugs = lines.map(({ slug }) => slug);
  const projects = await findProjects(slugs, transaction);
  const gone = linesGone(slugs, projects);
  if (gone.length > 0) {
    const missing = slugs.filter((slug) => !projects.some((project) => project.slug === slug));
    throw rejected('projects_gone', gone, fill(refusals.projectsGone, { slugs: missing.join(', ') }));
  }
  const priced = quote(lines, projects, { neededBy: deliverBy, acceptsLaterDelivery });
  const refused = priced.lines.flatMap(({ refusal, project }, line) => {
    if (!refusal) return [];
    const field = refusal.reason === 'not_deliverable_by' ? 'deliverBy' : `lines.${line}.tonnes`;
    return [{ field, message: refusalText(refusal, project.title, refusals.lines), ...refusal }];
  });
  if (refused.length > 0) throw rejected('lines_refused', refused);
  // All projects were found, so both have the same order.
  const changed = priced.lines.flatMap(({ project: { title }, pricePerCredit: now }, line) => {
    const shown = lines[line]?.pricePerCredit ?? now;
    if (shown === null || now === null || shown === now) return [];
    const message = fill(refusals.priceChanged, { title, shown: formatPounds(shown), now: formatPounds(now) });
    return [{ field: `lines.${line}.pricePerCredit`, message, pricePerCredit: now }];
  });
  if (changed.length > 0) throw rejected('prices_changed', changed, fill(refusals.pricesChanged, { changes: messagesOf(changed) }));
  return priced;
}

/** Returns an error for each line, from 0, whose project the catalogue no longer has. */
export function linesGone(slugs: readonly string[], projects: readonly { slug: string }[]): FieldError[] {
  return slugs.flatMap((slug, line) =>
    projects.some((project) => project.slug === slug) ? [] : [{ field: `lines.${line}.slug`, message: refusals.projectGone }],
  );
}

async function storeLines(transaction: Transaction, messageId: string, lines: readonly QuotedLine[]): Promise<void> {
  const rows = lines.map(({ project, tonnes, pricePerCredit }, index) => ({
    line_number: index + 1,
    project_id: project.id,
    project_slug: project.slug,
    project_title: project.title,
    tonnes,
    price_per_credit: pricePerCredit,
    available_credits: project.availableCredits,
    units_status: project.unitsStatus,
    delivery_by: deliveryOf(project),
  }));
  await transaction`
    insert into message_lines (
      message_id, line_number, project_id, project_slug, project_title, tonnes, price_per_credit, available_credits, vat_percent,
      units_status, delivery_by
    )
    select
      ${messageId}::uuid, line_number, project_id, project_slug, project_title, tonnes, price_per_credit, available_credits, ${vatPercent},
      units_status, delivery_by
    from jsonb_populate_recordset(null::message_lines, ${sql.json(rows)}::jsonb)
  `;
}

/** @param message by default those of the errors. */
const rejected = (code: SubmissionRejected['code'], errors: readonly FieldError[], message = messagesOf(errors)) =>
  new SubmissionRejected(code, message, { errors });

const messagesOf = (errors: readonly FieldError[]) => errors.map(({ message }) => message).join(' ');
