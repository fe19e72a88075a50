import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { catalogueVersion } from '#server/domain/projects/version.ts';
import { cacheResponses } from '#server/http/cache/cache-responses.ts';
import { createFastPath } from '#server/http/fast-path.ts';
import { requestLog } from '#server/http/middleware/request-log.ts';
import { discovery } from '#server/http/routes/discovery.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';

let server: Server;
const rendered = vi.fn();
const get = async (path: string) => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const app = new Hono<AppEnv>();
  app.use(requestLog, cacheResponses({ renderInBackground: async () => {}, version: catalogueVersion, isStoring: true }));
  app.use(async (c, next) => {
    rendered(c.req.path);
    await next();
  });
  const parts = { publicUrl: 'https://carma.example', contactEmail: 'security@carma.example', pages: [], posts: [] };
  app.route('/', discovery({ ...parts, listProjectPages: async () => [] }));
  const listener = getRequestListener(app.fetch);
  const noChanges = { changes: () => undefined, readChanges: async () => undefined };
  server = createServer(createFastPath({ asset: () => undefined, app: listener, version: catalogueVersion, ...noChanges }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  vi.useRealTimers();
  server.close();
});

it('caches a response that shows the date until midnight in London, and others for longer', async () => {
  const paths = ['/.well-known/security.txt', '/robots.txt'];
  const expires = async () => /Expires: (\S+)T/.exec(await get('/.well-known/security.txt'))?.[1];
  const times: [string, string][] = [
    ['2026-07-01T09:00:00Z', '2026-12-30'],
    ['2026-07-01T22:59:59Z', '2026-12-30'],
    ['2026-07-02T09:00:00Z', '2026-12-31'],
    ['2026-07-02T10:00:00Z', '2026-12-31'],
  ];
  for (const [now, day] of times) {
    vi.setSystemTime(now);
    expect(await expires()).toBe(day);
    await get('/robots.txt');
  }
  const count = (counted: string) => rendered.mock.calls.filter(([path]) => path === counted).length;
  expect(paths.map(count)).toEqual([2, 1]);
});
