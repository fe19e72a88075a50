import { route } from '#server/api/rest/route.ts';
import { carbonProjectOf, withWholeList } from '#server/domain/projects/list.ts';
import { lastModified } from '#server/platform/web/conditional-requests.ts';
import { sendSpool, spooled } from '#server/platform/web/spool.ts';
import { carbonProjectList } from '#src/schemas/api.ts';
import { emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';

/** The array specified in product.md, section 7. Any origin may read it. */
export const carbonProjects = route(
  'GET',
  '/api/carbon-projects',
  {
    id: 'listCarbonProjects',
    tag: 'Compatible',
    summary: 'Every project that has a price, as a plain array',
    description: 'The original list, with the original fields. For filters, pages and every field, use `/api/v1/projects`.',
    response: { schema: carbonProjectList },
    failed: 'The list of projects could not be read. Please try again later.',
  },
  async (c) => {
    const { body, result: lastChange } = await spooled(c, (spool) =>
      withWholeList(
        emptyCatalogueQuery,
        'ignored',
        async ({ batches, lastChange }) => {
          spool.write('[');
          await spool.writeRows(batches, (rows) => rows.map((row) => JSON.stringify(carbonProjectOf(row))).join(), ',');
          spool.write(']');
          return lastChange;
        },
        { priced: true },
      ),
    );
    return sendSpool(c, body, { ...lastModified(lastChange), 'content-type': 'application/json' });
  },
);
