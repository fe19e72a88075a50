import path from 'node:path';
import { checkServer, describeUrl, type SessionSettings } from './check-server.ts';
import { type LogLike, withConnection } from './connection.ts';
import { startEmbeddedPostgres } from './embedded.ts';

export type OpenDatabase = {
  /** The address of the server, with the site's login. */
  url: string;
  /** The address with the login that owns the tables and migrates them. Undefined: the site's own login does both. */
  ownerUrl: string | undefined;
  /** Leaves the embedded server, which stops once all processes have left it. Has no effect on other servers, nor when called again. */
  stop: () => Promise<void>;
};

/** How long to wait for a server that a setting names. */
const limitMs = 10_000;

type OpenOptions = {
  databaseUrl: string | undefined;
  /** The address with the login that owns the tables, if it is another. */
  ownerUrl?: string | undefined;
  /** The settings with which the site's connections start: `databaseUrl` is tried with them. */
  session: SessionSettings;
  /** The folder for local data. The embedded server's data is in its subfolder `postgres`. */
  dataDir: string;
  log: LogLike;
  /** Whether to restart the embedded server if it stops. */
  keepRunning?: boolean;
};

/**
 * Opens the site's database: the server of `databaseUrl` if set, otherwise the embedded one.
 * @throws Error as `checkServer`, for each address that was given, if these are of two databases, or as `startEmbeddedPostgres`.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, ownerUrl, session, dataDir, log, keepRunning = false } = options;
  if (databaseUrl) {
    const version = await checkServer({ setting: 'DATABASE_URL', url: databaseUrl, session, limitMs });
    if (ownerUrl) {
      await checkServer({ setting: 'DATABASE_OWNER_URL', url: ownerUrl, session: {}, limitMs });
      if ((await databaseAt(databaseUrl)) !== (await databaseAt(ownerUrl)))
        throw new Error(
          `DATABASE_URL (${describeUrl(databaseUrl)}) and DATABASE_OWNER_URL (${describeUrl(ownerUrl)}) lead to two databases. Nothing was done.`,
        );
    }
    const server = describeUrl(databaseUrl);
    log.info({ event: 'database.opened', server, version }, `Using PostgreSQL ${version} at ${server}`);
    return { url: databaseUrl, ownerUrl, stop: async () => {} };
  }
  return startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log, keepRunning });
}

/** Returns what tells a database from all others, whatever its address: one login may come through a pooler, and the other not. */
const databaseAt = (url: string) =>
  withConnection(url, async (sql) => JSON.stringify(await sql`select current_database(), pg_postmaster_start_time()`));
