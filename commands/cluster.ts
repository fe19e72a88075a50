// npm run cluster: runs the cluster of deploy/cluster on one machine, for drills. See the diagram in docs/deploy.md.
import { parseArgs } from 'node:util';
import { down } from './cluster/down.ts';
import { drill } from './cluster/drill.ts';
import { faults } from './cluster/faults.ts';
import { isUp } from './cluster/files.ts';
import { databases, folder, sites } from './cluster/layout.ts';
import { startDatabase, startSite } from './cluster/nodes.ts';
import { missingPackages } from './cluster/packages.ts';
import { killAll } from './cluster/processes.ts';
import { drillRestore } from './cluster/restore.ts';
import { status } from './cluster/status.ts';
import { up } from './cluster/up.ts';

const faultLines = Object.entries(faults).map(([name, { description }]) => `    ${name.padEnd(16)}${description}`);
const usage = `Usage: npm run cluster -- <command>

  up                  starts three PostgreSQL nodes, three instances of the site and their proxies
    --hosts           the instances connect to the PostgreSQL nodes directly, not through HAProxy
  missing             lists the Debian packages that are missing
  status              shows the nodes and their roles
  kill NODE           kills every process of a node at once: ${[...databases, ...sites].join(', ')}
  start NODE          starts a node again
  drill [FAULT ...]   injects faults under load, and checks that everything acknowledged is stored exactly once:
${faultLines.join('\n')}
    --rounds N        how often to inject each fault (1)
  restore             backs up, restores a point in time into a separate database, and compares
  down                stops everything and removes its data

Settings: CLUSTER_DIR (${folder}), CLUSTER_NET (the third number of its addresses), CLUSTER_USER (its user, when started by root).
Exit code: 0 all is well, 1 failed, 2 usage error.`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const options = { rounds: { type: 'string', default: '1' }, hosts: { type: 'boolean', default: false } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [command, ...names] = positionals;
  if (command === 'up') await up(values.hosts);
  else if (command === 'down') await down();
  else if (command === 'missing') return reportMissing();
  else if (command === 'status') return status();
  else if (command === 'kill') for (const node of checkedNodes(names)) await killAll(node);
  else if (command === 'start') for (const node of checkedNodes(names)) (isDatabase(node) ? startDatabase : startSite)(node);
  else if (command === 'restore') return drillRestore();
  else if (command === 'drill') return drill(names.length > 0 ? names : Object.keys(faults), Number(values.rounds));
  else {
    console.error(usage);
    return 2;
  }
  return 0;
}

function reportMissing(): number {
  const missing = missingPackages();
  if (missing.length > 0) console.log(`These packages are missing: ${missing.join(', ')}.`);
  return missing.length > 0 ? 1 : 0;
}

/** @throws Error when there is no cluster, or no node of one of the names. */
function checkedNodes(names: string[]): string[] {
  if (!isUp()) throw new Error('There is no cluster: npm run cluster -- up');
  const nodes: string[] = [...databases, ...sites];
  const unknown = names.find((name) => !nodes.includes(name));
  if (names.length === 0 || unknown) throw new Error(`${unknown ? `There is no node ${unknown}` : 'Name a node'}: ${nodes.join(', ')}`);
  return names;
}

function isDatabase(node: string): boolean {
  return databases.some((name) => name === node);
}
