import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient, fetchJson } from '#src/client/catalogue/catalogue-watch.tsx';

afterEach(() => void vi.unstubAllGlobals());

/** Runs the default query, which gets this answer. Returns what it gives, and the address and options that it asked with. */
async function query({ status = 200, body = '{"a":[1]}', statusText = '' }, on401: 'throw' | 'null' = 'throw') {
  const answering = vi.fn(async (..._asked: Parameters<typeof fetch>) => new Response(body, { status, statusText }));
  vi.stubGlobal('fetch', answering);
  const queryKey = ['https://carma.example', 'api', 'carbon-projects'];
  const data = await fetchJson({ on401 })({ queryKey, signal: new AbortController().signal });
  return { data, asked: answering.mock.calls[0] };
}

it('the default query fetches the query key joined with slashes, with credentials, and parses the JSON', async () => {
  const { data, asked } = await query({});
  expect(asked).toMatchObject(['https://carma.example/api/carbon-projects', { credentials: 'include' }]);
  expect(data).toEqual({ a: [1] });
});

it.each([
  ['the status code and the body text', { status: 503, body: 'what went wrong' }, /^503: what went wrong$/],
  ['the status text when the body is empty', { status: 404, body: '', statusText: 'Not Found' }, /^404: Not Found$/],
  ['401 as with any other status', { status: 401 }, /^401: /],
])('the default query fails with %s', async (_, answer, message) => {
  await expect(query(answer)).rejects.toThrow(message);
});

it('the default query gives null for a 401 if it is configured to do so', async () => {
  expect((await query({ status: 401 }, 'null')).data).toBeNull();
});

it('the query client never refetches by itself, never goes stale and never retries', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ refetchInterval: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, retry: false });
  expect(mutations).toMatchObject({ retry: false });
});
