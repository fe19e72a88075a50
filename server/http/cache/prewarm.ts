import { setTimeout as sleep } from 'node:timers/promises';
import { getCached, plainBody } from '#server/http/cache/response-cache.ts';
import { unattended, whenIdle } from '#server/platform/idle.ts';

/** Visitors come first: so long (ms) each answer is left for later while they keep the process busy. They make what they ask for. */
const patienceMs = 10_000;
/** Rest after each, as a multiple of how long it took: a start must not take all of a small machine for seconds. */
const restFor = 2;
/** In a page's text, with what a browser would ask for: no quote, no bracket of a `url()`. */
const picture = /\/pictures\/[\w./-]+\.svg/g;

/**
 * Makes answers before anybody asks for them, and then the pictures that they show: one after the other, while
 * nobody else wants anything. What is kept already stays. @param make makes and keeps the answer to an address, for nobody.
 */
export async function prewarm(addresses: string[], make: (address: string) => Promise<unknown>): Promise<void> {
  await makeAll(addresses);
  await makeAll(addresses.flatMap(picturesOf));

  function picturesOf(address: string): string[] {
    const page = getCached(address);
    return page ? (plainBody(page).toString('latin1').match(picture) ?? []) : [];
  }

  async function makeAll(wanted: string[]): Promise<void> {
    for (const address of wanted) {
      // A visitor was quicker.
      if (getCached(address)) continue;
      await whenIdle(patienceMs, unattended);
      const begun = performance.now();
      await make(address);
      await sleep(restFor * (performance.now() - begun), undefined, { ref: false });
    }
  }
}
