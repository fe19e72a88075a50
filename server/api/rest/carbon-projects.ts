import { Hono } from 'hono';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { methodNotAllowed, sendErrorProblem } from '#server/api/protocol/problem.ts';
import { withWholeList } from '#server/domain/projects/list.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified } from '#server/platform/web/conditional-requests.ts';
import { spooled } from '#server/platform/web/spool.ts';
import { emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { carbonProject } from '#src/schemas/project.ts';

/** `GET /api/carbon-projects`: the array specified in product.md, section 7. Any origin may read it. */
export const carbonProjects = new Hono<AppEnv>()
  .get('/', acceptable('application/json'), async (c) => {
    const { body, result: lastChange } = await spooled((spool) =>
      withWholeList(emptyCatalogueQuery, 'ignored', async ({ batches, lastChange }) => {
        spool.write('[');
        await spool.writeRows(batches, (rows) => rows.map((row) => JSON.stringify(carbonProject.parse(row))).join(), ',');
        spool.write(']');
        return lastChange;
      }),
    );
    const headers = { ...alwaysRevalidate, ...body.headers(), ...lastModified(lastChange), 'content-type': 'application/json' };
    return c.body(body.stream(), 200, headers);
  })
  .all('/', methodNotAllowed)
  .onError((error, c) => sendErrorProblem(c, error, 'carbon-projects', 'The list of projects could not be read. Please try again later.'));
