import { recall } from '#server/http/remembered.ts';
import { whenQuiet } from '#server/http/when-quiet.ts';

/** Visitors come first: so long (ms) each answer is left for later while the process is busy. */
const patienceMs = 1_000;
/** In a page's text, with what a browser would ask for: no quote, no bracket of a `url()`. */
const picture = /\/pictures\/[\w./-]+\.svg/g;

/**
 * Makes answers before anybody asks for them, then the pictures that they show: one after the other, leaving about half of
 * the time to visitors. What is kept already stays. @param make makes and keeps the answer to an address, for nobody.
 */
export async function makeAhead(addresses: string[], make: (address: string) => Promise<unknown>): Promise<void> {
  const makeAll = async (wanted: Iterable<string>) => {
    for (const address of wanted) {
      // A visitor was quicker.
      if (recall(address)) continue;
      await whenQuiet(patienceMs);
      await make(address);
    }
  };
  await makeAll(addresses);
  await makeAll(new Set(addresses.flatMap(picturesOf)));
}

function picturesOf(address: string): string[] {
  return recall(address)?.bodies.identity.toString('latin1').match(picture) ?? [];
}
