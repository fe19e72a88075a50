import { tmpdir } from 'node:os';
import path from 'node:path';

/** The folder of the whole cluster, which `down` removes. */
export const folder = path.resolve(process.env.CLUSTER_DIR ?? path.join(tmpdir(), 'carma-cluster'));
/** The folder of the release that the instances run. */
export const release = path.resolve(import.meta.dirname, '../..');
/** As root, each database node gets a network namespace that can be cut off. Otherwise all use loopback addresses. */
export const hasNetworks = process.getuid?.() === 0;
/** The user that runs the programs when root starts them, because PostgreSQL refuses to run as root. */
export const user = process.env.CLUSTER_USER ?? 'postgres';

const net = Number(process.env.CLUSTER_NET ?? 77);
if (!Number.isInteger(net) || net < 1 || net > 254) throw new Error('CLUSTER_NET must be a number from 1 to 254');
const prefix = hasNetworks ? `10.213.${net}` : `127.213.${net}`;

/** `range` also has to cover 127.0.0.1: connections to any loopback address come from there. */
export const network = { name: `cc${net}`, range: hasNetworks ? `${prefix}.0/24` : '127.0.0.0/8' };
/** The address on which HAProxy, the instances and Caddy listen. */
export const host = `${prefix}.1`;
export const databases = ['db1', 'db2', 'db3'] as const;
export const sites = ['site1', 'site2', 'site3'] as const;
export type Site = (typeof sites)[number];

/** The port depends on the network: Caddy listens on all addresses, and two on the same port would share the requests. */
export const publicUrl = `http://${host}:${8_000 + net}`;
export const databasePort = 5000;

/** Returns the folder of a node. Its processes run in it, which is how they are found. */
export const placeOf = (name: string) => path.join(folder, name);
/** Returns the address of a database node. */
export const addressOf = (name: string) => `${prefix}.${10 + Number(name.slice(-1))}`;
export const portOf = (site: string) => 3000 + Number(site.slice(-1));
/** Returns the URL of an instance, bypassing the proxy. */
export const urlOf = (site: string) => `http://${host}:${portOf(site)}`;
