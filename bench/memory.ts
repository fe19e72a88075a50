import { setTimeout as sleep } from 'node:timers/promises';
import { pageAddresses } from './pages.ts';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, memoryOf, type Stage, startSite } from './stage.ts';
import type { Row } from './table.ts';

const atOnce = 8;
/** Time (ms) after which the heap has shrunk. */
const calmMs = 15_000;

type Options = { projects: number; queries: number };

/** Measures the site's resident memory after a start, at its peak while thousands of pages are requested, and afterwards. */
export async function measureMemory(stage: Stage, catalogue: Catalogue, { projects, queries }: Options): Promise<Row[]> {
  const site = await startSite(stage, catalogue);
  const peaks: number[] = [];
  const watch = setInterval(() => peaks.push(memoryOf(site.pid)), 500);
  try {
    const started = memoryOf(site.pid);
    const slugs = await firstSlugs(catalogue, projects);
    const addresses = [
      ...pageAddresses,
      ...slugs.map((slug) => `/projects/${slug}`),
      ...Array.from({ length: queries }, (_, index) => `/projects?min=${(index % 50) + 1}&page=${Math.floor(index / 50) + 1}`),
    ];
    const waiting = addresses.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const address of waiting) await fetchRaw(site.url + address, { 'accept-encoding': 'br' });
      }),
    );
    await sleep(calmMs);
    const row = (measure: string, megabytes: number): Row => ({ measure, projects: catalogue.size, site: `${megabytes} MB` });
    return [
      row('memory after a start', started),
      row(`memory after ${addresses.length} different pages`, memoryOf(site.pid)),
      row('peak memory', Math.max(...peaks)),
    ];
  } finally {
    clearInterval(watch);
    await site.stop();
  }
}
