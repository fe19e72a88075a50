import { setTimeout as sleep } from 'node:timers/promises';
import { publicUrl, sites, urlOf } from './layout.ts';
import { type Acknowledged, project, responseMs } from './writers.ts';

/** How long (ms) a reader rests between two requests. */
const restMs = 100;
/** How old (ms) a figure may be without the notice. */
const maxAgeMs = 2_500;
const pages = ['/', '/credits', `/projects/${project}`, '/record'];
/** Shown by a list whose projects could not be read. */
const listError = 'Error loading projects';

/**
 * Starts two readers of pages through the proxy, and one for each instance, which bypasses the proxy. The latter read the
 * checkpoint and a figure that only falls, from `available` by one with each retirement that is `acknowledged`. They notice when
 * an instance serves an older one than before, or than is allowed, without saying that it is the last known.
 */
export function startReaders(available: number, acknowledged: readonly Acknowledged[]) {
  /** `unavailable`: rejected with the time to come back, or the error text where the list would be. */
  const progress = {
    read: 0,
    lastKnown: 0,
    unavailable: 0,
    failed: [] as string[],
    slowestMs: 0,
    wrong: [] as string[],
    roots: new Map(),
    stop,
  };
  let stopped = false;
  const running = [readPages(), readPages(), ...sites.map(readInstance)];

  async function readPages(): Promise<void> {
    for (let turn = 0; !stopped; turn += 1, await sleep(restMs)) {
      const begun = performance.now();
      // Every fifth is a search that is not cached.
      const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(begun)}`;
      const answer = await read(publicUrl + page).catch((error: Error) => error);
      progress.read += 1;
      progress.slowestMs = Math.max(progress.slowestMs, performance.now() - begun);
      if (answer instanceof Error) progress.failed.push(`${page}: ${answer.message}`);
      else if (answer.body === undefined || answer.body.includes(listError)) progress.unavailable += 1;
      else if (answer.isLastKnown) progress.lastKnown += 1;
    }
  }

  /** Failures do not count here, because an instance may have been killed on purpose. */
  async function readInstance(site: string): Promise<void> {
    let size = 0;
    let newest = available;
    for (; !stopped; await sleep(restMs)) {
      const note = await readCurrent(`${urlOf(site)}/log/checkpoint`);
      const [origin, treeSize = '', root = ''] = note?.split('\n') ?? [];
      if (note) {
        const key = `${origin} ${treeSize}`;
        if ((progress.roots.get(key) ?? root) !== root) progress.wrong.push(`${site}: two roots of ${key}`);
        progress.roots.set(key, root);
        if (Number(treeSize) < size) progress.wrong.push(`${site}: checkpoint ${treeSize} after ${size}`);
        size = Number(treeSize);
      }
      const asked = Date.now();
      const answer = await readCurrent(`${urlOf(site)}/api/v1/projects/${project}`);
      if (answer) {
        const { availableCredits } = JSON.parse(answer) as { availableCredits: number };
        const retired = acknowledged.filter(({ kind, at }) => kind === 'retire' && at < asked - maxAgeMs).length;
        if (availableCredits > newest) progress.wrong.push(`${site}: ${availableCredits} credits after ${newest}`);
        if (availableCredits > available - retired) {
          progress.wrong.push(`${site}: ${availableCredits} credits, ${maxAgeMs} ms after there were ${available - retired}`);
        }
        newest = availableCredits;
      }
    }
  }

  async function stop(): Promise<void> {
    stopped = true;
    await Promise.all(running);
  }

  return progress;
}

/** Returns the body of a response that does not say that it is the last known; undefined if there is none. */
async function readCurrent(url: string): Promise<string | undefined> {
  const answer = await read(url).catch(() => undefined);
  return answer?.isLastKnown ? undefined : answer?.body;
}

/** Reads an address. Without a body, the response said when to come back. @throws when there is no complete and proper response. */
async function read(url: string): Promise<{ body?: string; isLastKnown: boolean }> {
  const response = await fetch(url, { signal: AbortSignal.timeout(responseMs) });
  const body = await response.text();
  const isLastKnown = response.headers.has('carma-last-known');
  if (response.ok) return { body, isLastKnown };
  if (response.status === 503 && response.headers.has('retry-after')) return { isLastKnown };
  throw new Error(String(response.status));
}
