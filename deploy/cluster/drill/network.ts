import { execFileSync } from 'node:child_process';
import { addressOf, databases, host, network } from './layout.ts';

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
const { name } = network;

/** Creates a network namespace for each database node and joins them by a bridge, on which the host is too. */
export function createNetworks(): void {
  ip(`link add ${name}-br type bridge`);
  ip(`addr add ${host}/24 dev ${name}-br`);
  ip(`link set ${name}-br up`);
  for (const node of databases) {
    const cable = `${name}-${node}`;
    ip(`netns add ${cable}`);
    ip(`link add ${cable} type veth peer name eth0 netns ${cable}`);
    ip(`-n ${cable} addr add ${addressOf(node)}/24 dev eth0`);
    ip(`-n ${cable} link set lo up`);
    ip(`-n ${cable} link set eth0 up`);
    reconnect(node);
  }
}

/** Removes them, as far as they exist. */
export function removeNetworks(): void {
  // Deleting a namespace also deletes its cable, but only a while later, when the next drill may already need the name.
  const cables = databases.flatMap((node) => [`link del ${name}-${node}`, `netns del ${name}-${node}`]);
  for (const command of [...cables, `link del ${name}-br`]) {
    try {
      ip(command);
    } catch {
      // It did not exist.
    }
  }
}

/** Unplugs a node: packets are dropped in both directions without any error. */
export const cutOff = (node: string) => ip(`link set ${name}-${node} nomaster`);
/** Plugs it in again. */
export const reconnect = (node: string) => ip(`link set ${name}-${node} master ${name}-br up`);
