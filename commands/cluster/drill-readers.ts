import { setTimeout as sleep } from 'node:timers/promises';
import { project } from './drill-clients.ts';
import { publicUrl, sites, urlOf } from './layout.ts';

/** Between two looks of one reader, in ms. */
const restMs = 100;
const answerMs = 10_000;
const pages = ['/', '/credits', `/projects/${project}`, '/record'];
/** Of a list whose projects could not be read. */
const unread = 'Error loading projects';

/**
 * Readers: of pages through the proxy; and of each instance's checkpoint and of one figure that only falls, past the proxy,
 * which notice when an older one is given out than before.
 */
export function startReaders() {
  const found = { read: 0, unknown: 0, failed: [] as string[], slowestMs: 0, older: [] as string[], forks: [] as string[] };
  const roots = new Map<string, string>();
  let stopped = false;
  const running = [...Array.from({ length: 2 }, () => readPages()), ...sites.map(readInstance)];

  async function readPages(): Promise<void> {
    for (let turn = 0; !stopped; turn += 1) {
      const begun = performance.now();
      // Every fifth is a search that nobody has asked for.
      const page = pages[turn % (pages.length + 1)] ?? `/projects?max=${1_000 + Math.round(begun)}`;
      const outcome = await text(`${publicUrl}${page}`).then(
        (body) => (body.includes(unread) ? unread : undefined),
        (error: Error) => error.message,
      );
      found.read += 1;
      // The site's own words: a change was heard of that nobody can say while there is no primary (docs/decisions/014).
      if (outcome === '503') found.unknown += 1;
      else if (outcome) found.failed.push(`${page}: ${outcome}`);
      found.slowestMs = Math.max(found.slowestMs, performance.now() - begun);
      await sleep(restMs);
    }
  }

  /** An instance that is killed on purpose does not answer here: only what it says counts. */
  async function readInstance(site: string): Promise<void> {
    let size = 0;
    let available = Number.POSITIVE_INFINITY;
    while (!stopped) {
      await text(`${urlOf(site)}/log/checkpoint`).then(
        (note) => {
          const [origin, now = '', root = ''] = note.split('\n');
          const key = `${origin} ${now}`;
          if (roots.has(key) && roots.get(key) !== root) found.forks.push(`${site}: two roots of ${key}`);
          roots.set(key, root);
          if (Number(now) < size) found.older.push(`${site}: checkpoint ${now} after ${size}`);
          size = Number(now);
        },
        () => {},
      );
      await text(`${urlOf(site)}/api/v1/projects/${project}`).then(
        (answer) => {
          const { availableCredits } = JSON.parse(answer) as { availableCredits: number };
          if (availableCredits > available) found.older.push(`${site}: ${availableCredits} credits after ${available}`);
          available = availableCredits;
        },
        () => {},
      );
      await sleep(restMs);
    }
  }

  return {
    found,
    /** Every checkpoint that was seen: its log and size, and its root. */
    roots,
    stop: async () => {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function text(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(String(answer.status));
  return body;
}
