import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sitePages } from '#src/content/navigation.ts';
import type { Load, LoadResult } from './load.ts';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, memoryOf, type Stage, startHelper, startSite } from './stage.ts';
import { median, ms, type Row } from './table.ts';

const connections = 32;
/** Long enough for a cached response to have been compressed at the highest level (server/http/cache/response-cache.ts). */
const settleMs = 12_000;
const settleLimit = 40_000;
/** Load before the measurement. */
const warmUpMs = 3_000;

type Options = { rounds: number; loadMs: number };

/** Measures requests a second for each kind of page, alternating with a bare server that sends the same bytes. */
export async function measurePages(stage: Stage, catalogue: Catalogue, { rounds, loadMs }: Options): Promise<Row[]> {
  const site = await startSite(stage, catalogue);
  const bare = await startHelper('bare-server.ts');
  const cannon = await startHelper('load.ts');
  const rows: Row[] = [];
  try {
    const [slug] = await firstSlugs(catalogue, 1);
    const addresses = ['/', '/credits', '/projects', '/how-it-works', `/projects/${slug}`, '/api/carbon-projects'];
    await Promise.all(addresses.map((address) => waitUntilSettled(site.url + address)));
    // Warms up both servers' code: the first row would be a fifth lower otherwise.
    for (const url of [site.url, `http://127.0.0.1:${bare.firstMessage}`]) await fire({ url, headers: {}, connections, ms: warmUpMs });
    for (const address of addresses) {
      for (const encoding of ['br', 'identity']) rows.push(await compare(address, encoding));
    }
    rows.push({ measure: 'memory after this load', projects: catalogue.size, site: `${memoryOf(site.pid)} MB` });
  } finally {
    await Promise.all([site.stop(), bare.stop(), cannon.stop()]);
  }
  return rows;

  async function compare(address: string, encoding: string): Promise<Row> {
    const headers = { 'accept-encoding': encoding };
    const { body, headers: sent } = await fetchRaw(site.url + address, headers);
    bare.child.send({ type: sent['content-type'] ?? '', body });
    await once(bare.child, 'message');
    const results: { site: LoadResult; bare: LoadResult }[] = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await fire({ url: site.url + address, headers, connections, ms: loadMs });
      const floor = await fire({ url: `http://127.0.0.1:${bare.firstMessage}${address}`, headers, connections, ms: loadMs });
      results.push({ site: ours, bare: floor });
    }
    const after = await fetchRaw(site.url + address, headers);
    const failed = results.reduce((sum, result) => sum + result.site.failed, 0);
    if (failed > 0 || after.body.byteLength !== body.byteLength)
      throw new Error(`${address}: ${failed} requests failed, ${body.byteLength} bytes before and ${after.body.byteLength} after`);
    const both = (key: keyof LoadResult) => [median(results.map((r) => r.site[key])), median(results.map((r) => r.bare[key]))] as const;
    const [perSecond, floor] = both('perSecond');
    const name = address.startsWith('/projects/') ? '/projects/(one)' : address;
    return {
      measure: `${name}, ${encoding}, ${(body.byteLength / 1000).toFixed(1)} kB`,
      projects: catalogue.size,
      site: `${Math.round(perSecond)}/s`,
      bare: `${Math.round(floor)}/s`,
      ratio: median(results.map((r) => r.site.perSecond / r.bare.perSecond)).toFixed(2),
      p50: both('p50').map(ms).join(' : '),
      p99: both('p99').map(ms).join(' : '),
    };
  }

  async function fire(load: Load): Promise<LoadResult> {
    cannon.child.send(load);
    const [result] = await once(cannon.child, 'message');
    return result as LoadResult;
  }
}

/** Requests a response until it is complete (a page then carries its own styles) and has not changed for `settleMs`. */
async function waitUntilSettled(url: string): Promise<void> {
  const deadline = Date.now() + settleLimit;
  let since = Date.now();
  let previous = '';
  while (Date.now() < deadline && Date.now() - since < settleMs) {
    const { body, headers } = await fetchRaw(url, { 'accept-encoding': 'br' });
    const state = `${headers.etag} ${body.byteLength}`;
    if (state !== previous || !headers.etag) since = Date.now();
    previous = state;
    await sleep(100);
  }
}

/** Pages that exist with any catalogue. */
export const pageAddresses = sitePages.map(({ path }) => path);
