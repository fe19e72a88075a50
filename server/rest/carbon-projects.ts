import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { log } from '#server/log.ts';
import { listProjects } from '#server/projects/list.ts';
import { methodNotAllowed, problemResponse } from '#server/rest/problem.ts';
import { carbonProject } from '#src/schemas/project.ts';

/** `GET /api/carbon-projects`: the plain array of product.md, section 7. Any origin may read it. */
export const carbonProjects = new Hono<AppEnv>()
  .get('/', async (c) => {
    const { requestId } = c.var;
    try {
      const { projects } = await listProjects();
      c.header('access-control-allow-origin', '*');
      c.header('cross-origin-resource-policy', 'cross-origin');
      c.header('cache-control', 'no-cache');
      return c.json(projects.map((row) => carbonProject.parse(row)));
    } catch (error) {
      log().error({ event: 'rest.failed', requestId, resource: 'carbon-projects', err: error }, 'Could not list projects');
      const detail = 'The list of projects could not be read. Please try again later.';
      return problemResponse({ status: 503, title: 'Service unavailable', detail }, requestId, { 'retry-after': '5' });
    }
  })
  .options('/', () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' } }))
  .all('/', (c) => methodNotAllowed('GET, HEAD, OPTIONS', c.var.requestId));
