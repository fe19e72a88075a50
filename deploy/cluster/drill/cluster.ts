import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The third number of all addresses, so that two clusters can run on one machine. */
const net = Number(process.env.CLUSTER_NET ?? 77);
export type Node = `db${1 | 2 | 3}` | `site${1 | 2 | 3}` | 'haproxy' | 'caddy' | 'restored';
export const databases: readonly Node[] = ['db1', 'db2', 'db3'];
export const sites: readonly Node[] = ['site1', 'site2', 'site3'];
/**
 * The machines. Each has a folder, and a network namespace that a bridge joins with the others and with this process. In `restored` a
 * backup is restored.
 */
const nodes: readonly Node[] = [...databases, ...sites, 'haproxy', 'caddy', 'restored'];
const release = path.resolve(import.meta.dirname, '../../..');
export const placeOf = (...node: string[]) => path.join(tmpdir(), `carma-cluster-${net}`, ...node);
const ipOf = (node: Node) => `10.213.${net}.${11 + nodes.indexOf(node)}`;
export const urlOf = (node: Node) => `http://${ipOf(node)}:3000`;
const cableOf = (node: Node | 'br') => `cc${net}-${node}`;
/** The longest that a response takes, in ms. */
export const responseMs = 10_000;

/** The address of the database of a node, with the site's login or the owner's; HAProxy leads to the primary. */
export function urlOfDatabase(node: Node, login: 'carma' | 'carma_owner' = 'carma'): string {
  const password = values[login === 'carma' ? 'SITE_DATABASE_PASSWORD' : 'OWNER_DATABASE_PASSWORD'];
  return `postgres://${login}:${password}@${ipOf(node)}:${node === 'haproxy' ? 5000 : 5432}/carma`;
}

/** Debian keeps PostgreSQL's programs out of PATH. */
const postgresPrograms = fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';
const folders = [postgresPrograms, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const programs = ['patroni', 'etcd', 'haproxy', 'caddy', 'postgres', 'psql', 'pgbackrest', 'ip', 'openssl'];
export const missingPrograms = () => programs.filter((program) => !folders.some((folder) => fs.existsSync(path.join(folder, program))));

const passwordNames = ['SUPERUSER', 'REPLICATION', 'OWNER_DATABASE', 'SITE_DATABASE', 'PATRONI'].map((name) => `${name}_PASSWORD`);
/** The values of the placeholders in the files of deploy/cluster that are the same on all nodes. */
const values: Record<string, string> = {
  ...Object.fromEntries([...passwordNames, 'UNSUBSCRIBE_SECRET'].map((name) => [name, randomBytes(18).toString('hex')])),
  ...Object.fromEntries(['RECORD_SIGNING_KEY', 'RECORD_SECRET'].map((name) => [name, randomBytes(32).toString('base64')])),
  ETCD_PEERS: databases.map((name) => `${name}=https://${ipOf(name)}:2380`).join(),
  ETCD_HOSTS: databases.map((name) => `${ipOf(name)}:2379`).join(),
  DATABASE_ADDRESSES: `[${databases.map(ipOf).join(', ')}]`,
  DATABASE_SERVERS: databases.map((name) => `  server ${name} ${ipOf(name)}:5432 check port 8008`).join('\n'),
  ...{ TOP: placeOf(), NETWORK: `10.213.${net}.0/24`, POSTGRES_BIN: postgresPrograms, HAPROXY: ipOf('haproxy') },
  ...{ PORT: '3000', PUBLIC_URL: urlOf('caddy'), SITES: sites.map((site) => `${ipOf(site)}:3000`).join(' ') },
};

/** Starts the cluster and waits for all of it to be ready. @throws Error that says what it waited for. */
export async function up(): Promise<void> {
  // A drill that failed or was killed may have left its nodes.
  await down();
  sh(`ip link add ${cableOf('br')} up type bridge; ip addr add 10.213.${net}.1/24 dev ${cableOf('br')}`);
  const named = databases.map((node) => `${node}=${ipOf(node)}`);
  sh(`sh '${release}/deploy/cluster/certificates.sh' ${placeOf('certificates')} ${named.join(' ')}`);
  fs.cpSync(`${release}/deploy/postgres-init.sql`, placeOf('postgres-init.sql'));
  for (const node of nodes) prepare(node);
  sh(`chown --recursive --no-dereference postgres: ${placeOf()}`);
  for (const node of databases) await startNode(node);
  await pgBackRest(await databasesReady(), 'stanza-create');
  await startNode('haproxy');
  await migrateDatabase();
  for (const node of [...sites, 'caddy'] as const) await startNode(node);
  for (const node of [...sites, 'caddy'] as const) await ready(node);
  console.log(`The cluster is at ${urlOf('caddy')}. Logs: ${placeOf('*')}/*.log`);
}

/** Makes the folder of a node, with its settings, and plugs the node in. */
function prepare(node: Node): void {
  for (const name of ['data', 'etcd', 'pgbackrest']) fs.mkdirSync(placeOf(node, name), { recursive: true, mode: 0o700 });
  const own: Record<string, string> = { ...values, NODE: node, ADDRESS: ipOf(node), HOST: ipOf(node), FOLDER: placeOf(node) };
  for (const file of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf', 'haproxy.cfg', 'site.env']) {
    const text = fs.readFileSync(`${release}/deploy/cluster/${file}`, 'utf8').replace(/\$\{(\w+)\}/g, (placeholder, name: string) => {
      if (own[name] === undefined) throw new Error(`deploy/cluster/${file} has ${placeholder}, which has no value`);
      return own[name];
    });
    fs.writeFileSync(placeOf(node, file), text, { mode: 0o600 });
  }
  for (const name of databases.includes(node) ? ['ca.crt', `${node}.crt`, `${node}.key`] : [])
    fs.cpSync(placeOf('certificates', name), placeOf(node, name.replace(node, 'node')));
  // An instance runs in its node's folder. Its `db` is a copy for the migrations, of which there can be more; code comes from the release.
  for (const part of ['dist', 'node_modules', 'server', 'commands', 'shared', 'verify', 'db', 'package.json'])
    if (part === 'db') fs.cpSync(`${release}/db`, placeOf(node, 'db'), { recursive: true });
    else fs.symlinkSync(`${release}/${part}`, placeOf(node, part));
  const cable = cableOf(node);
  sh(`ip netns add ${cable}; ip link add ${cable} type veth peer name eth0 netns ${cable}`);
  for (const inside of [`addr add ${ipOf(node)}/24 dev eth0`, 'link set lo up', 'link set eth0 up']) sh(`ip -n ${cable} ${inside}`);
  reconnect(node);
}

/** Stops the cluster and removes it with its data, or keeps its folder for the logs. */
export async function down({ keepsLogs = false } = {}): Promise<void> {
  for (const node of nodes) if (fs.existsSync(`/run/netns/${cableOf(node)}`)) await end(node);
  // Deleting a namespace also deletes its cable, but only a while later, when the next drill may already need the name.
  for (const node of [...nodes, 'br'] as const) sh(`ip link del ${cableOf(node)} || true; ip netns del ${cableOf(node)} || true`);
  if (!keepsLogs) fs.rmSync(placeOf(), { recursive: true, force: true });
}

/** Starts what runs on a node: a proxy; an instance; or etcd and Patroni, whose PostgreSQL gets its passwords from the environment. */
export async function startNode(node: Node): Promise<unknown> {
  if (node === 'haproxy') return startIn(node, ['haproxy', '-db', '-f', 'haproxy.cfg']);
  if (node === 'caddy') return startIn(node, ['caddy', 'run', '--config', `${release}/deploy/Caddyfile`], values);
  if (sites.includes(node)) return startIn(node, [...node24, passLimits, 'dist/server/main.js']);
  await startIn(node, ['etcd', '--config-file', 'etcd.yml']);
  return startIn(node, ['patroni', 'patroni.yml'], values);
}
/** Returns PostgreSQL's main process, without which the others of a node end by themselves. */
export const postmasterOf = (node: Node) => Number.parseInt(fs.readFileSync(placeOf(node, 'postgres/postmaster.pid'), 'utf8'), 10);

/** All load of a drill comes from one address. A test compares the names with those of server/platform/limits.ts. */
const limits = { apiRequestsPerMinute: 1_000_000, uncachedRatePerSecond: 100_000, uncachedBurst: 100_000 };
const passLimits = `--import=data:text/javascript,globalThis.carmaLimits=${encodeURIComponent(JSON.stringify(limits))}`;
const node24 = ['node_modules/.bin/node', '--env-file=site.env'];

/** Runs one of the site's commands, such as `record.ts audit`, with the settings of an instance. */
export const siteCommand = ([command, ...words]: string[], env?: Record<string, string>) =>
  runIn('site1', [...node24, `commands/${command}`, ...words], env);
/** Migrates the database as its owner, whose address the instances do not have. */
export const migrateDatabase = () => siteCommand(['db.ts', 'migrate'], { DATABASE_OWNER_URL: urlOfDatabase('haproxy', 'carma_owner') });
export const pgBackRest = (node: Node, ...args: string[]) =>
  runIn(node, ['pgbackrest', `--config=${placeOf(node)}/pgbackrest.conf`, '--stanza=carma', ...args]);
/** Asks the database of a node, by default of the primary, as the site's user. @returns the lines of the answer. */
export const askDatabase = async (sql: string, node: Node = 'haproxy') =>
  (await runIn('haproxy', ['psql', '-XAtq', '-c', sql, urlOfDatabase(node)])).split('\n').slice(0, -1);

/** Asks for an address. The status 599 stands for no complete response. */
export function request(url: string, init: RequestInit = {}): Promise<{ status: number; headers: Headers; text: string }> {
  return fetch(url, { ...init, signal: AbortSignal.timeout(responseMs) })
    .then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }))
    .catch((error) => ({ status: 599, headers: new Headers(), text: String(error) }));
}
export const ready = (node: Node) => until(`${node} to be ready`, 60, async () => (await request(`${urlOf(node)}/readyz`)).status === 200);

/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export const databasesReady = (): Promise<Node> =>
  until('three database nodes, two of them synchronous standbys', 90, async () => {
    const answers = databases.map(async (node) => JSON.parse((await request(`http://${ipOf(node)}:8008/cluster`)).text));
    const { members } = (await Promise.any(answers)) as { members: { name: Node; role: string; lag?: number | string }[] };
    const standbys = members.filter(({ role, lag }) => role === 'sync_standby' && lag === 0);
    return standbys.length === 2 && members.find(({ role }) => role === 'leader')?.name;
  });

/** Runs a script of the shell. @returns its output. */
const sh = (script: string) => execFileSync('sh', ['-ec', script], { stdio: 'pipe', encoding: 'utf8' });
/** Unplugs a node: packets are dropped in both directions without any error. */
export const cutOff = (node: Node) => sh(`ip link set ${cableOf(node)} nomaster`);
export const reconnect = (node: Node) => sh(`ip link set ${cableOf(node)} master ${cableOf('br')} up`);

/** Runs a program of a node in its folder, as the cluster's user. @returns its output. @throws Error with it when it fails. */
async function runIn(node: Node, command: string[], env: Record<string, string> = {}): Promise<string> {
  const args = ['netns', 'exec', cableOf(node), 'setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...command];
  const all = { PATH: folders.join(':'), LANG: 'C.UTF-8', HOME: placeOf(node), ...env };
  return (await promisify(execFile)('ip', args, { cwd: placeOf(node), env: all, timeout: 120_000, maxBuffer: 1e9 })).stdout;
}

export const startIn = (node: Node, command: string[], env?: Record<string, string>) =>
  runIn(node, ['sh', '-c', 'setsid "$@" </dev/null >>"$0.log" 2>&1 &', path.basename(command[0] ?? ''), ...command], env);

/** Sends a signal, such as STOP, to the processes of a node, some of which may exit meanwhile. @returns how many are left. */
const signal = (node: Node, name: string) =>
  Number(sh(`list='ip netns pids ${cableOf(node)}'; $list | xargs -r kill -s ${name} || true; $list | wc -l`));
export const freeze = (node: Node) => signal(node, 'STOP');
export const thaw = (node: Node) => signal(node, 'CONT');
/** Waits for a node's processes to exit, and sends them a signal each time it looks, so that those that they still start get it too. */
export const end = (node: Node, name = 'KILL') => until(`the processes of ${node} to exit`, 40, async () => signal(node, name) === 0);

/** Waits for `check` to return something. @throws Error after `seconds`, naming `what` it waited for. */
export async function until<T>(what: string, seconds: number, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(200)) {
    const result = await check().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}`);
  }
}
