import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { fetchRaw, firstSlugs } from './requests.ts';
import { type Catalogue, type Stage, startSite } from './stage.ts';
import { median, ms, quantile, type Row } from './table.ts';

/** Higher (pence) than any invented project's price, so that the price on the page identifies the commit. */
const basePrice = 1_000_000;
const shownPrice = /£(1\d,\d{3}\.\d{2})/;
const readers = 2;
const limit = 10_000;
const cutEvery = 10;

type Options = { commits: number; colds: number };

/**
 * Measures the time from a commit to the page that shows it, with and without interrupting the listener's connection; whether any page was
 * older than one served before; and the first byte of uncached pages.
 */
export async function measureFresh(stage: Stage, catalogue: Catalogue, { commits, colds }: Options): Promise<Row[]> {
  const site = await startSite(stage, catalogue);
  const sql = postgres(catalogue.url, { max: 1, onnotice: () => {} });
  /** The number of the last commit. */
  let last = 0;
  try {
    const [slug = ''] = await firstSlugs(catalogue, 1);
    const [before] = await sql<{ price: number }[]>`select price_per_credit as price from carbon_projects where slug = ${slug}`;
    // Prewarming after the start would distort the times.
    await sleep(5_000);
    const rows = [await commitsToPages(slug, { isCut: false }), await commitsToPages(slug, { isCut: true }), ...(await coldPages(slug))];
    await setPrice(slug, Number(before?.price));
    return rows;
  } finally {
    await sql.end({ timeout: 2 });
    await site.stop();
  }

  async function commitsToPages(slug: string, { isCut }: { isCut: boolean }): Promise<Row> {
    const times: number[] = [];
    const first = last + 1;
    let newest = last;
    let older = 0;
    for (let commit = first; commit < first + commits; commit++) {
      if (isCut && commit % cutEvery === 0) await cutListener();
      last = commit;
      await setPrice(slug, basePrice + commit);
      const committed = performance.now();
      await Promise.all(Array.from({ length: readers }, () => readUntil(commit)));
      times.push(performance.now() - committed);
    }
    const within = times.filter((time) => time <= 50).length / times.length;
    const result = `${(within * 100).toFixed(1)}% in 50 ms, max ${ms(Math.max(...times))}, ${older} older`;
    return row(`commit to fresh page, ${commits} commits${isCut ? `, listener cut before each ${cutEvery}th` : ''}`, result, times);

    async function readUntil(commit: number): Promise<void> {
      for (const deadline = Date.now() + limit; Date.now() < deadline; ) {
        const seen = newest;
        const { body } = await fetchRaw(`${site.url}/projects/${slug}`);
        const price = Number(shownPrice.exec(body.toString())?.[1]?.replace(',', '') ?? 0);
        const shown = price === 0 ? 0 : Math.round(price * 100) - basePrice;
        if (shown < seen) older += 1;
        newest = Math.max(newest, shown);
        if (shown >= commit) return;
      }
      throw new Error(`Commit ${commit} was not on the page within ${limit} ms`);
    }
  }

  async function coldPages(slug: string): Promise<Row[]> {
    const addresses: [string, (turn: number) => string][] = [
      ['/credits', () => '/credits'],
      ['/projects', () => '/projects'],
      ['/projects/(one)', () => `/projects/${slug}`],
      ['/projects?q=(new)', (turn) => `/projects?q=forest&min=${turn + 1}`],
    ];
    const rows: Row[] = [];
    for (const [name, address] of addresses) {
      const times: number[] = [];
      for (let turn = 0; turn < colds; turn++) {
        last += 1;
        await setPrice(slug, basePrice + last);
        await sleep(20);
        times.push((await fetchRaw(site.url + address(turn), { 'accept-encoding': 'br' })).firstByteMs);
      }
      rows.push(row(`first byte of a cold ${name}`, ms(median(times)), times));
    }
    return rows;
  }

  function row(measure: string, result: string, times: number[]): Row {
    return { measure, projects: catalogue.size, site: result, p50: ms(median(times)), p99: ms(quantile(times, 0.99)) };
  }

  /** Ends the listener's connection. Until it has reconnected, each request asks the database for the version. */
  async function cutListener(): Promise<void> {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'carma-site-watch' and datname = current_database()`;
  }

  async function setPrice(slug: string, pence: number): Promise<void> {
    await sql`update carbon_projects set price_per_credit = ${pence} where slug = ${slug}`;
  }
}
