import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import { openQueueConnection, type QueueConnection } from '#server/platform/database/queue-connection.ts';
import { sql } from '#server/platform/database/sql.ts';
import type { Transaction } from '#server/platform/database/transaction.ts';
import { log } from '#server/platform/log.ts';
import { throttleByKey } from '#server/platform/throttle.ts';

/** A job only names a row of `mail_deliveries`, so that the queue holds no personal data. */
export type MailJob = { deliveryId: string };

export const mailQueue = 'mail';
export const deadMailQueue = 'mail-dead';

const textType = 25;
/** How long (ms) a message waits for the queue to start. Leaves time to store the message within DATABASE_WRITE_LIMIT_MS. */
const startLimitMs = 1_500;

/** Retries for about five days: after 5 s, 10 s, 20 s and so on, later every six hours. */
const retries = { retryLimit: 32, retryDelay: 5, retryBackoff: true, retryDelayMax: 6 * 3600 };
/** After this many seconds without a heartbeat, a job counts as dropped by a killed process. The minimum that pg-boss accepts. */
const heartbeatSeconds = 10;
const day = 86_400;

let started: Promise<PgBoss> | undefined;
let connection: QueueConnection | undefined;

/** Throttled, because every worker fails every second while PostgreSQL is down. */
const logError = throttleByKey<string | undefined>(60_000, (code, leftOut) =>
  log().warn({ event: 'queue.error', code, leftOut }, 'The queue had an error'),
);

/** Returns the queue, started at the first call. @throws the driver's error if PostgreSQL does not answer; the next call tries again. */
export function queue(): Promise<PgBoss> {
  started ??= start().catch((error) => {
    started = undefined;
    throw error;
  });
  return started;
}

/**
 * Queues mails in the caller's transaction, so that they exist if and only if its rows do. If the queue does not start, the rows
 * are stored without them, and server/mail/missed-mails.ts queues the mails later.
 */
export async function enqueueMailJobs(transaction: Transaction, deliveryIds: string[]): Promise<void> {
  const boss = await Promise.race([queue().catch(() => undefined), sleep(startLimitMs, undefined, { ref: false })]);
  if (!boss) return;
  const db = { executeSql: (text: string, values: unknown[] = []) => execute(transaction, text, values) };
  for (const deliveryId of deliveryIds) {
    const job = await boss.send(mailQueue, { deliveryId } satisfies MailJob, { db });
    if (!job) throw new Error(`The queue did not take the mail ${deliveryId}`);
  }
}

/** Deletes the jobs of mails in the caller's transaction. Returns how many there were. */
export async function deleteMailJobs(transaction: Transaction, deliveryIds: string[]): Promise<number> {
  const { count } = await transaction`
    delete from pgboss.job
    where name in (${mailQueue}, ${deadMailQueue}) and data ->> 'deliveryId' = any (${deliveryIds}::text[])
  `;
  return count;
}

/** Lets running jobs finish for up to `ms`, then closes the queue's connection, within two more seconds even if PostgreSQL hangs. */
export async function stopQueue(ms: number): Promise<void> {
  const stopping = started?.then((boss) => boss.stop({ graceful: true, timeout: ms })).catch(() => {});
  started = undefined;
  await Promise.race([stopping, sleep(ms + 1_000, undefined, { ref: false })]);
  await connection?.close();
  connection = undefined;
}

async function start(): Promise<PgBoss> {
  // Loaded here so that it does not delay the start of the site.
  const { PgBoss } = await import('pg-boss');
  const db = openQueueConnection();
  connection = db;
  const boss = new PgBoss({
    db,
    schema: 'pgboss',
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    schedule: false,
  });
  boss.on('error', (error) => logError((error as { code?: string }).code));
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
    await db.close();
    throw error;
  }
}

/** pg-boss passes JSON as text. Without the type, the driver would encode it a second time. */
async function execute(transaction: Transaction, text: string, values: unknown[]): Promise<{ rows: unknown[] }> {
  const typed = values.map((value) => (typeof value === 'string' ? sql.typed(value, textType) : value));
  return { rows: [...(await transaction.unsafe(text, typed))] };
}
