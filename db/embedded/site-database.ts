import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { superuser } from './cluster.ts';

/** The role and the database of the site on the embedded server. */
const site = 'carma';

/**
 * Makes the site's role and database where they are missing, and returns their address. The role is no superuser: a
 * hole in the site must not become a way to the machine's files. It may create databases, which tests need.
 * @throws the driver's error, also where the server does not answer within 10 s.
 */
export async function ensureSiteDatabase(server: { port: number; password: string }): Promise<string> {
  const password = createHmac('sha256', server.password).update(site).digest('hex');
  const address = { host: '127.0.0.1', ...server, user: superuser, database: 'postgres' };
  const sql = postgres({ ...address, max: 1, connect_timeout: 10, onnotice: () => {} });
  try {
    const [found] = await sql`
      select
        exists (select from pg_roles where rolname = ${site}) as role,
        exists (select from pg_database where datname = ${site}) as database
    `;
    if (!found?.role) await sql.unsafe(`create role ${site} login createdb password '${password}'`);
    if (!found?.database) await sql.unsafe(`create database ${site} owner ${site}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
  return `postgres://${site}:${password}@127.0.0.1:${server.port}/${site}`;
}
