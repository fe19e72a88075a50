import { isUp } from './files.ts';
import { folder, publicUrl, sites, urlOf } from './layout.ts';
import { answers, members } from './nodes.ts';
import { processesOf } from './processes.ts';

/** Prints the role and state of each node. @returns the exit code: 0 if the cluster is complete. */
export async function status(): Promise<number> {
  if (!isUp()) {
    console.log(`The cluster is not running (${folder}).`);
    return 1;
  }
  const all = await members().catch(() => []);
  for (const { name, role, state, timeline, lag } of all) {
    console.log(`${name.padEnd(8)}${role.padEnd(14)}${state.padEnd(12)}timeline ${timeline ?? '-'}  lag ${lag ?? '-'}`);
  }
  const ready = await Promise.all(sites.map((site) => answers(`${urlOf(site)}/readyz`)));
  for (const [index, site] of sites.entries()) console.log(`${site.padEnd(8)}${ready[index] ? 'ready' : 'not ready'}  ${urlOf(site)}`);
  for (const name of ['haproxy', 'caddy']) console.log(`${name.padEnd(8)}${processesOf(name).length > 0 ? 'running' : 'stopped'}`);
  const isComplete = all.some(({ role }) => role === 'leader') && all.some(({ role }) => role === 'sync_standby') && ready.every(Boolean);
  console.log(isComplete ? `The cluster is complete: ${publicUrl}` : 'The cluster is incomplete.');
  return isComplete ? 0 : 1;
}
