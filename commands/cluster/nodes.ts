import path from 'node:path';
import { secretsOf, settingsOf } from './files.ts';
import { addressOf, databases, placeOf, publicUrl, release, sites, urlOf } from './layout.ts';
import { program } from './packages.ts';
import { start, until } from './processes.ts';

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

/** Starts a database node: its etcd and its Patroni, which starts PostgreSQL. */
export function startDatabase(node: string): void {
  start({ node, program: program('etcd'), args: ['--config-file', path.join(placeOf(node), 'etcd.yml')] });
  startPatroni(node);
}

export function startPatroni(node: string): void {
  const { SITE_DATABASE_PASSWORD = '' } = secretsOf();
  start({ node, program: program('patroni'), args: [path.join(placeOf(node), 'patroni.yml')], env: { SITE_DATABASE_PASSWORD } });
}

/** Starts an instance of the site in `name`, a folder of links to a release. */
export function startSite(site: string, name = 'release'): void {
  const node = path.join(release, 'node_modules/.bin/node');
  start({ node: site, program: node, args: ['--max-old-space-size=256', 'dist/server/main.js'], env: settingsOf(site), cwd: name });
}

/** Starts HAProxy and Caddy. */
export function startProxies(): void {
  start({ node: 'haproxy', program: program('haproxy'), args: ['-db', '-f', path.join(placeOf('haproxy'), 'haproxy.cfg')] });
  const env = { CADDY_ADMIN: 'off', PUBLIC_URL: publicUrl, SITES: sites.map((site) => urlOf(site).slice('http://'.length)).join(' ') };
  const args = ['run', '--adapter', 'caddyfile', '--config', path.join(placeOf('caddy'), 'Caddyfile')];
  start({
    node: 'caddy',
    program: program('caddy'),
    args,
    env: { ...env, XDG_DATA_HOME: placeOf('caddy'), XDG_CONFIG_HOME: placeOf('caddy') },
  });
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
  const answers = await Promise.all(
    databases.map((node) =>
      fetch(`http://${addressOf(node)}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  );
  return databases[answers.indexOf(true)];
}

/** Waits until one node is the primary and the others are synchronous standbys without lag. @returns the primary. */
export async function databasesReady(seconds = 90): Promise<string> {
  await until('three database nodes, two of them synchronous standbys', seconds, async () => {
    const all = await members();
    const standbys = all.filter(({ state, lag }) => ['running', 'streaming'].includes(state) && lag === 0);
    return standbys.length === databases.length - 1 && standbys.every(({ role }) => role === 'sync_standby');
  });
  return until('a primary', 10, primary);
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Waits for an instance to be ready. */
export const siteReady = (site: string, seconds = 60) =>
  until(`${site} at ${urlOf(site)}`, seconds, () => answers(`${urlOf(site)}/readyz`));
