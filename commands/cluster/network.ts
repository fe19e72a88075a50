import { execFileSync } from 'node:child_process';
import { addressOf, databases, hasNetworks, host, network } from './layout.ts';

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
const { name } = network;

/** A network for each database node, joined by a bridge that the host is on too. */
export function makeNetworks(): void {
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

/** Takes them away, as far as they are there. */
export function removeNetworks(): void {
  if (!hasNetworks) return;
  // A cable goes with its network; not at once, though, and then the next `up` would find its name taken.
  const cables = databases.flatMap((node) => [
    ['link', 'del', `${name}-${node}`],
    ['netns', 'del', `${name}-${node}`],
  ]);
  for (const args of [...cables, ['link', 'del', `${name}-br`]]) {
    try {
      ip(...args);
    } catch {
      // It was not there.
    }
  }
}

/** Pulls a node's cable: nothing comes in or goes out, and nobody is told. */
export function cutOff(node: string): void {
  needNetworks();
  ip('link', 'set', `${name}-${node}`, 'nomaster');
}

/** Plugs it in again. */
export function letBack(node: string): void {
  needNetworks();
  ip('link', 'set', `${name}-${node}`, 'master', `${name}-br`);
}

function needNetworks(): void {
  if (!hasNetworks) throw new Error('Only root can cut a node off: without root the nodes have no networks of their own');
}
