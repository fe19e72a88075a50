import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import { throttleByKey } from '#server/platform/throttle.ts';

/** A job names a row of `mail_deliveries` and holds nothing else: no personal data in the queue. */
export type MailJob = { deliveryId: string };

export const mailQueue = 'mail';
export const deadMailQueue = 'mail-dead';

/** The queue's own connections, beside the site's pool. */
const connections = 3;
const textType = 25;
/** How long (ms) one of its queries may take. */
const queryLimitMs = 15_000;
/** How long (ms) a message waits for the queue's start: well within DATABASE_WRITE_LIMIT_MS, with time left to be stored. */
const patienceMs = 1_500;

/** Tries for about five days: after 5 s, 10 s, 20 s ... and then every six hours. */
const retries = { retryLimit: 32, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * 3600 };
/** Seconds without a sign of life after which a job counts as dropped by a killed process: the least that pg-boss takes. */
const heartbeatSeconds = 10;
const day = 86_400;

let started: Promise<PgBoss> | undefined;

/** While Postgres is away each worker fails every second, which the requests that fail say already. */
const sayError = throttleByKey<string | undefined>(60_000, (code, leftOut) =>
  log().warn({ event: 'queue.error', code, leftOut }, 'The queue had an error'),
);

/** The queue, started at the first call. @throws the driver's error when Postgres does not answer; the next call tries again. */
export function queue(): Promise<PgBoss> {
  started ??= start().catch((error) => {
    started = undefined;
    throw error;
  });
  return started;
}

/**
 * Queues mails in the caller's transaction: they are there when its rows are, and never without them. Where the queue does
 * not start, what the mails are about is stored all the same, and they wait for server/mail/missed-mails.ts.
 */
export async function enqueueMailJobs(transaction: Transaction, deliveryIds: string[]): Promise<void> {
  const boss = await Promise.race([queue().catch(() => undefined), sleep(patienceMs, undefined, { ref: false })]);
  if (!boss) return;
  const db = { executeSql: (text: string, values: unknown[] = []) => execute(transaction, text, values) };
  for (const deliveryId of deliveryIds) {
    const job = await boss.send(mailQueue, { deliveryId } satisfies MailJob, { db });
    if (!job) throw new Error(`The queue did not take the mail ${deliveryId}`);
  }
}

/** Lets running jobs finish for up to `ms`, then lets go of the queue's connections. */
export async function stopQueue(ms: number): Promise<void> {
  const boss = await started?.catch(() => undefined);
  started = undefined;
  const stopped = boss?.stop({ graceful: true, timeout: ms, close: true }).catch(() => {});
  // Connections of a server that stands still do not end by themselves.
  await Promise.race([stopped, sleep(ms + 1_000)]);
}

/**
 * The address of the database as the queue's driver has to be given it. To it alone `sslmode=require` means a certificate
 * of a public authority, which a managed PostgreSQL seldom has; so it reads it as libpq, psql and the site's pool do.
 */
export function queueAddress(databaseUrl: string): string {
  const isLoose = ['require', 'prefer'].includes(new URL(databaseUrl).searchParams.get('sslmode') ?? '');
  return isLoose ? `${databaseUrl}&uselibpqcompat=true` : databaseUrl;
}

async function start(): Promise<PgBoss> {
  // No visitor waits for it at a start.
  const { PgBoss } = await import('pg-boss');
  const settings = {
    connectionString: queueAddress(env().DATABASE_URL ?? ''),
    application_name: 'carma-queue',
    schema: 'pgboss',
    max: connections,
    connectionTimeoutMillis: env().DATABASE_CONNECT_TIMEOUT_MS,
    // A server that stands still says nothing; these are the driver's own limits. The next try opens another connection.
    query_timeout: queryLimitMs,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    schedule: false,
  };
  const boss = new PgBoss(settings);
  boss.on('error', (error) => sayError((error as { code?: string }).code));
  try {
    await boss.start();
    await boss.createQueue(deadMailQueue, { retentionSeconds: 365 * day });
    await boss.createQueue(mailQueue, {
      ...retries,
      heartbeatSeconds,
      expireInSeconds: 900,
      retentionSeconds: 30 * day,
      deadLetter: deadMailQueue,
    });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

/** pg-boss gives its values as text; left to itself, the driver would write JSON text into JSON once more. */
async function execute(transaction: Transaction, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const typed = values.map((value) => (typeof value === 'string' ? sql.typed(value, textType) : value));
  return { rows: [...(await transaction.unsafe(text, typed))] };
}
