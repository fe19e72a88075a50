import type postgres from 'postgres';
import { DatabaseTooSlow, type Deadline, withinDeadline } from './deadline.ts';
import { isConnectionLost } from './driver-errors.ts';
import type { Sql } from './pool.ts';
import type { Query } from './query.ts';
import { recorded, stopRecording } from './recorded.ts';
import type { Value } from './sql.ts';
import { timed } from './timed.ts';

type Mode = 'read write' | 'read only' | 'isolation level repeatable read read only';

/** The tag of a transaction's statements. */
export type Transaction = Query & {
  /** The rows of a statement, `size` at a time. They may take as long as they keep coming. */
  inBatches: <Row extends object>(size: number) => (strings: TemplateStringsArray, ...values: readonly Value[]) => AsyncIterable<Row[]>;
  /** A statement whose text is not the code's own; `values` are named $1, $2 ... in it. */
  unsafe: (text: string, values: unknown[]) => Promise<postgres.Row[]>;
};

/**
 * Runs `work` in a transaction on a connection of its own. All of it ends within the running request's time for the
 * database. Nothing of a transaction that came too late is kept, unless it was being committed: then whoever asks again
 * with the same key learns what became of it. Of one that only reads, `work` returns all that matters of what it has read:
 * by that an answer is told from an older one (./recorded.ts).
 * @returns what `work` does.
 * @throws DatabaseTooSlow, the driver's error, or as `work` does; then it was rolled back.
 */
export function inTransaction<Result>(mode: Mode, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  if (mode !== 'read write') return recorded(() => runTransaction(mode, work));
  stopRecording();
  return runTransaction(mode, work);
}

function runTransaction<Result>(mode: Mode, work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  const run = async (sql: Sql, deadline: Deadline) => {
    const transactionState: TransactionState = { deadline, isOver: false };
    let result: { value: Result } | undefined;
    try {
      await sql.begin(mode, async (connection) => {
        try {
          const value = await work(statementsOf(connection, transactionState));
          deadline.throwIfLate();
          result = { value };
        } catch (error) {
          // Told of it, the driver would roll back on a connection that is gone, and the process would die of that. The
          // driver ends the transaction by itself.
          if (transactionState.isOver || isConnectionLost(error)) return new Promise(() => {});
          throw error;
        }
      });
    } finally {
      transactionState.isOver = true;
    }
    if (!result) throw new Error('Postgres committed a transaction that has not run');
    return result.value;
  };
  return withinDeadline(run, { writes: mode === 'read write' });
}

type TransactionState = {
  deadline: Deadline;
  /** It has ended, or its connection is gone. The process would die of a statement on that (postgres 3.4). */
  isOver: boolean;
};

function statementsOf(connection: postgres.TransactionSql, transactionState: TransactionState): Transaction {
  const { deadline } = transactionState;
  async function bounded<Result>(ask: () => PromiseLike<Result>): Promise<Result> {
    if (transactionState.isOver) throw new DatabaseTooSlow('The transaction has ended');
    deadline.throwIfLate();
    try {
      const result = await ask();
      deadline.throwIfLate();
      return result;
    } catch (error) {
      if (isConnectionLost(error)) transactionState.isOver = true;
      throw error;
    }
  }
  async function* batches<Row>(size: number, strings: TemplateStringsArray, values: readonly Value[]): AsyncGenerator<Row[]> {
    stopRecording();
    const cursor = connection(strings, ...(values as never[]))
      .cursor(size)
      [Symbol.asyncIterator]();
    const next = async () => cursor.next();
    try {
      let batch = await timed(strings, () => bounded(next));
      while (!batch.done) {
        deadline.lift();
        yield batch.value as Row[];
        batch = await bounded(next);
      }
    } finally {
      // Until then the connection waits for somebody to want the next batch.
      if (!transactionState.isOver) await cursor.return?.();
    }
  }
  const query = (strings: TemplateStringsArray, ...values: readonly Value[]) =>
    timed(strings, () => bounded(() => connection(strings, ...(values as never[]))));
  return Object.assign(query as Query, {
    inBatches:
      <Row extends object>(size: number) =>
      (strings: TemplateStringsArray, ...values: readonly Value[]) =>
        batches<Row>(size, strings, values),
    unsafe: (text: string, values: unknown[]) => bounded(() => connection.unsafe(text, values as never[])),
  });
}
