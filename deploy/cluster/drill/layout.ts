import { tmpdir } from 'node:os';
import path from 'node:path';

const net = Number(process.env.CLUSTER_NET ?? 77);
if (!Number.isInteger(net) || net < 1 || net > 254) throw new Error('CLUSTER_NET must be a number from 1 to 254');
const prefix = `10.213.${net}`;

/** The folder of the release that the instances run. */
export const release = path.resolve(import.meta.dirname, '../../..');
/** The folder of the whole cluster. */
export const folder = path.join(tmpdir(), `carma-cluster-${net}`);
/** The user that runs all programs. */
export const user = 'postgres';
export const network = { name: `cc${net}`, range: `${prefix}.0/24` };
/** The address on which HAProxy, the instances and Caddy listen. */
export const host = `${prefix}.1`;
export const databases = ['db1', 'db2', 'db3'];
export const sites = ['site1', 'site2', 'site3'];

/** The port depends on the network: Caddy listens on all addresses, and two on the same port would share the requests. */
export const publicUrl = `http://${host}:${8_000 + net}`;
/** The port at which HAProxy leads to the primary (haproxy.cfg). */
export const primaryPort = 5000;
/** Returns the folder of a node. Its processes run in it, which is how they are found. */
export const placeOf = (node: string) => path.join(folder, node);
/** Returns the address of a database node. */
export const addressOf = (node: string) => `${prefix}.${10 + Number(node.slice(-1))}`;
export const portOf = (site: string) => 3000 + Number(site.slice(-1));
/** Returns the URL of an instance, bypassing the proxy. */
export const urlOf = (site: string) => `http://${host}:${portOf(site)}`;
