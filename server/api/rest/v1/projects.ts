import type { Context } from 'hono';
import { z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { linkToNext, route } from '#server/api/rest/route.ts';
import { fileColumns } from '#server/domain/projects/files.ts';
import { findByReference, findWithdrawn } from '#server/domain/projects/find.ts';
import { findPortfolios } from '#server/domain/projects/find-portfolios.ts';
import { carbonProjectOf, listCatalogue, readChanges, readSeqCursor, withWholeList, writeSeqCursor } from '#server/domain/projects/list.ts';
import { env } from '#server/platform/env.ts';
import { sendList } from '#server/platform/tables/list-file.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified } from '#server/platform/web/cache-headers.ts';
import { jsonItems, sendSpool, spooled } from '#server/platform/web/spool.ts';
import { audit } from '#shared/content/projects/audit.ts';
import {
  apiProject,
  carbonProjectList,
  catalogueQueryOf,
  changesLimit,
  changesPage,
  changesParameters,
  filterParameters,
  moment,
  pageLimit,
  projectReference,
  projectsPage,
  projectsParameters,
  sinceMessage,
} from '#shared/schemas/api.ts';
import { emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { portfolioNeed, portfolios } from '#shared/schemas/portfolio.ts';
import { type AuditQuestion, auditAnswers, auditQuestions, type Project } from '#shared/schemas/project.ts';

const failure = 'The list of projects could not be read. Please try again later.';

/** A page of projects. */
export const listProjectsRoute = route({
  at: 'GET /api/v1/projects',
  id: 'listProjects',
  tag: 'Catalogue',
  summary: 'A page of projects',
  description:
    'The same filters, search and sort orders as the page /projects, with the same parameters, but prices in pence. Repeat a filter to give several values (`category=A&category=B`). An empty value counts as absent; anything unknown is refused with a list of what is allowed.',
  query: projectsParameters,
  response: { headers: ['Link'], schema: projectsPage },
  problems: ['cursor_invalid'],
  failure,
  answer: async (c, { query }) => {
    const { limit = pageLimit.default, cursor, facets = cursor === undefined ? 'true' : 'false' } = query;
    const page = await listCatalogue({ ...catalogueQueryOf(query), limit, cursor, facets: facets === 'true' });
    const { projects: found, total, nextCursor, lastChange, ...counts } = page;
    return c.json({ projects: found.map(apiProjectOf), total, nextCursor, ...counts }, 200, {
      ...alwaysRevalidate,
      ...lastModified(lastChange),
      ...linkToNext(c, 'cursor', nextCursor),
    });
  },
});

/** The catalogue: pages of projects, one project, all as CSV. */
export const projects = [
  listProjectsRoute,
  route({
    at: 'GET /api/v1/projects/:reference',
    id: 'getProject',
    tag: 'Catalogue',
    summary: 'One project, by slug, id or registry ID',
    description: 'Everything that the catalogue says about it. Null is not stated.',
    parts: z.object({ reference: projectReference }),
    query: z.strictObject({}),
    response: { headers: ['Content-Location'], schema: apiProject },
    problems: ['project_not_found', 'project_withdrawn'],
    failure: 'The project could not be read. Please try again later.',
    answer: async (c) => {
      const reference = c.req.param('reference') ?? '';
      const project = await findByReference(reference, 'ours first');
      if (!project) return sendMissing(c, reference);
      const headers = { ...alwaysRevalidate, ...lastModified(project.updatedAt) };
      return c.json(apiProjectOf(project), 200, { ...headers, 'content-location': `/api/v1/projects/${project.slug}` });
    },
  }),
  route({
    at: 'GET /api/v1/projects.csv',
    id: 'downloadProjects',
    tag: 'Catalogue',
    summary: 'All matching projects as CSV',
    description:
      'RFC 4180, UTF-8 without a byte order mark, with a header row. A text that a spreadsheet would read as a formula begins with an apostrophe, also after a semicolon, tab or line break inside it.',
    query: filterParameters,
    response: { type: 'text/csv', headers: ['Content-Disposition'], schema: z.string() },
    failure,
    answer: async (c, { query }) => {
      const columns = [{ name: 'id', value: ({ id }: Project) => id }, ...fileColumns(env().PUBLIC_URL)];
      return sendList(c, { name: 'carma-projects', format: 'csv', columns }, (write) =>
        withWholeList(catalogueQueryOf(query), { unknownValues: 'rejected' }, async ({ batches, lastChange }) => {
          await write(batches, { isForPrograms: true });
          return lastModified(lastChange);
        }),
      );
    },
  }),
];

type PublishedField = keyof z.output<typeof apiProject>;

/** Fields that are shown with the answer to a question, though they are no part of it. */
const shownBeside: Partial<Record<AuditQuestion, PublishedField[]>> = {
  registration: ['methodologyVersion'],
  vintage: ['verificationReportUrl', 'verifiedOn'],
};

/** A project as REST gives it, with the eight questions of an auditor. */
const projectWithAnswers = z.object({
  project: apiProject,
  answers: z.array(
    z.object({
      question: z.enum(auditQuestions),
      name: z.string(),
      isAnswered: z.boolean().meta({ description: 'Whether the catalogue answers it in full.' }),
      facts: z.record(z.string(), z.unknown()).meta({ description: 'What the catalogue says. Null: not stated.' }),
    }),
  ),
  isOnRecord: z.boolean().meta({ description: 'Whether units of it are on the record, with serial numbers.' }),
});

/** One project with what it answers, as one call for agents; not published, because it is `getProject` in other words. */
export const projectAnswers = route({
  at: 'GET /api/v1/project-answers',
  id: 'getProjectAnswers',
  tag: 'Catalogue',
  summary: 'One project, with an auditor’s eight questions',
  query: z.strictObject({ reference: projectReference }),
  response: { schema: projectWithAnswers },
  failure: 'The project could not be read. Please try again later.',
  answer: async (c, { query: { reference } }) => {
    const project = await findByReference(reference, 'ours first');
    return project ? c.json(withAnswers(project), 200, alwaysRevalidate) : sendMissing(c, reference);
  },
});

async function sendMissing(c: Context<AppEnv>, reference: string): Promise<Response> {
  return sendProblem(c, (await findWithdrawn(reference, 'ours first')) ? 'project_withdrawn' : 'project_not_found');
}

/** Returns a project in the format of version 1 of the API. */
function apiProjectOf(project: Project) {
  const row = fileColumns(env().PUBLIC_URL).map(({ name, value }) => [name, value(project)]);
  return apiProject.parse({ ...project, ...Object.fromEntries(row) });
}

/** Returns a project with its answers, in the order of its page. */
function withAnswers(project: Project): z.output<typeof projectWithAnswers> {
  const published = apiProjectOf(project);
  const answers = auditQuestions.map((question) => ({
    question,
    name: audit.questions[question].name,
    isAnswered: !project.unanswered.includes(question),
    facts: Object.fromEntries(fieldsOf(question).map((field) => [field, published[field]])),
  }));
  return { project: published, answers, isOnRecord: project.isOnRecord };
}

/** Returns the fields that are shown for a question. `isOnRecord` is not published as a field: the whole answer has it, once. */
function fieldsOf(question: AuditQuestion) {
  const fields = Object.values<readonly (keyof Project)[]>(auditAnswers[question]).flat();
  const isPublished = (field: keyof Project): field is keyof Project & PublishedField => field in apiProject.shape;
  return [...fields.filter(isPublished), ...(shownBeside[question] ?? [])];
}

/** Changes since a cursor, for clients that keep a copy of the catalogue. */
export const changes = route({
  at: 'GET /api/v1/changes',
  id: 'listChanges',
  tag: 'Catalogue',
  summary: 'What changed since a cursor or a moment',
  description:
    'For anyone keeping a copy. Begin without `since`, or with a moment; apply each change by `id`, keep `cursor`, and go on while `hasMore`. Each project comes once, as it is now.',
  query: changesParameters,
  response: { headers: ['Link'], schema: changesPage },
  problems: ['cursor_invalid', 'cursor_expired'],
  failure: 'The changes could not be read. Please try again later.',
  answer: async (c, { query }) => {
    const asked = query.since ?? writeSeqCursor(0);
    const since = moment.safeParse(asked).data ?? readSeqCursor(asked);
    if (since === undefined) return sendProblem(c, 'cursor_invalid', { errors: [{ field: 'since', message: sinceMessage }] });
    if (since instanceof Date && since.getTime() > Date.now())
      return sendProblem(c, 'parameter_invalid', { errors: [{ field: 'since', message: futureMessage() }] });
    const { changes: found, hasMore, lastChange, sinceSeq, lastSeq } = await readChanges(since, query.limit ?? changesLimit.default);
    // The catalogue was restored from a backup that is older than the cursor.
    if (sinceSeq > lastSeq) return sendProblem(c, 'cursor_expired');
    const cursor = writeSeqCursor(found.at(-1)?.seq ?? sinceSeq);
    const shown = found.map((change) => ({ ...change, project: change.project && apiProjectOf(change.project) }));
    return c.json({ changes: shown, cursor, hasMore }, 200, {
      ...alwaysRevalidate,
      ...lastModified(lastChange),
      ...linkToNext(c, 'since', hasMore ? cursor : null),
    });
  },
});

/** Says why a moment is refused: a copy of the catalogue that began in the future would lack all changes before. */
const futureMessage = () => `This moment is in the future. The newest that can be asked for is now, ${new Date().toISOString()}`;

/** The mixes of /portfolio. A read, by POST because a need has many parts. */
export const portfolioMixes = route({
  at: 'POST /api/v1/portfolios',
  id: 'findPortfolios',
  tag: 'Catalogue',
  isRead: true,
  summary: 'Find mixes of projects for a need',
  description:
    'At most three mixes of what is listed and can be bought, which differ: the least price, the longest storage and the best evidenced. With `tonnes`, each has exactly these, at no more than `budgetPence`; with `budgetPence` alone, as many as it buys. `maxPence` limits the average price, or with `each` that of each project. Without a mix, `loosened` says which one limit has to change, and to what. Forest protection and renewable energy count with `contested`. Nothing is stored or reserved, and none of it is a recommendation. Each mix can be sent on as the lines of a basket or of a request for a quote.',
  body: { schema: portfolioNeed, example: { tonnes: 1_200, budgetPence: 4_000_000, year: 2026 } },
  response: { description: 'The mixes, with their price.', schema: portfolios },
  failure: 'The mixes could not be worked out. Please try again.',
  answer: async (c, { body }) => c.json(await findPortfolios(body), 200, { 'cache-control': 'no-store' }),
});

/** The array specified in product.md, section 7. Any origin may read it. */
export const carbonProjects = route({
  at: 'GET /api/carbon-projects',
  id: 'listCarbonProjects',
  tag: 'Compatible',
  summary: 'Every project that has a price, as a plain array',
  description: 'The original list, with the original fields. For filters, pages and every field, use `/api/v1/projects`.',
  response: { schema: carbonProjectList },
  failure,
  answer: async (c) => {
    const { body, result: lastChange } = await spooled(c, (spool) =>
      withWholeList(emptyCatalogueQuery, { unknownValues: 'ignored', priced: true }, async ({ batches, lastChange }) => {
        spool.write('[');
        await spool.writeRows(batches, jsonItems(carbonProjectOf));
        spool.write(']');
        return lastChange;
      }),
    );
    return sendSpool(c, body, { ...lastModified(lastChange), 'content-type': 'application/json' });
  },
});
