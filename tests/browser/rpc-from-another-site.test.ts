import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { testBrowser } from '#tests/support/browser.ts';

const { open } = testBrowser();

/** What a page of another site runs: tRPC's own links, one of which streams, and one of which reads by POST. */
const program = `
  import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client';
  import superjson from 'superjson';
  const options = { url: site + '/api/trpc', transformer: superjson };
  const ask = (link) => createTRPCClient({ links: [link] });
  window.ask = {
    stream: async () => {
      const client = ask(httpBatchStreamLink(options));
      const [found, list] = await Promise.all([client.projects.search.query({ limit: 2 }), client.projects.list.query()]);
      return [found.projects[0].updatedAt instanceof Date, Array.isArray(list)];
    },
    post: async () => (await ask(httpBatchLink({ ...options, methodOverride: 'POST' })).projects.search.query({ limit: 2 })).projects.length,
    traced: async () => {
      const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x-trpc-source': 'elsewhere' };
      return (await ask(httpLink({ ...options, headers })).projects.search.query({ limit: 1 })).projects.length;
    },
    write: () => ask(httpLink(options)).contact.send.mutate({ name: 'Ada', email: 'ada@elsewhere.example' }).then(() => 'stored', () => 'refused'),
  };
`;

const elsewhere = createServer((request, response) => {
  if (request.url !== '/') return response.writeHead(404).end();
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<title>Elsewhere</title><link rel="icon" href="data:,"><script type="module">${script}</script>`);
});
let script = '';

beforeAll(async () => {
  const bundle = await rolldown({
    input: 'program',
    platform: 'browser',
    plugins: [{ name: 'program', resolveId: (id, from) => (from ? null : id), load: (id) => (id === 'program' ? program : null) }],
    transform: { define: { site: JSON.stringify(inject('siteUrl')) } },
    cwd: process.cwd(),
  });
  const { output } = await bundle.generate({ format: 'esm' });
  script = output[0].code;
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  elsewhere.close();
});

it('a page of another site reads by tRPC’s stream link, by POST and with trace headers, and cannot write', async () => {
  const { page } = await open(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`, { expectProblems: true });
  const ask = (name: string) =>
    page.evaluate((key) => (window as unknown as { ask: Record<string, () => Promise<unknown>> }).ask[key]?.(), name);
  expect(await ask('stream')).toEqual([true, true]);
  expect(await ask('post')).toBe(2);
  expect(await ask('traced')).toBe(1);
  expect(await ask('write')).toBe('refused');
});
