import type { Context } from 'hono';
import { z } from 'zod';
import { sendProblem } from '#server/api/protocol/problem.ts';
import { route, sendParameterProblem } from '#server/api/rest/route.ts';
import { apiProjectOf } from '#server/api/rest/v1/projects.ts';
import { type ProjectChanges, readChanges, readSeq, writeSeq } from '#server/domain/projects/changes.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified } from '#server/platform/web/conditional-requests.ts';
import { changesLimit, changesPage, changesParameters, sinceMessage } from '#src/schemas/api.ts';

/** Changes since a cursor, for clients that keep a copy of the catalogue. */
export const changes = route(
  'GET',
  '/api/v1/changes',
  {
    id: 'listChanges',
    tag: 'Catalogue',
    summary: 'What changed since a cursor or a moment',
    description:
      'For anyone keeping a copy. Begin without `since`, or with a moment; apply each change by `id`, keep `cursor`, and go on while `hasMore`. Each project comes once, as it is now.',
    query: changesParameters,
    response: { headers: ['Link'], schema: changesPage },
    problems: ['parameter_invalid', 'cursor_invalid', 'cursor_expired'],
    failed: 'The changes could not be read. Please try again later.',
  },
  async (c, { query }) => {
    const since = query.since === undefined ? 0 : readSince(query.since);
    if (since === undefined) return sendProblem(c, 'cursor_invalid', { errors: [{ field: 'since', message: sinceMessage }] });
    if (since instanceof Date && since.getTime() > Date.now())
      return sendParameterProblem(c, [{ field: 'since', message: futureMoment() }]);
    const page = await readChanges(since, query.limit ?? changesLimit.default);
    if (page.sinceSeq > page.lastSeq) return sendProblem(c, 'cursor_expired');
    return sendChanges(c, page);
  },
);

function sendChanges(c: Context<AppEnv>, { changes, hasMore, lastChange, sinceSeq }: ProjectChanges): Response {
  const address = new URL(c.req.url);
  const cursor = writeSeq(changes.at(-1)?.seq ?? sinceSeq);
  address.searchParams.set('since', cursor);
  const body = {
    changes: changes.map(({ changedAt, project, former, ...change }) => ({
      ...change,
      changedAt: changedAt.toISOString(),
      project: project && apiProjectOf(project),
      former: former && {
        since: former.since.toISOString(),
        pricePerCredit: former.pricePerCredit,
        availableCredits: former.availableCredits,
        status: former.status,
      },
    })),
    cursor,
    hasMore,
  };
  return c.json(body, 200, {
    ...alwaysRevalidate,
    ...lastModified(lastChange),
    ...(hasMore ? { link: `<${address.pathname}${address.search}>; rel="next"` } : {}),
  });
}

/** Says up to when a moment may be. It would have no changes, but a copy that begins with it lacks those before. */
const futureMoment = () => `This moment is in the future. The newest that can be asked for is now, ${new Date().toISOString()}`;

const moment = z.iso.datetime({ offset: true });

/** Reads a cursor, or a moment; undefined for anything else. */
function readSince(text: string): number | Date | undefined {
  return moment.safeParse(text).success ? new Date(text) : readSeq(text);
}
