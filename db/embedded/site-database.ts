import { createHmac } from 'node:crypto';
import postgres from 'postgres';
import { superuser } from './cluster.ts';

/** The name of the site's role and of its database on the embedded server. */
const site = 'carma';

/**
 * Creates the site's role and database if they are missing, and returns the database's address. The role is not a superuser,
 * so that a vulnerability of the site does not open the machine's files. It may create databases, which tests need.
 * @throws the driver's error, also when the server does not answer within 10 s.
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
