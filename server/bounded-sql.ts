import type postgres from 'postgres';
import { env } from '#server/env.ts';
import { requestContext } from '#server/http/request-context.ts';

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
const waitingPerConnection = 20;

/** Postgres did not answer in the time that a request has for it. Whether a write was stored is not known. */
class DatabaseTooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

/**
 * `sql`, whose queries and transactions end within the time that the running request has for the database
 * (DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS), also when the server stands still and says nothing: waiting for a
 * connection counts. Outside of a request only the server's own limits hold. Nothing of a transaction that came too late
 * is kept, unless it was being committed: then whoever asks again with the same key learns what became of it.
 */
export function bounded<Sql extends Tag>(sql: Sql, unfinished: Unfinished, reading?: () => void): Sql {
  return new Proxy(sql, {
    apply(target, self, parts: unknown[]) {
      const made = Reflect.apply(target as never, self, parts);
      if (Array.isArray(parts[0]) && 'raw' in parts[0]) boundQuery(made as Query, unfinished, reading);
      return made;
    },
    get(target, key) {
      const value = Reflect.get(target, key);
      if (key !== 'begin' && key !== 'savepoint') return value;
      return (...given: unknown[]) => {
        const work = given.pop() as Work;
        return boundTransaction((run) => (value as Begin)(...given, run), work, unfinished);
      };
    },
  });
}

/** Whether something should long have ended: the pool's connections are not to be waited for. */
export function isStuck(unfinished: Unfinished): boolean {
  const now = performance.now();
  return [...unfinished.values()].some((over) => over < now);
}

type Work = (transaction: postgres.TransactionSql) => unknown;
type Begin = (...given: unknown[]) => Promise<unknown>;

function boundQuery(query: Query, unfinished: Unfinished, reading: (() => void) | undefined): void {
  const { handler } = query;
  if (!handler) return;
  query.handler = (sent) => {
    const left = msLeft();
    if (left === undefined) return handler(sent);
    const { cursorFn } = query;
    if (cursorFn) {
      query.cursorFn = (rows) => {
        reading?.();
        return cursorFn(rows);
      };
      return handler(sent);
    }
    const { resolve, reject } = query;
    const refusal = whyNot(left, unfinished);
    if (refusal) return reject(refusal);
    const end = enter(query, left, unfinished, reject);
    query.resolve = (result) => {
      end();
      resolve(result);
    };
    query.reject = (error) => {
      end();
      reject(error);
    };
    return handler(sent);
  };
}

async function boundTransaction(begin: (run: Work) => Promise<unknown>, work: Work, unfinished: Unfinished): Promise<unknown> {
  const left = msLeft();
  if (left === undefined) return begin((transaction) => work(bounded(transaction, unfinished)));
  const refusal = whyNot(left, unfinished);
  if (refusal) throw refusal;
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const end = enter(tooLate, left, unfinished, (error) => {
    isLate = true;
    reject(error);
  });
  const running = begin((transaction) => {
    if (isLate) throw new DatabaseTooSlow('The request has been answered already');
    // What is read piece by piece may take as long as its pieces keep coming.
    return work(bounded(transaction, unfinished, end));
  });
  running.then(end, end);
  return Promise.race([running, tooLate]);
}

/** Notes work that begins, and calls `reject` after `ms`. @returns what to call when it has ended. */
function enter(work: object, ms: number, unfinished: Unfinished, reject: (error: unknown) => void): () => void {
  const { DATABASE_STATEMENT_TIMEOUT_MS } = env();
  unfinished.set(work, performance.now() + ms + DATABASE_STATEMENT_TIMEOUT_MS + graceMs);
  const timer = setTimeout(() => reject(new DatabaseTooSlow('Postgres did not answer in time')), ms);
  return () => {
    clearTimeout(timer);
    unfinished.delete(work);
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
