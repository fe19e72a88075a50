import { setTimeout as sleep } from 'node:timers/promises';
import { connectTo } from '#db/connection.ts';
import { fetchKept, fetchRaw } from './requests.ts';
import { quantile, type Row } from './row.ts';
import { type Site, type Stage, slugsOf, startSite, withoutLimits } from './stage.ts';

const commits = 300;
const commitsToTwo = 60;
const freezes = 4;
/** How often (ms) a reader asks for the page. */
const readEveryMs = 5;
const readLimit = 15_000;
/** In pence. Above the price of every sample project. */
const basePrice = 1_000_000;

/**
 * Measures how long after a commit a project's page shows the new price: on one instance; on the slower one of two, of which the
 * connection that hears of commits is cut before every third; and for how long the old price is shown without the notice if PostgreSQL
 * hangs.
 */
export async function* measureCommits(stage: Stage): AsyncGenerator<Row> {
  const sites = [await startSite(stage, stage.small, withoutLimits), await startSite(stage, stage.small, withoutLimits)];
  const sql = connectTo(stage.small, { max: 1 });
  const [slug = ''] = await slugsOf(stage.small, 1);
  let price = basePrice;
  try {
    const times = await timesOf(commits, sites.slice(0, 1), async () => {});
    const note = `longest of ${commits}: ${Math.round(Math.max(...times))} ms`;
    yield { measure: 'commit to page, one instance, 99%', value: quantile(times, 0.99), unit: 'ms', bar: 200, note };
    const both = await timesOf(commitsToTwo, sites, async (turn) => {
      if (turn % 3 === 0) await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch'`;
    });
    const half = `half of ${commitsToTwo} within ${Math.round(quantile(both, 0.5))} ms`;
    yield { measure: 'commit to page, every instance of two, longest', value: Math.max(...both), unit: 'ms', bar: 1_200, note: half };
    const old = [];
    for (let turn = 0; turn < freezes; turn += 1) old.push(await oldPriceWhenFrozen(sites[0] as Site));
    const all = old.map((time) => Math.round(time)).join(', ');
    yield { measure: 'PostgreSQL hangs: old price without the notice', value: Math.max(...old), unit: 'ms', bar: 2_500, note: `${all} ms` };
  } finally {
    await sql.end({ timeout: 2 });
    for (const site of sites) await site.stop();
  }

  /** Returns for each commit how long it took until every site had shown it. */
  async function timesOf(count: number, on: Site[], prepare: (turn: number) => Promise<void>): Promise<number[]> {
    const times: number[] = [];
    await Promise.all(on.map(({ url }) => fetchKept(`${url}/projects/${slug}`)));
    for (let turn = 0; turn < count; turn += 1) {
      await prepare(turn);
      const shown = await commit();
      const committed = performance.now();
      await Promise.all(on.map((site) => readUntil(site, ({ text }) => text.includes(shown))));
      times.push(performance.now() - committed);
    }
    return times;
  }

  /** The hardest case: the site's own connections hang first, so that it does not hear of the commit. */
  async function oldPriceWhenFrozen(site: Site): Promise<number> {
    const watching = await sql<{ pid: number }[]>`select pid from pg_stat_activity where application_name = 'carma-site-watch'`;
    for (const { pid } of watching) process.kill(pid, 'SIGSTOP');
    const shown = await commit();
    const committed = performance.now();
    const thaw = await stage.postgres.freeze();
    let lastOld = committed;
    try {
      await readUntil(site, ({ text, hasNotice }) => {
        if (!hasNotice && !text.includes(shown)) lastOld = performance.now();
        return hasNotice;
      });
    } finally {
      thaw();
    }
    await readUntil(site, ({ text, hasNotice }) => text.includes(shown) && !hasNotice);
    return lastOld - committed;
  }

  async function commit(): Promise<string> {
    price += 1;
    await sql`update carbon_projects set price_per_credit = ${price} where slug = ${slug}`;
    return `£${(price / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`;
  }

  async function readUntil({ url }: Site, isReached: (page: { text: string; hasNotice: boolean }) => boolean): Promise<void> {
    for (const deadline = Date.now() + readLimit; Date.now() < deadline; await sleep(readEveryMs)) {
      const { headers, body } = await fetchRaw(`${url}/projects/${slug}`);
      if (isReached({ text: body.toString(), hasNotice: headers['carma-last-known'] !== undefined })) return;
    }
    throw new Error(`/projects/${slug} did not become what it should within ${readLimit} ms`);
  }
}
