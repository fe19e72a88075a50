import { setTimeout as sleep } from 'node:timers/promises';
import { eachSite, endSite } from './each-site.ts';
import { sites, urlOf } from './layout.ts';
import { cutOff, letBack } from './network.ts';
import { answers, databasesReady, members, primary, startDatabase, startSite } from './nodes.ts';
import { killAll, signal, until } from './processes.ts';
import { upgradeAndBack } from './upgrade.ts';

/** What goes wrong, by its name; each puts right what it broke, and returns when the cluster is whole again. */
export const faults: Record<string, { says: string; run: () => Promise<void> }> = {
  primary: {
    says: 'the primary with its etcd is killed',
    run: () => awayFor(20, { take: killAll, give: async (node) => startDatabase(node) }),
  },
  postgres: { says: 'only PostgreSQL of the primary is killed', run: killPostgres },
  cut: {
    says: 'the primary is cut off from everybody, for 20 s',
    run: () => awayFor(20, { take: async (node) => cutOff(node), give: async (node) => letBack(node) }),
  },
  pause: {
    says: 'the primary stands still for 30 s and goes on',
    run: () => awayFor(30, { take: async (node) => signal(node, 'SIGSTOP'), give: async (node) => signal(node, 'SIGCONT') }),
  },
  copy: { says: 'the synchronous copy is killed', run: killCopy },
  instances: {
    says: 'the instances are killed and started, one by one',
    run: () =>
      eachSite(async (site) => {
        await killAll(site);
        return startSite(site);
      }),
  },
  restarts: {
    says: 'the instances are ended and started, one by one',
    run: () =>
      eachSite(async (site) => {
        await endSite(site);
        return startSite(site);
      }),
  },
  upgrade: { says: 'a release with a migration takes over, one by one, and the old one again', run: upgradeAndBack },
};

/** Takes the primary away, waits for another one, and gives it back after so many seconds in all. */
async function awayFor(seconds: number, { take, give }: Record<'take' | 'give', (node: string) => Promise<void>>): Promise<void> {
  const node = await until('a primary', 30, primary);
  const over = Date.now() + seconds * 1000;
  await take(node);
  try {
    await until('another primary', 40, async () => {
      const now = await primary();
      return now !== undefined && now !== node;
    });
    await sleep(Math.max(0, over - Date.now()));
  } finally {
    await give(node);
  }
  await whole();
}

async function killPostgres(): Promise<void> {
  const node = await until('a primary', 30, primary);
  signal(node, 'SIGKILL', 'postgres');
  await whole();
}

async function killCopy(): Promise<void> {
  const copy = await until('a synchronous copy', 30, async () => (await members()).find(({ role }) => role === 'sync_standby')?.name);
  await killAll(copy);
  await sleep(10_000);
  startDatabase(copy);
  await whole();
}

async function whole(): Promise<void> {
  // What it was a moment before may still be what it says.
  await sleep(3_000);
  await databasesReady();
  for (const site of sites) await until(`${site} to have its database`, 30, () => answers(`${urlOf(site)}/readyz`));
}
