// The visitors of bench/mixed.ts, in a separate process.
import { hash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { randomFrom } from '#tests/support/random.ts';

/**
 * The visits of `ms` milliseconds. `connections`: so many visitors, each of whom sends the next request once the last one is answered.
 * `perSecond`: so many requests on average, at random moments, whether or not earlier ones have been answered.
 */
export type Load = { ms: number; seed: number } & ({ connections: number } | { perSecond: number });
export type Visits = { urls: string[]; slugs: string[] } & Load;
/**
 * `times`: of each response, in ms since its request was sent, or since it was due. `older`: responses with a lower price than one
 * seen before they were requested.
 */
export type VisitsResult = { times: number[]; failed: number; older: number };

/** A price (pence) above those of all invented projects. bench/mixed.ts adds the number of the commit. */
export const basePrice = 1_000_000;
/** The first price on a project's page: its own. Others follow, such as the cost of a hundred tonnes. */
const shownPrice = /£([\d,]+\.\d{2})/;
/** The exponent of Zipf's law for visits to the projects' pages. */
const exponent = 1.1;
const searchShare = 0.1;
const apiShare = 0.05;
/** The most requests that may wait for an answer at once. */
const maxWaiting = 5_000;
/** The share of pages whose price is read. */
const priceCheckShare = 0.05;

process.send?.('ready');
process.on('message', async (visits: Visits) => process.send?.(await visit(visits)));
process.on('disconnect', () => process.exit(0));

async function visit({ urls, slugs, ms, seed, ...load }: Visits): Promise<VisitsResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 'connections' in load ? load.connections : maxWaiting });
  const random = randomFrom(seed);
  const rank = zipf(slugs.length, random);
  const newest = new Map<string, number>();
  const result: VisitsResult = { times: [], failed: 0, older: 0 };
  const end = performance.now() + ms;
  let requestNumber = seed * 10_000_000;
  await ('connections' in load ? visitInTurn(load.connections) : visitAtRandom(load.perSecond));
  agent.destroy();
  return result;

  async function visitInTurn(visitors: number): Promise<void> {
    await Promise.all(
      Array.from({ length: visitors }, async () => {
        while (performance.now() < end) await visitOnce(performance.now());
      }),
    );
  }

  async function visitAtRandom(perSecond: number): Promise<void> {
    const waiting = new Set<Promise<void>>();
    for (let due = performance.now(); due < end; due += (-Math.log(1 - random()) * 1_000) / perSecond) {
      while (performance.now() < due) await sleep(1);
      if (waiting.size >= maxWaiting) throw new Error(`${maxWaiting} requests wait for an answer`);
      const visiting = visitOnce(due).finally(() => waiting.delete(visiting));
      waiting.add(visiting);
    }
    await Promise.all(waiting);
  }

  async function visitOnce(began: number): Promise<void> {
    requestNumber += 1;
    const slug = slugs[rank()] ?? '';
    const kind = random();
    const isSearch = kind < searchShare;
    const isApi = !isSearch && kind < searchShare + apiShare;
    const path = isSearch ? `/projects?max=${90_000 + requestNumber}` : isApi ? `/api/v1/projects/${slug}` : `/projects/${slug}`;
    const isPriceCheck = !isSearch && !isApi && random() < priceCheckShare;
    const seen = newest.get(slug) ?? 0;
    const { status, body } = await request(`${urls[processOf(path)]}${path}`);
    result.times.push(performance.now() - began);
    if (status !== 200) result.failed += 1;
    if (status !== 200 || !isPriceCheck) return;
    const pounds = Number(shownPrice.exec(brotliDecompressSync(body).toString())?.[1]?.replaceAll(',', '') ?? 0);
    const commit = Math.max(0, Math.round(pounds * 100) - basePrice);
    if (commit < seen) result.older += 1;
    newest.set(slug, Math.max(commit, newest.get(slug) ?? 0));
  }

  /** The process that an address belongs to. */
  function processOf(address: string): number {
    return hash('sha256', address, 'buffer').readUInt32LE() % urls.length;
  }

  function request(url: string): Promise<{ status: number; body: Buffer }> {
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: Buffer }>();
    const failed = () => resolve({ status: 0, body: Buffer.alloc(0) });
    get(url, { agent, headers: { 'accept-encoding': 'br' }, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on('error', failed);
    }).on('error', failed);
    return promise;
  }
}

/** Returns a generator of ranks from 0, distributed by Zipf's law. */
function zipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += (rank + 1) ** -exponent;
    sums[rank] = sum;
  }
  return () => {
    const target = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
