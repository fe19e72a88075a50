import { setTimeout as sleep } from 'node:timers/promises';
import { findServer } from '#db/hosts.ts';
import { TimeoutError, withTimeout } from '#server/platform/with-timeout.ts';
import { type Server, type Sql, serverSetting } from './pool.ts';
import { hasStandby } from './standby.ts';
import { standbyVersion } from './standby-version.ts';
import { answerMs, openWatchConnection } from './watch-connection.ts';

type WatchedVersion = {
  /** The channel on which PostgreSQL announces the number of each committed change. */
  channel: string;
  /** Reads the committed version: `name:number`, where `name` says what is counted and the number only grows. */
  question: (sql: Sql) => PromiseLike<{ version: string }[]>;
  /** Called when changes are no longer announced to this process, and once they are again, with the number of attempts it took. */
  onUnwatched: (error: unknown) => void;
  onWatched: (tries: number) => void;
  /** Called with the server that answers: the primary, a standby that is recent enough, or undefined if neither does. */
  onAnswering?: (server: Server | undefined) => void;
  /** The heartbeat interval (ms) of the listening connection. */
  heartbeatMs?: number;
};

/** How long (ms) the version may take without a listening connection, when every visitor may be waiting for it. */
const unwatchedMs = 400;
/** How long (ms) the primary is left alone after a failure, so that an outage does not delay every request. */
const pauseMs = 250;

/** A version that is watched. */
export type VersionWatch = ReturnType<typeof watchVersion>;

/**
 * Keeps track of a version that the database holds, without asking for it: PostgreSQL announces each committed change to every
 * instance. While the listening connection is not known to be healthy, every request has to ask.
 */
export function watchVersion({ channel, question, onUnwatched, onWatched, onAnswering, heartbeatMs = 200 }: WatchedVersion) {
  let current: string | undefined;
  let latest: string | undefined;
  /** The highest number announced since the last answer. A lower version is out of date. */
  let announced: bigint | undefined;
  let lastConfirmed = new Date();
  let listener: Sql | undefined;
  /** For questions while there is no listener. */
  let fallbackConnection: Sql | undefined;
  const standby = standbyVersion(question);
  let isPollingStandby = false;
  /** Counts everything that may have changed the version. An answer to a question from before the last such event proves nothing. */
  let events = 0;
  let pausedUntil = 0;
  let isStopped = true;
  let running: Promise<string | undefined> | undefined;
  let next: Promise<string | undefined> | undefined;

  return {
    /** The version, if it is certain at this moment; undefined if `confirm` has to ask. */
    current: () => current,
    /** The last version that PostgreSQL reported, which may be out of date. */
    lastReported: () => latest,
    /**
     * The same, but undefined from the moment a newer change is announced until PostgreSQL has reported its number: nothing
     * older may be served any more.
     */
    newest: () => (latest !== undefined && includesAnnounced(latest) ? latest : undefined),
    /** When PostgreSQL last confirmed that version as the newest. */
    confirmedAt: () => lastConfirmed,
    confirm,
    /** Listens until `stop`, on a separate connection that is replaced whenever it is lost. */
    start: () => {
      if (!isStopped) return;
      isStopped = false;
      standby.start();
      void listen();
    },
    /** Closes the connections. From then on the version is unknown without asking. */
    stop: async () => {
      isStopped = true;
      forget();
      const connections = [listener, fallbackConnection];
      listener = undefined;
      fallbackConnection = undefined;
      onAnswering?.('primary');
      await Promise.all([...connections.map((connection) => connection?.end({ timeout: 1 })), standby.stop()]);
    },
  };

  /**
   * Asks PostgreSQL for the version, in a query that starts after this call, so that it covers every change that anybody has
   * seen before. Callers share a query. If the primary does not answer, a standby that is recent enough may.
   * @returns undefined when neither answers within their time limits. Never throws.
   */
  function confirm(): Promise<string | undefined> {
    if (!running) return run();
    next ??= running.then(() => {
      next = undefined;
      return running ?? run();
    });
    return next;
  }

  function run(): Promise<string | undefined> {
    running = ask().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function ask(): Promise<string | undefined> {
    if (Date.now() < pausedUntil) return askStandby();
    const usedListener = listener;
    const eventsBefore = events;
    const askedAt = Date.now();
    fallbackConnection ??= usedListener ? undefined : openWatchConnection('primary');
    try {
      const [row] = await withTimeout(usedListener ? answerMs : unwatchedMs, question(usedListener ?? (fallbackConnection as Sql)));
      accept(row?.version, askedAt, eventsBefore);
      if (usedListener && usedListener === listener && eventsBefore === events) current = row?.version;
      onAnswering?.('primary');
      standby.close();
      return row?.version;
    } catch (error) {
      // A closed connection proves nothing about the server, so the next question uses another one at once.
      const isServerAway = !usedListener || error instanceof TimeoutError;
      if (isServerAway) pausedUntil = Date.now() + pauseMs;
      if (usedListener) onConnectionLost(usedListener, error);
      else closeFallback();
      return isServerAway ? askStandby() : undefined;
    }
  }

  function accept(version: string | undefined, askedAt: number, eventsBefore: number): void {
    latest = version;
    lastConfirmed = new Date(askedAt);
    if (eventsBefore === events) announced = undefined;
  }

  /** Returns the standby's version if it is no older than anything this process has seen or heard of. */
  async function askStandby(): Promise<string | undefined> {
    if (!onAnswering || isStopped || !standby.isAvailable()) return undefined;
    const eventsBefore = events;
    const askedAt = Date.now();
    const version = await standby.ask(isRecentEnough);
    if (version !== undefined) accept(version, askedAt, eventsBefore);
    onAnswering(version === undefined ? undefined : 'standby');
    return version;
  }

  /** Synchronous replication (`synchronous_commit = remote_apply`) guarantees the same for what other processes have seen. */
  function isRecentEnough(version: string): boolean {
    if (!includesAnnounced(version)) return false;
    if (latest === undefined) return true;
    const [name, number] = parse(version);
    const [latestName, latestNumber] = parse(latest);
    return name === latestName && number >= latestNumber;
  }

  /** Checks that a version includes every announced change. */
  function includesAnnounced(version: string): boolean {
    return announced === undefined || parse(version)[1] >= announced;
  }

  async function listen(): Promise<void> {
    for (let tries = 0; !isStopped; tries += 1) {
      await findServer(serverSetting('primary'));
      if (isStopped) return;
      const connection = openWatchConnection('primary', { onclose: () => onConnectionLost(connection), onnotify: onNotify });
      try {
        await withTimeout(answerMs, connection`listen ${connection(channel)}`);
        if (isStopped) return void connection.end({ timeout: 1 });
        listener = connection;
        events += 1;
        pausedUntil = 0;
        await confirm();
        // If it was lost in the meantime, another call of this function is already running.
        if (listener !== connection) return;
        closeFallback();
        if (tries > 0) onWatched(tries);
        void heartbeat(connection);
        return;
      } catch (error) {
        if (tries === 0) onUnwatched(error);
        void connection.end({ timeout: 0 });
        void lookForStandby();
        await sleep(Math.min(100 * 2 ** tries, 1_000));
      }
    }
  }

  /** Keeps asking while there is no listener: reads that the primary did not answer wait to hear whether the standby will. */
  async function lookForStandby(): Promise<void> {
    if (isPollingStandby || !onAnswering || !hasStandby()) return;
    isPollingStandby = true;
    while (!listener && !isStopped) {
      await confirm();
      await sleep(pauseMs);
    }
    isPollingStandby = false;
  }

  async function heartbeat(connection: Sql): Promise<void> {
    while (listener === connection) {
      await sleep(heartbeatMs, undefined, { ref: false });
      if (listener === connection) await confirm();
    }
  }

  function onNotify(_channel: string, payload: string): void {
    const number = /^\d+$/.test(payload) ? BigInt(payload) : nextNumber();
    if (announced === undefined || number > announced) announced = number;
    forget();
    void confirm();
  }

  /** The connection is closed or does not answer: nothing is certain until there is another. */
  function onConnectionLost(connection: Sql, error?: unknown): void {
    if (listener !== connection) return;
    forget();
    listener = undefined;
    onAnswering?.(undefined);
    onUnwatched(error);
    void connection.end({ timeout: 0 });
    void listen();
    void lookForStandby();
  }

  /** For an announcement without a number. */
  function nextNumber(): bigint {
    return latest === undefined ? 0n : parse(latest)[1] + 1n;
  }

  function forget(): void {
    current = undefined;
    events += 1;
  }

  function closeFallback(): void {
    void fallbackConnection?.end({ timeout: 0 });
    fallbackConnection = undefined;
  }
}

/** Splits a version into what is counted and the number. */
function parse(version: string): [string, bigint] {
  const [number = '', ...name] = version.split(':').toReversed();
  return [name.join(), BigInt(number)];
}
