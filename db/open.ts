import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { startEmbeddedPostgres } from './embedded.ts';
import { addressesOf, findServer } from './hosts.ts';
import type { LogLike } from './log-like.ts';

export type OpenDatabase = {
  /** Of several hosts, the address of the primary at that moment. */
  url: string;
  /** Whether it is the project's own server. */
  embedded: boolean;
  /** Call it when the process needs the database no more. Does nothing to a server that is not the project's own. */
  stop: () => Promise<void>;
};

type OpenOptions = {
  databaseUrl: string | undefined;
  /** The folder for the project's own data; the embedded server's is `postgres` in it. */
  dataDir: string;
  log: LogLike;
  /** ms to wait for the server of `databaseUrl`. */
  limit?: number;
  /** Whether the project's own server is started again where it ends meanwhile. */
  keepRunning?: boolean;
};

const oldestVersion = 15;
const noneSuitable = Object.assign(new Error('none of these servers can be reached and takes writes'), { code: 'CONNECT_TIMEOUT' });
/** Not reachable yet, or "the database system is starting up": worth another try. */
const passing = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P03'];

/**
 * The database of the site: the server of `databaseUrl` where that is set, else the project's own.
 * @throws Error that says what to do when it cannot be reached in time, refuses, or is older than PostgreSQL 15.
 */
export async function openDatabase({ databaseUrl, dataDir, log, limit = 10_000, keepRunning = false }: OpenOptions): Promise<OpenDatabase> {
  if (databaseUrl) {
    const { url, version } = await serverVersion(databaseUrl, limit);
    log.info({ event: 'database.opened', server: describeUrl(url), version }, `Using PostgreSQL ${version} at ${describeUrl(url)}`);
    return { url, embedded: false, stop: async () => {} };
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres'), log, keepRunning });
  return { url, embedded: true, stop };
}

/** A database address for people and logs: without user and password. */
export function describeUrl(url: string): string {
  const addresses = addressesOf(url).map((address) => new URL(address));
  return addresses.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join() + addresses[0]?.pathname;
}

async function serverVersion(url: string, limit: number): Promise<{ url: string; version: string }> {
  const deadline = Date.now() + limit;
  for (;;) {
    const address = await findServer(url);
    const answer = address ? await askVersion(address, deadline - Date.now()) : noneSuitable;
    if (address && typeof answer === 'string') {
      if (Number.parseInt(answer, 10) >= oldestVersion) return { url: address, version: answer };
      throw new Error(`The database at ${describeUrl(url)} is PostgreSQL ${answer}. This site needs PostgreSQL ${oldestVersion} or newer.`);
    }
    const { code = '', message } = answer as NodeJS.ErrnoException;
    if (!passing.includes(code) || Date.now() + 250 > deadline) {
      throw new Error(
        `The database at ${describeUrl(url)} cannot be used: ${message}. Check DATABASE_URL and that the server runs, or unset it to use the project's own.`,
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
