import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databasesReady, members, migrate, primary, siteReady, startDatabase, startSite } from './cluster.ts';
import { linkRelease } from './files.ts';
import { placeOf, release, sites } from './layout.ts';
import { cutOff, reconnect } from './network.ts';
import { killAll, processesOf, signal, until } from './processes.ts';
import { backUpAndRestore } from './restore.ts';
import type { Acknowledged } from './writers.ts';

/** `acknowledged` grows while the fault runs. */
type Fault = { description: string; run: (acknowledged: readonly Acknowledged[]) => Promise<void> };

/** Longer than the proxy needs to notice that an instance is back (ms). */
const noticeMs = 3_000;

/** Faults by name. Each repairs what it broke, and returns once the cluster is complete again. */
export const faults: Record<string, Fault> = {
  primary: { description: 'the primary and its etcd are killed', run: () => takeAway(20, killAll, startDatabase) },
  postgres: {
    description: 'only PostgreSQL of the primary is killed',
    run: async () => {
      signal(await primaryNode(), 'SIGKILL', 'postgres');
      await complete();
    },
  },
  cut: { description: 'the primary is cut off from the network for 20 s', run: () => takeAway(20, cutOff, reconnect) },
  pause: {
    description: 'the primary is frozen for 30 s, then resumes',
    run: () =>
      takeAway(
        30,
        (node) => signal(node, 'SIGSTOP'),
        (node) => signal(node, 'SIGCONT'),
      ),
  },
  standby: { description: 'a synchronous standby is killed', run: killStandby },
  instances: { description: 'the instances are killed and started again, one by one', run: () => replaceEach(killAll) },
  upgrade: {
    description: 'the instances are upgraded to a release with a migration, one by one, and back',
    run: async () => {
      for (const site of sites) createNextRelease(site);
      await migrate('next');
      await replaceEach(endSite, 'next');
      await replaceEach(endSite);
    },
  },
  restore: { description: 'a point in time is restored into a separate database', run: backUpAndRestore },
};

/** Takes the primary away, waits for another, and gives it back `seconds` after it was taken. */
async function takeAway(seconds: number, take: (node: string) => unknown, give: (node: string) => unknown): Promise<void> {
  const node = await primaryNode();
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
  await complete();
}

async function killStandby(): Promise<void> {
  const isStandby = ({ role }: { role: string }) => role === 'sync_standby';
  const standby = await until('a synchronous standby', 30, async () => (await members()).find(isStandby)?.name);
  await killAll(standby);
  await sleep(10_000);
  startDatabase(standby);
  await complete();
}

/** Ends one instance after the other and starts it in a folder of links to a release, each once the one before is ready again. */
async function replaceEach(end: (site: string) => Promise<void>, name = 'release'): Promise<void> {
  for (const site of sites) {
    await end(site);
    startSite(site, name);
    await siteReady(site);
    await sleep(noticeMs);
  }
}

/** Creates the next release in the folder `next` of an instance: this one with a migration that adds a column. */
function createNextRelease(site: string): void {
  if (existsSync(path.join(placeOf(site), 'next'))) return;
  const db = path.join(linkRelease(site, 'next', 'db'), 'db');
  cpSync(path.join(release, 'db'), db, { recursive: true });
  const last = Math.max(...readdirSync(path.join(db, 'migrations')).map((file) => Number.parseInt(file, 10)));
  const migration = path.join(db, `migrations/${String(last + 1).padStart(4, '0')}_drill.sql`);
  writeFileSync(migration, 'alter table contact_messages add column drill_note text;\n');
}

/** Stops an instance as an upgrade does, and waits for it to exit. */
async function endSite(site: string): Promise<void> {
  signal(site, 'SIGTERM');
  await until(`${site} to exit`, 40, async () => processesOf(site).length === 0);
}

const primaryNode = () => until('a primary', 30, primary);

async function complete(): Promise<void> {
  // Patroni may still report the previous state.
  await sleep(3_000);
  await databasesReady();
  for (const site of sites) await siteReady(site);
}
