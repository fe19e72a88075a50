import { describe, expect, inject, it } from 'vitest';
import { ownSite } from '#tests/support/own-site.ts';

const token = 'a-token-for-prometheus';
const site = ownSite({ METRICS_TOKEN: token }, 'shared');

const scrape = async () => (await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();

describe('/metrics', () => {
  it('names each address of the sitemap, the API’s document and the record’s files', async () => {
    const ask = async (path: string) => (await fetch(site.url + path)).text();
    const listed = [...(await ask('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
    const { paths } = JSON.parse(await ask('/api/openapi.json')) as { paths: object };
    expect([listed.length > 60, Object.keys(paths).length > 30]).toEqual([true, true]);
    const files = [
      ...['.csv', '.xml'].map((kind) => `/record/retirements${kind}`),
      ...['.zip', '/cad-trust.csv', '/cad-trust.json', '/cad-trust.schema.json'].map((kind) => `/record/disclosure${kind}?c=CR-000001`),
      ...['', '.json', '.pdf', '.tlog-proof'].map((kind) => `/certificates/CR-000001${kind}`),
      ...['', '.json', '.tlog-proof'].map((kind) => `/record/entries/0${kind}`),
      ...['checkpoint', 'checkpoints/1', 'key', 'keys', 'policy', 'log.json', 'tile/0/000', 'tile/entries/000'].map(
        (file) => `/log/${file}`,
      ),
      '/carma-verify.mjs',
    ];
    for (const path of [...listed, ...Object.keys(paths), ...files]) await ask(path);
    expect(await scrape()).not.toContain('route="other"');
  });

  it('reports requests by route, renders, queries, mails, the pool, the event loop and memory', async () => {
    for (const path of ['/credits', '/blog/no-such-article', '/no-such-page', '/api/carbon-projects'])
      await (await fetch(`${site.url}${path}`)).text();
    const text = await scrape();
    for (const expected of [
      'carma_http_request_duration_seconds_count{route="/credits",status="2xx"} 2',
      'carma_http_request_duration_seconds_count{route="/blog/:slug",status="4xx"} 1',
      'carma_http_request_duration_seconds_count{route="other",status="4xx"} 1',
      'carma_render_duration_seconds_count{route="/credits"} ',
      'carma_database_query_duration_seconds_count{query="select carbon_projects"} ',
      'carma_database_pool_size 10',
      'carma_database_up 1',
      'carma_database_connections{application="carma-site",state=',
      'carma_event_loop_utilisation 0',
      'nodejs_eventloop_lag_p99_seconds ',
      'process_resident_memory_bytes ',
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).not.toMatch(/no-such/);
  });

  it('counts each cached response once, however often it is scraped', async () => {
    const hits = async () => Number(/^carma_cached_responses_total\{kind="hit"\} (\d+)$/m.exec(await scrape())?.[1]);
    const ask = () => fetch(`${site.url}/robots.txt`).then((answer) => answer.text());
    await ask();
    const before = await hits();
    await ask();
    await ask();
    expect(await hits()).toBe(before + 2);
    await ask();
    expect(await hits()).toBe(before + 3);
  });

  it('is served to callers with the token; everyone else gets 404', async () => {
    const ask = (authorization?: string) => fetch(`${site.url}/metrics`, authorization ? { headers: { authorization } } : {});
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    for (const invalid of [undefined, 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) expect((await ask(invalid)).status).toBe(404);
    expect((await fetch(`${inject('siteUrl')}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
  });
});
