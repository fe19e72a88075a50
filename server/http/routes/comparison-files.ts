import { Hono } from 'hono';
import { sendErrorProblem } from '#server/api/protocol/problem.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { listAsFile, listHeaders } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { compare } from '#src/content/projects/compare.ts';
import { comparisonRows } from '#src/lib/projects/comparison.ts';
import { readCompared } from '#src/lib/shortlist/compare-address.ts';

/** Serves a comparison of projects as a file, with the rows of /projects/compare at the same parameters. */
export function comparisonFiles(publicUrl: string) {
  const app = new Hono<AppEnv>();
  for (const format of ['csv', 'xlsx'] as const)
    app.get(`/projects/compare.${format}`, async (c) => {
      const projects = await findProjects(readCompared(new URL(c.req.url).searchParams).slugs);
      if (projects.length === 0)
        return c.text('The catalogue has none of these projects. Name them, as in ?p=SLUG&p=SLUG', 404, { 'cache-control': 'no-store' });
      const [header = [], ...rows] = comparisonRows(projects, compare, publicUrl);
      const columns = header.map((name, at) => ({
        ...{ name: String(name), width: at === 0 ? 34 : 44 },
        value: (row: (string | number)[]) => row[at],
      }));
      return c.body(listAsFile(format, columns, rows), 200, listHeaders('carma-comparison', format));
    });
  app.onError((error, c) => sendErrorProblem(c, error, c.req.path, 'The comparison could not be read. Please try again later.'));
  return app;
}
