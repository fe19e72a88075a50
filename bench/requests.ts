import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const agent = new Agent({ keepAlive: true });
const keepLimit = 20_000;

export type RawResponse = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; body: Buffer };

/** Returns a response as received, still compressed. */
export function fetchRaw(url: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
  const request = get(url, { agent, headers, timeout: 60_000 }, (response) => {
    const { statusCode: status = 0, headers, rawHeaders } = response;
    buffer(response).then((body) => resolve({ status, headers, rawHeaders, body }), reject);
  });
  request.on('timeout', () => request.destroy(new Error(`${url} did not answer`)));
  request.on('error', reject);
  return promise;
}

/** Requests each address in turn. @throws Error if one is not answered with 200. */
export async function fetchAll(site: string, addresses: Iterable<string>): Promise<void> {
  for (const address of addresses) {
    const { status } = await fetchRaw(site + address, { 'accept-encoding': 'br' });
    if (status !== 200) throw new Error(`${address} answered ${status}`);
  }
}

/** Requests a page until it comes from the cache. */
export async function fetchKept(url: string, headers: Record<string, string> = {}): Promise<RawResponse> {
  for (const deadline = Date.now() + keepLimit; Date.now() < deadline; await sleep(50)) {
    const [first, second] = [await fetchRaw(url, headers), await fetchRaw(url, headers)];
    if (second.headers.etag && first.headers.etag === second.headers.etag) return second;
  }
  throw new Error(`${url} is not cached`);
}

/** Returns the longest time (ms) for which somebody else waits for a cached page while the work is done. */
export async function longestWait(site: string, work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  await fetchKept(site);
  const working = work().finally(() => {
    isDone = true;
  });
  // Its failure is reported below, unless the page fails first.
  working.catch(() => {});
  while (!isDone) {
    const asked = performance.now();
    await fetchRaw(site);
    longest = Math.max(longest, performance.now() - asked);
    await sleep(5);
  }
  await working;
  return longest;
}
