import { rmSync } from 'node:fs';
import { folder } from './layout.ts';
import { removeNetworks } from './network.ts';
import { killAll } from './processes.ts';

/** Kills the cluster's processes and removes its networks and its folder with all data. */
export async function down(): Promise<void> {
  // All of its processes run below the cluster's folder.
  await killAll('.');
  removeNetworks();
  rmSync(folder, { recursive: true, force: true });
  console.log(`Removed the cluster in ${folder}.`);
}
