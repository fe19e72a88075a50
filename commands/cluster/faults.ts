import { setTimeout as sleep } from 'node:timers/promises';
import { eachSite, endSite } from './each-site.ts';
import { sites, urlOf } from './layout.ts';
import { cutOff, reconnect } from './network.ts';
import { answers, databasesReady, members, primary, startDatabase, startSite } from './nodes.ts';
import { killAll, signal, until } from './processes.ts';
import { upgradeAndBack } from './upgrade.ts';

/** Faults by name. Each repairs what it broke, and returns once the cluster is complete again. */
export const faults: Record<string, { description: string; run: () => Promise<void> }> = {
  primary: {
    description: 'the primary and its etcd are killed',
    run: () => awayFor(20, { take: killAll, give: async (node) => startDatabase(node) }),
  },
  postgres: { description: 'only PostgreSQL of the primary is killed', run: killPostgres },
  cut: {
    description: 'the primary is cut off from the network for 20 s',
    run: () => awayFor(20, { take: async (node) => cutOff(node), give: async (node) => reconnect(node) }),
  },
  pause: {
    description: 'the primary is frozen for 30 s, then resumes',
    run: () => awayFor(30, { take: async (node) => signal(node, 'SIGSTOP'), give: async (node) => signal(node, 'SIGCONT') }),
  },
  copy: { description: 'a synchronous standby is killed', run: killStandby },
  instances: {
    description: 'the instances are killed and started again, one by one',
    run: () =>
      eachSite(async (site) => {
        await killAll(site);
        return startSite(site);
      }),
  },
  restarts: {
    description: 'the instances are stopped and started again, one by one',
    run: () =>
      eachSite(async (site) => {
        await endSite(site);
        return startSite(site);
      }),
  },
  upgrade: { description: 'the instances are upgraded to a release with a migration, one by one, and back', run: upgradeAndBack },
};

/** Takes the primary away, waits for another, and gives it back `seconds` after it was taken. */
async function awayFor(seconds: number, { take, give }: Record<'take' | 'give', (node: string) => Promise<void>>): Promise<void> {
  const node = await until('a primary', 30, primary);
  const backAt = Date.now() + seconds * 1000;
  await take(node);
  try {
    await until('another primary', 40, async () => {
      const current = await primary();
      return current !== undefined && current !== node;
    });
    await sleep(Math.max(0, backAt - Date.now()));
  } finally {
    await give(node);
  }
  await untilComplete();
}

async function killPostgres(): Promise<void> {
  const node = await until('a primary', 30, primary);
  signal(node, 'SIGKILL', 'postgres');
  await untilComplete();
}

async function killStandby(): Promise<void> {
  const standby = await until('a synchronous standby', 30, async () => (await members()).find(({ role }) => role === 'sync_standby')?.name);
  await killAll(standby);
  await sleep(10_000);
  startDatabase(standby);
  await untilComplete();
}

async function untilComplete(): Promise<void> {
  // Patroni may still report the previous state.
  await sleep(3_000);
  await databasesReady();
  for (const site of sites) await until(`${site} to reach its database`, 30, () => answers(`${urlOf(site)}/readyz`));
}
