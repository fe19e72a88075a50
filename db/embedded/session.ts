import { createHmac } from 'node:crypto';
import { realpathSync } from 'node:fs';
import postgres from 'postgres';
import { superuser } from './cluster.ts';

/** The role and the database of the site on the embedded server. */
const site = 'carma';

type Server = { port: number; password: string };

/**
 * Whether the server on this port answers within `limit` ms and serves this data directory.
 * @throws Error when it refuses the password.
 */
export async function serves(dataDir: string, server: Server, limit: number): Promise<boolean> {
  try {
    const [row] = await asSuperuser(server, limit, (sql) => sql<{ dir: string }[]>`select current_setting('data_directory') as dir`);
    return row !== undefined && realpathSync(row.dir) === realpathSync(dataDir);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || !error.code.startsWith('28')) return false;
    throw new Error(
      `The database in ${dataDir} refuses the password in ${dataDir}-password (${error.message}). Restore that file, or set the password of the role ${superuser} to it.`,
      { cause: error },
    );
  }
}

/**
 * Makes the site's role and database where they are missing, and returns their address. The role is no superuser: a
 * hole in the site must not become a way to the machine's files. It may create databases, which tests need.
 */
export async function ensureSiteDatabase(server: Server, limit: number): Promise<string> {
  const password = createHmac('sha256', server.password).update(site).digest('hex');
  await asSuperuser(server, limit, async (sql) => {
    const [found] = await sql`
      select
        exists (select from pg_roles where rolname = ${site}) as role,
        exists (select from pg_database where datname = ${site}) as database
    `;
    if (!found?.role) await sql.unsafe(`create role ${site} login createdb password '${password}'`);
    if (!found?.database) await sql.unsafe(`create database ${site} owner ${site}`);
  });
  return `postgres://${site}:${password}@127.0.0.1:${server.port}/${site}`;
}

/** One connection, given up after `limit` ms: a server that hangs accepts a connection and then says nothing. */
async function asSuperuser<T>({ port, password }: Server, limit: number, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    max: 1,
    connect_timeout: limit / 1000,
    onnotice: () => {},
  });
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`PostgreSQL on port ${port} did not answer within ${limit} ms`)), limit);
  try {
    return await Promise.race([work(sql), tooLate]);
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 1 });
  }
}
