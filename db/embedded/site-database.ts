import { createHmac } from 'node:crypto';
import { withConnection } from '../connection.ts';
import { superuser } from './cluster.ts';
import type { Postmaster } from './postmaster.ts';

/** The name of the site's role and of its database on the embedded server. */
const site = 'carma';
/** The role that owns the database and everything in it. */
const owner = 'carma_owner';

/**
 * Creates the site's database and its two roles if they are missing, and returns the database's address with each: the site's login,
 * and the owner, who migrates. Neither is a superuser, so that a vulnerability of the site does not open the machine's files. The owner
 * may create databases, which tests need, and end other connections.
 * @throws the driver's error, also when the server does not answer within 10 s.
 */
export async function ensureSiteDatabase({ socketDir, port }: Postmaster, password: string): Promise<{ url: string; ownerUrl: string }> {
  const passwordOf = (role: string) => createHmac('sha256', password).update(role).digest('hex');
  const urlOf = (role: string, secret = passwordOf(role), database = site) =>
    `postgres://${role}:${secret}@${encodeURIComponent(socketDir)}:${port}/${database}`;
  await withConnection(urlOf(superuser, password, 'postgres'), async (sql) => {
    const [found] = await sql`
      select
        exists (select from pg_roles where rolname = ${site}) as site,
        exists (select from pg_roles where rolname = ${owner}) as owner,
        exists (select from pg_database where datname = ${site}) as database
    `;
    if (!found?.site) await sql.unsafe(`create role ${site} login password '${passwordOf(site)}'`);
    if (!found?.owner) await sql.unsafe(`create role ${owner} login createdb in role pg_signal_backend password '${passwordOf(owner)}'`);
    if (!found?.database) await sql.unsafe(`create database ${site} owner ${owner}`);
  });
  return { url: urlOf(site), ownerUrl: urlOf(owner) };
}
