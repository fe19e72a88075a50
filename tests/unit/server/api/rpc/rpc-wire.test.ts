import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import superjson from 'superjson';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { rpcProblem } from '#server/api/protocol/rpc-problem.ts';
import { procedure, router } from '#server/api/rpc/trpc.ts';

const values = z.object({ day: z.date(), many: z.bigint(), nothing: z.undefined(), none: z.null() });
const testRouter = router({
  echo: procedure
    .input(values)
    .output(values)
    .query(({ input }) => input),
  refuse: procedure.query(() => {
    throw rpcProblem('cursor_invalid', 'Invalid cursor', [{ field: 'cursor', message: 'Invalid cursor' }]);
  }),
  fail: procedure.query(() => {
    throw Object.assign(new Error('relation "secret" at /srv/file.ts'), { code: '57014' });
  }),
});
const context = { requestId: 'test', clientAddress: '10.0.0.1', idempotencyKey: undefined, responseHeaders: {} };
const client = createTRPCClient<typeof testRouter>({
  links: [
    httpBatchLink({
      url: 'http://localhost/api/trpc',
      transformer: superjson,
      fetch: (address, options) =>
        fetchRequestHandler({
          endpoint: '/api/trpc',
          req: new Request(address as string, options as RequestInit),
          router: testRouter,
          createContext: () => context,
        }),
    }),
  ],
});
const problemOf = (error: unknown) => (error as TRPCClientError<typeof testRouter>).data?.problem;

it('preserves dates, bigints, undefined and null over the wire', async () => {
  const sent = { day: new Date('2026-03-31T10:00:00.123Z'), many: 9_007_199_254_740_993n, nothing: undefined, none: null };
  const got = await client.echo.query(sent);
  expect(got).toEqual(sent);
  expect('nothing' in got).toBe(true);
});

it("returns an error's code and, for invalid input, the fields", async () => {
  expect(problemOf(await client.refuse.query().catch((error) => error))).toMatchObject({ code: 'cursor_invalid', retryable: false });
  const wrong = await client.echo.query({ day: 'today' } as never).catch((error) => error);
  expect(wrong).toBeInstanceOf(TRPCClientError);
  expect(problemOf(wrong)?.errors?.map(({ field }) => field)).toContain('day');
});

it('reveals nothing about an internal failure except that the database is unavailable', async () => {
  const error = await client.fail.query().catch((caught) => caught);
  expect(problemOf(error)).toMatchObject({ code: 'unavailable', retryable: true });
  expect(JSON.stringify([error.message, error.data])).not.toMatch(/secret|file\.ts|57014/);
});
