import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { rpc } from '#server/api/rpc/router.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

vi.mock('#server/platform/log.ts', () => ({ log: () => ({ error: () => undefined }) }));
vi.mock('#server/domain/projects/list.ts', () => ({ listCarbonProjects: async () => [{ title: 7 }] }));

it('what the server itself makes wrong is no invalid input, and nothing of it is said', async () => {
  const site = new Hono<AppEnv>().route('/api/trpc', rpc);
  const answer = await site.request('http://localhost/api/trpc/projects.list');
  const { json } = ((await answer.json()) as { error: { json: object } }).error;
  expect(answer.status).toBe(500);
  expect(json).toMatchObject({
    message: 'Something failed on our side. Please try again.',
    data: { problem: { code: 'internal_error', retryable: false, requestId: '' } },
  });
  expect(json).not.toHaveProperty('data.problem.errors');
});
