import { isMade } from './files.ts';
import { folder, publicUrl, sites, urlOf } from './layout.ts';
import { answers, members } from './nodes.ts';
import { processesOf } from './processes.ts';

/** Prints who is who. @returns the exit code: 0 when all is well. */
export async function status(): Promise<number> {
  if (!isMade()) {
    console.log(`There is no cluster in ${folder}.`);
    return 1;
  }
  const found = await members().catch(() => []);
  for (const { name, role, state, timeline, lag } of found) {
    console.log(`${name.padEnd(8)}${role.padEnd(14)}${state.padEnd(12)}timeline ${timeline ?? '-'}  lag ${lag ?? '-'}`);
  }
  const ready = await Promise.all(sites.map((site) => answers(`${urlOf(site)}/readyz`)));
  for (const [index, site] of sites.entries()) console.log(`${site.padEnd(8)}${ready[index] ? 'ready' : 'not ready'}  ${urlOf(site)}`);
  for (const name of ['haproxy', 'caddy']) console.log(`${name.padEnd(8)}${processesOf(name).length > 0 ? 'running' : 'gone'}`);
  const isWhole = found.some(({ role }) => role === 'leader') && found.some(({ role }) => role === 'sync_standby') && ready.every(Boolean);
  console.log(isWhole ? `All is well at ${publicUrl}.` : 'Something is missing.');
  return isWhole ? 0 : 1;
}
