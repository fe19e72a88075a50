import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';

// Which state of the catalogue the database holds, known without asking it: Postgres tells every instance of a committed
// change (db/migrations/0007). While that connection is not known to be well, every request has to ask.

/** The catalogue's version: which table it is counted in (a restored database has another), and the last change's number. */
type Version = string;

/** How often (ms) the listening connection shows that it is well, and how long it may take to. */
const heartbeatMs = 200;
/** How long (ms) an answer about the version may take. */
const answerMs = 1_000;
/** And while nobody listens: then every visitor may have to wait for it. */
const unsureMs = 400;
/** After a failure nobody asks again for this long (ms): a database that is away must not hold up every request. */
const restMs = 250;

let known: Version | undefined;
let latest: Version | undefined;
/** Whether a change was heard of whose number is not known yet. */
let isOutdated = false;
let listener: postgres.Sql | undefined;
/** Counts what may have changed the version: an answer that was asked for before the last of these says nothing. */
let events = 0;
let restUntil = 0;
let stopped = true;

/** The version, when it is certain at this moment; undefined when one has to ask. */
export function currentVersion(): Version | undefined {
  return known;
}

/** The version that was last heard of: the one now, or an older one. */
export function latestVersion(): Version | undefined {
  return latest;
}

/**
 * The newest version that this instance knows to have been, for as long as it knows of none after it: what is of an older one
 * is not given out any more. Undefined once a change was heard of and Postgres has not said its number.
 */
export function newestVersion(): Version | undefined {
  return isOutdated ? undefined : latest;
}

/** When Postgres last said that the version is the one of `newestVersion`. */
export function confirmedAt(): Date {
  return lastConfirmed;
}

let lastConfirmed = new Date();
let running: Promise<Version | undefined> | undefined;
let next: Promise<Version | undefined> | undefined;

/**
 * Asks Postgres for the version, in a query that starts after this call: it covers every change that anybody has seen
 * before. Callers share a query. @returns undefined when Postgres does not answer within a second. Never throws.
 */
export function confirmVersion(): Promise<Version | undefined> {
  if (!running) return run();
  next ??= running.then(() => {
    next = undefined;
    return running ?? run();
  });
  return next;
}

function run(): Promise<Version | undefined> {
  running = ask().finally(() => {
    running = undefined;
  });
  return running;
}

async function ask(): Promise<Version | undefined> {
  if (Date.now() < restUntil) return undefined;
  const mine = listener;
  const before = events;
  const asked = Date.now();
  const connection = mine ?? spare();
  try {
    const [row] = await within(
      mine ? answerMs : unsureMs,
      connection<{ version: Version }[]>`
        select 'project_changes'::regclass::oid || ':' || coalesce(max(seq), 0) as version
        from project_changes
      `,
    );
    latest = row?.version;
    lastConfirmed = new Date(asked);
    if (before === events) isOutdated = false;
    if (mine && mine === listener && before === events) known = row?.version;
    return row?.version;
  } catch (error) {
    // A connection that was ended says nothing of the server: the next question goes over another at once.
    if (!mine || error instanceof TooLate) restUntil = Date.now() + restMs;
    if (mine) lose(mine, error);
    else closeSpare();
    return undefined;
  }
}

/** Listens to changes of the catalogue until `stopCatalogueWatch`, on a connection of its own that comes back by itself. */
export function startCatalogueWatch(): void {
  if (!stopped) return;
  stopped = false;
  void listen();
}

/** Ends the connection of the watch. From then on the version is not known without asking. */
export async function stopCatalogueWatch(): Promise<void> {
  stopped = true;
  known = undefined;
  events += 1;
  const connections = [listener, spareConnection];
  listener = undefined;
  spareConnection = undefined;
  await Promise.all(connections.map((connection) => connection?.end({ timeout: 1 })));
}

async function listen(): Promise<void> {
  for (let tries = 0; !stopped; tries += 1) {
    const connection = connect(() => lose(connection));
    try {
      await within(answerMs, connection`listen catalogue`);
      if (stopped) return void connection.end({ timeout: 1 });
      listener = connection;
      events += 1;
      restUntil = 0;
      await confirmVersion();
      // Lost meanwhile: then another of these is under way.
      if (listener !== connection) return;
      closeSpare();
      if (tries > 0) log().info({ event: 'catalogue.watched', tries }, 'Hears of changes of the catalogue again');
      void keepWell(connection);
      return;
    } catch (error) {
      if (tries === 0)
        log().warn({ event: 'catalogue.unwatched', err: error }, 'Does not hear of changes of the catalogue: every request asks');
      void connection.end({ timeout: 0 });
      await sleep(Math.min(100 * 2 ** tries, 1_000));
    }
  }
}

async function keepWell(connection: postgres.Sql): Promise<void> {
  while (listener === connection) {
    await sleep(heartbeatMs, undefined, { ref: false });
    if (listener === connection) await confirmVersion();
  }
}

/** The connection is gone, or does not answer: nothing is certain until there is another. */
function lose(connection: postgres.Sql, error?: unknown): void {
  if (listener !== connection) return;
  known = undefined;
  events += 1;
  listener = undefined;
  log().warn({ event: 'catalogue.unwatched', err: error }, 'Does not hear of changes of the catalogue: every request asks');
  void connection.end({ timeout: 0 });
  void listen();
}

function heard(): void {
  isOutdated = true;
  known = undefined;
  events += 1;
  void confirmVersion();
}

let spareConnection: postgres.Sql | undefined;

/** For asking while nobody listens. */
function spare(): postgres.Sql {
  spareConnection ??= connect(() => {});
  return spareConnection;
}

function closeSpare(): void {
  void spareConnection?.end({ timeout: 0 });
  spareConnection = undefined;
}

function connect(onclose: () => void): postgres.Sql {
  const { DATABASE_URL } = env();
  if (!DATABASE_URL) throw new Error('DATABASE_URL is not set: the process entry sets it when the embedded server runs');
  // `onnotify` is what the driver's own listen() is made of; that one comes back by itself without saying it was away.
  return postgres(DATABASE_URL, {
    max: 1,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    connect_timeout: answerMs / 1000,
    connection: { application_name: 'carma-site-watch', statement_timeout: answerMs },
    onnotice: () => {},
    onclose,
    onnotify: heard,
  } as object);
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
