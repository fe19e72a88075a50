// The cluster of deploy/cluster on one machine, for drills: npm run cluster. docs/deploy.md has the picture.
import { parseArgs } from 'node:util';
import { down } from './cluster/down.ts';
import { drill } from './cluster/drill.ts';
import { faults } from './cluster/faults.ts';
import { isMade } from './cluster/files.ts';
import { databases, folder, sites } from './cluster/layout.ts';
import { startDatabase, startSite } from './cluster/nodes.ts';
import { missingPackages } from './cluster/packages.ts';
import { killAll } from './cluster/processes.ts';
import { drillRestore } from './cluster/restore.ts';
import { status } from './cluster/status.ts';
import { up } from './cluster/up.ts';

const faultLines = Object.entries(faults).map(([name, { says }]) => `    ${name.padEnd(16)}${says}`);
const usage = `Usage: npm run cluster -- <command>

  up                  three PostgreSQL nodes, three instances of the site and their proxies
  missing             which of Debian's packages it lacks
  status              who is who
  kill NODE           ends every process of a node at once: ${[...databases, ...sites].join(', ')}
  start NODE          starts it again
  drill [FAULT ...]   breaks it under load, and looks whether all that was acknowledged is there once:
${faultLines.join('\n')}
    --rounds N        each fault so many times (1)
  restore             backs up, restores a moment into a database of its own, and compares
  down                ends all of it and removes its data

Settings: CLUSTER_DIR (${folder}), CLUSTER_NET (the third number of its addresses), CLUSTER_USER (who runs it where root starts it).
Exit code: 0 all is well, 1 it is not, 2 a wrong command.`;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`Error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { rounds: { type: 'string', default: '1' } } });
  const [command, ...names] = positionals;
  if (command === 'up') await up();
  else if (command === 'down') await down();
  else if (command === 'missing') return sayMissing();
  else if (command === 'status') return status();
  else if (command === 'kill') for (const node of known(names)) await killAll(node);
  else if (command === 'start') for (const node of known(names)) (isDatabase(node) ? startDatabase : startSite)(node);
  else if (command === 'restore') return drillRestore();
  else if (command === 'drill') return drill(names.length > 0 ? names : Object.keys(faults), Number(values.rounds));
  else {
    console.error(usage);
    return 2;
  }
  return 0;
}

function sayMissing(): number {
  const missing = missingPackages();
  if (missing.length > 0) console.log(`These packages are missing: ${missing.join(', ')}.`);
  return missing.length > 0 ? 1 : 0;
}

function known(names: string[]): string[] {
  if (!isMade()) throw new Error('There is no cluster: npm run cluster -- up');
  const nodes: string[] = [...databases, ...sites];
  const wrong = names.find((name) => !nodes.includes(name));
  if (names.length === 0 || wrong) throw new Error(`There is no node ${wrong ?? 'named'}; there are ${nodes.join(', ')}`);
  return names;
}

function isDatabase(node: string): boolean {
  return databases.some((name) => name === node);
}
