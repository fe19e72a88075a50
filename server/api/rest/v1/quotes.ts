import type { Context } from 'hono';
import { globalRegistry, type z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { projectGone, sendReceipt, submissionOf } from '#server/api/protocol/submissions.ts';
import { exampleMessage } from '#server/api/rest/contact.ts';
import { route } from '#server/api/rest/route.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { vatPercent } from '#src/lib/money/basket.ts';
import { priceShortlist } from '#src/lib/money/price-shortlist.ts';
import { basket, quoteReceiptJson } from '#src/schemas/api.ts';
import { saleStatus } from '#src/schemas/project.ts';
import { basketRequest, quoteRequest } from '#src/schemas/quote-request.ts';

quoteRequest.register(globalRegistry, { id: 'QuoteRequest' });
basketRequest.register(globalRegistry, { id: 'BasketRequest' });
const exampleLines = [{ slug: 'fenland-straw-biochar', tonnes: 200 }];

/** Baskets are calculated and not stored; requests for a quote are stored. */
export const quotes = [
  route(
    'POST',
    '/api/v1/baskets',
    {
      id: 'computeBasket',
      tag: 'Catalogue',
      summary: 'Calculate the cost of a basket, with VAT',
      description: 'Nothing is stored or reserved. Prices and volumes are those in the catalogue at the time of the call.',
      body: { schema: basketRequest, example: { lines: exampleLines } },
      response: { description: 'The totals.', schema: basket },
      problems: ['projects_gone'],
      failed: 'The basket could not be computed. Please try again.',
    },
    (c, { body }) => computeBasket(c, body.lines),
  ),
  route(
    'POST',
    '/api/v1/quotes',
    {
      id: 'requestQuote',
      tag: 'Messages',
      summary: 'Request a quote',
      description: 'Answers once the request is stored with its lines, at the catalogue prices.',
      body: {
        schema: quoteRequest,
        example: { ...exampleMessage, organisation: 'Example plc', deliverBy: '2027-03-31', lines: exampleLines },
      },
      idempotencyKey: 'optional',
      response: { status: 201, schema: quoteReceiptJson },
      problems: ['projects_gone'],
      failed: 'The request could not be stored. Please try again.',
    },
    async (c, { body, rawBody }) => sendReceipt(c, await requestQuote(body, submissionOf(c, rawBody)), 201),
  ),
];

async function computeBasket(c: Context<AppEnv>, lines: z.output<typeof basketRequest>['lines']): Promise<Response> {
  const projects = await findProjects(lines.map(({ slug }) => slug));
  const gone = lines.flatMap(({ slug }, line) => (projects.some((project) => project.slug === slug) ? [] : [`lines.${line}.slug`]));
  if (gone.length > 0) return sendProblem(c, 'projects_gone', { errors: gone.map(projectGone) });
  const { subtotal, vat, total, tonnes, lines: priced } = priceShortlist(lines, projects);
  return c.json(
    {
      lines: priced.map(({ project, tonnes, reduced, cost }) => ({
        slug: project.slug,
        title: project.title,
        tonnes,
        reduced,
        status: saleStatus(project),
        unitsStatus: project.unitsStatus,
        pricePerCredit: project.pricePerCredit,
        cost,
      })),
      tonnes: { total: tonnes.total, issued: tonnes.issued, expected: tonnes.expected, notStated: tonnes['not stated'] },
      subtotal,
      vatPercent,
      vat,
      total,
      currency: 'GBP',
    },
    200,
    { 'cache-control': 'no-store' },
  );
}
