import path from 'node:path';
import { secretsOf, settingsOf } from './files.ts';
import { addressOf, databases, placeOf, publicUrl, release, sites, urlOf } from './layout.ts';
import { program } from './packages.ts';
import { begin, until } from './processes.ts';

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string };

/** Starts a database node: its etcd and its Patroni, which starts PostgreSQL. */
export function startDatabase(node: string): void {
  begin({ node, program: program('etcd'), args: ['--config-file', path.join(placeOf(node), 'etcd.yml')] });
  startPatroni(node);
}

export function startPatroni(node: string): void {
  const { SITE_DATABASE_PASSWORD = '' } = secretsOf();
  begin({ node, program: program('patroni'), args: [path.join(placeOf(node), 'patroni.yml')], env: { SITE_DATABASE_PASSWORD } });
}

/** Starts an instance of the site in `name`, a folder of links to a release. */
export function startSite(site: string, name = 'release'): void {
  const node = path.join(release, 'node_modules/.bin/node');
  begin({ node: site, program: node, args: ['--max-old-space-size=256', 'dist/server/main.js'], env: settingsOf(site), cwd: name });
}

/** HAProxy and Caddy. */
export function startProxies(): void {
  begin({ node: 'haproxy', program: program('haproxy'), args: ['-db', '-f', path.join(placeOf('haproxy'), 'haproxy.cfg')] });
  const env = { CADDY_ADMIN: 'off', PUBLIC_URL: publicUrl, SITES: sites.map((site) => urlOf(site).slice('http://'.length)).join(' ') };
  const args = ['run', '--adapter', 'caddyfile', '--config', path.join(placeOf('caddy'), 'Caddyfile')];
  begin({
    node: 'caddy',
    program: program('caddy'),
    args,
    env: { ...env, XDG_DATA_HOME: placeOf('caddy'), XDG_CONFIG_HOME: placeOf('caddy') },
  });
}

/** The database nodes as the first of them that answers sees them. @throws when none does. */
export async function members(): Promise<Member[]> {
  return Promise.any(
    databases.map(async (node) => {
      const answer = await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1_500) });
      return ((await answer.json()) as { members: Member[] }).members;
    }),
  );
}

/** Which node holds the right to write and says so itself. */
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

/** Waits until one node writes and the others are synchronous copies without lag. */
export async function databasesReady(seconds = 90): Promise<string> {
  await until('three database nodes, two of them synchronous copies', seconds, async () => {
    const found = await members();
    const copies = found.filter(({ state, lag }) => ['running', 'streaming'].includes(state) && lag === 0);
    return copies.length === databases.length - 1 && copies.every(({ role }) => role === 'sync_standby');
  });
  return until('a primary', 10, primary);
}

export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Waits until an instance is ready. */
export const siteReady = (site: string, seconds = 60) =>
  until(`${site} at ${urlOf(site)}`, seconds, () => answers(`${urlOf(site)}/readyz`));
