import type { Context } from 'hono';
import { z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { route, sendParameterProblem } from '#server/api/rest/route.ts';
import { fileRow, projectsCsv } from '#server/domain/projects/files.ts';
import { findByReference, findWithdrawn } from '#server/domain/projects/find.ts';
import { listProjects, withWholeList } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/matching.ts';
import { csvType } from '#server/platform/csv.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified, savedAs } from '#server/platform/web/conditional-requests.ts';
import { sendSpool, spooled } from '#server/platform/web/spool.ts';
import {
  apiProject,
  catalogueQueryOf,
  filterParameters,
  pageLimit,
  priceRangeErrors,
  projectReference,
  projectsPage,
  projectsParameters,
} from '#src/schemas/api.ts';
import type { Project } from '#src/schemas/project.ts';

const failed = 'The list of projects could not be read. Please try again later.';

/** The catalogue: pages of projects, one project, all as CSV. */
export const projects = [
  route(
    'GET',
    '/api/v1/projects',
    {
      id: 'listProjects',
      tag: 'Catalogue',
      summary: 'A page of projects',
      description:
        'The same filters, search and sort orders as the page /projects, with the same parameters, but prices in pence. Repeat a filter to give several values (`category=A&category=B`). An empty value counts as absent; anything unknown is refused with a list of what is allowed.',
      query: projectsParameters,
      response: { headers: ['Link'], schema: projectsPage },
      problems: ['parameter_invalid', 'cursor_invalid'],
      failed,
    },
    (c, { query }) => listPage(c, query),
  ),
  route(
    'GET',
    '/api/v1/projects/:reference',
    {
      id: 'getProject',
      tag: 'Catalogue',
      summary: 'One project, by slug, id or registry ID',
      description: 'Everything that the catalogue says about it. Null is not stated.',
      parts: z.object({ reference: projectReference }),
      query: z.strictObject({}),
      response: { headers: ['Content-Location'], schema: apiProject },
      problems: ['parameter_invalid', 'project_not_found', 'project_withdrawn'],
      failed: 'The project could not be read. Please try again later.',
    },
    async (c) => {
      const reference = c.req.param('reference') ?? '';
      const project = await findByReference(reference);
      if (!project) return sendProblem(c, (await findWithdrawn(reference)) ? 'project_withdrawn' : 'project_not_found');
      const headers = { ...alwaysRevalidate, ...lastModified(project.updatedAt) };
      return c.json(apiProjectOf(project), 200, { ...headers, 'content-location': `/api/v1/projects/${project.slug}` });
    },
  ),
  route(
    'GET',
    '/api/v1/projects.csv',
    {
      id: 'downloadProjects',
      tag: 'Catalogue',
      summary: 'All matching projects as CSV',
      description:
        'RFC 4180, UTF-8 without a byte order mark, with a header row. A text that a spreadsheet would read as a formula begins with an apostrophe, also after a semicolon, tab or line break inside it.',
      query: filterParameters,
      response: { type: 'text/csv', headers: ['Content-Disposition'], schema: z.string() },
      problems: ['parameter_invalid'],
      failed,
    },
    (c, { query }) => wholeCsv(c, query),
  ),
];

async function listPage(c: Context<AppEnv>, values: z.output<typeof projectsParameters>): Promise<Response> {
  const address = new URL(c.req.url);
  const query = catalogueQueryOf(values);
  const rangeErrors = priceRangeErrors(values);
  if (rangeErrors.length > 0) return sendParameterProblem(c, rangeErrors);
  const after = values.cursor === undefined ? undefined : readCursor(values.cursor, query);
  if (values.cursor !== undefined && !after)
    return sendProblem(c, 'cursor_invalid', { errors: [{ field: 'cursor', message: 'Invalid cursor' }] });

  const limit = values.limit ?? pageLimit.default;
  const facets = values.facets === undefined ? !after : values.facets === 'true';
  const page = await listProjects(query, { limit, after, facets });
  const nextCursor = page.next && writeCursor(page.next);
  if (nextCursor) address.searchParams.set('cursor', nextCursor);
  return c.json(
    {
      projects: page.projects.map(apiProjectOf),
      total: page.total,
      nextCursor,
      ...(page.facets ? { facets: page.facets } : {}),
    },
    200,
    {
      ...alwaysRevalidate,
      ...lastModified(page.lastChange),
      ...(nextCursor ? { link: `<${address.pathname}${address.search}>; rel="next"` } : {}),
    },
  );
}

async function wholeCsv(c: Context<AppEnv>, values: z.output<typeof filterParameters>): Promise<Response> {
  const query = catalogueQueryOf(values);
  const rangeErrors = priceRangeErrors(values);
  if (rangeErrors.length > 0) return sendParameterProblem(c, rangeErrors);
  const { PUBLIC_URL } = env();
  const { body, result: lastChange } = await spooled(c, (spool) =>
    withWholeList(query, 'rejected', async ({ batches, lastChange }) => {
      spool.write(projectsCsv([], PUBLIC_URL, { header: true, withId: true }));
      await spool.writeRows(batches, (rows) => projectsCsv(rows, PUBLIC_URL, { header: false, withId: true }));
      return lastChange;
    }),
  );
  return sendSpool(c, body, { ...savedAs('carma-projects.csv', csvType), ...lastModified(lastChange) });
}

/** Returns a project in the format of version 1 of the API. */
export function apiProjectOf(project: Project) {
  return apiProject.parse({ ...project, ...fileRow(project, env().PUBLIC_URL) });
}
