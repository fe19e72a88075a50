import { setTimeout as sleep } from 'node:timers/promises';
import { plainBody } from '#server/http/cache/compressed-bodies.ts';
import { getCached } from '#server/http/cache/response-cache.ts';
import { strictIdle, whenIdle } from '#server/platform/idle.ts';

/** How long (ms) each render is put off while requests keep the process busy. */
const maxPostponeMs = 10_000;
/** The pause after each render, as a multiple of its duration, so that a start does not occupy a small machine for seconds. */
const pauseFactor = 2;
/** The address of a picture in a page's text, in an attribute or in `url()`. */
const picture = /\/pictures\/[\w./-]+\.svg/g;

/**
 * Renders pages before anybody requests them, and then the pictures that they show, one at a time while the process is idle. Skips
 * what is already cached. @param render renders an address and caches the response.
 */
export async function prewarm(addresses: string[], render: (address: string) => Promise<unknown>): Promise<void> {
  await renderMissing(addresses);
  await renderMissing(addresses.flatMap(picturesOf));

  function picturesOf(address: string): string[] {
    const page = getCached(address);
    return page ? (plainBody(page.bodies).toString('latin1').match(picture) ?? []) : [];
  }

  async function renderMissing(candidates: string[]): Promise<void> {
    for (const address of candidates) {
      // A request may have rendered it meanwhile.
      if (getCached(address)) continue;
      await whenIdle(maxPostponeMs, strictIdle);
      const started = performance.now();
      await render(address);
      await sleep(pauseFactor * (performance.now() - started), undefined, { ref: false });
    }
  }
}
