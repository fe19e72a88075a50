import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import { secretsOf, settingsOf, writeFiles } from './files.ts';
import { addressOf, databases, folder, host, placeOf, primaryPort, publicUrl, release, sites, urlOf } from './layout.ts';
import { createNetworks, removeNetworks } from './network.ts';
import { killAll, processesOf, run, start, until } from './processes.ts';

type Member = { name: string; role: string; state: string; lag?: number | string };

const node24 = path.join(release, 'node_modules/.bin/node');

export const isUp = () => processesOf('.').length > 0;

/** Starts the cluster and waits for all of it to be ready. @throws Error that says what it waited for. */
export async function up(): Promise<void> {
  if (!existsSync(path.join(release, 'dist/server/main.js'))) throw new Error('There is no build: npm run build');
  // Logs of a drill that failed.
  rmSync(folder, { recursive: true, force: true });
  writeFiles();
  createNetworks();
  for (const node of databases) startDatabase(node);
  const first = await databasesReady();
  await pgBackRest(first, 'stanza-create');
  start({ node: 'haproxy', program: 'haproxy', args: ['-db', '-f', 'haproxy.cfg'] });
  const addresses = sites.map((site) => new URL(urlOf(site)).host).join(' ');
  const env = {
    CADDY_ADMIN: 'off',
    PUBLIC_URL: publicUrl,
    SITES: addresses,
    XDG_DATA_HOME: placeOf('caddy'),
    XDG_CONFIG_HOME: placeOf('caddy'),
  };
  const caddyfile = path.join(release, 'deploy/Caddyfile');
  start({ node: 'caddy', program: 'caddy', args: ['run', '--adapter', 'caddyfile', '--config', caddyfile], env });
  await migrate();
  for (const site of sites) startSite(site);
  for (const site of sites) await siteReady(site);
  await until('the proxy', 20, () => answers(`${publicUrl}/readyz`));
  console.log(`The cluster is at ${publicUrl}; ${first} is the primary. Logs: ${placeOf('*')}/*.log`);
}

/** Stops the cluster and removes it with its data, or keeps its folder for the logs. */
export async function down({ keepsLogs = false } = {}): Promise<void> {
  // All of its processes run below the cluster's folder.
  await killAll('.');
  removeNetworks();
  if (!keepsLogs) rmSync(folder, { recursive: true, force: true });
}

/** Starts a database node: its etcd and its Patroni, which starts PostgreSQL. */
export function startDatabase(node: string): void {
  start({ node, program: 'etcd', args: ['--config-file', 'etcd.yml'] });
  const { OWNER_DATABASE_PASSWORD = '', SITE_DATABASE_PASSWORD = '' } = secretsOf();
  start({ node, program: 'patroni', args: ['patroni.yml'], env: { OWNER_DATABASE_PASSWORD, SITE_DATABASE_PASSWORD } });
}

/** Starts an instance of the site in `name`, a folder of links to a release. */
export function startSite(site: string, name = 'release'): void {
  start({ node: site, program: node24, args: ['dist/server/main.js'], env: settingsOf(site), cwd: name });
}

/** Runs one of the site's commands, such as `record.ts`, with the settings of an instance. @returns its output. @throws Error when it fails. */
export function siteCommand(command: string, args: string[], settings: Record<string, string> = {}, release = 'release'): Promise<string> {
  const env = { ...settingsOf('site1'), ...settings };
  return run({ node: 'site1', program: node24, args: [`commands/${command}`, ...args], env, cwd: release });
}

/** Migrates the database to a release as its owner, whose address the instances do not have. */
export async function migrate(name = 'release'): Promise<void> {
  const { OWNER_DATABASE_PASSWORD: password } = secretsOf();
  const ownerUrl = `postgres://carma_owner:${password}@${host}:${primaryPort}/carma`;
  await siteCommand('db.ts', ['migrate'], { DATABASE_OWNER_URL: ownerUrl }, name);
}

/** Runs a pgBackRest command on the primary. @returns its output. */
export function pgBackRest(node: string, ...args: string[]): Promise<string> {
  return run({ node, program: 'pgbackrest', args: [`--config=${placeOf(node)}/pgbackrest.conf`, '--stanza=carma', ...args] });
}

/** Asks a database as the site's user: by default the primary, through HAProxy. */
export async function ask<T>(work: (sql: postgres.Sql) => Promise<T>, address = host, port = primaryPort): Promise<T> {
  const { SITE_DATABASE_PASSWORD: password } = secretsOf();
  const login = { user: 'carma', database: 'carma', password };
  const sql = postgres({ host: address, port, ...login, max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Returns the state of the database nodes, as the first to answer sees it. @throws when none answers. */
export async function members(): Promise<Member[]> {
  return Promise.any(
    databases.map(async (node) => {
      const answer = await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
      return ((await answer.json()) as { members: Member[] }).members;
    }),
  );
}

/** Returns the node that reports itself as the primary. */
export async function primary(): Promise<string | undefined> {
  const isPrimary = await Promise.all(databases.map((node) => answers(`http://${addressOf(node)}:8008/primary`)));
  return databases[isPrimary.indexOf(true)];
}

/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export async function databasesReady(): Promise<string> {
  await until('three database nodes, two of them synchronous standbys', 90, async () => {
    const all = await members();
    const standbys = all.filter(({ state, lag }) => ['running', 'streaming'].includes(state) && lag === 0);
    return standbys.length === databases.length - 1 && standbys.every(({ role }) => role === 'sync_standby');
  });
  return until('a primary', 10, primary);
}

/** Waits for an instance to be ready. */
export const siteReady = (site: string) => until(`${site} at ${urlOf(site)}`, 60, () => answers(`${urlOf(site)}/readyz`));

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
