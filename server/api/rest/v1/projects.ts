import { type Context, Hono } from 'hono';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { fileRow, projectsCsv } from '#server/domain/projects/file-row.ts';
import { findByReference } from '#server/domain/projects/find.ts';
import { UnknownValue } from '#server/domain/projects/known-values.ts';
import { listProjects, withWholeList } from '#server/domain/projects/list.ts';
import { readCursor, writeCursor } from '#server/domain/projects/order.ts';
import { env } from '#server/platform/env.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified } from '#server/platform/web/conditional-requests.ts';
import { spooled } from '#server/platform/web/spool.ts';
import {
  apiProject,
  catalogueQueryOf,
  filterParameters,
  pageLimit,
  priceRangeError,
  projectsParameters,
  readParameters,
} from '#src/schemas/api.ts';
import type { FieldError } from '#src/schemas/problem.ts';
import type { Project } from '#src/schemas/project.ts';

/** `/api/v1/projects`, `/api/v1/projects.csv` and `/api/v1/projects/{slug or id}`. */
export const projects = new Hono<AppEnv>()
  .get('/projects', acceptable('application/json'), listPage)
  .all('/projects', methodNotAllowed)
  .get('/projects.csv', acceptable('text/csv'), wholeCsv)
  .all('/projects.csv', methodNotAllowed)
  .get('/projects/:reference', acceptable('application/json'), oneProject)
  .all('/projects/:reference', methodNotAllowed)
  .onError(sendListProblem);

async function listPage(c: Context<AppEnv>): Promise<Response> {
  const address = new URL(c.req.url);
  const { values, errors } = readParameters(projectsParameters, address.searchParams);
  if (errors) return sendParameterProblem(c, errors);
  const query = catalogueQueryOf(values);
  const rangeError = priceRangeError(query);
  if (rangeError) return sendParameterProblem(c, [rangeError]);
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

async function wholeCsv(c: Context<AppEnv>): Promise<Response> {
  const { values, errors } = readParameters(filterParameters, new URL(c.req.url).searchParams);
  if (errors) return sendParameterProblem(c, errors);
  const query = catalogueQueryOf(values);
  const rangeError = priceRangeError(query);
  if (rangeError) return sendParameterProblem(c, [rangeError]);
  const { PUBLIC_URL } = env();
  const { body, result: lastChange } = await spooled((spool) =>
    withWholeList(query, 'rejected', async ({ batches, lastChange }) => {
      spool.write(projectsCsv([], PUBLIC_URL, { header: true, withId: true }));
      await spool.writeRows(batches, (rows) => projectsCsv(rows, PUBLIC_URL, { header: false, withId: true }));
      return lastChange;
    }),
  );
  return c.body(body.stream(), 200, {
    ...alwaysRevalidate,
    ...body.headers(),
    ...lastModified(lastChange),
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="carma-projects.csv"',
  });
}

async function oneProject(c: Context<AppEnv>): Promise<Response> {
  const [unknown] = new URL(c.req.url).searchParams.keys();
  if (unknown !== undefined) return sendParameterProblem(c, [{ field: unknown, message: 'No such parameter', allowed: [] }]);
  try {
    const project = await findByReference(c.req.param('reference') ?? '');
    if (!project) return sendProblem(c, 'project_not_found');
    return c.json(apiProjectOf(project), 200, { ...alwaysRevalidate, ...lastModified(project.updatedAt) });
  } catch (error) {
    return sendErrorProblem(c, error, 'v1/projects', 'The project could not be read. Please try again later.');
  }
}

/** Returns a project in the format of version 1 of the API. */
export function apiProjectOf(project: Project) {
  return apiProject.parse({ ...project, ...fileRow(project, env().PUBLIC_URL) });
}

/** Answers 400 and lists every unknown or invalid parameter. */
export function sendParameterProblem(c: Context<AppEnv>, errors: FieldError[]): Response {
  return sendProblem(c, 'parameter_invalid', { errors });
}

function sendListProblem(error: Error, c: Context<AppEnv>): Response {
  if (!(error instanceof UnknownValue))
    return sendErrorProblem(c, error, 'v1/projects', 'The list of projects could not be read. Please try again later.');
  return sendParameterProblem(c, [{ field: error.parameter, message: error.message, allowed: error.allowed }]);
}
