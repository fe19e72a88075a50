import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { acceptable } from '#server/api/protocol/acceptable.ts';
import { methodNotAllowed, sendErrorProblem, sendProblem } from '#server/api/protocol/problem.ts';
import { apiProjectOf, sendParameterProblem } from '#server/api/rest/v1/projects.ts';
import { type ProjectChanges, readChanges } from '#server/domain/projects/read-changes.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { alwaysRevalidate, lastModified } from '#server/platform/web/conditional-requests.ts';
import { changesLimit, changesParameters, readParameters } from '#src/schemas/api.ts';
import { saleStatus } from '#src/schemas/project.ts';

/** `/api/v1/changes`: changes since a cursor, for clients that keep a copy of the catalogue. */
export const changes = new Hono<AppEnv>()
  .get('/', acceptable('application/json'), async (c) => {
    const address = new URL(c.req.url);
    const { values, errors } = readParameters(changesParameters, address.searchParams);
    if (errors) return sendParameterProblem(c, errors);
    const since = values.since === undefined ? 0 : readSeq(values.since);
    if (since === undefined) return sendProblem(c, 'cursor_invalid', { errors: [{ field: 'since', message: 'Invalid cursor' }] });
    const page = await readChanges(since, values.limit ?? changesLimit.default);
    if (since > page.lastSeq) return sendProblem(c, 'cursor_expired');
    return sendChanges(c, address, since, page);
  })
  .all('/', methodNotAllowed)
  .onError((error, c) => sendErrorProblem(c, error, 'v1/changes', 'The changes could not be read. Please try again later.'));

function sendChanges(c: Context<AppEnv>, address: URL, since: number, { changes, hasMore, lastChange }: ProjectChanges): Response {
  const cursor = writeSeq(changes.at(-1)?.seq ?? since);
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
        status: saleStatus(former),
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

const cursorParts = z.tuple([z.literal('changes'), z.int().nonnegative()]);

function writeSeq(seq: number): string {
  return Buffer.from(JSON.stringify(['changes', seq])).toString('base64url');
}

function readSeq(text: string): number | undefined {
  try {
    return cursorParts.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))[1];
  } catch {
    return undefined;
  }
}
