import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where everything of the cluster is; `down` removes it. */
export const folder = path.resolve(process.env.CLUSTER_DIR ?? path.join(tmpdir(), 'carma-cluster'));
/** The folder of the release whose instances run. */
export const release = path.resolve(import.meta.dirname, '../..');
/** Root gives each database node a network of its own, which can be cut off. Without root they share the loopback's addresses. */
export const hasNetworks = process.getuid?.() === 0;
/** Who runs the programs where root starts them: PostgreSQL refuses root. */
export const user = process.env.CLUSTER_USER ?? 'postgres';

const net = Number(process.env.CLUSTER_NET ?? 77);
if (!Number.isInteger(net) || net < 1 || net > 254) throw new Error('CLUSTER_NET must be a number from 1 to 254');
const prefix = hasNetworks ? `10.213.${net}` : `127.213.${net}`;

/** What connects from the loopback does so from 127.0.0.1, whatever address it connects to. */
export const network = { name: `cc${net}`, range: hasNetworks ? `${prefix}.0/24` : '127.0.0.0/8' };
/** Where HAProxy, the instances and Caddy listen. */
export const host = `${prefix}.1`;
export const databases = ['db1', 'db2', 'db3'] as const;
export const sites = ['site1', 'site2', 'site3'] as const;
export type Site = (typeof sites)[number];

/** A port of this cluster's own: Caddy listens at all addresses, and two that listen at one port share what comes. */
export const publicUrl = `http://${host}:${8_000 + net}`;
export const databasePort = 5000;

/** The folder of a node; its programs run in it, by which they are found again. */
export const placeOf = (name: string) => path.join(folder, name);
/** The address of a database node. */
export const addressOf = (name: string) => `${prefix}.${10 + Number(name.slice(-1))}`;
export const portOf = (site: string) => 3000 + Number(site.slice(-1));
/** What an instance itself answers at, past the proxy. */
export const urlOf = (site: string) => `http://${host}:${portOf(site)}`;
