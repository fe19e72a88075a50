import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const net = Number(process.env.CLUSTER_NET ?? 77);
if (!Number.isInteger(net) || net < 1 || net > 254) throw new Error('CLUSTER_NET must be a number from 1 to 254');
export const release = path.resolve(import.meta.dirname, '../../..');
/** A folder of its own for each node, in which all of its processes run. */
export const placeOf = (...node: string[]) => path.join(tmpdir(), `carma-cluster-${net}`, ...node);
/** On which HAProxy, the instances and Caddy listen. */
export const host = `10.213.${net}.1`;
/** Caddy listens on all addresses, and two clusters on the same port would share the requests. */
export const publicUrl = `http://${host}:${8_000 + net}`;
export const databases = ['db1', 'db2', 'db3'];
export const sites = ['site1', 'site2', 'site3'];
export const nodeAddress = (node: string) => `10.213.${net}.${10 + Number(node.slice(-1))}`;
export const urlOf = (site: string) => `http://${host}:300${site.slice(-1)}`;
const logins = ['SUPERUSER', 'REPLICATION', 'OWNER_DATABASE', 'SITE_DATABASE', 'PATRONI'].map((name) => `${name}_PASSWORD`);
const made = [...logins, 'UNSUBSCRIBE_SECRET'].map((name) => [name, randomBytes(18).toString('hex')]);
const ofRecord = ['RECORD_SIGNING_KEY', 'RECORD_SECRET'].map((name) => [name, randomBytes(32).toString('base64')]);
const secrets: Record<string, string> = Object.fromEntries([...made, ...ofRecord]);
/** The address of a database with the site's login: by default that of the primary, through HAProxy. */
export const urlOfDatabase = (place = `${host}:5000`) => `postgres://carma:${secrets.SITE_DATABASE_PASSWORD}@${place}/carma`;
const ownerUrl = `postgres://carma_owner:${secrets.OWNER_DATABASE_PASSWORD}@${host}:5000/carma`;

/** Debian keeps PostgreSQL's programs out of PATH. */
const postgresPrograms = fs.globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';
const places = [postgresPrograms, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const programs = ['patroni', 'etcd', 'haproxy', 'caddy', 'postgres', 'psql', 'pgbackrest', 'ip', 'openssl', 'curl'];
/** Lists the programs that the cluster needs but are not installed. */
export const missingPrograms = () => programs.filter((program) => !places.some((place) => fs.existsSync(path.join(place, program))));

/** Starts the cluster and waits for all of it to be ready. @throws Error that says what it waited for. */
export async function up(): Promise<void> {
  if (!fs.existsSync(path.join(release, 'dist/server/main.js'))) throw new Error('There is no build: npm run build');
  // What a drill that failed or was killed has left.
  await down();
  writeFiles();
  ip(`link add cc${net}-br type bridge`, `addr add ${host}/24 dev cc${net}-br`, `link set cc${net}-br up`);
  for (const node of databases) {
    const cable = `cc${net}-${node}`;
    // A network namespace of its own, joined by a bridge on which the host is too.
    ip(`netns add ${cable}`, `link add ${cable} type veth peer name eth0 netns ${cable}`);
    for (const inside of [`addr add ${nodeAddress(node)}/24 dev eth0`, 'link set lo up', 'link set eth0 up']) ip(`-n ${cable} ${inside}`);
    reconnect(node);
    await startDatabase(node);
  }
  await pgBackRest(await databasesReady(), 'stanza-create');
  await startIn('haproxy', ['haproxy', '-db', '-f', 'haproxy.cfg']);
  const home = { CADDY_ADMIN: 'off', XDG_DATA_HOME: placeOf('caddy'), XDG_CONFIG_HOME: placeOf('caddy') };
  const env = { ...home, PUBLIC_URL: publicUrl, SITES: sites.map((site) => new URL(urlOf(site)).host).join(' ') };
  await startIn('caddy', ['caddy', 'run', '--adapter', 'caddyfile', '--config', path.join(release, 'deploy/Caddyfile')], { env });
  await migrateTo();
  for (const site of sites) await startSite(site);
  for (const url of [...sites.map(urlOf), publicUrl]) await ready(url);
  console.log(`The cluster is at ${publicUrl}. Logs: ${placeOf('*')}/*.log`);
}

/** Stops the cluster and removes it with its data, or keeps its folder for the logs. */
export async function down({ keepsLogs = false } = {}): Promise<void> {
  await killAll('.');
  // Deleting a namespace also deletes its cable, but only a while later, when the next drill may already need the name.
  const cables = databases.flatMap((node) => [`link del cc${net}-${node}`, `netns del cc${net}-${node}`]);
  const commands = [...cables, `link del cc${net}-br`].map((command) => `ip ${command};`);
  execFileSync('sh', ['-c', `${commands.join(' ')} true`], { stdio: 'pipe' });
  if (!keepsLogs) fs.rmSync(placeOf(), { recursive: true, force: true });
}

/** Writes the folders and settings of all nodes, from the files of deploy/cluster. */
function writeFiles(): void {
  fs.mkdirSync(placeOf('backup'), { recursive: true, mode: 0o711 });
  fs.cpSync(path.join(release, 'deploy/postgres-init.sql'), placeOf('postgres-init.sql'));
  const named = databases.map((node) => `${node}=${nodeAddress(node)}`);
  execFileSync('sh', [path.join(release, 'deploy/cluster/certificates.sh'), placeOf('certificates'), ...named]);
  const addresses = {
    ETCD_PEERS: databases.map((name) => `${name}=https://${nodeAddress(name)}:2380`).join(),
    ETCD_HOSTS: databases.map((name) => `${nodeAddress(name)}:2379`).join(),
    DATABASE_ADDRESSES: `[${databases.map(nodeAddress).join(', ')}]`,
    DATABASE_SERVERS: databases.map((name) => `  server ${name} ${nodeAddress(name)}:5432 check port 8008`).join('\n'),
  };
  const shared = { ...secrets, ...addresses, TOP: placeOf(), NETWORK: `10.213.${net}.0/24`, POSTGRES_BIN: postgresPrograms, HAPROXY: host };
  for (const node of databases) {
    const own = { ...shared, NODE: node, ADDRESS: nodeAddress(node) };
    for (const file of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) write(file, node, own);
    for (const name of ['etcd', 'pgbackrest']) fs.mkdirSync(placeOf(node, name), { mode: 0o700 });
    for (const name of ['ca.crt', `${node}.crt`, `${node}.key`])
      fs.cpSync(placeOf('certificates', name), placeOf(node, name.replace(node, 'node')));
  }
  write('haproxy.cfg', 'haproxy', shared);
  fs.mkdirSync(placeOf('caddy'));
  for (const site of sites) {
    write('site.env', site, { ...shared, HOST: host, PORT: new URL(urlOf(site)).port, PUBLIC_URL: publicUrl });
    fs.mkdirSync(placeOf(site, 'data'));
    linkRelease(site, 'release');
  }
  execFileSync('chown', ['--recursive', '--no-dereference', 'postgres:', placeOf()]);
}

/** Fills in a file of deploy/cluster for a node. @throws Error when a value is missing. */
function write(file: string, node: string, given: Record<string, string>): void {
  const values: Record<string, string> = { ...given, FOLDER: placeOf(node) };
  const text = fs.readFileSync(path.join(release, 'deploy/cluster', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`deploy/cluster/${file}: there is no value for ${name}`);
    return values[name];
  });
  fs.mkdirSync(placeOf(node), { recursive: true });
  fs.writeFileSync(placeOf(node, file), text, { mode: 0o600 });
}

/** Creates a folder of links to this release for an instance to run in, except for the part to `leaveOut`. */
export function linkRelease(site: string, name: string, leaveOut?: string): void {
  fs.mkdirSync(placeOf(site, name));
  for (const part of ['dist', 'node_modules', 'server', 'commands', 'shared', 'verify', 'db', 'package.json'])
    if (part !== leaveOut) fs.symlinkSync(path.join(release, part), placeOf(site, name, part));
}

/** Starts a database node: its etcd and its Patroni, which starts PostgreSQL. */
export async function startDatabase(node: string): Promise<void> {
  await startIn(node, ['etcd', '--config-file', 'etcd.yml']);
  await startIn(node, ['patroni', 'patroni.yml'], { env: secrets });
}

/** Of an instance, in a release. */
const node24 = [path.join(release, 'node_modules/.bin/node'), '--env-file=../site.env'];
/** All load of a drill comes from one address. */
const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: 1_000_000, UNCACHED_RATE_PER_SECOND: 100_000, UNCACHED_BURST: 100_000 };
const passLimits = `--import=data:text/javascript,globalThis.carmaLimits=${encodeURIComponent(JSON.stringify(limits))}`;

export const startSite = (site: string, cwd = 'release') => startIn(site, [...node24, passLimits, 'dist/server/main.js'], { cwd });
/** Runs one of the site's commands, such as `record.ts audit`, with the settings of an instance. */
export const siteCommand = ([command, ...words]: string[], env: Record<string, string> = {}, cwd = 'release') =>
  runIn('site1', [...node24, `commands/${command}`, ...words], { env, cwd });
/** Migrates the database to a release as its owner, whose address the instances do not have. */
export const migrateTo = (name?: string) => siteCommand(['db.ts', 'migrate'], { DATABASE_OWNER_URL: ownerUrl }, name);
export const pgBackRest = (node: string, ...args: string[]) =>
  runIn(node, ['pgbackrest', `--config=${placeOf(node)}/pgbackrest.conf`, '--stanza=carma', ...args]);
/** Asks a database as the site's user. @returns the lines of the answer. */
export const askDatabase = async (sql: string, url = urlOfDatabase()) =>
  (await runIn('haproxy', ['psql', '-XAtq', '-F', ' ', '-c', sql, url])).split('\n').slice(0, -1);

const get = (url: string) => fetch(url, { signal: AbortSignal.timeout(2_000) });
export const ready = (url: string) => until(url, 60, async () => (await get(`${url}/readyz`)).ok);

/** Waits for a node to report itself as the primary, other than the one that was. */
export const primary = (before?: string): Promise<string> =>
  until('a primary', 40, async () => {
    const isPrimary = await Promise.all(databases.map((node) => get(`http://${nodeAddress(node)}:8008/primary`).catch(() => undefined)));
    return databases.find((node, index) => node !== before && isPrimary[index]?.ok);
  });

/** Returns the synchronous standbys without lag, as the first node to answer sees it. @throws when none answers. */
export async function standbys(): Promise<{ name: string }[]> {
  const answer = await Promise.any(databases.map((node) => get(`http://${nodeAddress(node)}:8008/cluster`)));
  const { members } = (await answer.json()) as { members: { name: string; role: string; state: string; lag?: number | string }[] };
  return members.filter(({ role, state, lag }) => role === 'sync_standby' && ['running', 'streaming'].includes(state) && lag === 0);
}

/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export async function databasesReady(): Promise<string> {
  await until('three database nodes, two of them synchronous standbys', 90, async () => (await standbys()).length === 2);
  return primary();
}

const ip = (...commands: string[]) => commands.map((command) => execFileSync('ip', command.split(' '), { stdio: 'pipe' }));
/** Unplugs a node: packets are dropped in both directions without any error. */
export const cutOff = (node: string) => ip(`link set cc${net}-${node} nomaster`);
export const reconnect = (node: string) => ip(`link set cc${net}-${node} master cc${net}-br up`);
export const freeze = (node: string) => signal(node, 'SIGSTOP');
export const thaw = (node: string) => signal(node, 'SIGCONT');

/** Where a program runs: in the folder of its node, or in `cwd` below it. */
type Place = { cwd?: string; env?: Record<string, string> };

/** Runs a program of a node as the cluster's user, in the node's network. @returns its output. @throws Error with it when it fails. */
export async function runIn(node: string, command: string[], { cwd = '', env = {} }: Place = {}): Promise<string> {
  const inNetwork = databases.includes(node) ? ['ip', 'netns', 'exec', `cc${net}-${node}`] : [];
  const [file = '', ...args] = [...inNetwork, 'setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...command];
  const environment = { PATH: places.join(':'), LANG: 'C.UTF-8', HOME: placeOf(), ...env };
  const options = { cwd: placeOf(node, cwd), env: environment, timeout: 120_000, maxBuffer: 1e9 };
  return (await promisify(execFile)(file, args, options)).stdout;
}

/** Starts a program of a node, which outlives this process. */
export const startIn = (node: string, command: string[], place?: Place) => {
  const log = placeOf(node, `${path.basename(command[0] ?? '')}.log`);
  return runIn(node, ['sh', '-c', `setsid "$@" </dev/null >>'${log}' 2>&1 &`, 'sh', ...command], place);
};

/** Sends a signal to the processes of a node, which are those that run in its folder, or to those of one command. @returns how many got it. */
export function signal(node: string, name: NodeJS.Signals | 0, command?: string): number {
  const isMeant = (pid: string) => {
    try {
      const isThere = `${fs.readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(placeOf(node, '/'));
      const isNamed = !command || fs.readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === command;
      return isThere && isNamed && process.kill(Number(pid), name);
    } catch {
      // It has gone meanwhile, or belongs to somebody else.
      return false;
    }
  };
  return fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isMeant(pid)).length;
}

/** Waits for a node's processes to exit, and sends them a signal each time it looks. @throws Error when some remain. */
export const end = (node: string, seconds: number, name: NodeJS.Signals | 0) =>
  until(`the processes of ${node} to exit`, seconds, async () => signal(node, name) === 0);
/** Kills a node's processes, including any that they still start. */
export const killAll = (node: string) => end(node, 20, 'SIGKILL');

/** Waits for `check` to return something. @throws Error after `seconds`, naming `what` it waited for. */
export async function until<T>(what: string, seconds: number, check: () => Promise<T | undefined | false>): Promise<T> {
  for (const deadline = Date.now() + seconds * 1000; ; await sleep(200)) {
    const result = await check().catch(() => undefined);
    if (result) return result;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}`);
  }
}
