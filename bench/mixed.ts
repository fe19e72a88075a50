import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { basePrice, type Load, type Visits, type VisitsResult } from './mixed-visitors.ts';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type BenchSite, type Catalogue, metricsToken, type Stage, startHelper, startSite } from './stage.ts';
import { ms, quantile, type Row } from './table.ts';

const connections = 64;
/** How many requests per second arrive at random moments, for each process of the site. */
const perSecondAndProcess = 500;
const commitEveryMs = 1_000;

type Options = { processes: number; warmUpMs: number; ms: number };

/**
 * Measures visits spread over the pages of all projects, of which a tenth are new searches and a twentieth API requests, while a
 * commit each second changes one project's price. With several processes, each address goes to one of them, as from the proxy
 * (deploy/Caddyfile).
 */
export async function measureMixed(stage: Stage, catalogue: Catalogue, { processes, warmUpMs, ms: forMs }: Options): Promise<Row[]> {
  const sites: BenchSite[] = [];
  for (let index = 0; index < processes; index += 1) sites.push(await startSite(stage, catalogue));
  const visitors = await startHelper('mixed-visitors.ts');
  const sql = postgres(catalogue.url, { max: 1, onnotice: () => {} });
  const slugs = await firstSlugs(catalogue, catalogue.size);
  const stopping = new AbortController();
  // Prices must differ from those of an earlier run; otherwise the commits would change nothing.
  let commit = 10_000 * processes;
  const commits = commitEverySecond();
  try {
    const name = `${processes} process${processes > 1 ? 'es' : ''}`;
    await visit({ connections, ms: warmUpMs, seed: 1 });
    return [
      await measure(`mixed, ${name}, ${connections} visitors`, { connections, ms: forMs, seed: 2 }),
      await measure(`mixed, ${name}, at random moments`, { perSecond: perSecondAndProcess * processes, ms: forMs, seed: 3 }),
    ];
  } finally {
    stopping.abort();
    await commits;
    await sql.end({ timeout: 2 });
    await visitors.stop();
    for (const site of sites) await site.stop();
  }

  async function measure(name: string, load: Load): Promise<Row> {
    const before = await countByKind();
    const began = performance.now();
    const { times, failed, older } = await visit(load);
    const seconds = (performance.now() - began) / 1_000;
    const after = await countByKind();
    const share = (kind: string) => {
      const count = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
      const all = [...after.keys()].reduce((sum, name) => sum + count(name), 0);
      return `${Math.round((count(kind) / all) * 100)}%`;
    };
    return {
      measure: `${name}: cached ${share('hit')}, renewed ${share('same')}, rendered ${share('miss')}; ${failed} failed, ${older} older`,
      projects: catalogue.size,
      site: `${Math.round(times.length / seconds)}/s`,
      p50: ms(quantile(times, 0.5)),
      p99: ms(quantile(times, 0.99)),
    };
  }

  async function visit(load: Load): Promise<VisitsResult> {
    visitors.child.send({ urls: sites.map(({ url }) => url), slugs, ...load } satisfies Visits);
    const [result] = await once(visitors.child, 'message');
    return result;
  }

  /** Prices only rise, so that a visitor can recognise an older one. */
  async function commitEverySecond(): Promise<void> {
    while (!stopping.signal.aborted) {
      commit += 1;
      // The first hundred slugs are the most visited.
      await sql`update carbon_projects set price_per_credit = ${basePrice + commit} where slug = ${slugs[commit % 100] ?? ''}`;
      await sleep(commitEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  /** Counts the responses of all sites so far, by the metric's `kind`: `hit`, `same` and `miss`. */
  async function countByKind(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { url } of sites) {
      const { body } = await fetchRaw(`${url}/metrics`, { authorization: `Bearer ${metricsToken}` });
      for (const [, kind = '', count] of body.toString().matchAll(/^carma_remembered_answers_total\{kind="(\w+)"\} (\d+)/gm))
        counts.set(kind, (counts.get(kind) ?? 0) + Number(count));
    }
    return counts;
  }
}
