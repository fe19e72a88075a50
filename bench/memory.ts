import { setTimeout as sleep } from 'node:timers/promises';
import { pageAddresses } from './pages.ts';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, memoryOf, type Stage, startSite } from './stage.ts';
import type { Row } from './table.ts';

const atOnce = 8;
/** By then (ms) the heap has shrunk. */
const calmMs = 15_000;

type Options = { projects: number; queries: number };

/** Resident memory of the site: after a start, at the height of a load over very many pages, and after it. */
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
      row('memory at its height', Math.max(...peaks)),
    ];
  } finally {
    clearInterval(watch);
    await site.stop();
  }
}
