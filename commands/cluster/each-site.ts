import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, sites } from './layout.ts';
import { siteReady } from './nodes.ts';
import { processesOf, signal, until } from './processes.ts';

/** Longer than the proxy needs to notice that an instance is back (ms). */
const noticeMs = 3_000;

/** Changes one instance after the other, each once the one before is ready again. */
export async function eachSite(change: (site: Site) => Promise<unknown>): Promise<void> {
  for (const site of sites) {
    await change(site);
    await siteReady(site);
    await sleep(noticeMs);
  }
}

/** Stops an instance as an upgrade does, and waits for it to exit. */
export async function endSite(site: string): Promise<void> {
  signal(site, 'SIGTERM');
  await until(`${site} to exit`, 40, async () => processesOf(site).length === 0);
}
