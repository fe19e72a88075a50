import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { basePrice, type Visits, type VisitsResult } from './mixed-visitors.ts';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type BenchSite, type Catalogue, metricsToken, type Stage, startHelper, startSite } from './stage.ts';
import { ms, quantile, type Row } from './table.ts';

const connections = 64;
const commitEveryMs = 1_000;

type Options = { processes: number; warmUpMs: number; ms: number };

/**
 * Visits spread over the pages of all projects, a tenth of them searches that nobody has asked, a twentieth of the API, and a
 * commit each second that changes one project's price; on so many processes of the site, in turns, as a proxy would.
 */
export async function measureMixed(stage: Stage, catalogue: Catalogue, { processes, warmUpMs, ms: forMs }: Options): Promise<Row[]> {
  const sites: BenchSite[] = [];
  for (let index = 0; index < processes; index += 1) sites.push(await startSite(stage, catalogue));
  const visitors = await startHelper('mixed-visitors.ts');
  const sql = postgres(catalogue.url, { max: 1, onnotice: () => {} });
  const slugs = await firstSlugs(catalogue, catalogue.size);
  const over = new AbortController();
  // Other prices than in an earlier run, which else would change nothing.
  let commit = 10_000 * processes;
  const commits = commitEverySecond();
  try {
    const visit = async (seed: number, duration: number): Promise<VisitsResult> => {
      const visits: Visits = { urls: sites.map(({ url }) => url), slugs, connections, ms: duration, seed };
      visitors.child.send(visits);
      const [result] = await once(visitors.child, 'message');
      return result;
    };
    await visit(1, warmUpMs);
    const before = await kinds();
    const began = performance.now();
    const { times, failed, older } = await visit(2, forMs);
    const seconds = (performance.now() - began) / 1_000;
    const after = await kinds();
    const share = (kind: string) => {
      const count = (of: string) => (after.get(of) ?? 0) - (before.get(of) ?? 0);
      const all = [...after.keys()].reduce((sum, of) => sum + count(of), 0);
      return `${Math.round((count(kind) / all) * 100)}%`;
    };
    return [
      {
        measure: `mixed, ${processes} process${processes > 1 ? 'es' : ''}: kept ${share('hit')}, looked at ${share('same')}, made ${share('miss')}; ${failed} failed, ${older} older`,
        projects: catalogue.size,
        site: `${Math.round(times.length / seconds)}/s`,
        p50: ms(quantile(times, 0.5)),
        p99: ms(quantile(times, 0.99)),
      },
    ];
  } finally {
    over.abort();
    await commits;
    await sql.end({ timeout: 2 });
    await visitors.stop();
    for (const site of sites) await site.stop();
  }

  /** Prices only rise, so that an older one is seen. */
  async function commitEverySecond(): Promise<void> {
    while (!over.signal.aborted) {
      commit += 1;
      // Those that are visited most change most: the hundred first, one after the other.
      await sql`update carbon_projects set price_per_credit = ${basePrice + commit} where slug = ${slugs[commit % 100] ?? ''}`;
      await sleep(commitEveryMs, undefined, { signal: over.signal }).catch(() => {});
    }
  }

  /** How many answers the sites have given so far, by where they came from. */
  async function kinds(): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    for (const { url } of sites) {
      const { body } = await fetchRaw(`${url}/metrics`, { authorization: `Bearer ${metricsToken}` });
      for (const [, kind = '', count] of body.toString().matchAll(/^carma_remembered_answers_total\{kind="(\w+)"\} (\d+)/gm))
        counts.set(kind, (counts.get(kind) ?? 0) + Number(count));
    }
    return counts;
  }
}
