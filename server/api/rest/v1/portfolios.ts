import { route } from '#server/api/rest/route.ts';
import { findPortfolios } from '#server/domain/projects/find-portfolios.ts';
import { portfolioNeed, portfolios } from '#src/schemas/portfolio.ts';

/** The mixes of /portfolio. A read, by POST because a need has many parts. */
export const portfolioMixes = route(
  'POST',
  '/api/v1/portfolios',
  {
    id: 'findPortfolios',
    tag: 'Catalogue',
    isRead: true,
    summary: 'Find mixes of projects for a need',
    description:
      'At most three mixes of what is listed and can be bought: the cheapest, the most durable and the best evidenced; equal ones once. With `tonnes`, each has exactly these; with `budgetPence`, as many as it buys. Without a mix, `loosened` says which limit is the reason and what would be possible without it. Nothing is stored or reserved, and none of it is a recommendation. Each mix can be sent on as the lines of a basket or of a request for a quote.',
    body: { schema: portfolioNeed, example: { budgetPence: 4_000_000, removal: true, year: 2026 } },
    response: { description: 'The mixes, with their price.', schema: portfolios },
    failed: 'The mixes could not be worked out. Please try again.',
  },
  async (c, { body }) => c.json(await findPortfolios(body), 200, { 'cache-control': 'no-store' }),
);
