import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { log } from '#server/platform/log.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { connectionOptions } from '#shared/lib/input/database-address.ts';
import { databaseUrl, type Sql } from './pool.ts';
import { isConnectionLost } from './query.ts';

/**
 * The version of everything that pages are made from: whether the catalogue has samples, the oid of the table of changes (which differs
 * in a restored database), the last change of the catalogue, the last entry of the record, the last signature of a witness, and the last
 * erasure (`data_version()` in db/migrations/0008_site.sql).
 */
export const dataVersion = createVersionWatch();

/** Whether the catalogue has invented sample projects, as far as PostgreSQL has told. Every page then says so. */
export const hasSamples = (): boolean => dataVersion.lastAnswer().version?.startsWith('samples:') ?? false;

const erasuresOf = (version: string) => version.split(':').at(-1);

/** How long the database has to answer. */
const answerLimitMs = 1_000;
/**
 * Connections are replaced after this long (ms). When one is lost while it opens, the driver (postgres 3.4) may open another without
 * listening on it.
 */
const connectionMs = 10_000;
/** An answer counts for this long (ms), from the moment of its question. */
const validMs = 2_000;

/** A version that is watched. */
export type VersionWatch = ReturnType<typeof createVersionWatch>;

/**
 * Keeps track of the version of the data. Announcements (`listen`) are a hint to ask at once; the truth is the answer to a question, every
 * 500 ms unless stated. It has connections of its own, so that busy visitors cannot delay it.
 */
export function createVersionWatch(everyMs = 500) {
  let onErasure = () => {};
  let sql: Sql | undefined;
  let connectedAt = 0;
  let last: { version: string; askedAt: number } | undefined;
  let knownAt = new Date();
  let state: 'known' | 'unknown' = 'known';
  let isStopped = true;
  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  return {
    /** The version, if PostgreSQL has told it within the last two seconds. */
    current: () => (last && performance.now() - last.askedAt < validMs ? last.version : undefined),
    /** The last version that PostgreSQL told, and when it was asked. */
    lastAnswer: () => ({ version: last?.version, at: knownAt }),
    ask,
    /** Sets what happens when a person's texts have been erased: no response made before that may be sent any more. */
    whenErased: (handler: () => void) => {
      onErasure = handler;
    },
    /** Watches until `stop`. Resolves after the first answer, or once it is late. */
    start: async () => {
      if (!isStopped) return;
      isStopped = false;
      await ask();
      void keepAsking();
    },
    stop: async () => {
      isStopped = true;
      last = undefined;
      const opened = sql;
      sql = undefined;
      await opened?.end({ timeout: 1 });
    },
  };

  /** Asks for the version. The question starts after this call, so that it covers everything committed before. Never throws. */
  function ask(): Promise<void> {
    next ??= running.then(() => {
      next = undefined;
      if (!isStopped) running = askOnce();
      return running;
    });
    return next;
  }

  async function askOnce({ isRetry = false } = {}): Promise<void> {
    const askedAt = performance.now();
    const at = new Date();
    if (sql && askedAt - connectedAt > connectionMs) disconnect(sql);
    if (!sql) {
      connectedAt = askedAt;
      sql = listenTo(() => void ask());
    }
    const asked = sql;
    try {
      const [row] = await withTimeout(answerLimitMs, asked<{ version: string }[]>`select data_version() as version`, 'PostgreSQL');
      if (!row || asked !== sql) return;
      const before = last?.version;
      last = { version: row.version, askedAt };
      knownAt = at;
      report('known');
      if (before !== undefined && erasuresOf(before) !== erasuresOf(row.version)) onErasure();
    } catch (error) {
      // A hanging connection never recovers. The next question opens another.
      disconnect(asked);
      // A closed connection says nothing about the server.
      if (!isRetry && !isStopped && isConnectionLost(error)) return askOnce({ isRetry: true });
      report('unknown', error);
    }
  }

  async function keepAsking(): Promise<void> {
    while (!isStopped) {
      await sleep(everyMs, undefined, { ref: false });
      await ask();
    }
  }

  function disconnect(opened: Sql): void {
    if (opened === sql) sql = undefined;
    void opened.end({ timeout: 0 });
  }

  /** Logs when the version becomes unknown, and when it is known again. */
  function report(newState: typeof state, error?: unknown): void {
    if (newState === state || isStopped) return;
    state = newState;
    if (state === 'known') log().info({ event: 'version.known' }, 'PostgreSQL tells the version of the data again');
    else
      log().warn({ event: 'version.unknown', err: error }, 'PostgreSQL does not tell the version of the data: cached pages get a notice');
  }
}

/** Connects to the database. `heard` is called on each announcement and, as some may have been missed, once it listens. */
function listenTo(heard: () => void): Sql {
  const opened = postgres({
    ...connectionOptions(databaseUrl(), { application_name: 'carma-site-watch', statement_timeout: answerLimitMs }),
    max: 1,
    fetch_types: false,
    prepare: false,
    connect_timeout: answerLimitMs / 1_000,
    backoff: () => 0.5,
    onnotice: () => {},
  });
  // The driver listens on a connection of its own. If that fails, so does a question, which reports why.
  opened.listen('data', heard, heard).catch(() => {});
  return opened;
}
