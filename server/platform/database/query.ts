import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { limits } from '#server/platform/limits.ts';
import { log } from '#server/platform/log.ts';
import { failedQueries, queriesInFlight, queryDurations } from '#server/platform/metrics.ts';
import { markResponse, requestContext } from '#server/platform/request-context.ts';
import { TimeoutError, withTimeout } from '#server/platform/with-timeout.ts';
import { timeLimits, unreachableCodes } from '#shared/lib/input/database-address.ts';
import { openPool, type Pool, type Sql } from './pool.ts';

/** A template tag that sends a statement immediately. @returns its rows, with `count`: the number of rows written or returned. */
export type Query = <Rows extends readonly (object | undefined)[] = postgres.Row[]>(
  strings: TemplateStringsArray,
  ...values: readonly Value[]
) => Promise<postgres.RowList<Rows>>;

/**
 * Runs a statement: `` await query<Project[]>`select ... where slug = ${slug}` ``. Values are sent as parameters.
 * @throws TimeoutError when the running request's database time is used up or too many queries wait; or the driver's error.
 * So does every function that queries, though most docstrings do not say so.
 */
export const query: Query = (strings, ...values) =>
  timed(strings, values, () => withinDeadline(async (driver) => driver(strings, ...(values as never[])))) as never;

/**
 * `query` for thousands of rows: takes 1,000 at a time, and lets other work go first in between. The request's time for the database is
 * for all rows together.
 */
export const queryInSteps = <Row extends object>(strings: TemplateStringsArray, ...values: readonly Value[]): Promise<Row[]> =>
  timed(strings, values, () =>
    withinDeadline(async (driver) => {
      const rows: Row[] = [];
      const take = (step: readonly object[]) => {
        // The driver's rows of many columns are hash tables, from which reading takes several times as long as from copies.
        for (const row of step) rows.push({ ...(row as Row) });
      };
      // Not the driver's iterator: if the connection is lost between two steps, that ends as if there were no more rows.
      await driver(strings, ...(values as never[])).cursor(1_000, take);
      return rows;
    }),
  );

type Mode = 'read write' | 'read only' | 'isolation level repeatable read read only';

/** For commands without limits. Their connections ask for this too, but a pooler drops that and logs in with the site's limits. */
const withoutLimits = timeLimits.map((name) => `set local ${name} = 0`).join('; ');

/** The template tag for a transaction's statements. */
export type Transaction = Query & {
  /** Yields the rows of a statement, `size` at a time. After the first, only the server's limit applies, to each batch. */
  inBatches: <Row extends object>(size: number) => (strings: TemplateStringsArray, ...values: readonly Value[]) => AsyncIterable<Row[]>;
};

/**
 * Runs `work` in a transaction on a connection of its own, within the running request's time for the database. A transaction
 * that misses the deadline is rolled back, unless it was already being committed; repeating the request with the same
 * idempotency key then reveals the outcome. One that PostgreSQL undid because of another is done again, so `work` may run several
 * times, and keeps nothing of an attempt.
 * @returns the result of `work`.
 * @throws whatever `work` throws: then it was rolled back; TimeoutError, or the driver's error.
 */
export function inTransaction<Result>(mode: Mode, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return withinDeadline(async (driver, deadline) => {
    const transactionState: TransactionState = { deadline, hasEnded: false };
    let result: { value: Result } | undefined;
    try {
      await driver.begin(mode, async (connection) => {
        try {
          if (limits.databaseStatementTimeoutMs === 0) await connection.unsafe(withoutLimits).simple();
          const value = await work(statementsOf(connection, transactionState));
          deadline.throwIfLate();
          result = { value };
        } catch (error) {
          // Do not reject: the driver would try to roll back on the lost connection, which would crash the process. It ends
          // the transaction by itself.
          if (transactionState.hasEnded || isConnectionLost(error)) return new Promise(() => {});
          throw error;
        }
      });
    } finally {
      transactionState.hasEnded = true;
    }
    if (!result) throw new Error('PostgreSQL committed a transaction that did not run');
    return result.value;
  });
}

/**
 * Reads from one snapshot. Sequential scans are off: rows of the catalogue are wide, so an index is nearly always faster
 * (docs/decisions/029).
 * @throws TimeoutError, the driver's error, or whatever `read` throws.
 */
export function inSnapshot<Result>(read: (db: Transaction) => Promise<Result>): Promise<Result> {
  return inTransaction('isolation level repeatable read read only', async (db) => {
    await db`select set_config('enable_seqscan', 'off', true)`;
    return read(db);
  });
}

type TransactionState = {
  deadline: Deadline;
  /** The transaction has ended or lost its connection. Another statement would then crash the process (postgres 3.4). */
  hasEnded: boolean;
};

function statementsOf(connection: postgres.TransactionSql, transactionState: TransactionState): Transaction {
  const { deadline } = transactionState;
  let cursors = 0;
  async function withinLimit<Result>(send: () => PromiseLike<Result>): Promise<Result> {
    if (transactionState.hasEnded) throw new TimeoutError('The transaction has ended');
    deadline.throwIfLate();
    try {
      const result = await send();
      deadline.throwIfLate();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) transactionState.hasEnded = true;
      throw error;
    }
  }
  const inBatches: Transaction['inBatches'] = <Row extends object>(size: number) =>
    async function* (strings, ...values) {
      const cursor = `batches_${++cursors}`;
      const fetchNext = () => withinLimit(() => connection.unsafe<Row[]>(`fetch ${size} from ${cursor}`));
      // A cursor of PostgreSQL, each of whose batches has the server's limit of a statement: the driver's own is a single statement.
      // All rows are read, so it is planned for all of them.
      let batch = await timed(strings, values, async () => {
        const statement = connection(strings, ...(values as never[]));
        await withinLimit(() => connection`select set_config('cursor_tuple_fraction', '1', true)`);
        await withinLimit(() => connection`declare ${connection(cursor)} no scroll cursor for ${statement}`);
        return fetchNext();
      });
      while (batch.length > 0) {
        deadline.mayRepeat = false;
        deadline.clear();
        yield batch;
        batch = await fetchNext();
      }
    };
  const send = (strings: TemplateStringsArray, ...values: readonly Value[]) =>
    timed(strings, values, () => withinLimit(() => connection(strings, ...(values as never[]))));
  return Object.assign(send as Query, { inBatches });
}

declare const isFragment: unique symbol;
/** A piece of SQL with its values, for use inside a statement. It cannot be awaited. */
export type Fragment = { readonly [isFragment]: true };

export type JSONValue = postgres.JSONValue;
export type Value = postgres.ParameterOrFragment<never> | Fragment | readonly Fragment[] | readonly (string | null)[];
type FragmentTag = {
  (strings: TemplateStringsArray, ...values: readonly Value[]): Fragment;
  /** Quotes the name of a table or column, or several columns. */
  (identifier: string | readonly string[]): Fragment;
  /** A constant piece of SQL, such as a list of columns: text from the code, never input. */
  unsafe: (text: string) => Fragment;
  json: (value: JSONValue) => postgres.Parameter;
};

// A pool that was closed before it opened a connection, so that a fragment awaited by mistake fails instead of being sent.
const closedPool = postgres({ transform: postgres.camel });
void closedPool.end();

/** The template tag for part of a statement: `` sql`status = ${status}` ``. */
export const sql = closedPool as unknown as FragmentTag;

/** Puts pieces of SQL, of which there is at least one, one after the other. */
export const joined = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all} ${next}`);

/** Joins pieces of SQL, of which there is at least one, with commas. */
export const commaList = (parts: readonly Fragment[]): Fragment => parts.reduce((all, next) => sql`${all}, ${next}`);

/** Joins conditions, of which there is at least one, with `and`, in parentheses. */
export const allOf = (conditions: readonly Fragment[]): Fragment => sql`(${conditions.reduce((all, next) => sql`${all} and ${next}`)})`;

/**
 * Ids of advisory locks. They share one number space for the whole database, so their owners declare them in this one list, where
 * two equal ones would be seen; other locks are on the hash of a text that names what they lock.
 */
export const advisoryLocks = {
  /** Held while a checkpoint is signed. */
  signCheckpoint: 7_230_114_927,
  /** Held while it is decided whether the record of the sample projects is created. */
  seedRecord: 7_230_114_928,
  /** Held by the command that imports a file to the record. */
  importUnits: 7_230_114_929,
} as const;

/** Checks whether PostgreSQL answers within `ms`, by default a trivial query. Never throws. */
export async function postgresAnswers(ms: number, asked: Promise<object> = withinDeadline(async (driver) => driver`select 1`)) {
  return (await withTimeout(ms, asked, 'PostgreSQL').catch(() => undefined)) !== undefined;
}

/** How long (ms) an answer to `postgresTakesWrites` counts. */
const heartbeatMs = 10_000;
let heartbeat: { at: number; written: Promise<object> } | undefined;

/** Checks whether PostgreSQL stores a row within `ms`, as it cannot on a full disk. Tries again after ten seconds or a no. Never throws. */
export async function postgresTakesWrites(ms: number): Promise<boolean> {
  if (!heartbeat || performance.now() - heartbeat.at > heartbeatMs) {
    const written = withinDeadline(
      async (driver) => driver`insert into site_heartbeat default values on conflict (id) do update set written_at = clock_timestamp()`,
    );
    heartbeat = { at: performance.now(), written };
  }
  const isWritten = await postgresAnswers(ms, heartbeat.written);
  // The next call asks again.
  if (!isWritten) heartbeat = undefined;
  return isWritten;
}

/**
 * Counts and times a statement, including its wait for a connection, and logs it if it takes `databaseSlowQueryMs` or
 * longer: by its `queryName`, never with its values.
 */
async function timed<Result>(strings: TemplateStringsArray, values: readonly unknown[], run: () => Promise<Result>): Promise<Result> {
  const name = queryName(strings, values);
  const started = performance.now();
  queriesInFlight.inc();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    const ms = performance.now() - started;
    queriesInFlight.dec();
    queryDurations.observe({ query: name }, ms / 1_000);
    if (failed) failedQueries.inc({ query: name });
    if (ms >= limits.databaseSlowQueryMs)
      log().warn({ event: 'query.slow', query: name, durationMs: Math.round(ms), failed }, 'A query was slow');
  }
}

/** Returns a statement without its subqueries, common table expressions and lists, so that its own verb and table come first. */
function withoutParentheses(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, ' ');
  return shorter === text ? text : withoutParentheses(shorter);
}

const queryNames = new WeakMap<TemplateStringsArray, string>();

/**
 * Returns what a statement does and to which table, from its text without values: `select carbon_projects`. Statements are
 * literals in the code, so the number of names is bounded.
 */
function queryName(strings: TemplateStringsArray, [first]: readonly unknown[]): string {
  let name = queryNames.get(strings);
  if (name === undefined) {
    // A statement may begin with a fragment, which then has the verb and the table.
    const begun = strings[0]?.trim() === '' ? ((first as { strings?: readonly string[] } | undefined)?.strings ?? []) : [];
    const whole = [...begun, ...strings].join(' ').toLowerCase();
    const outside = withoutParentheses(whole);
    const verb = /\b(?:select|insert|update|delete)\b/.exec(outside)?.[0] ?? /[a-z]+/.exec(outside)?.[0] ?? 'query';
    const tableIn = (text: string) =>
      /\b(?:from|into|update|table|join)\s+(?:only\s+)?(?!(?:as|order|where)\b)([a-z_][a-z_.]*)/.exec(text)?.[1];
    const table = tableIn(outside) ?? tableIn(whole);
    name = table && table !== verb ? `${verb} ${table}` : verb;
    queryNames.set(strings, name);
  }
  return name;
}

type Deadline = {
  /** Rejects when the time is up; never where there is no limit. */
  tooLate: Promise<never>;
  throwIfLate: () => void;
  /** Removes the time limit. */
  clear: () => void;
  /** Whether nothing has been handed out yet, so that a refused transaction may be tried again. */
  mayRepeat: boolean;
};

/** If the server exceeds its own statement limit by this long (ms), it is gone or hangs. */
const graceMs = 1_000;
/** This many queries per connection may wait; further ones are rejected immediately. */
const maxQueuedPerConnection = 100;
/** Errors after which the pool must be replaced: no connection in time, or a read-only server, so no longer the primary. */
const brokenPoolCodes = ['CONNECT_TIMEOUT', '25006'];
/** PostgreSQL undid a faultless transaction because of another: they could not be put in an order, or waited for each other. */
const refusedCodes = ['40001', '40P01'];
/** How many times work is tried, and how long it waits before the second time. Each further wait is twice as long. */
const maxAttempts = 5;
const firstWaitMs = 20;

/**
 * Runs `work` on a pooled connection, within the running request's time for the database (`databaseReadLimitMs`,
 * `databaseWriteLimitMs`), even if the server hangs. Waiting for a connection counts. Work is not started after the deadline;
 * work already running is left to the server's own limits, because the driver's cancel() is not safe (docs/decisions/022).
 * Outside requests and `withDatabaseLimit` only those limits apply. Work that PostgreSQL undid because of another transaction is done
 * again, so `work` keeps nothing of an attempt.
 * @throws TimeoutError, after which a write may or may not have been stored; or whatever `work` throws.
 */
async function withinDeadline<Result>(work: (driver: Sql, deadline: Deadline) => Promise<Result>): Promise<Result> {
  markResponse({ usesDatabase: true });
  const pool = openPool();
  const msLeft = databaseMsLeft();
  if (msLeft !== undefined && msLeft <= 0) throw new TimeoutError('The time limit for the database was used up');
  const mostQueued = env().DATABASE_POOL_SIZE * maxQueuedPerConnection;
  if (msLeft !== undefined && pool.unfinished.size >= mostQueued) throw new TimeoutError('Too many queries are waiting');
  const deadline = startDeadline(pool, msLeft);
  const running = pool.limit(async () => {
    for (let attempt = 1; ; attempt += 1) {
      deadline.throwIfLate();
      try {
        return await work(pool.sql, deadline);
      } catch (error) {
        if (attempt === maxAttempts || !deadline.mayRepeat || !refusedCodes.includes((error as { code?: string }).code ?? '')) throw error;
      }
      await sleep(firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
    }
  });
  running.then(deadline.clear, (error) => {
    if (brokenPoolCodes.includes(error?.code)) pool.isBroken = true;
    deadline.clear();
  });
  return Promise.race([running, deadline.tooLate]);
}

function startDeadline({ unfinished }: Pool, msLeft: number | undefined): Deadline {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  if (msLeft === undefined) return { tooLate, throwIfLate: () => {}, clear: () => {}, mayRepeat: true };
  let late: TimeoutError | undefined;
  const timer = setTimeout(() => {
    const context = requestContext();
    // Timers may fire slightly early, so mark the time as used up.
    if (context) context.databaseUntil = 0;
    late = new TimeoutError('PostgreSQL did not answer in time');
    reject(late);
  }, msLeft);
  const deadline = {
    tooLate,
    throwIfLate: () => {
      if (late) throw late;
    },
    clear: () => {
      clearTimeout(timer);
      unfinished.delete(deadline);
    },
    mayRepeat: true,
  };
  unfinished.set(deadline, performance.now() + msLeft + limits.databaseStatementTimeoutMs + graceMs);
  return deadline;
}

/** Returns how long (ms) the running request may still wait for the database. The time starts with its first query. */
function databaseMsLeft(): number | undefined {
  const context = requestContext();
  if (context?.databaseMs === undefined) return undefined;
  context.databaseUntil ??= performance.now() + context.databaseMs;
  return context.databaseUntil - performance.now();
}

/** Codes of a connection that was closed by the driver or lost in the network; a limit of ours (TimeoutError) has one of these, too. */
const lostCodes = /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|E(?:CONNRESET|CONNABORTED|PIPE|TIMEDOUT|(?:HOST|NET)(?:UNREACH|DOWN)))$/;
/** Checks whether an error means that the connection is lost: closed by the driver, the network, or a server shutting down. */
export function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || (typeof code === 'string' && lostCodes.test(code) && !(error instanceof TimeoutError));
}

/**
 * SQLSTATEs of a PostgreSQL that cannot serve at the moment: connection, not the primary, authorization, no such database, resources,
 * operator intervention (includes statement timeouts), system error; and transactions that were rolled back or waited too long.
 */
const unavailableStates = /^(?:08|25006|25P0[34]|28|3D|40|53|55P03|57|58)/;

/** Checks whether an error, or one of its causes, means that the database could not serve, and may be able to later. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  // An SQLSTATE has five characters, with a digit among them; codes such as EPIPE have none.
  const mayPass = typeof code === 'string' && (/^\w{5}$/.test(code) && /\d/.test(code) ? unavailableStates : unreachableCodes).test(code);
  return mayPass || isUnavailable(error.cause);
}

/**
 * Checks whether an unhandled rejection is the driver's own after a lost connection (postgres 3.4). These are harmless: every
 * query waiting for that connection is rejected anyway.
 */
export function isFromLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The driver starts each connection with a query for types, and drops its promise. That query fails with the same error as all
  // others on the connection, which names whichever of them came first.
  if ('query' in error && typeof error.query === 'string') return isConnectionLost(error) || error.query.includes('pg_catalog.pg_type a');
  // It writes to a connection that has just been closed.
  return error instanceof TypeError && /nextWrite .*postgres\/src\/connection\.js/.test(error.stack ?? '');
}
