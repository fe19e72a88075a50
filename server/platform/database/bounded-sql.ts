import type postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { requestContext } from '#server/platform/request-context.ts';

type Tag = postgres.Sql | postgres.TransactionSql;
/** The driver's query: sent by its handler when it is first awaited, and settled by its own functions. */
type Query = {
  handler?: (query: Query) => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  /** Takes the batches of a query that is read piece by piece. */
  cursorFn?: (rows: unknown) => unknown;
};

/** Work that a pool has been given and not ended, by when (performance.now()) it is over every limit of the server. */
export type Unfinished = Map<object, number>;

/** More than the server's own limit on a statement, in ms: then the server is not there any more, or stands still. */
const graceMs = 1_000;
/** As many queries for each connection may wait; more are refused at once. */
const waitingPerConnection = 100;

/** Postgres did not answer in the time that a request has for it. Whether a write was stored is not known. */
class DatabaseTooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

/** What a transaction tells of itself to its queries. */
type Around = {
  /** Whether its connection is gone: the driver (postgres 3.4) dies of a query on it. */
  isOver: () => boolean;
  /** Called when a piece of a long answer has come. */
  onPiece: () => void;
};

/**
 * `sql`, whose queries and transactions end within the time that the running request has for the database
 * (DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS), also when the server stands still and says nothing: waiting for a
 * connection counts. Outside of a request only the server's own limits hold. Nothing of a transaction that came too late
 * is kept, unless it was being committed: then whoever asks again with the same key learns what became of it.
 */
export function bounded<Sql extends Tag>(sql: Sql, unfinished: Unfinished, around?: Around): Sql {
  return new Proxy(sql, {
    apply(target, self, parts: unknown[]) {
      const made = Reflect.apply(target as never, self, parts);
      if (Array.isArray(parts[0]) && 'raw' in parts[0]) boundQuery(made as Query, unfinished, around);
      return made;
    },
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key === 'unsafe') {
        return (...parts: unknown[]) => {
          const made = (value as (...parts: unknown[]) => unknown)(...parts);
          boundQuery(made as Query, unfinished, around);
          return made;
        };
      }
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...given: unknown[]) => {
        const work = given.pop() as Work;
        return boundTransaction((run) => (value as Begin)(...given, run), work, unfinished);
      };
    },
  });
}

/** Whether something should long have ended, or a connection could not be made: the pool is not to be waited for. */
export function isStuck(unfinished: Unfinished): boolean {
  const now = performance.now();
  return [...unfinished.values()].some((over) => over < now);
}

type Work = (transaction: postgres.TransactionSql) => unknown;
type Begin = (...given: unknown[]) => Promise<unknown>;

function boundQuery(query: Query, unfinished: Unfinished, around: Around | undefined): void {
  const { handler } = query;
  if (!handler) return;
  query.handler = (sent) => {
    const { resolve, reject, cursorFn } = query;
    if (around?.isOver()) return reject(new DatabaseTooSlow('The transaction has ended'));
    const left = msLeft();
    if (left === undefined) return handler(sent);
    if (cursorFn) {
      query.cursorFn = (rows) => {
        around?.onPiece();
        return cursorFn(rows);
      };
      return handler(sent);
    }
    const refusal = whyNot(left, unfinished);
    if (refusal) return reject(refusal);
    const end = enter(query, left, unfinished, reject);
    query.resolve = (result) => {
      end();
      resolve(result);
    };
    query.reject = (error) => {
      end(error);
      reject(error);
    };
    return handler(sent);
  };
}

async function boundTransaction(begin: (run: Work) => Promise<unknown>, work: Work, unfinished: Unfinished): Promise<unknown> {
  const left = msLeft();
  const refusal = left === undefined ? undefined : whyNot(left, unfinished);
  if (refusal) throw refusal;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  let isLate = false;
  let isOver = false;
  const late = (error: unknown) => {
    isLate = true;
    reject(error);
  };
  const end = left === undefined ? () => {} : enter(tooLate, left, unfinished, late);
  const running = begin(async (transaction) => {
    if (isLate) throw new DatabaseTooSlow('The request has been answered already');
    try {
      // What is read piece by piece may take as long as its pieces keep coming.
      return await work(bounded(transaction, unfinished, { isOver: () => isOver, onPiece: end }));
    } catch (error) {
      // Told of it, the driver would roll back on a connection that is gone, and the process would die of that. It ends
      // the transaction by itself.
      if (isConnectionLost(error)) return new Promise(() => {});
      throw error;
    }
  });
  const settled = (error?: unknown) => {
    isOver = true;
    end(error);
  };
  running.then(() => settled(), settled);
  return Promise.race([running, tooLate]);
}

/** Errors after which a connection is closed: the driver's, the network's, and a server that shuts down. */
function isConnectionLost(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return severity === 'FATAL' || (typeof code === 'string' && /^(?:CONNECTION_(?:CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE)$/.test(code));
}

/** Notes work that begins, and calls `reject` after `ms`. @returns what to call when it has ended. */
function enter(work: object, ms: number, unfinished: Unfinished, reject: (error: unknown) => void): (error?: unknown) => void {
  const { DATABASE_STATEMENT_TIMEOUT_MS } = env();
  unfinished.set(work, performance.now() + ms + DATABASE_STATEMENT_TIMEOUT_MS + graceMs);
  const timer = setTimeout(() => reject(new DatabaseTooSlow('Postgres did not answer in time')), ms);
  return (error) => {
    clearTimeout(timer);
    // A connection that was cut off while it was written to never comes back (postgres 3.4), so none is tried again.
    if ((error as { code?: unknown } | undefined)?.code === 'CONNECT_TIMEOUT') unfinished.set(work, 0);
    else unfinished.delete(work);
  };
}

function whyNot(left: number, unfinished: Unfinished): Error | undefined {
  if (left <= 0) return new DatabaseTooSlow('The time for the database was over');
  if (unfinished.size >= env().DATABASE_POOL_SIZE * waitingPerConnection) return new DatabaseTooSlow('Too many queries wait');
  return undefined;
}

/** How long (ms) the running request may still wait for the database; its time starts with its first query. */
function msLeft(): number | undefined {
  const context = requestContext();
  if (context?.databaseMs === undefined) return undefined;
  context.databaseUntil ??= performance.now() + context.databaseMs;
  return context.databaseUntil - performance.now();
}
