import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import {
  addressOf,
  databasePort,
  databases,
  folder,
  hasNetworks,
  host,
  network,
  placeOf,
  portOf,
  publicUrl,
  release,
  sites,
  user,
} from './layout.ts';
import { postgresPrograms, program } from './packages.ts';

/** The parts of a release that an instance needs. */
const releaseParts = ['dist', 'node_modules', 'server', 'commands', 'src', 'db', 'package.json'];
const secretsFile = path.join(folder, 'secrets.env');

/** Writes the folders and settings of all nodes. The instances use HAProxy, or `direct` every database node. */
export function writeFiles(direct: boolean): void {
  mkdirSync(folder, { mode: 0o711 });
  const secrets = ['SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'SITE_DATABASE_PASSWORD', 'UNSUBSCRIBE_SECRET'].map(
    (name) => `${name}=${randomBytes(18).toString('hex')}`,
  );
  writeFileSync(secretsFile, [...secrets, `RECORD_SIGNING_KEY=${randomBytes(32).toString('base64')}`].join('\n'), { mode: 0o600 });
  mkdirSync(path.join(folder, 'backup'), { mode: 0o700 });
  writeFileSync(path.join(folder, 'postgres-init.sql'), readFileSync(path.join(release, 'deploy/postgres-init.sql')));
  for (const node of databases) {
    mkdirSync(path.join(placeOf(node), 'etcd'), { recursive: true, mode: 0o700 });
    mkdirSync(path.join(placeOf(node), 'pgbackrest'), { mode: 0o700 });
    for (const file of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) write(file, node, databaseValues(node));
  }
  const servers = databases.map((node) => `  server ${node} ${addressOf(node)}:5432 check port 8008`).join('\n');
  write('haproxy.cfg', 'haproxy', { HOST: host, DATABASE_SERVERS: servers });
  mkdirSync(placeOf('caddy'));
  writeFileSync(path.join(placeOf('caddy'), 'Caddyfile'), readFileSync(path.join(release, 'deploy/Caddyfile')));
  for (const site of sites) {
    write('site.env', site, {
      ...secretsOf(),
      ...databaseAddresses(direct),
      HOST: host,
      PORT: String(portOf(site)),
      PUBLIC_URL: publicUrl,
      FOLDER: placeOf(site),
    });
    mkdirSync(path.join(placeOf(site), 'data'));
    linkRelease(site, 'release');
  }
  if (hasNetworks) execFileSync('chown', ['--recursive', '--no-dereference', `${user}:`, folder]);
}

/** Creates a folder of links to this release for an instance to run in, except for the parts to `leaveOut`. @returns its path. */
export function linkRelease(site: string, name: string, leaveOut: string[] = []): string {
  const place = path.join(placeOf(site), name);
  mkdirSync(place);
  for (const part of releaseParts) if (!leaveOut.includes(part)) symlinkSync(path.join(release, part), path.join(place, part));
  return place;
}

export const isUp = () => existsSync(secretsFile);
export const secretsOf = () => parseEnv(readFileSync(secretsFile, 'utf8')) as Record<string, string>;
/** Returns the settings of an instance. */
export const settingsOf = (site: string) => parseEnv(readFileSync(path.join(placeOf(site), 'site.env'), 'utf8')) as Record<string, string>;

function databaseAddresses(direct: boolean): Record<string, string> {
  const nodes = databases.map((node) => `${addressOf(node)}:5432`).join();
  return direct
    ? { PRIMARY: `${nodes}/carma?target_session_attrs=read-write`, STANDBY: `${nodes}/carma?target_session_attrs=standby` }
    : { PRIMARY: `${host}:${databasePort}/carma`, STANDBY: `${host}:${databasePort + 1}/carma` };
}

/** Returns what replaces `${NAME}` in the files of a database node. */
export function databaseValues(node: string): Record<string, string> {
  const bin = postgresPrograms() ?? '';
  return {
    ...secretsOf(),
    NODE: node,
    SCOPE: 'carma',
    TOP: folder,
    FOLDER: placeOf(node),
    ADDRESS: addressOf(node),
    NETWORK: network.range,
    ETCD_PEERS: databases.map((name) => `${name}=http://${addressOf(name)}:2380`).join(','),
    ETCD_HOSTS: databases.map((name) => `${addressOf(name)}:2379`).join(','),
    POSTGRES_BIN: bin,
    PSQL: path.join(bin, 'psql'),
    PGBACKREST: program('pgbackrest'),
  };
}

/** Fills in a file of deploy/cluster for a node. @throws Error when a value is missing. */
function write(file: string, node: string, values: Record<string, string>): void {
  const text = readFileSync(path.join(release, 'deploy/cluster', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/cluster/${file}: there is no value for ${name}`);
    return value;
  });
  mkdirSync(placeOf(node), { recursive: true });
  writeFileSync(path.join(placeOf(node), file), text);
  chmodSync(path.join(placeOf(node), file), 0o600);
}
