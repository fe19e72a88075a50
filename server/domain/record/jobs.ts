import { audit } from '#server/domain/record/book/audit.ts';
import { expireReservations } from '#server/domain/record/book/expire-reservations.ts';
import { seedSampleRecord } from '#server/domain/record/book/sample-record.ts';
import { assertAppendable, currentCheckpoint, LogForked, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { log } from '#server/platform/log.ts';
import { observeAudit } from '#server/platform/metrics/instruments.ts';

const everyMs = 3_600_000;
const auditEvery = 24;

/**
 * What the record does by itself: the record of the sample projects begins with a new installation; reservations expire,
 * and what is not covered by a checkpoint is signed, every hour; everything is worked out anew once a day. A log that does
 * not continue what was signed is reported every hour. Returns how to stop it.
 */
export function startRecordJobs(): () => void {
  let hours = 0;
  const run = () =>
    void work(hours++ % auditEvery === 0).catch((error) => {
      if (error instanceof LogForked) {
        reportForked(error);
        observeAudit(false);
      } else log().warn({ event: 'record.job-failed', err: error }, 'The work of the record failed; tried again in an hour');
    });
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function work(isAuditDue: boolean): Promise<void> {
  await seedSampleRecord();
  await assertAppendable();
  await expireReservations();
  await currentCheckpoint();
  if (!isAuditDue) return;
  const result = await audit();
  observeAudit(result.difference === null);
  if (result.difference === null) log().info({ event: 'record.audited', ...result }, 'The record was worked out anew from its entries');
  else log().error({ event: 'record.differs', ...result }, 'The record is not what its entries say');
}
