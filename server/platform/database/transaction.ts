import type postgres from 'postgres';
import { limits } from '#server/platform/limits.ts';
import { TimeoutError } from '#server/platform/with-timeout.ts';
import type { Sql } from './pool.ts';
import { type Deadline, isConnectionLost, type Query, timed, withinDeadline } from './query.ts';
import type { Value } from './sql.ts';

type Mode = 'read write' | 'read only' | 'isolation level repeatable read read only';

/** A command's connection asks for this too; but a pooler drops that, and the login behind it has the site's limits. */
const withoutLimits = 'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0';

/** The template tag for a transaction's statements. */
export type Transaction = Query & {
  /** Yields the rows of a statement, `size` at a time. After the first batch there is no time limit. */
  inBatches: <Row extends object>(size: number) => (strings: TemplateStringsArray, ...values: readonly Value[]) => AsyncIterable<Row[]>;
};

/**
 * Runs `work` in a transaction on a connection of its own, within the running request's time for the database. A transaction
 * that misses the deadline is rolled back, unless it was already being committed; repeating the request with the same
 * idempotency key then reveals the outcome.
 * @returns the result of `work`.
 * @throws TimeoutError, the driver's error, or whatever `work` throws; then it was rolled back.
 */
export function inTransaction<Result>(mode: Mode, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const run = async (sql: Sql, deadline: Deadline) => {
    const transactionState: TransactionState = { deadline, hasEnded: false };
    let result: { value: Result } | undefined;
    try {
      await sql.begin(mode, async (connection) => {
        try {
          if (limits.DATABASE_STATEMENT_TIMEOUT_MS === 0) await connection.unsafe(withoutLimits).simple();
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
  };
  return withinDeadline(run);
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
  async function* batches<Row>(size: number, strings: TemplateStringsArray, values: readonly Value[]): AsyncGenerator<Row[]> {
    const cursor = connection(strings, ...(values as never[]))
      .cursor(size)
      [Symbol.asyncIterator]();
    const next = async () => cursor.next();
    try {
      let batch = await timed(strings, () => withinLimit(next));
      while (!batch.done) {
        deadline.mayRepeat = false;
        deadline.clear();
        yield batch.value as Row[];
        batch = await withinLimit(next);
      }
    } finally {
      // Until the cursor is closed, the connection waits for a request for the next batch.
      if (!transactionState.hasEnded) await cursor.return?.();
    }
  }
  const query = (strings: TemplateStringsArray, ...values: readonly Value[]) =>
    timed(strings, () => withinLimit(() => connection(strings, ...(values as never[]))));
  return Object.assign(query as Query, {
    inBatches:
      <Row extends object>(size: number) =>
      (strings: TemplateStringsArray, ...values: readonly Value[]) =>
        batches<Row>(size, strings, values),
  });
}
