import pLimit from 'p-limit';
import postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { isConnectionLost } from './driver-errors.ts';
import { databaseUrl, type Sql } from './pool.ts';

/** How long (ms) a statement may take, including the wait for those before it. */
const limitMs = 15_000;

/** The interface that pg-boss expects of a database. */
export type QueueConnection = {
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;
  close: () => Promise<void>;
};

/**
 * Creates the mail queue's connection, separate from the pool and opened at the first statement. Statements run one at a time,
 * because a failed transaction must be rolled back before the next one. After a connection failure, the next statement opens a
 * new connection.
 */
export function openQueueConnection(): QueueConnection {
  const inTurn = pLimit(1);
  let open: Sql | undefined;
  let isClosed = false;

  function drop(): void {
    void open?.end({ timeout: 0 });
    open = undefined;
  }

  async function run(text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
    open ??= connect();
    const sql = open;
    try {
      const result: unknown[] = await sql.unsafe(text, values.map((value) => value ?? null) as never[]);
      // For several statements the driver returns an array for each.
      return { rows: Array.isArray(result[0]) ? result.flat() : [...result] };
    } catch (error) {
      if (isUnusableAfter(error)) drop();
      else if (values.length === 0) await sql.unsafe('rollback').catch(drop);
      throw error;
    }
  }

  async function executeSql(text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
    let state: 'waiting' | 'running' | 'late' = 'waiting';
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (state === 'running') drop();
      state = 'late';
      reject(Object.assign(new Error('PostgreSQL did not answer the queue in time'), { code: 'ETIMEDOUT' }));
    }, limitMs);
    const inTime = inTurn(() => {
      if (state === 'late') return tooLate;
      if (isClosed) throw new Error('The queue has been stopped');
      state = 'running';
      return Promise.race([run(text, values), tooLate]);
    });
    try {
      return await Promise.race([inTime, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    executeSql,
    /** Closes the connection after the running statement, or after a second. */
    close: async () => {
      isClosed = true;
      await open?.end({ timeout: 1 });
      open = undefined;
    },
  };
}

/** Checks whether the connection is of no further use: the network failed, or the server is read-only. */
function isUnusableAfter(error: unknown): boolean {
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return isConnectionLost(error) || code === '25006' || severity === undefined;
}

function connect(): Sql {
  return postgres(databaseUrl(), {
    // With more, the driver would reject pg-boss's transactions, which are sent as one text (BEGIN; ...; COMMIT).
    max: 1,
    max_lifetime: null,
    connect_timeout: env().DATABASE_CONNECT_TIMEOUT_MS / 1_000,
    backoff: () => 0.1,
    connection: { application_name: 'carma-queue' },
    // pg-boss passes JSON parameters as text, which the driver would encode a second time.
    types: {
      json: {
        to: 114,
        from: [114, 3802],
        serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
        parse: (text: string) => JSON.parse(text),
      },
    },
    onnotice: () => {},
  });
}
