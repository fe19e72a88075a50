import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#server/platform/env.ts';
import { noteAnswer, requestContext } from '#server/platform/request-context.ts';
import { isConnectionLost } from './driver-errors.ts';
import { openPool, type Pool, type Server, type Sql } from './pool.ts';
import { hasStandby, primaryAnswers, serverToRead } from './standby.ts';

/** Postgres did not answer in the time that a request has for it. Whether a write was stored is not known. */
export class DatabaseTooSlow extends Error {
  readonly code = 'ETIMEDOUT';
}

type Work<Result> = (sql: Sql, deadline: Deadline) => Promise<Result>;

export type Deadline = {
  /** Rejects when the time is over; never does outside of a request. */
  tooLate: Promise<never>;
  throwIfLate: () => void;
  /** From now on the work may take as long as it does. */
  lift: () => void;
};

/** More than the server's own limit on a statement, in ms: then the server is not there any more, or stands still. */
const graceMs = 1_000;
/** How often a read is done again where there is a standby, and after how long (ms): by then the loss of a primary is known. */
const retries = 2;
const retryMs = 50;
/** As many queries for each connection may wait; more are refused at once. */
const waitingPerConnection = 100;
/** No connection in time, or one that takes no writes: the server is the primary no more, and its address leads to another. */
const uselessServer = { primary: ['CONNECT_TIMEOUT', '25006'], standby: ['CONNECT_TIMEOUT'] };

/**
 * Runs `work` on a connection of the pool, within the time that the running request has for the database
 * (DATABASE_READ_LIMIT_MS, DATABASE_WRITE_LIMIT_MS), also when the server stands still and says nothing; waiting for a
 * connection counts. What comes too late is not begun; what runs is left to the server's own limits, for the driver's
 * cancel() is not safe (docs/decisions/022). Outside of a request only those limits hold. While the primary does not
 * answer, what a request only reads is read from the standby, where there is one (docs/decisions/033).
 * @throws DatabaseTooSlow, or as `work` does.
 */
export async function withinDeadline<Result>(work: Work<Result>, { writes = false } = {}): Promise<Result> {
  noteAnswer({ usesDatabase: true });
  const context = requestContext();
  if (writes || !context?.onlyReads || !hasStandby()) return runOn('primary', work);
  for (let left = retries; ; left -= 1) {
    try {
      return await runOn(await serverToRead(), work);
    } catch (error) {
      if (left === 0 || !isWorthARetry(error)) throw error;
      // It has its time once more.
      context.databaseUntil = undefined;
      await sleep(retryMs);
    }
  }
}

/**
 * Whether a read may be answered by another server, or by the same one on another connection. What a server refused, or what
 * went wrong here, would be the same; and one that is slow is not asked for more.
 */
function isWorthARetry(error: unknown): boolean {
  if (error instanceof DatabaseTooSlow) return !primaryAnswers();
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  return isConnectionLost(error) || (typeof code === 'string' && severity === undefined);
}

async function runOn<Result>(server: Server, work: Work<Result>): Promise<Result> {
  const pool = openPool(server);
  const msLeft = databaseMsLeft();
  const reason = msLeft === undefined ? undefined : rejectionReason(pool, msLeft);
  if (reason) throw new DatabaseTooSlow(reason);
  const deadline = startDeadline(pool, msLeft);
  const running = pool.limit(async () => {
    deadline.throwIfLate();
    return work(pool.sql, deadline);
  });
  running.then(deadline.lift, (error) => {
    if (uselessServer[server].includes(error?.code)) pool.isBroken = true;
    deadline.lift();
  });
  return Promise.race([running, deadline.tooLate]);
}

function startDeadline({ unfinished }: Pool, msLeft: number | undefined): Deadline {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  if (msLeft === undefined) return { tooLate, throwIfLate: () => {}, lift: () => {} };
  let late: DatabaseTooSlow | undefined;
  const until = requestContext()?.databaseUntil;
  const timer = setTimeout(() => {
    // Timers may be a moment early.
    const context = requestContext();
    // Unless its time has begun once more.
    if (context && context.databaseUntil === until) context.databaseUntil = 0;
    late = new DatabaseTooSlow('Postgres did not answer in time');
    reject(late);
  }, msLeft);
  const deadline = {
    tooLate,
    throwIfLate: () => {
      if (late) throw late;
    },
    lift: () => {
      clearTimeout(timer);
      unfinished.delete(deadline);
    },
  };
  unfinished.set(deadline, performance.now() + msLeft + env().DATABASE_STATEMENT_TIMEOUT_MS + graceMs);
  return deadline;
}

function rejectionReason({ unfinished }: Pool, msLeft: number): string | undefined {
  if (msLeft <= 0) return 'The time for the database was over';
  if (unfinished.size >= env().DATABASE_POOL_SIZE * waitingPerConnection) return 'Too many queries wait';
  return undefined;
}

/** How long (ms) the running request may still wait for the database; its time starts with its first query. */
function databaseMsLeft(): number | undefined {
  const context = requestContext();
  if (context?.databaseMs === undefined) return undefined;
  context.databaseUntil ??= performance.now() + context.databaseMs;
  return context.databaseUntil - performance.now();
}
