import { existsSync } from 'node:fs';
import path from 'node:path';
import { pgBackRest } from './backup.ts';
import { isUp, writeFiles } from './files.ts';
import { databases, folder, placeOf, publicUrl, release, sites } from './layout.ts';
import { createNetworks } from './network.ts';
import { answers, databasesReady, siteReady, startDatabase, startProxies, startSite } from './nodes.ts';
import { missingPackages } from './packages.ts';
import { until } from './processes.ts';

/** Creates the cluster and waits for all of it to be ready. @throws Error that says what is missing. */
export async function up(direct: boolean): Promise<void> {
  const missing = missingPackages();
  if (missing.length > 0) throw new Error(`These packages are missing: apt-get install ${missing.join(' ')}`);
  if (!existsSync(path.join(release, 'dist/server/main.js'))) throw new Error('There is no build: npm run build');
  if (isUp()) throw new Error(`There is already a cluster in ${folder}; remove it with: npm run cluster -- down`);
  writeFiles(direct);
  createNetworks();
  for (const node of databases) startDatabase(node);
  const first = await databasesReady();
  pgBackRest(first, 'stanza-create');
  startProxies();
  for (const site of sites) startSite(site);
  for (const site of sites) await siteReady(site);
  await until('the proxy', 20, () => answers(`${publicUrl}/readyz`));
  console.log(`The cluster is at ${publicUrl}; ${first} is the primary. Logs: ${placeOf('*')}/*.log`);
}
