import { quotePath } from '#server/domain/messages/quote-path.ts';
import { type StoredRow, storeMessage } from '#server/domain/messages/store-message.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import { SubmissionRejected } from '#server/submissions/errors.ts';
import type { Submission, SubmissionResult } from '#server/submissions/submission.ts';
import { refusals } from '#src/content/refusals.ts';
import { vatPercent } from '#src/lib/money/basket.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { deliveryOf, type Quote, type QuotedLine, quote, refusalText } from '#src/lib/money/quote.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { FieldError } from '#src/schemas/problem.ts';
import { type QuoteReceipt, type QuoteRequest, quoteSubject } from '#src/schemas/quote-request.ts';

/**
 * Stores a request for a quote as a contact message with lines. Titles, volumes and prices (pence) are taken from the catalogue, and
 * worked out by `quote`.
 * @throws ProjectsGone if a line's project is not in the catalogue; LinesRefused if credits cannot be bought as asked; PricesChanged if a
 * line says another price; as storeMessage.
 */
export async function requestQuote(request: QuoteRequest, submission: Submission): Promise<SubmissionResult<QuoteReceipt>> {
  const { name, email, message, organisation, purchaseOrder, deliverBy, acceptsLaterDelivery, lines } = request;
  const body = {
    ...{ name, email, message, lines },
    ...(organisation || purchaseOrder || deliverBy ? { organisation, purchaseOrder, deliverBy } : {}),
    ...(acceptsLaterDelivery ? { acceptsLaterDelivery } : {}),
  };
  const facts = { lines: lines.length };
  const { receipt, ...rest } = await storeMessage({ table: 'contact', body, facts }, submission, async (transaction) => {
    const { lines: quoted, total } = await quoteLines(transaction, request);
    const [row] = await transaction<(StoredRow & Pick<QuoteReceipt, 'pricesValidUntil'>)[]>`
      insert into contact_messages (
        name, email, message, subject, organisation, purchase_order, deliver_by, accepts_later_delivery, prices_valid_until
      )
      values (
        ${name}, ${email}, ${message}, ${quoteSubject}, ${organisation}, ${purchaseOrder}, ${deliverBy}::date, ${acceptsLaterDelivery},
        (now() at time zone 'Europe/London')::date + ${env().QUOTE_VALID_DAYS}::integer
      )
      returning id, created_at as received_at, to_char(prices_valid_until, 'YYYY-MM-DD') as prices_valid_until
    `;
    if (row) await storeLines(transaction, row.id, quoted);
    return row && { ...row, total };
  });
  return { receipt: { ...receipt, url: env().PUBLIC_URL + (await quotePath(receipt.id)) }, ...rest };
}

/** Reads the projects of the lines as they are now. @throws ProjectsGone, LinesRefused, PricesChanged. */
async function quoteLines(transaction: Transaction, { lines, deliverBy, acceptsLaterDelivery }: QuoteRequest): Promise<Quote> {
  const projects = await findProjects(
    lines.map(({ slug }) => slug),
    transaction,
  );
  const gone = lines.flatMap(({ slug }, index) => (projects.some((project) => project.slug === slug) ? [] : [{ slug, index }]));
  if (gone.length > 0) {
    throw new ProjectsGone(
      gone.map(({ index }) => index),
      gone.map(({ slug }) => slug),
    );
  }
  const priced = quote(lines, projects, { neededBy: deliverBy, acceptsLaterDelivery });
  const { lines: quoted } = priced;
  if (quoted.some(({ refusal }) => refusal)) throw new LinesRefused(quoted);
  // All projects were found, so both have the same order.
  const changes = quoted.flatMap(({ project: { title }, pricePerCredit }, line): PriceChange[] => {
    const shown = lines[line]?.pricePerCredit ?? pricePerCredit;
    return shown === null || pricePerCredit === null || shown === pricePerCredit ? [] : [{ line, title, shown, now: pricePerCredit }];
  });
  if (changes.length > 0) throw new PricesChanged(changes);
  return priced;
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
    insert into contact_message_lines (
      contact_message_id, line_number, project_id, project_slug, project_title, tonnes, price_per_credit, available_credits, vat_percent,
      units_status, delivery_by
    )
    select
      ${messageId}::uuid, line_number, project_id, project_slug, project_title, tonnes, price_per_credit, available_credits, ${vatPercent},
      units_status, delivery_by
    from jsonb_populate_recordset(null::contact_message_lines, ${sql.json(rows)}::jsonb)
  `;
}

/** A request for a quote names projects that are not, or no longer, in the catalogue. */
export class ProjectsGone extends SubmissionRejected {
  readonly code = 'projects_gone';
  override readonly errors: readonly FieldError[];
  /** @param lines are the positions of the projects in the shortlist, from 0. */
  constructor(lines: number[], slugs: string[]) {
    super(fill(refusals.projectsGone, { slugs: slugs.join(', ') }));
    this.errors = lines.map((line) => ({ field: `lines.${line}.slug`, message: refusals.projectGone }));
  }
}

/** A request for a quote asks for credits that cannot be bought as asked. */
export class LinesRefused extends SubmissionRejected {
  readonly code = 'lines_refused';
  override readonly errors: readonly FieldError[];
  /** @param lines are all lines of the shortlist, in its order. */
  constructor(lines: readonly QuotedLine[]) {
    const errors = lines.flatMap(({ refusal, project }, line) =>
      refusal ? [{ field: `lines.${line}.tonnes`, message: refusalText(refusal, project.title, refusals.lines), ...refusal }] : [],
    );
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
  }
}

/** A line, from 0, with the price that its sender was shown and the catalogue's, in pence. */
type PriceChange = { line: number; title: string; shown: number; now: number };

/** A request for a quote was made at prices that the catalogue no longer has. */
export class PricesChanged extends SubmissionRejected {
  readonly code = 'prices_changed';
  override readonly errors: readonly FieldError[];
  constructor(changes: readonly PriceChange[]) {
    const errors = changes.map(({ line, title, shown, now }) => ({
      field: `lines.${line}.pricePerCredit`,
      message: fill(refusals.priceChanged, { title, shown: formatPounds(shown), now: formatPounds(now) }),
      pricePerCredit: now,
    }));
    super(fill(refusals.pricesChanged, { changes: errors.map(({ message }) => message).join(' ') }));
    this.errors = errors;
  }
}
