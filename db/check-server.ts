import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { assumedSettings, unreachableCodes } from '#shared/lib/input/database-address.ts';
import { connectTo } from './connection.ts';

/** Settings of a PostgreSQL session, as a connection asks for them when it starts. Times are in ms. */
export type SessionSettings = Readonly<Record<string, string | number>>;

type Server = {
  /** The setting that has the address. */
  setting: string;
  url: string;
  session: SessionSettings;
  /** How long to wait for the server. */
  limitMs: number;
};

const oldestVersion = 15;
/** The rest before another try, and the least time that a try has, in ms. */
const retryMs = 250;
/** How often to look whether two clients share a session: one look may miss it behind a pooler that other programs use too. */
const rounds = 3;

/** A fault of a server that does not pass by waiting. Its message continues "The database at … (its setting)". */
class UnusableServer extends Error {}

/** Returns a database address without user and password, for people and logs. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${decodeURIComponent(hostname)}:${port || 5432}${pathname}`;
}

/**
 * Tries a server as the site will use it: with two connections at a time, its settings, and sessions that no other client is given.
 * @returns the version of PostgreSQL.
 * @throws Error that says what to do when the server cannot be reached in time, rejects the connection, does not keep the settings or has
 * others with which the site cannot work, is a pooler that shares sessions, or is older than PostgreSQL 15.
 */
export async function checkServer({ setting, url, session, limitMs }: Server): Promise<string> {
  const place = describeUrl(url);
  for (const deadline = Date.now() + limitMs; ; await sleep(retryMs)) {
    const answer = await tryServer(url, { ...assumedSettings, ...session }, Math.max(deadline - Date.now(), retryMs)).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    if (typeof answer === 'string') return answer;
    if (answer instanceof UnusableServer) throw new Error(`The database at ${place} (${setting}) ${answer.message}`);
    // "The database system is starting up".
    const mayPass = answer.code === '57P03' || unreachableCodes.test(answer.code ?? '');
    if (!mayPass || Date.now() + retryMs > deadline) {
      const tlsHint = /sslmode=(?:require|verify-full)/.test(url) ? ' and speaks TLS (ssl = on), which sslmode asks for' : '';
      throw new Error(
        `The database at ${place} cannot be used: ${answer.message}. Check ${setting} and that the server is running${tlsHint}${setting === 'DATABASE_URL' ? ', or unset it to use the embedded one' : ''}.`,
        { cause: answer },
      );
    }
  }
}

async function tryServer(url: string, session: SessionSettings, limitMs: number): Promise<string> {
  const options = { max: 1, connect_timeout: limitMs / 1000, fetch_types: false, prepare: false };
  const open = () => connectTo(url, options, { application_name: 'carma-site', ...session });
  const [first, second] = [open(), open()];
  const tooLate = new AbortController();
  const end = sleep(limitMs, undefined, { signal: tooLate.signal });
  const inTime = <Answer>(answer: Promise<Answer>, reason: string) =>
    Promise.race([answer, end.then(() => Promise.reject<Answer>(new Error(reason)))]);
  try {
    const query = first<{ version: string }[]>`select current_setting('server_version') as version`;
    const [{ version } = { version: '0' }] = await inTime(query, 'it does not answer');
    if (Number.parseInt(version, 10) < oldestVersion)
      throw new UnusableServer(`is PostgreSQL ${version}. This site needs PostgreSQL ${oldestVersion} or newer.`);
    await inTime(tryConnections(first, second, session), 'it does not answer two connections at a time');
    return version;
  } catch (error) {
    throw refusedSetting(error as Error, session) ?? error;
  } finally {
    tooLate.abort();
    await Promise.all([first, second].map((sql) => sql.end({ timeout: 0 })));
  }
}

async function tryConnections(first: postgres.Sql, second: postgres.Sql, session: SessionSettings): Promise<void> {
  if (await sharesSessions(first, second))
    throw new UnusableServer(
      'is behind a pooler that gives one session to several clients. The site listens and takes locks in its sessions: write pool_mode = session (PgBouncer), or give the address of PostgreSQL itself.',
    );
  const lost = await lostSettings(first, session);
  if (lost.length > 0)
    throw new UnusableServer(
      `does not keep what the site asks for when it connects: ${differencesOf(lost)}. A pooler drops such parameters. Give the address of PostgreSQL itself, or keep the pooler and do as follows. ${roleSettings(lost)}`,
    );
  const wrong = await wrongSettings(first);
  if (wrong.length > 0)
    throw new UnusableServer(`has settings with which the site cannot keep its word: ${differencesOf(wrong)}. ${roleSettings(wrong)}`);
}

const pidOf = async (sql: postgres.ISql): Promise<number | undefined> =>
  (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;

/** Checks whether two clients share a session: in a transaction `second` has that of `first`, or `first` got another session meanwhile. */
async function sharesSessions(first: postgres.Sql, second: postgres.Sql): Promise<boolean> {
  const own = await pidOf(first);
  for (let round = 0; round < rounds; round += 1) {
    const isShared = await second.begin(async (transaction) => (await pidOf(transaction)) === own || (await pidOf(first)) !== own);
    if (isShared) return true;
  }
  return false;
}

type Difference = { name: string; held: string | null; wanted: string };

const differencesOf = (list: readonly Difference[]) =>
  list.map(({ name, held, wanted }) => `${name} is ${held || 'not set'}, not ${wanted}`).join('; ');

/**
 * Lists the settings with which the site cannot work. It cannot ask for them when it connects: older versions have no
 * `transaction_timeout`, and only a superuser may set `session_replication_role`. `synchronous_commit` may be anything but `off`: then
 * PostgreSQL would acknowledge a commit before it is on the disk, and could lose it.
 */
async function wrongSettings(sql: postgres.Sql): Promise<Difference[]> {
  return sql<Difference[]>`
    select name, current_setting(name, true) as held, wanted
    from (values ('transaction_timeout', '0'), ('session_replication_role', 'origin'), ('synchronous_commit', 'on')) as setting (name, wanted)
    where current_setting(name, true) <> wanted and (name <> 'synchronous_commit' or current_setting(name, true) = 'off')`;
}

/**
 * Lists the settings whose value in the session is not the one that was asked for. The server writes both values in its own way (5000 as
 * 5s), so that they can be compared. Materialized: `held` is read before `set_config` changes the setting. `::text`: without it the driver
 * would take the text for a value of jsonb, and write it as JSON once more.
 */
async function lostSettings(sql: postgres.Sql, session: SessionSettings): Promise<Difference[]> {
  return sql<Difference[]>`
    with asked as materialized (
      select name, value, current_setting(name, true) as held from jsonb_each_text(${JSON.stringify(session)}::text::jsonb) as setting (name, value)
    ), compared as materialized (
      select name, held, set_config(name, value, true) as wanted from asked
    )
    select * from compared where lower(held) is distinct from lower(wanted)`;
}

/** Explains an error about a parameter with which the connection starts; undefined if the error is another. */
function refusedSetting(error: Error, session: SessionSettings): UnusableServer | undefined {
  const refused = /unsupported startup parameter:? "?([\w.]+)/i.exec(error.message)?.[1];
  if (refused === undefined) return undefined;
  return new UnusableServer(
    `is a pooler that refuses ${refused}, a parameter with which the site connects. In pgbouncer.ini, under [pgbouncer], write "pool_mode = session" and "ignore_startup_parameters = ${Object.keys(session).join(', ')}", and restart it. The next start names what the site's login needs instead.`,
  );
}

/** Says how to give the settings to a login, whatever a pooler drops. */
function roleSettings(wrong: readonly Difference[]): string {
  const lines = wrong.map(({ name, wanted }) => `alter role current_user set ${name} = '${wanted}';`);
  // Who is no superuser may set what belongs to pg_trgm only once that is loaded.
  const loading = wrong.some(({ name }) => name.startsWith('pg_trgm.')) ? 'select show_limit(); ' : '';
  // Only a superuser may set this one.
  const isRole = wrong.some(({ name }) => name === 'session_replication_role');
  const asWhom = isRole ? 'as a superuser, with the name of the login in place of current_user,' : 'as that login';
  return `Give the settings to the login, in psql ${asWhom} on PostgreSQL itself, and restart the pooler if there is one: ${loading}${lines.join(' ')}`;
}
