import { rmSync } from 'node:fs';
import { folder } from './layout.ts';
import { removeNetworks } from './network.ts';
import { killAll } from './processes.ts';

/** Ends the cluster's processes and removes its networks and its folder, with all data. */
export async function down(): Promise<void> {
  // Every process of it runs below the cluster's folder.
  await killAll('.');
  removeNetworks();
  rmSync(folder, { recursive: true, force: true });
  console.log(`Nothing is left of the cluster in ${folder}.`);
}
