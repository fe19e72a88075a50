import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres } from './embedded.ts';
import type { LogLike } from './log-like.ts';

export type OpenDatabase = {
  /** The address of the server, with the site's login. */
  url: string;
  /** The address with the login that owns the tables and migrates them. Undefined: the site's does. */
  ownerUrl: string | undefined;
  /** Whether it is the embedded server. */
  embedded: boolean;
  /** Releases the embedded server. Call it when the process no longer needs the database. Has no effect on other servers. */
  stop: () => Promise<void>;
};

type OpenOptions = {
  databaseUrl: string | undefined;
  /** The address with the login that owns the tables, if it is another. */
  ownerUrl?: string | undefined;
  /** The folder for local data. The embedded server's data is in its subfolder `postgres`. */
  dataDir: string;
  log: LogLike;
  /** How long to wait for the server of `databaseUrl`, in ms. */
  limit?: number;
  /** Whether to restart the embedded server if it stops. */
  keepRunning?: boolean;
};

const oldestVersion = 15;
/** Codes worth a retry: the server is not reachable yet, or "the database system is starting up". */
const temporaryErrors = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P03'];

/**
 * Opens the site's database: the server of `databaseUrl` if set, otherwise the embedded one.
 * @throws Error that says what to do when the server cannot be reached in time, rejects the connection, or is older than
 * PostgreSQL 15.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, ownerUrl, dataDir, log, limit = 10_000, keepRunning = false } = options;
  if (databaseUrl) {
    const version = await serverVersion(databaseUrl, limit);
    log.info(
      { event: 'database.opened', server: describeUrl(databaseUrl), version },
      `Using PostgreSQL ${version} at ${describeUrl(databaseUrl)}`,
    );
    return { url: databaseUrl, ownerUrl, embedded: false, stop: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log, keepRunning });
  return { url: embedded.url, ownerUrl: embedded.ownerUrl, embedded: true, stop: embedded.stop };
}

/** Returns a database address without user and password, for people and logs. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}

async function serverVersion(url: string, limit: number): Promise<string> {
  const deadline = Date.now() + limit;
  for (;;) {
    const answer = await askVersion(url, deadline - Date.now());
    if (typeof answer === 'string') {
      if (Number.parseInt(answer, 10) >= oldestVersion) return answer;
      throw new Error(`The database at ${describeUrl(url)} is PostgreSQL ${answer}. This site needs PostgreSQL ${oldestVersion} or newer.`);
    }
    const { code = '', message } = answer as NodeJS.ErrnoException;
    if (!temporaryErrors.includes(code) || Date.now() + 250 > deadline) {
      throw new Error(
        `The database at ${describeUrl(url)} cannot be used: ${message}. Check DATABASE_URL and that the server is running, or unset it to use the embedded one.`,
        {
          cause: answer,
        },
      );
    }
    await sleep(250);
  }
}

async function askVersion(url: string, limit: number): Promise<string | NodeJS.ErrnoException> {
  const sql = postgres(url, { max: 1, connect_timeout: Math.max(limit, 250) / 1000, onnotice: () => {} });
  const { promise: tooLate, resolve } = Promise.withResolvers<Error>();
  const timer = setTimeout(() => resolve(new Error('it does not answer')), Math.max(limit, 250));
  try {
    return await Promise.race([
      sql<{ version: string }[]>`select current_setting('server_version') as version`.then(([row]) => row?.version ?? '0'),
      tooLate,
    ]);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    clearTimeout(timer);
    await sql.end({ timeout: 0 });
  }
}
