// npm run drill: runs the cluster of deploy/cluster on this machine and breaks it under load. See docs/deploy.md, "A cluster".
import { down, isUp, up } from './cluster.ts';
import { drill } from './drill.ts';
import { faults } from './faults.ts';
import { folder } from './layout.ts';
import { missingPackages } from './processes.ts';

const usage = `Usage: npm run drill [-- fault ...]

As root: starts three PostgreSQL nodes, three instances of the site and their proxies on this machine, injects faults under load,
checks that everything acknowledged is stored exactly once, and removes it all. A fault may be named several times; without names,
each is injected once:
${Object.entries(faults)
  .map(([name, { description }]) => `  ${name.padEnd(12)}${description}\n`)
  .join('')}
  npm run drill -- up     only starts the cluster; the next drill uses it and leaves it running
  npm run drill -- down   removes it

Setting: CLUSTER_NET (77), the third number of its addresses, for several clusters on one machine.
Exit code: 0 all is well, 1 failed, 2 usage error, 3 this machine lacks what the drill needs.`;

process.exitCode = await main(process.argv.slice(2)).catch((error: Error) => {
  console.error(`Error: ${error.message}`);
  return 1;
});

async function main(names: string[]): Promise<number> {
  const command = names.length === 1 && ['up', 'down'].includes(names[0] ?? '') ? names[0] : 'drill';
  const lacking = process.getuid?.() === 0 ? missingPackages() : ['root'];
  if (command === 'drill' && !names.every((name) => Object.hasOwn(faults, name))) {
    console.error(usage);
    return 2;
  }
  if (lacking.length > 0) {
    console.log(`Missing: ${lacking.join(', ')}.`);
    return 3;
  }
  const wasUp = isUp();
  const stays = wasUp || command === 'up';
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void (stays ? Promise.resolve() : down()).finally(() => process.exit(1)));
  }
  let code = 1;
  try {
    if (!wasUp && command !== 'down') await up();
    code = command === 'drill' ? await drill(names.length > 0 ? names : Object.keys(faults)) : 0;
    return code;
  } finally {
    if (code !== 0) console.log(`The logs are in ${folder}/*/*.log.`);
    if (command === 'down' || !stays) await down({ keepsLogs: code !== 0 });
  }
}
