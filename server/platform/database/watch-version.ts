import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { findServer } from '#db/hosts.ts';
import { type Server, type Sql, serverAddress, serverSetting } from './pool.ts';
import { hasStandby } from './standby.ts';

type WatchedVersion = {
  /** On which Postgres tells of each committed change. */
  channel: string;
  /** Asks for the version as it is committed: a number, which only grows, after the name of what is counted: `name:number`. */
  question: (sql: Sql) => PromiseLike<{ version: string }[]>;
  /** Told when changes are not heard of any more, and when they are again after so many tries. */
  onUnwatched: (error: unknown) => void;
  onWatched: (tries: number) => void;
  /** Told which server answers: the standby where the primary does not, if it is no older than what was seen of the primary. */
  onAnswering?: (server: Server | undefined) => void;
  /** How often (ms) the listening connection shows that it is well. */
  heartbeatMs?: number;
};

/** How long (ms) an answer about the version may take. */
const answerMs = 1_000;
/** And while nobody listens: then every visitor may have to wait for it. */
const unsureMs = 400;
/** The standby has to be connected to first, on a machine that may have much to do. */
const standbyMs = 700;
/** After a failure nobody asks again for this long (ms): a database that is away must not hold up every request. */
const restMs = 250;

/** A version that is watched. */
export type VersionWatch = ReturnType<typeof watchVersion>;

/**
 * Which state of something the database holds, known without asking it: Postgres tells every instance of a committed
 * change. While the connection that listens is not known to be well, every request has to ask.
 */
export function watchVersion({ channel, question, onUnwatched, onWatched, onAnswering, heartbeatMs = 200 }: WatchedVersion) {
  let known: string | undefined;
  let latest: string | undefined;
  /** Whether a change was heard of whose number is not known yet. */
  let isOutdated = false;
  let lastConfirmed = new Date();
  let listener: Sql | undefined;
  /** For asking while nobody listens. */
  let fallbackConnection: Sql | undefined;
  let standbyConnection: Sql | undefined;
  let standbyRestUntil = 0;
  let isLooking = false;
  /** Counts what may have changed the version: an answer that was asked for before the last of these says nothing. */
  let events = 0;
  let restUntil = 0;
  let stopped = true;
  let running: Promise<string | undefined> | undefined;
  let next: Promise<string | undefined> | undefined;

  return {
    /** The version, where it is certain at this moment; undefined: `confirm` has to ask. */
    current: () => known,
    /** The last version that PostgreSQL reported, which may be out of date by now. */
    lastReported: () => latest,
    /**
     * The same, but undefined from the moment a newer change is announced until PostgreSQL has reported its number: nothing
     * older than that may be given out any more.
     */
    newest: () => (isOutdated ? undefined : latest),
    /** When Postgres last said that the version is the newest. */
    confirmedAt: () => lastConfirmed,
    confirm,
    /** Listens until `stop`, on a connection of its own that comes back by itself. */
    start: () => {
      if (!stopped) return;
      stopped = false;
      void listen();
    },
    /** Ends the connections. From then on the version is not known without asking. */
    stop: async () => {
      stopped = true;
      forget();
      const connections = [listener, fallbackConnection, standbyConnection];
      listener = undefined;
      fallbackConnection = undefined;
      standbyConnection = undefined;
      onAnswering?.('primary');
      await Promise.all(connections.map((connection) => connection?.end({ timeout: 1 })));
    },
  };

  /**
   * Asks Postgres for the version, in a query that starts after this call: it covers every change that anybody has seen
   * before. Callers share a query. Where the primary does not answer, the standby may, if it is no older than what was seen.
   * @returns undefined when Postgres does not answer within a second. Never throws.
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
    if (Date.now() < restUntil) return askStandby();
    const mine = listener;
    const before = events;
    const asked = Date.now();
    fallbackConnection ??= mine ? undefined : connect(() => {});
    try {
      const [row] = await within(mine ? answerMs : unsureMs, question(mine ?? (fallbackConnection as Sql)));
      latest = row?.version;
      lastConfirmed = new Date(asked);
      if (before === events) isOutdated = false;
      if (mine && mine === listener && before === events) known = row?.version;
      onAnswering?.('primary');
      closeStandby();
      return row?.version;
    } catch (error) {
      // A connection that was ended says nothing of the server: the next question goes over another at once.
      const isAway = !mine || error instanceof TooLate;
      if (isAway) restUntil = Date.now() + restMs;
      if (mine) onConnectionLost(mine, error);
      else closeFallback();
      return isAway ? askStandby() : undefined;
    }
  }

  /**
   * The version that the standby holds, where that is no older than what this process has seen or heard of. That it is no
   * older than what others have seen is what synchronous replication promises (`synchronous_commit = remote_apply`).
   */
  async function askStandby(): Promise<string | undefined> {
    if (!onAnswering || stopped || !hasStandby() || Date.now() < standbyRestUntil) return undefined;
    const before = events;
    const asked = Date.now();
    try {
      const [row] = await within(standbyMs, questionToStandby());
      const version = row?.version;
      if (!version || !isCurrentEnough(version)) throw new Error('The standby is behind what was seen of the primary');
      latest = version;
      lastConfirmed = new Date(asked);
      if (before === events) isOutdated = false;
      onAnswering('standby');
      return version;
    } catch {
      standbyRestUntil = Date.now() + restMs;
      onAnswering(undefined);
      closeStandby();
      return undefined;
    }
  }

  async function questionToStandby(): Promise<{ version: string }[]> {
    if (!standbyConnection) {
      await findServer(serverSetting('standby'));
      if (stopped) return [];
      standbyConnection ??= connect(() => {}, 'standby');
    }
    return question(standbyConnection);
  }

  function isCurrentEnough(version: string): boolean {
    if (latest === undefined) return true;
    const [name, number] = parts(version);
    const [latestName, latestNumber] = parts(latest);
    return name === latestName && (isOutdated ? number > latestNumber : number >= latestNumber);
  }

  async function listen(): Promise<void> {
    for (let tries = 0; !stopped; tries += 1) {
      await findServer(serverSetting('primary'));
      if (stopped) return;
      const connection = connect(() => onConnectionLost(connection));
      try {
        await within(answerMs, connection`listen ${connection(channel)}`);
        if (stopped) return void connection.end({ timeout: 1 });
        listener = connection;
        events += 1;
        restUntil = 0;
        await confirm();
        // Lost meanwhile: then another of these is under way.
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

  /** While nobody listens: reads that the primary did not answer wait to hear whether the standby takes them. */
  async function lookForStandby(): Promise<void> {
    if (isLooking || !onAnswering || !hasStandby()) return;
    isLooking = true;
    while (!listener && !stopped) {
      await confirm();
      await sleep(restMs);
    }
    isLooking = false;
  }

  async function heartbeat(connection: Sql): Promise<void> {
    while (listener === connection) {
      await sleep(heartbeatMs, undefined, { ref: false });
      if (listener === connection) await confirm();
    }
  }

  function onNotify(): void {
    isOutdated = true;
    forget();
    void confirm();
  }

  /** The connection is gone, or does not answer: nothing is certain until there is another. */
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

  function forget(): void {
    known = undefined;
    events += 1;
  }

  function closeFallback(): void {
    void fallbackConnection?.end({ timeout: 0 });
    fallbackConnection = undefined;
  }

  function closeStandby(): void {
    void standbyConnection?.end({ timeout: 0 });
    standbyConnection = undefined;
  }

  function connect(onclose: () => void, server: Server = 'primary'): Sql {
    return postgres(serverAddress(server), {
      max: 1,
      idle_timeout: null,
      max_lifetime: null,
      fetch_types: false,
      connect_timeout: answerMs / 1000,
      connection: { application_name: 'carma-site-watch', statement_timeout: answerMs },
      onnotice: () => {},
      onclose,
      // Not documented: docs/couplings.md says why.
      onnotify: onNotify,
    } as object);
  }
}

/** What is counted, and the number. */
function parts(version: string): [string, bigint] {
  const [number = '', ...name] = version.split(':').toReversed();
  return [name.join(), BigInt(number)];
}

class TooLate extends Error {}

/** @throws TooLate when `work` takes longer than `ms`, or as it does. */
async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TooLate(`Postgres did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
