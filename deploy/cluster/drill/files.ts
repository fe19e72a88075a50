import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import * as layout from './layout.ts';
import { postgresPrograms } from './processes.ts';

const { addressOf, databases, folder, host, placeOf, release, sites, user } = layout;
/** The parts of a release that an instance needs. */
const releaseParts = ['dist', 'node_modules', 'server', 'commands', 'src', 'db', 'package.json'];
const secretsFile = path.join(folder, 'secrets.env');
const certificates = path.join(folder, 'certificates');

/** Writes the folders and settings of all nodes, from the files of deploy/cluster. */
export function writeFiles(): void {
  mkdirSync(folder, { mode: 0o711 });
  const passwords = ['SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'OWNER_DATABASE_PASSWORD', 'SITE_DATABASE_PASSWORD'];
  const secrets = [...passwords, 'PATRONI_PASSWORD', 'UNSUBSCRIBE_SECRET'].map((name) => `${name}=${randomBytes(18).toString('hex')}`);
  const recordSecrets = ['RECORD_SIGNING_KEY', 'RECORD_SECRET'].map((name) => `${name}=${randomBytes(32).toString('base64')}`);
  writeFileSync(secretsFile, [...secrets, ...recordSecrets].join('\n'), { mode: 0o600 });
  mkdirSync(path.join(folder, 'backup'));
  cpSync(path.join(release, 'deploy/postgres-init.sql'), path.join(folder, 'postgres-init.sql'));
  const everyNode = (what: (node: string) => string, by: string) => databases.map(what).join(by);
  const script = path.join(release, 'deploy/cluster/certificates.sh');
  execFileSync('sh', [script, certificates, ...databases.map((node) => `${node}=${addressOf(node)}`)]);
  for (const node of databases) {
    const values = {
      ...secretsOf(),
      NODE: node,
      TOP: folder,
      FOLDER: placeOf(node),
      ADDRESS: addressOf(node),
      NETWORK: layout.network.range,
      ETCD_PEERS: everyNode((name) => `${name}=https://${addressOf(name)}:2380`, ','),
      ETCD_HOSTS: everyNode((name) => `${addressOf(name)}:2379`, ','),
      DATABASE_ADDRESSES: `[${everyNode(addressOf, ', ')}]`,
      POSTGRES_BIN: postgresPrograms,
    };
    for (const file of ['etcd.yml', 'patroni.yml', 'pgbackrest.conf']) write(file, node, values);
    for (const name of ['etcd', 'pgbackrest']) mkdirSync(path.join(placeOf(node), name), { mode: 0o700 });
    cpSync(path.join(certificates, 'ca.crt'), path.join(placeOf(node), 'ca.crt'));
    for (const part of ['crt', 'key']) renameSync(path.join(certificates, `${node}.${part}`), path.join(placeOf(node), `node.${part}`));
  }
  const servers = everyNode((node) => `  server ${node} ${addressOf(node)}:5432 check port 8008`, '\n');
  write('haproxy.cfg', 'haproxy', { HAPROXY: host, DATABASE_SERVERS: servers });
  mkdirSync(placeOf('caddy'));
  for (const site of sites) {
    const values = { HOST: host, HAPROXY: host, PORT: String(layout.portOf(site)), PUBLIC_URL: layout.publicUrl, FOLDER: placeOf(site) };
    write('site.env', site, { ...secretsOf(), ...values });
    mkdirSync(path.join(placeOf(site), 'data'));
    linkRelease(site, 'release');
  }
  execFileSync('chown', ['--recursive', '--no-dereference', `${user}:`, folder]);
}

/** Creates a folder of links to this release for an instance to run in, except for the part to `leaveOut`. @returns its path. */
export function linkRelease(site: string, name: string, leaveOut?: string): string {
  const place = path.join(placeOf(site), name);
  mkdirSync(place);
  for (const part of releaseParts) if (part !== leaveOut) symlinkSync(path.join(release, part), path.join(place, part));
  return place;
}

const readSettings = (file: string) => parseEnv(readFileSync(file, 'utf8')) as Record<string, string>;
export const secretsOf = () => readSettings(secretsFile);
/** Returns the settings of an instance. */
export const settingsOf = (site: string) => readSettings(path.join(placeOf(site), 'site.env'));

/** Fills in a file of deploy/cluster for a node. @throws Error when a value is missing. */
function write(file: string, node: string, values: Record<string, string>): void {
  const text = readFileSync(path.join(release, 'deploy/cluster', file), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/cluster/${file}: there is no value for ${name}`);
    return value;
  });
  mkdirSync(placeOf(node), { recursive: true });
  writeFileSync(path.join(placeOf(node), file), text, { mode: 0o600 });
}
