import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, sites } from './layout.ts';
import { siteReady } from './nodes.ts';
import { processesOf, signal, until } from './processes.ts';

/** Longer than the proxy takes to notice that an instance is back (ms). */
const noticeMs = 3_000;

/** Does something to one instance after the other, each when the one before is ready. */
export async function eachSite(change: (site: Site) => Promise<unknown>): Promise<void> {
  for (const site of sites) {
    await change(site);
    await siteReady(site);
    await sleep(noticeMs);
  }
}

/** Ends an instance as an upgrade does, and waits until it is gone. */
export async function endSite(site: string): Promise<void> {
  signal(site, 'SIGTERM');
  await until(`the end of ${site}`, 40, async () => processesOf(site).length === 0);
}
