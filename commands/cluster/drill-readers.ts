import { setTimeout as sleep } from 'node:timers/promises';
import { project } from './drill-clients.ts';
import { publicUrl, sites, urlOf } from './layout.ts';

/** How long (ms) a reader rests between two requests. */
const restMs = 100;
const responseMs = 10_000;
const pages = ['/', '/credits', `/projects/${project}`, '/record'];
/** Shown by a list whose projects could not be read. */
const listError = 'Error loading projects';

/**
 * Starts two readers of pages through the proxy, and one for each instance, which bypasses the proxy. The latter read the
 * checkpoint and a figure that only falls, and notice when an instance serves an older one than before.
 */
export function startReaders() {
  const results = { read: 0, unavailable: 0, failed: [] as string[], slowestMs: 0, older: [] as string[], forks: [] as string[] };
  const roots = new Map<string, string>();
  let stopped = false;
  const running = [...Array.from({ length: 2 }, () => readPages()), ...sites.map(readInstance)];

  async function readPages(): Promise<void> {
    for (let turn = 0; !stopped; turn += 1) {
      const begun = performance.now();
      // Every fifth is a search that is not cached.
      const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(begun)}`;
      const error = await text(`${publicUrl}${page}`).then(
        (body) => (body.includes(listError) ? listError : undefined),
        ({ message }: Error) => message,
      );
      results.read += 1;
      // Deliberate: a change was announced but cannot be read while there is no primary (docs/decisions/014).
      if (error === '503') results.unavailable += 1;
      else if (error) results.failed.push(`${page}: ${error}`);
      results.slowestMs = Math.max(results.slowestMs, performance.now() - begun);
      await sleep(restMs);
    }
  }

  /** Failures do not count here, because an instance may have been killed on purpose. */
  async function readInstance(site: string): Promise<void> {
    let size = 0;
    let available = Number.POSITIVE_INFINITY;
    while (!stopped) {
      await text(`${urlOf(site)}/log/checkpoint`).then(
        (note) => {
          const [origin, treeSize = '', root = ''] = note.split('\n');
          const key = `${origin} ${treeSize}`;
          if (roots.has(key) && roots.get(key) !== root) results.forks.push(`${site}: two roots of ${key}`);
          roots.set(key, root);
          if (Number(treeSize) < size) results.older.push(`${site}: checkpoint ${treeSize} after ${size}`);
          size = Number(treeSize);
        },
        () => {},
      );
      await text(`${urlOf(site)}/api/v1/projects/${project}`).then(
        (body) => {
          const { availableCredits } = JSON.parse(body) as { availableCredits: number };
          if (availableCredits > available) results.older.push(`${site}: ${availableCredits} credits after ${available}`);
          available = availableCredits;
        },
        () => {},
      );
      await sleep(restMs);
    }
  }

  return {
    results,
    /** The root of every checkpoint that was seen, by log and tree size. */
    roots,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function text(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(responseMs) });
  const body = await response.text();
  if (!response.ok) throw new Error(String(response.status));
  return body;
}
