import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The third number of all addresses, so that two clusters can run on one machine. */
const net = Number(process.env.CLUSTER_NET ?? 77);
export const databases = ['db1', 'db2', 'db3'];
export const sites = ['site1', 'site2', 'site3'];
/**
 * The machines. Each has a folder, and a network namespace that a bridge joins with the others and with this process. In `restored` a
 * backup is restored.
 */
const nodes = [...databases, ...sites, 'haproxy', 'caddy', 'restored'];
export const release = path.resolve(import.meta.dirname, '../../..');
export const placeOf = (...node: string[]) => path.join(tmpdir(), `carma-cluster-${net}`, ...node);
export const ipOf = (node: string) => `10.213.${net}.${11 + nodes.indexOf(node)}`;
export const urlOf = (node: string) => `http://${ipOf(node)}:3000`;
const cableOf = (node: string) => `cc${net}-${node}`;

const logins = ['SUPERUSER', 'REPLICATION', 'OWNER_DATABASE', 'SITE_DATABASE', 'PATRONI'].map((name) => `${name}_PASSWORD`);
const secrets: Record<string, string> = Object.fromEntries([
  ...[...logins, 'UNSUBSCRIBE_SECRET'].map((name) => [name, randomBytes(18).toString('hex')]),
  ...['RECORD_SIGNING_KEY', 'RECORD_SECRET'].map((name) => [name, randomBytes(32).toString('base64')]),
]);
/** The address of a database with the site's login or the owner's; by default that of the primary, through HAProxy. */
export const urlOfDatabase = (server = `${ipOf('haproxy')}:5000`, login: 'site' | 'owner' = 'site') =>
  `postgres://carma${login === 'owner' ? '_owner' : ''}:${secrets[`${login.toUpperCase()}_DATABASE_PASSWORD`]}@${server}/carma`;

/** Debian keeps PostgreSQL's programs out of PATH. */
const postgresPrograms = fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';
const folders = [postgresPrograms, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const programs = ['patroni', 'etcd', 'haproxy', 'caddy', 'postgres', 'psql', 'pgbackrest', 'ip', 'openssl'];
export const missingPrograms = () => programs.filter((program) => !folders.some((folder) => fs.existsSync(path.join(folder, program))));

/** The values of the placeholders in the files of deploy/cluster that are the same on all nodes. */
const values: Record<string, string> = {
  ...secrets,
  ETCD_PEERS: databases.map((name) => `${name}=https://${ipOf(name)}:2380`).join(),
  ETCD_HOSTS: databases.map((name) => `${ipOf(name)}:2379`).join(),
  DATABASE_ADDRESSES: `[${databases.map(ipOf).join(', ')}]`,
  DATABASE_SERVERS: databases.map((name) => `  server ${name} ${ipOf(name)}:5432 check port 8008`).join('\n'),
  ...{ TOP: placeOf(), NETWORK: `10.213.${net}.0/24`, POSTGRES_BIN: postgresPrograms, HAPROXY: ipOf('haproxy') },
  ...{ PORT: '3000', PUBLIC_URL: urlOf('caddy'), SITES: sites.map((site) => `${ipOf(site)}:3000`).join(' ') },
};
const files = ['etcd.yml', 'patroni.yml', 'pgbackrest.conf', 'haproxy.cfg', 'site.env'];

/** Starts the cluster and waits for all of it to be ready. @throws Error that says what it waited for. */
export async function up(): Promise<void> {
  // A drill that failed or was killed may have left its nodes.
  await down();
  ip(`link add ${cableOf('br')} type bridge`, `addr add 10.213.${net}.1/24 dev ${cableOf('br')}`, `link set ${cableOf('br')} up`);
  const named = databases.map((node) => `${node}=${ipOf(node)}`);
  execFileSync('sh', [`${release}/deploy/cluster/certificates.sh`, placeOf('certificates'), ...named]);
  fs.cpSync(`${release}/deploy/postgres-init.sql`, placeOf('postgres-init.sql'));
  fs.mkdirSync(placeOf('backup'));
  linkRelease('release');
  for (const node of nodes) prepare(node);
  execFileSync('chown', ['--recursive', '--no-dereference', 'postgres:', placeOf()]);
  for (const node of databases) await startNode(node);
  await pgBackRest(await databasesReady(), 'stanza-create');
  await startNode('haproxy');
  await migrateTo('release');
  for (const node of [...sites, 'caddy']) await startNode(node);
  for (const node of [...sites, 'caddy']) await ready(node);
  console.log(`The cluster is at ${urlOf('caddy')}. Logs: ${placeOf('*')}/*.log`);
}

/** Makes the folder of a node, with its settings, and plugs the node in. */
function prepare(node: string): void {
  for (const name of ['data', 'etcd', 'pgbackrest']) fs.mkdirSync(placeOf(node, name), { recursive: true, mode: 0o700 });
  const own: Record<string, string> = { ...values, NODE: node, ADDRESS: ipOf(node), HOST: ipOf(node), FOLDER: placeOf(node) };
  for (const file of files) {
    const text = fs.readFileSync(`${release}/deploy/cluster/${file}`, 'utf8').replace(/\$\{(\w+)\}/g, (placeholder, name: string) => {
      if (own[name] === undefined) throw new Error(`deploy/cluster/${file} has ${placeholder}, which has no value`);
      return own[name];
    });
    fs.writeFileSync(placeOf(node, file), text, { mode: 0o600 });
  }
  for (const name of databases.includes(node) ? ['ca.crt', `${node}.crt`, `${node}.key`] : [])
    fs.cpSync(placeOf('certificates', name), placeOf(node, name.replace(node, 'node')));
  const cable = cableOf(node);
  ip(`netns add ${cable}`, `link add ${cable} type veth peer name eth0 netns ${cable}`);
  for (const inside of [`addr add ${ipOf(node)}/24 dev eth0`, 'link set lo up', 'link set eth0 up']) ip(`-n ${cable} ${inside}`);
  reconnect(node);
}

/** Creates a folder of links to this release for instances to run in, except for the part to `leaveOut`. */
export function linkRelease(name: string, leaveOut?: string): void {
  fs.mkdirSync(placeOf(name));
  for (const part of ['dist', 'node_modules', 'server', 'commands', 'shared', 'verify', 'db', 'package.json'])
    if (part !== leaveOut) fs.symlinkSync(path.join(release, part), placeOf(name, part));
}

/** Stops the cluster and removes it with its data, or keeps its folder for the logs. */
export async function down({ keepsLogs = false } = {}): Promise<void> {
  for (const node of nodes) if (fs.existsSync(`/run/netns/${cableOf(node)}`)) await killAll(node);
  // Deleting a namespace also deletes its cable, but only a while later, when the next drill may already need the name.
  const commands = nodes.map((node) => `ip link del ${cableOf(node)}; ip netns del ${cableOf(node)};`);
  execFileSync('sh', ['-c', `${commands.join(' ')} ip link del ${cableOf('br')}; true`], { stdio: 'pipe' });
  if (!keepsLogs) fs.rmSync(placeOf(), { recursive: true, force: true });
}

/** Starts what runs on a node: a proxy; an instance in the folder of a release (`name`); or etcd and Patroni, which starts PostgreSQL. */
export async function startNode(node: string, name = 'release'): Promise<void> {
  const caddy = ['caddy', 'run', '--adapter', 'caddyfile', '--config', `${release}/deploy/Caddyfile`];
  if (node === 'haproxy') return startIn(node, ['haproxy', '-db', '-f', 'haproxy.cfg']);
  if (node === 'caddy') return startIn(node, caddy, { env: values });
  if (sites.includes(node)) return startIn(node, [...node24(node), passLimits, 'dist/server/main.js'], { cwd: placeOf(name) });
  await startIn(node, ['etcd', '--config-file', 'etcd.yml']);
  await startIn(node, ['patroni', 'patroni.yml'], { env: secrets });
}
/** Returns PostgreSQL's main process, without which the others of a node end by themselves. */
export const postmasterOf = (node: string) => Number.parseInt(fs.readFileSync(placeOf(node, 'postgres/postmaster.pid'), 'utf8'), 10);

/** All load of a drill comes from one address. */
const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: 1_000_000, UNCACHED_RATE_PER_SECOND: 100_000, UNCACHED_BURST: 100_000 };
const passLimits = `--import=data:text/javascript,globalThis.carmaLimits=${encodeURIComponent(JSON.stringify(limits))}`;
const node24 = (site: string) => [`${release}/node_modules/.bin/node`, `--env-file=${placeOf(site, 'site.env')}`];

/** Runs one of the site's commands, such as `record.ts audit`, with the settings of an instance. */
export const siteCommand = ([command, ...words]: string[], env: Record<string, string> = {}, name = 'release') =>
  runIn('site1', [...node24('site1'), `commands/${command}`, ...words], { env, cwd: placeOf(name) });
/** Migrates the database to a release as its owner, whose address the instances do not have. */
export const migrateTo = (name: string) =>
  siteCommand(['db.ts', 'migrate'], { DATABASE_OWNER_URL: urlOfDatabase(undefined, 'owner') }, name);
export const pgBackRest = (node: string, ...args: string[]) =>
  runIn(node, ['pgbackrest', `--config=${placeOf(node)}/pgbackrest.conf`, '--stanza=carma', ...args]);
/** Asks a database as the site's user. @returns the lines of the answer. */
export const askDatabase = async (sql: string, url = urlOfDatabase()) =>
  (await runIn('haproxy', ['psql', '-XAtq', '-F', ' ', '-c', sql, url])).split('\n').slice(0, -1);

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) });
export const ready = (node: string) => until(`${node} to be ready`, 60, async () => (await get(`${urlOf(node)}/readyz`)).ok);

/** Waits for a node, other than `before`, to report itself as the primary. */
export const primary = (before?: string): Promise<string> =>
  until('a primary', 40, async () => {
    const isPrimary = await Promise.all(databases.map((node) => get(`http://${ipOf(node)}:8008/primary`).catch(() => undefined)));
    return databases.find((node, index) => node !== before && isPrimary[index]?.ok);
  });

/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export async function databasesReady(): Promise<string> {
  await until('three database nodes, two of them synchronous standbys', 90, async () => {
    const answer = await Promise.any(databases.map((node) => get(`http://${ipOf(node)}:8008/cluster`)));
    const { members } = (await answer.json()) as { members: { role: string; state: string; lag?: number | string }[] };
    const isStandby = (member: (typeof members)[0]) => member.role === 'sync_standby' && /^(?:running|streaming)$/.test(member.state);
    return members.filter((member) => isStandby(member) && member.lag === 0).length === 2;
  });
  return primary();
}

function ip(...commands: string[]): void {
  for (const command of commands) execFileSync('ip', command.split(' '), { stdio: 'pipe' });
}
/** Unplugs a node: packets are dropped in both directions without any error. */
export const cutOff = (node: string) => ip(`link set ${cableOf(node)} nomaster`);
export const reconnect = (node: string) => ip(`link set ${cableOf(node)} master ${cableOf('br')} up`);

/** `cwd`: where a program of a node runs, by default the node's folder. `env`: variables besides those of every program. */
type Place = { cwd?: string; env?: Record<string, string> };

/** Runs a program of a node as the cluster's user. @returns its output. @throws Error with it when it fails. */
async function runIn(node: string, command: string[], { cwd = placeOf(node), env = {} }: Place = {}): Promise<string> {
  const args = ['netns', 'exec', cableOf(node), 'setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...command];
  const environment = { PATH: folders.join(':'), LANG: 'C.UTF-8', HOME: placeOf(node), ...env };
  return (await promisify(execFile)('ip', args, { cwd, env: environment, timeout: 120_000, maxBuffer: 1e9 })).stdout;
}

/** Starts a program of a node. */
export async function startIn(node: string, command: string[], place?: Place): Promise<void> {
  const log = placeOf(node, path.basename(command[0] ?? ''));
  await runIn(node, ['sh', '-c', 'setsid "$@" </dev/null >>"$0.log" 2>&1 &', log, ...command], place);
}

/** Sends a signal, such as KILL, to the processes of a node. @returns how many are left. */
function signal(node: string, name: string): number {
  const processes = `ip netns pids ${cableOf(node)}`;
  return Number(execFileSync('sh', ['-c', `${processes} | xargs -r kill -s ${name}; ${processes} | wc -l`], { stdio: 'pipe' }));
}
export const freeze = (node: string) => signal(node, 'STOP');
export const thaw = (node: string) => signal(node, 'CONT');
/** Waits for a node's processes to exit, and sends them a signal each time it looks, so that those that they still start get it too. */
export const end = (node: string, name: string) => until(`the processes of ${node} to exit`, 40, async () => signal(node, name) === 0);
export const killAll = (node: string) => end(node, 'KILL');

/** Waits for `check` to return something. @throws Error after `seconds`, naming `what` it waited for. */
export async function until<T>(what: string, seconds: number, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(200)) {
    const result = await check().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}`);
  }
}
