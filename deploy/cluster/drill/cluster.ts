import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import postgres from 'postgres';

/** Where a program runs: in the folder of its node, or in `cwd` below it. */
type Place = { cwd?: string; env?: Record<string, string> };

const net = Number(process.env.CLUSTER_NET ?? 77);
if (!Number.isInteger(net) || net < 1 || net > 254) throw new Error('CLUSTER_NET must be a number from 1 to 254');
export const release = path.resolve(import.meta.dirname, '../../..');
export const folder = path.join(tmpdir(), `carma-cluster-${net}`);
/** On which HAProxy, the instances and Caddy listen. */
export const host = `10.213.${net}.1`;
/** Caddy listens on all addresses, and two clusters on the same port would share the requests. */
export const publicUrl = `http://${host}:${8_000 + net}`;
export const databases = ['db1', 'db2', 'db3'];
export const sites = ['site1', 'site2', 'site3'];
export const placeOf = (node: string) => path.join(folder, node);
export const addressOf = (node: string) => `10.213.${net}.${10 + Number(node.slice(-1))}`;
const portOf = (site: string) => 3000 + Number(site.slice(-1));
export const urlOf = (site: string) => `http://${host}:${portOf(site)}`;
const readSettings = (file: string) => parseEnv(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>;
export const urlOfDatabase = (user: 'carma' | 'carma_owner', port = 5000) => {
  const { SITE_DATABASE_PASSWORD, OWNER_DATABASE_PASSWORD } = readSettings('secrets.env');
  return `postgres://${user}:${user === 'carma' ? SITE_DATABASE_PASSWORD : OWNER_DATABASE_PASSWORD}@${host}:${port}/carma`;
};

const node24 = path.join(release, 'node_modules/.bin/node');
/** Migrates the database to a release as its owner, whose address the instances do not have. */
export const migrate = (name = 'release') => siteCommand('db.ts', ['migrate'], { DATABASE_OWNER_URL: urlOfDatabase('carma_owner') }, name);
/** Runs a pgBackRest command on a node. */
export const pgBackRest = (node: string, ...args: string[]) =>
  run(node, ['pgbackrest', `--config=${placeOf(node)}/pgbackrest.conf`, '--stanza=carma', ...args]);

export const primary = () => until('a primary', 30, findPrimary);

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
export const answering = (url: string) => until(url, 60, () => answers(url));
const ip = (...commands: string[]) =>
  commands.map((command) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'pipe', 'pipe'] }));
/** Unplugs a node: packets are dropped in both directions without any error. */
export const cutOff = (node: string) => ip(`link set cc${net}-${node} nomaster`);
export const freeze = (node: string) => signal(node, 'SIGSTOP');
export const thaw = (node: string) => signal(node, 'SIGCONT');
export const reconnect = (node: string) => ip(`link set cc${net}-${node} master cc${net}-br up`);

/** Debian keeps PostgreSQL's programs out of PATH. */
const versions = '/usr/lib/postgresql';
const postgresPrograms = path.join(versions, String(existsSync(versions) ? Math.max(...readdirSync(versions).map(Number)) : 0), 'bin');
const places = [postgresPrograms, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const programs = ['patroni', 'etcd', 'haproxy', 'caddy', 'postgres', 'pgbackrest', 'ip', 'openssl', 'curl'];
/** Lists the programs that the cluster needs but are not installed. */
export const missingPrograms = () => programs.filter((program) => !places.some((place) => existsSync(path.join(place, program))));

/** Starts the cluster and waits for all of it to be ready. @throws Error that says what it waited for. */
export async function up(): Promise<void> {
  if (!existsSync(path.join(release, 'dist/server/main.js'))) throw new Error('There is no build: npm run build');
  // Logs of a drill that failed.
  rmSync(folder, { recursive: true, force: true });
  writeFiles();
  ip(`link add cc${net}-br type bridge`, `addr add ${host}/24 dev cc${net}-br`, `link set cc${net}-br up`);
  for (const node of databases) {
    const cable = `cc${net}-${node}`;
    // A network namespace of its own, joined by a bridge on which the host is too.
    ip(`netns add ${cable}`, `link add ${cable} type veth peer name eth0 netns ${cable}`);
    const inside = [`addr add ${addressOf(node)}/24 dev eth0`, 'link set lo up', 'link set eth0 up'];
    ip(...inside.map((command) => `-n ${cable} ${command}`));
    reconnect(node);
    startDatabase(node);
  }
  const first = await databasesReady();
  await pgBackRest(first, 'stanza-create');
  start('haproxy', ['haproxy', '-db', '-f', 'haproxy.cfg']);
  const home = { CADDY_ADMIN: 'off', XDG_DATA_HOME: placeOf('caddy'), XDG_CONFIG_HOME: placeOf('caddy') };
  const env = { ...home, PUBLIC_URL: publicUrl, SITES: sites.map((site) => new URL(urlOf(site)).host).join(' ') };
  start('caddy', ['caddy', 'run', '--adapter', 'caddyfile', '--config', path.join(release, 'deploy/Caddyfile')], { env });
  await migrate();
  for (const site of sites) startSite(site);
  for (const url of [...sites.map(urlOf), publicUrl]) await answering(`${url}/readyz`);
  console.log(`The cluster is at ${publicUrl}; ${first} is the primary. Logs: ${placeOf('*')}/*.log`);
}

/** Stops the cluster and removes it with its data, or keeps its folder for the logs. All of its processes run below that. */
export async function down({ keepsLogs = false } = {}): Promise<void> {
  await killAll('.');
  // Deleting a namespace also deletes its cable, but only a while later, when the next drill may already need the name.
  const cables = databases.flatMap((node) => [`link del cc${net}-${node}`, `netns del cc${net}-${node}`]);
  for (const command of [...cables, `link del cc${net}-br`]) unlessGone(() => ip(command));
  if (!keepsLogs) rmSync(folder, { recursive: true, force: true });
}

/** Writes the folders and settings of all nodes, from the files of deploy/cluster. */
function writeFiles(): void {
  const certificates = path.join(folder, 'certificates');
  mkdirSync(path.join(folder, 'backup'), { recursive: true, mode: 0o711 });
  const passwords = ['SUPERUSER', 'REPLICATION', 'OWNER_DATABASE', 'SITE_DATABASE', 'PATRONI'].map((name) => `${name}_PASSWORD`);
  const made = [...passwords, 'UNSUBSCRIBE_SECRET'].map((name) => `${name}=${randomBytes(18).toString('hex')}`);
  const ofRecord = ['RECORD_SIGNING_KEY', 'RECORD_SECRET'].map((name) => `${name}=${randomBytes(32).toString('base64')}`);
  writeFileSync(path.join(folder, 'secrets.env'), [...made, ...ofRecord].join('\n'), { mode: 0o600 });
  const secrets = readSettings('secrets.env');
  cpSync(path.join(release, 'deploy/postgres-init.sql'), path.join(folder, 'postgres-init.sql'));
  const everyNode = (what: (node: string) => string, by: string) => databases.map(what).join(by);
  const named = databases.map((node) => `${node}=${addressOf(node)}`);
  execFileSync('sh', [path.join(release, 'deploy/cluster/certificates.sh'), certificates, ...named]);
  const shared = {
    ...secrets,
    TOP: folder,
    NETWORK: `10.213.${net}.0/24`,
    POSTGRES_BIN: postgresPrograms,
    HAPROXY: host,
    ETCD_PEERS: everyNode((name) => `${name}=https://${addressOf(name)}:2380`, ','),
    ETCD_HOSTS: everyNode((name) => `${addressOf(name)}:2379`, ','),
    DATABASE_ADDRESSES: `[${everyNode(addressOf, ', ')}]`,
    DATABASE_SERVERS: everyNode((name) => `  server ${name} ${addressOf(name)}:5432 check port 8008`, '\n'),
  };
  for (const node of databases) {
    const own = { NODE: node, FOLDER: placeOf(node), ADDRESS: addressOf(node) };
    for (const file of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) write(file, node, { ...shared, ...own });
    for (const name of ['etcd', 'pgbackrest']) mkdirSync(path.join(placeOf(node), name), { mode: 0o700 });
    cpSync(path.join(certificates, 'ca.crt'), path.join(placeOf(node), 'ca.crt'));
    for (const part of ['crt', 'key']) renameSync(path.join(certificates, `${node}.${part}`), path.join(placeOf(node), `node.${part}`));
  }
  write('haproxy.cfg', 'haproxy', shared);
  mkdirSync(placeOf('caddy'));
  for (const site of sites) {
    write('site.env', site, {
      ...secrets,
      HOST: host,
      HAPROXY: host,
      PORT: String(portOf(site)),
      PUBLIC_URL: publicUrl,
      FOLDER: placeOf(site),
    });
    mkdirSync(path.join(placeOf(site), 'data'));
    linkRelease(site, 'release');
  }
  execFileSync('chown', ['--recursive', '--no-dereference', 'postgres:', folder]);
}

/** Fills in a file of deploy/cluster for a node. @throws Error when a value is missing. */
function write(file: string, node: string, values: Record<string, string>): void {
  const text = readFileSync(path.join(release, 'deploy/cluster', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    if (values[name] === undefined) throw new Error(`deploy/cluster/${file}: there is no value for ${name}`);
    return values[name];
  });
  mkdirSync(placeOf(node), { recursive: true });
  writeFileSync(path.join(placeOf(node), file), text, { mode: 0o600 });
}

/** Creates a folder of links to this release for an instance to run in, except for the part to `leaveOut`. @returns its path. */
export function linkRelease(site: string, name: string, leaveOut?: string): string {
  const place = path.join(placeOf(site), name);
  mkdirSync(place);
  for (const part of ['dist', 'node_modules', 'server', 'commands', 'src', 'verify', 'db', 'package.json'])
    if (part !== leaveOut) symlinkSync(path.join(release, part), path.join(place, part));
  return place;
}

/** Starts a database node: its etcd and its Patroni, which starts PostgreSQL. */
export function startDatabase(node: string): void {
  start(node, ['etcd', '--config-file', 'etcd.yml']);
  start(node, ['patroni', 'patroni.yml'], { env: readSettings('secrets.env') });
}

/** All load of a drill comes from one address. */
const limits = { RATE_LIMIT_REQUESTS_PER_MINUTE: 1_000_000, UNCACHED_RATE_PER_SECOND: 100_000, UNCACHED_BURST: 100_000 };
const passLimits = `--import=data:text/javascript,globalThis.carmaLimits=${encodeURIComponent(JSON.stringify(limits))}`;

export function startSite(site: string, name = 'release'): void {
  start(site, [node24, passLimits, 'dist/server/main.js'], { env: readSettings(`${site}/site.env`), cwd: name });
}

/** Runs one of the site's commands, such as `record.ts`, with the settings of an instance. @returns its output. @throws Error when it fails. */
export function siteCommand(command: string, args: string[], settings: Record<string, string> = {}, cwd = 'release'): Promise<string> {
  const env = { ...readSettings('site1/site.env'), ...settings };
  return run('site1', [node24, `commands/${command}`, ...args], { env, cwd });
}

/** Asks a database as the site's user: by default the primary, through HAProxy. */
export async function ask<T>(work: (sql: postgres.Sql) => PromiseLike<T>, address = host, port = 5000): Promise<T> {
  const login = { user: 'carma', database: 'carma', password: readSettings('secrets.env').SITE_DATABASE_PASSWORD ?? '' };
  const sql = postgres({ host: address, port, ...login, max: 1, connect_timeout: 5, onnotice: () => {} });
  return Promise.resolve(work(sql)).finally(() => sql.end({ timeout: 5 }));
}

/** Returns the state of the database nodes, as the first to answer sees it. @throws when none answers. */
export function members() {
  const stateAt = async (node: string) =>
    (await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_500) })).json();
  return Promise.any(
    databases.map(
      async (node) =>
        ((await stateAt(node)) as { members: { name: string; role: string; state: string; lag?: number | string }[] }).members,
    ),
  );
}

/** Returns the node that reports itself as the primary. */
export async function findPrimary(): Promise<string | undefined> {
  const isPrimary = await Promise.all(databases.map((node) => answers(`http://${addressOf(node)}:8008/primary`)));
  return databases[isPrimary.indexOf(true)];
}
/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export async function databasesReady(): Promise<string> {
  await until('three database nodes, two of them synchronous standbys', 90, async () => {
    const standbys = (await members()).filter(({ state, lag }) => ['running', 'streaming'].includes(state) && lag === 0);
    return standbys.length === 2 && standbys.every(({ role }) => role === 'sync_standby');
  });
  return primary();
}

/** Starts a program of a node, as the cluster's user and in the node's network. It outlives this process. */
export function start(node: string, command: string[], place: Place = {}): void {
  const log = openSync(path.join(placeOf(node), `${path.basename(command[0] ?? '')}.log`), 'a');
  const { file, args, options } = inNode(node, command, place);
  spawn(file, args, { ...options, detached: true, stdio: ['ignore', log, log] }).unref();
}

/** Runs a program of a node to completion. @returns its output. @throws Error with its output when it fails. */
async function run(node: string, command: string[], place: Place = {}): Promise<string> {
  const { file, args, options } = inNode(node, command, place);
  return (await promisify(execFile)(file, args, { ...options, timeout: 120_000 })).stdout;
}

function inNode(node: string, command: string[], { cwd = '', env = {} }: Place) {
  const inNetwork = databases.includes(node) ? ['ip', 'netns', 'exec', `cc${net}-${node}`] : [];
  const [file = '', ...args] = [...inNetwork, 'setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...command];
  const environment = { PATH: places.join(':'), LANG: 'C.UTF-8', HOME: folder, ...env };
  return { file, args, options: { cwd: path.join(placeOf(node), cwd), env: environment } };
}

/** Lists the processes of a node: those that run in its folder, whatever their parent. */
export function processesOf(node: string): number[] {
  const isThere = (pid: string) => `${unlessGone(() => readlinkSync(`/proc/${pid}/cwd`))}/`.startsWith(`${placeOf(node)}/`);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isThere(name))
    .map(Number);
}

/** Sends a signal to every process of a node, or only to those of one command. */
export function signal(node: string, name: NodeJS.Signals, command?: string): void {
  for (const pid of processesOf(node))
    unlessGone(() => (!command || readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === command) && process.kill(pid, name));
}

/** Kills a node's processes, including any that they still start. @throws Error when some remain. */
export async function killAll(node: string): Promise<void> {
  await until(`the processes of ${node} to exit`, 20, async () => {
    signal(node, 'SIGKILL');
    return processesOf(node).length === 0;
  });
}

/** Returns undefined when what is asked of has gone meanwhile, or belongs to somebody else. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
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
