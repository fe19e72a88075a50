import { stringify } from 'csv-stringify/sync';
import { type Context, Hono } from 'hono';
import { sendErrorProblem } from '#server/api/protocol/problem.ts';
import { findProjects } from '#server/domain/projects/find.ts';
import { csvFile, csvType } from '#server/platform/csv.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { savedAs } from '#server/platform/web/conditional-requests.ts';
import { Workbook, xlsxType } from '#server/platform/xlsx.ts';
import { compare } from '#src/content/projects/compare.ts';
import { comparisonRows } from '#src/lib/projects/comparison.ts';
import { readCompared } from '#src/lib/shortlist/compare-address.ts';

type Row = (string | number)[];

/** Serves a comparison of projects as a file, with the rows of /projects/compare at the same parameters. */
export function comparisonFiles(publicUrl: string) {
  const app = new Hono<AppEnv>();
  app.get('/projects/compare.csv', (c) =>
    withComparison(c, publicUrl, (header, rows) => c.body(csv(header, rows), 200, savedAs('carma-comparison.csv', csvType))),
  );
  app.get('/projects/compare.xlsx', (c) =>
    withComparison(c, publicUrl, (header, rows) => c.body(workbook(header, rows), 200, savedAs('carma-comparison.xlsx', xlsxType))),
  );
  app.onError((error, c) => sendErrorProblem(c, error, c.req.path, 'The comparison could not be read. Please try again later.'));
  return app;
}

async function withComparison(c: Context<AppEnv>, publicUrl: string, answer: (header: string[], rows: Row[]) => Response) {
  const projects = await findProjects(readCompared(new URL(c.req.url).searchParams).slugs);
  if (projects.length === 0)
    return c.text('The catalogue has none of these projects. Name them, as in ?p=SLUG&p=SLUG', 404, { 'cache-control': 'no-store' });
  const [header = [], ...rows] = comparisonRows(projects, compare, publicUrl);
  return answer(header.map(String), rows);
}

function csv(header: string[], rows: Row[]): string {
  return stringify([header, ...rows], { ...csvFile, header: false, bom: true });
}

function workbook(header: string[], rows: Row[]): Uint8Array<ArrayBuffer> {
  const book = new Workbook(header, [34, ...header.slice(1).map(() => 44)]);
  return new Uint8Array(Buffer.concat([book.add(rows), book.end()]));
}
