// Visits as a catalogue has them, from a process of its own.
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Visits = { urls: string[]; slugs: string[]; connections: number; ms: number; seed: number };
/** `times`: of each answer, in ms. `older`: answers with a lower price than one seen before they were asked for. */
export type VisitsResult = { times: number[]; failed: number; older: number };

/** Dearer (pence) than any invented project, so that a price says which commit it is of: bench/mixed.ts. */
export const basePrice = 1_000_000;
const shownPrice = /£(1\d,\d{3}\.\d{2})/;
/** Zipf's law over the projects' pages. */
const exponent = 1.1;
const searchShare = 0.1;
const apiShare = 0.05;
/** So many pages are read for the price that they show; the others as browsers take them. */
const readShare = 0.05;

process.send?.('ready');
process.on('message', async (visits: Visits) => process.send?.(await visit(visits)));
process.on('disconnect', () => process.exit(0));

async function visit({ urls, slugs, connections, ms, seed }: Visits): Promise<VisitsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const random = randomFrom(seed);
  const rank = zipf(slugs.length, random);
  const newest = new Map<string, number>();
  const result: VisitsResult = { times: [], failed: 0, older: 0 };
  const end = performance.now() + ms;
  let asked = seed * 10_000_000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) await one();
    }),
  );
  agent.destroy();
  return result;

  async function one(): Promise<void> {
    asked += 1;
    const slug = slugs[rank()] ?? '';
    const kind = random();
    const isSearch = kind < searchShare;
    const isApi = !isSearch && kind < searchShare + apiShare;
    const path = isSearch ? `/projects?max=${90_000 + asked}` : isApi ? `/api/v1/projects/${slug}` : `/projects/${slug}`;
    const isRead = !isSearch && !isApi && random() < readShare;
    const seen = newest.get(slug) ?? 0;
    const began = performance.now();
    const { status, body } = await ask(`${urls[asked % urls.length]}${path}`, isRead ? 'identity' : 'br');
    result.times.push(performance.now() - began);
    if (status !== 200) result.failed += 1;
    if (!isRead) return;
    const pounds = Number(shownPrice.exec(body.toString())?.[1]?.replace(',', '') ?? 0);
    const commit = Math.max(0, Math.round(pounds * 100) - basePrice);
    if (commit < seen) result.older += 1;
    newest.set(slug, Math.max(commit, newest.get(slug) ?? 0));
  }

  function ask(url: string, encoding: string): Promise<{ status: number; body: Buffer }> {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: Buffer }>();
    const failed = () => resolve({ status: 0, body: Buffer.alloc(0) });
    get(url, { agent, headers: { 'accept-encoding': encoding }, timeout: 30_000 }, (response) => {
      buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), failed);
    }).on('error', failed);
    return promise;
  }
}

/** Ranks from 0, each as often as Zipf's law has it. */
function zipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += (rank + 1) ** -exponent;
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** Numbers from 0 to 1 that are the same in each run (Park and Miller). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
