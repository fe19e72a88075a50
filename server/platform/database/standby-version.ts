import { findServer } from '#db/hosts.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { type Sql, serverSetting } from './pool.ts';
import { hasStandby } from './standby.ts';
import { openWatchConnection } from './watch-connection.ts';

/** How long (ms) the standby may take. More than the primary, because the connection may still have to be opened, on a busy machine. */
const standbyMs = 700;
/** How long (ms) the standby is left alone after a failure. */
const pauseMs = 250;

type Question = (sql: Sql) => PromiseLike<{ version: string }[]>;

/** Asks the standby for a watched version. */
export function standbyVersion(question: Question) {
  let connection: Sql | undefined;
  let pausedUntil = 0;
  let isStopped = false;

  async function ask(): Promise<{ version: string }[]> {
    if (!connection) {
      await findServer(serverSetting('standby'));
      if (isStopped) return [];
      connection ??= openWatchConnection('standby');
    }
    return question(connection);
  }

  function close(): void {
    void connection?.end({ timeout: 0 });
    connection = undefined;
  }

  return {
    /** Whether there is a standby and it may be asked now. */
    isAvailable: () => hasStandby() && Date.now() >= pausedUntil,
    /** Returns the standby's version if `isAcceptable`; undefined if it is not, or if the standby does not answer. Never throws. */
    ask: async (isAcceptable: (version: string) => boolean): Promise<string | undefined> => {
      try {
        const [row] = await withTimeout(standbyMs, ask());
        if (row && isAcceptable(row.version)) return row.version;
      } catch {
        // Treated like a version that is too old.
      }
      pausedUntil = Date.now() + pauseMs;
      close();
      return undefined;
    },
    start: () => {
      isStopped = false;
    },
    /** Closes the connection; the next question opens another. */
    close,
    stop: async () => {
      isStopped = true;
      await connection?.end({ timeout: 1 });
      connection = undefined;
    },
  };
}
