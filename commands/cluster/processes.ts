import { execFileSync, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databases, folder, hasNetworks, network, placeOf, user } from './layout.ts';

type Program = {
  /** The node in whose folder it runs. */
  node: string;
  program: string;
  args: string[];
  env?: Record<string, string>;
  /** A folder below the node's folder. */
  cwd?: string;
};

/** Starts a program of a node, as the cluster's user and in the node's network. It outlives this process. */
export function start({ node, program, args, env = {}, cwd = '' }: Program): void {
  const log = openSync(path.join(placeOf(node), `${path.basename(program)}.log`), 'a');
  const [file, ...rest] = [...inNetwork(node), ...asUser(), program, ...args];
  const options = {
    cwd: path.join(placeOf(node), cwd),
    env: environment(env),
    detached: true,
    stdio: ['ignore', log, log] as ['ignore', number, number],
  };
  spawn(file as string, rest, options).unref();
}

/** Runs a program of a node to completion. @returns its output. @throws Error with its output when it fails. */
export function run({ node, program, args, env = {}, cwd = '' }: Program): string {
  const [file, ...rest] = [...inNetwork(node), ...asUser(), program, ...args];
  return execFileSync(file as string, rest, {
    cwd: path.join(placeOf(node), cwd),
    env: environment(env),
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Lists the processes of a node: those that run in its folder, whatever their parent. */
export function processesOf(node: string): { pid: number; command: string }[] {
  const place = placeOf(node);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const cwd = readlinkSync(`/proc/${name}/cwd`);
        if (cwd !== place && !cwd.startsWith(`${place}/`)) return [];
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/comm`, 'utf8').trim() }];
      } catch {
        // It belongs to another user, or has exited.
        return [];
      }
    });
}

/** Sends a signal to every process of a node, or only to those of one command. */
export function signal(node: string, name: NodeJS.Signals, command?: string): void {
  for (const found of processesOf(node)) {
    if (command && found.command !== command) continue;
    try {
      process.kill(found.pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Kills a node's processes, including any that they still start. @throws Error when some remain. */
export async function killAll(node: string): Promise<void> {
  for (const deadline = Date.now() + 20_000; processesOf(node).length > 0; await sleep(50)) {
    if (Date.now() > deadline)
      throw new Error(
        `Processes of ${node} do not exit: ${processesOf(node)
          .map(({ pid }) => pid)
          .join(', ')}`,
      );
    signal(node, 'SIGKILL');
  }
}

/** Waits for `check` to return something. @throws Error after `seconds`, naming `what` it waited for. */
export async function until<T>(what: string, seconds: number, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(200)) {
    const result = await check().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}; the logs are in ${folder}`);
  }
}

const inNetwork = (node: string) =>
  hasNetworks && databases.some((name) => name === node) ? ['ip', 'netns', 'exec', `${network.name}-${node}`] : [];
const asUser = () => (hasNetworks ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'] : []);
const environment = (env: Record<string, string>) => ({ PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: folder, ...env });
