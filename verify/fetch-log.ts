import { concat } from './bytes.ts';
import type { Fetch } from './follow-log.ts';
import { noteLimit } from './note.ts';
import { formatCount } from './text.ts';
import { tileWidth } from './tiles.ts';

const timeoutMs = 30_000;
/** Most redirects from one address. */
const maxRedirects = 5;

/** Returns the most bytes that a part of a log has, unpacked. https://c2sp.org/tlog-tiles */
export function partLimit(part: string): number {
  // 256 entries, each with its length in two bytes; 256 hashes.
  if (part.startsWith('tile/entries/')) return tileWidth * (2 + 65_535);
  if (part.startsWith('tile/')) return tileWidth * 32;
  return part === 'log.json' ? 64_000 : noteLimit;
}

/**
 * Returns a reader of a log that is served at an address. It takes no more bytes of a part than there can be, and follows redirects
 * within the log's own host only.
 */
export function reader(address: string): Fetch {
  return async (part) => {
    const answer = await follow(new URL(`${address.replace(/\/$/, '')}/${part}`), AbortSignal.timeout(timeoutMs));
    if (!answer.ok) throw new Error(`the log answers ${answer.status} to ${part}`);
    const [limit, chunks] = [partLimit(part), [] as Uint8Array[]];
    let size = 0;
    // Leaving the loop cancels what is still to come.
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > limit) throw new Error(`the log's ${part} is larger than ${formatCount(limit)} bytes`);
      chunks.push(chunk);
    }
    return concat(...chunks);
  };
}

async function follow(address: URL, signal: AbortSignal): Promise<Response> {
  let at = address;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await fetch(at, { signal, redirect: 'manual' });
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) return answer;
    await answer.body?.cancel();
    const next = new URL(location, at);
    if (next.host !== address.host || (at.protocol === 'https:' && next.protocol !== 'https:'))
      throw new Error(`the log leads to ${next.origin}, which is not where it is`);
    if (redirects === maxRedirects) throw new Error(`the log redirects more than ${maxRedirects} times`);
    at = next;
  }
}
