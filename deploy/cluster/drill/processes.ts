import { execFile, spawn } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databases, folder, network, placeOf, user } from './layout.ts';

type Program = {
  /** The node in whose folder, or in a folder `cwd` below it, it runs. */
  node: string;
  cwd?: string;
  program: string;
  args: string[];
  env?: Record<string, string>;
};

const versions = '/usr/lib/postgresql';
const newest = existsSync(versions) ? Math.max(...readdirSync(versions).map(Number)) : 0;
/** The programs of the newest PostgreSQL, which Debian keeps out of PATH. */
export const postgresPrograms = path.join(versions, String(newest), 'bin');
const places = [postgresPrograms, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
/** The Debian package of each program. */
const packages = {
  ...{ patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', caddy: 'caddy' },
  ...{ postgres: 'postgresql', pgbackrest: 'pgbackrest', ip: 'iproute2', openssl: 'openssl' },
};

/** Lists the Debian packages that the cluster needs but are not installed. */
export function missingPackages(): string[] {
  const isMissing = (program: string) => !places.some((place) => existsSync(path.join(place, program)));
  return Object.entries(packages).flatMap(([program, name]) => (isMissing(program) ? [name] : []));
}

/** Starts a program of a node, as the cluster's user and in the node's network. It outlives this process. */
export function start(program: Program): void {
  const log = openSync(path.join(placeOf(program.node), `${path.basename(program.program)}.log`), 'a');
  const { file, args, options } = commandOf(program);
  spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] }).unref();
}

/** Runs a program of a node to completion. @returns its output. @throws Error with its output when it fails. */
export async function run(program: Program): Promise<string> {
  const { file, args, options } = commandOf(program);
  return (await promisify(execFile)(file, args, { ...options, timeout: 120_000 })).stdout;
}

function commandOf({ node, cwd = '', program, args, env = {} }: Program) {
  const inNetwork = databases.includes(node) ? ['ip', 'netns', 'exec', `${network.name}-${node}`] : [];
  const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'];
  const [file = '', ...rest] = [...inNetwork, ...asUser, program, ...args];
  const environment = { PATH: places.join(':'), LANG: 'C.UTF-8', HOME: folder, ...env };
  return { file, args: rest, options: { cwd: path.join(placeOf(node), cwd), env: environment } };
}

/** Lists the processes of a node: those that run in its folder, whatever their parent. */
export function processesOf(node: string): number[] {
  const place = placeOf(node);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const cwd = unlessGone(() => readlinkSync(`/proc/${pid}/cwd`));
      return cwd === place || cwd?.startsWith(`${place}/`);
    });
}

/** Sends a signal to every process of a node, or only to those of one command. */
export function signal(node: string, name: NodeJS.Signals, command?: string): void {
  for (const pid of processesOf(node)) {
    unlessGone(() => (!command || readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === command) && process.kill(pid, name));
  }
}

/** Kills a node's processes, including any that they still start. @throws Error when some remain. */
export async function killAll(node: string): Promise<void> {
  await until(`the processes of ${node} to exit`, 20, async () => {
    signal(node, 'SIGKILL');
    return processesOf(node).length === 0;
  });
}

/** Returns undefined when a process has exited, or belongs to somebody else. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Waits for `check` to return something. @throws Error after `seconds`, naming `what` it waited for. */
export async function until<T>(what: string, seconds: number, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(200)) {
    const result = await check().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}`);
  }
}
