import { log } from '#server/log.ts';
import { sql } from '#server/sql.ts';
import { vatPercent } from '#src/lib/basket.ts';
import type { ContactReceipt } from '#src/schemas/contact.ts';
import type { QuoteRequest } from '#src/schemas/quote-request.ts';

/** A line names a project that the catalogue does not hold (any more). */
export class ProjectsGoneError extends Error {
  override name = 'ProjectsGoneError';
}

/**
 * Stores a request for a quote with its lines, both or neither. Titles and prices (pence) are those of the catalogue at
 * this moment. It is committed to disk when this returns; until then the sender gets no success.
 * @throws ProjectsGoneError when a project is not in the catalogue; the driver's error when it could not be stored.
 * Then nothing was.
 */
export async function sendQuoteRequest({ name, email, message, lines }: QuoteRequest): Promise<ContactReceipt> {
  const receipt = await sql().begin(async (transaction) => {
    const [row] = await transaction<ContactReceipt[]>`
      insert into quote_requests (name, email, message, vat_percent)
      values (${name}, ${email}, ${message}, ${vatPercent})
      returning id, created_at as received_at
    `;
    if (!row) throw new Error('Postgres accepted a quote request and returned no row');
    const stored = await transaction`
      insert into quote_request_lines
        (quote_request_id, line_number, project_id, project_slug, project_title, tonnes, price_per_credit)
      select
        ${row.id}::uuid,
        line.number,
        project.id,
        project.slug,
        project.title,
        line.tonnes,
        project.price_per_credit
      from unnest(${lines.map(({ slug }) => slug)}::text[], ${lines.map(({ tonnes }) => tonnes)}::integer[])
        with ordinality as line (slug, tonnes, number)
      join carbon_projects as project on project.slug = line.slug
    `;
    if (stored.count !== lines.length) throw new ProjectsGoneError('A quote request names a project that is not in the catalogue');
    return row;
  });
  log().info({ event: 'message.stored', messageId: receipt.id, kind: 'quote', lines: lines.length }, 'Quote request stored');
  return receipt;
}
