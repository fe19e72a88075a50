import { execFileSync } from 'node:child_process';
import { addressOf, databases, hasNetworks, host, network } from './layout.ts';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
const { name } = network;

/** Creates a network namespace for each database node and joins them by a bridge, on which the host is too. */
export function createNetworks(): void {
  if (!hasNetworks) return;
  ip('link', 'add', `${name}-br`, 'type', 'bridge');
  ip('addr', 'add', `${host}/24`, 'dev', `${name}-br`);
  ip('link', 'set', `${name}-br`, 'up');
  for (const node of databases) {
    const cable = `${name}-${node}`;
    ip('netns', 'add', cable);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', cable);
    ip('-n', cable, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
    ip('-n', cable, 'link', 'set', 'lo', 'up');
    ip('-n', cable, 'link', 'set', 'eth0', 'up');
    ip('link', 'set', cable, 'master', `${name}-br`, 'up');
  }
}

/** Removes them, as far as they exist. */
export function removeNetworks(): void {
  if (!hasNetworks) return;
  // Deleting a namespace also deletes its cable, but only a while later, when the next `up` may already need the name.
  const cables = databases.flatMap((node) => [
    ['link', 'del', `${name}-${node}`],
    ['netns', 'del', `${name}-${node}`],
  ]);
  for (const args of [...cables, ['link', 'del', `${name}-br`]]) {
    try {
      ip(...args);
    } catch {
      // It did not exist.
    }
  }
}

/** Unplugs a node: packets are dropped in both directions without any error. */
export function cutOff(node: string): void {
  needNetworks();
  ip('link', 'set', `${name}-${node}`, 'nomaster');
}

/** Plugs it in again. */
export function reconnect(node: string): void {
  needNetworks();
  ip('link', 'set', `${name}-${node}`, 'master', `${name}-br`);
}

function needNetworks(): void {
  if (!hasNetworks) throw new Error('Only root can cut a node off, because the nodes have no network namespaces otherwise');
}
