import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { readInBatches } from '#server/projects/read-page.ts';
import { acceptable } from '#server/rest/acceptable.ts';
import { dated, freshness, lastModified, tagged } from '#server/rest/fresh.ts';
import { answerFault, methodNotAllowed } from '#server/rest/problem.ts';
import { Spool } from '#server/rest/spool.ts';
import { emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { carbonProject } from '#src/schemas/project.ts';

/** `GET /api/carbon-projects`: the plain array of product.md, section 7. Any origin may read it. */
export const carbonProjects = new Hono<AppEnv>()
  .get('/', acceptable('application/json'), dated, tagged, async (c) => {
    try {
      const body = new Spool();
      let separator = '[';
      const { lastChange } = await readInBatches(
        emptyCatalogueQuery,
        (projects) => {
          body.write(separator + projects.map((row) => JSON.stringify(carbonProject.parse(row))).join(','));
          separator = ',';
        },
        c.req.raw.signal,
      );
      body.write(separator === '[' ? '[]' : ']');
      const headers = { ...freshness, ...body.headers(), ...lastModified(lastChange), 'content-type': 'application/json' };
      return c.body(body.stream(), 200, headers);
    } catch (error) {
      return answerFault(c, error, 'carbon-projects', 'The list of projects could not be read. Please try again later.');
    }
  })
  .all('/', methodNotAllowed);
