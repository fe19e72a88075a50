// The cluster of deploy/cluster on one machine, for drills: npm run cluster. docs/deploy.md has the picture.
import { down } from './cluster/down.ts';
import { status } from './cluster/status.ts';
import { up } from './cluster/up.ts';

const usage = `Usage: npm run cluster -- <command>

  up              three PostgreSQL nodes, three instances of the site and their proxies
  status          who is who
  down            ends all of it and removes its data`;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(`Error: ${(error as Error).message}`);
  process.exitCode = 1;
}

async function main([command]: string[]): Promise<number> {
  if (command === 'up') await up();
  else if (command === 'down') await down();
  else if (command === 'status') return status();
  else {
    console.error(usage);
    return 2;
  }
  return 0;
}
