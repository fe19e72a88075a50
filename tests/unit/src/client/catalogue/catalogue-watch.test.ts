import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQueryClient, fetchJson } from '#src/client/catalogue/catalogue-watch.tsx';
import { listenOn } from '#tests/support/free-port.ts';

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const status = Number(/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    const body = request.url?.includes('empty') ? '' : request.url?.includes('status') ? 'what went wrong' : '{"a":[1]}';
    response.writeHead(status).end(body);
  });
  base = `http://127.0.0.1:${await listenOn(server)}`;
});
afterAll(() => server.close());

const signal = new AbortController().signal;
const get = (...queryKey: string[]) => fetchJson({ on401: 'throw' })({ queryKey: [base, ...queryKey], signal });

it('the default query fetches the query key joined with slashes and parses the JSON', async () => {
  expect(await get('api', 'carbon-projects')).toEqual({ a: [1] });
});

it.each([
  ['the status code and the body text', ['503'], /^503: what went wrong$/],
  ['the status text when the body is empty', ['404', 'empty'], /^404: Not Found$/],
])('the default query fails with %s', async (_, path, message) => {
  await expect(get('status', ...path)).rejects.toThrow(message);
});

it('the default query throws on 401, or returns null if so configured', async () => {
  await expect(get('status', '401')).rejects.toThrow(/^401: /);
  expect(await fetchJson({ on401: 'null' })({ queryKey: [base, 'status', '401'], signal })).toBeNull();
});

it('the query client never refetches by itself, never goes stale and never retries', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ refetchInterval: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, retry: false });
  expect(mutations).toMatchObject({ retry: false });
});
