import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sitePages } from '#src/content/navigation.ts';
import type { Load, LoadResult } from './load.ts';
import { forgetPeak, memoryOf } from './processes.ts';
import { fetchAll, fetchRaw, longestWait } from './requests.ts';
import type { Row } from './row.ts';
import { type Site, type Stage, slugsOf, startHelper, startSite, withoutLimits } from './stage.ts';

const loadMs = 8_000;
const connections = 32;
/** For how long (ms) one client searches, somewhat faster than its budget allows. */
const searchMs = 120_000;
const searchEveryMs = 40;

/** Measures the site's resident memory after a load over cached pages, and at its peak under what one client may ask of it. */
export async function* measureMemory(stage: Stage): AsyncGenerator<Row> {
  yield await afterLoad(stage);
  const site = await startSite(stage, await stage.large());
  try {
    for (const [name, attack] of Object.entries(attacks(site))) {
      forgetPeak(site.pid);
      const wait = await longestWait(site.url, attack);
      const { now, peak } = memoryOf(site.pid);
      const note = `${Math.round(now)} MB afterwards; a cached page waited ${Math.round(wait)} ms`;
      yield { measure: `memory, one client: ${name}`, value: peak, unit: 'MB', bar: 400, note };
    }
  } finally {
    await site.stop();
  }
}

async function afterLoad(stage: Stage): Promise<Row> {
  const site = await startSite(stage, stage.small, withoutLimits);
  const load = await startHelper('load.ts');
  try {
    const slugs = await slugsOf(stage.small, 38);
    const paths = [...sitePages.map(({ path }) => path), ...slugs.map((slug) => `/projects/${slug}`)];
    await fetchAll(site.url, paths);
    const { failed }: LoadResult = await load.ask({
      url: site.url,
      paths,
      headers: { 'accept-encoding': 'br' },
      connections,
      ms: loadMs,
    } satisfies Load);
    const { now, peak } = memoryOf(site.pid);
    const note = `peak ${Math.round(peak)} MB${failed > 0 ? `; ${failed} requests failed` : ''}`;
    return { measure: `memory after 8 s over ${paths.length} cached pages`, value: now, unit: 'MB', bar: 300, note };
  } finally {
    await Promise.all([site.stop(), load.stop()]);
  }
}

/** The most expensive requests that the limits allow one client; each address is new. */
function attacks({ url }: Site): Record<string, () => Promise<unknown>> {
  let number = 0;
  const list = (format: string) => `${url}/projects.${format}?max=${80_000 + number++}`;
  const atOnce = (count: number, request: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, request));
  return {
    '4 × /projects.json, 8 times': async () => {
      for (let round = 0; round < 8; round += 1) await atOnce(4, () => fetchRaw(list('json')));
    },
    '16 × /projects.csv, twice': async () => {
      for (let round = 0; round < 2; round += 1) await atOnce(16, () => fetchRaw(list('csv')));
    },
    '16 who do not read /projects.json': () => atOnce(16, () => leaveUnread(list('json'))),
    '16 files of 5 MB, twice': async () => {
      for (let round = 0; round < 2; round += 1) await atOnce(16, () => upload(url));
    },
    'thousands of searches of many shapes': async () => {
      const pending = new Set<Promise<unknown>>();
      for (const end = performance.now() + searchMs; performance.now() < end; await sleep(searchEveryMs)) {
        // The site may close a connection that has just been used again.
        const asking = fetchRaw(`${url}/projects?${shape(number++)}`)
          .catch(() => {})
          .finally(() => pending.delete(asking));
        pending.add(asking);
      }
      await Promise.all(pending);
    },
  };
}

/** Requests a file and leaves it unread for ten seconds. */
async function leaveUnread(address: string): Promise<void> {
  const request = get(address, (response) => response.pause()).on('error', () => {});
  await sleep(10_000);
  request.destroy();
}

/** Sends a form with a file. The site may reject it, and close the connection before its end. */
async function upload(url: string): Promise<void> {
  const body = new FormData();
  body.set('name', 'Ada Lovelace');
  body.set('attachment', new File([`%PDF-${'x'.repeat(4_900_000)}`], 'a.pdf'));
  await fetch(`${url}/api/enterprise-contact`, { method: 'POST', body, redirect: 'manual' })
    .then((response) => response.arrayBuffer())
    .catch(() => {});
}

/** A search with a number of years, words and filters that few others have. */
function shape(index: number): URLSearchParams {
  const search = new URLSearchParams({ max: String(60_000 + index) });
  for (let year = 0; year < index % 45; year += 1) search.append('vintage', String(1950 + year));
  search.set('q', ['forest', 'wind', 'solar', 'river', 'mine', 'kenya', 'hydro'].slice(0, index % 8).join(' '));
  for (const country of ['GB', 'KE', 'IN', 'BR', 'US'].slice(0, index % 6)) search.append('country', country);
  return search;
}
