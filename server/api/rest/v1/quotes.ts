import { type Context, Hono } from 'hono';
import { answerJsonPost, readJson } from '#server/api/protocol/json-body.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { projectGone } from '#server/api/protocol/submissions.ts';
import { requestQuote } from '#server/domain/messages/request-quote.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { vatPercent } from '#src/lib/basket.ts';
import { priceShortlist } from '#src/lib/price-shortlist.ts';
import { saleStatus } from '#src/schemas/project.ts';
import { basketRequest, quoteRequest } from '#src/schemas/quote-request.ts';

/** `POST /api/v1/baskets` calculates the cost of a basket and stores nothing; `POST /api/v1/quotes` stores a request for a quote. */
export const quotes = new Hono<AppEnv>()
  .post('/baskets', computeBasket)
  .all('/baskets', methodNotAllowed)
  .post('/quotes', postQuote)
  .all('/quotes', methodNotAllowed);

async function computeBasket(c: Context<AppEnv>): Promise<Response> {
  const read = await readJson(c, basketRequest);
  if (read.problem) return read.problem;
  try {
    const { lines } = read.values;
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
  } catch (error) {
    return sendErrorProblem(c, error, 'v1/baskets', 'The basket could not be computed. Please try again.');
  }
}

function postQuote(c: Context<AppEnv>): Promise<Response> {
  const failed = 'The request could not be stored. Please try again.';
  return answerJsonPost(c, { schema: quoteRequest, store: requestQuote, status: 201, resource: 'v1/quotes', failed });
}
