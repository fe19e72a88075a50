import { auditWholeRecord } from '#server/domain/record/audit/audit.ts';
import { operate } from '#server/domain/record/book/operate.ts';
import { RecordProblem } from '#server/domain/record/book/operation.ts';
import { assertAppendable, currentCheckpoint, reportForked } from '#server/domain/record/log/checkpoint.ts';
import { LogForked } from '#server/domain/record/log/data-dir.ts';
import { compareWithMirror } from '#server/domain/record/log/mirror.ts';
import { askWitnesses, learnLastSignedFromWitnesses, startCountingAnswers } from '#server/domain/record/log/witnesses.ts';
import { countUnconfirmed } from '#server/domain/record/read/certificates.ts';
import { ownsRecord } from '#server/domain/record/read/own-log.ts';
import { query } from '#server/platform/database/query.ts';
import { log } from '#server/platform/log.ts';
import { createGauge } from '#server/platform/metrics.ts';
import { operations, rangesLimit } from '#shared/schemas/record.ts';
import { seedSampleRecord } from './sample-record.ts';

/** How often (ms) the jobs run: every quarter of an hour, as the log and the command say. */
const everyMs = 900_000;
/** How often (ms) the newest checkpoint is sent to witnesses that have not seen it: every minute, as the log says. */
const witnessesEveryMs = 60_000;
/** How often (ms) the record is audited, once an audit has ended. */
const auditEveryMs = 86_400_000;

const auditOk = createGauge(
  'carma_record_audit_ok',
  '1 if the last audit of the record found no difference, 0 if it did or if the log does not continue what was signed. NaN: none has ended yet, or the next that was due could not.',
);
let lastAudit = Number.NaN;
const setAudited = (result: number) => {
  lastAudit = result;
  auditOk.set(result);
};
setAudited(lastAudit);
const tablesOwned = createGauge(
  'carma_record_tables_owned',
  '1 if the login of the site owns the tables of the record, and could switch off what guards them; 0 if it only has its rights.',
);

const unconfirmed = createGauge(
  'carma_record_unconfirmed_retirements',
  'Retirements of the record with units that nobody has confirmed at their registry.',
);

/**
 * Runs the record's background jobs. The sample projects get their record, unless a log has begun. Every quarter of an hour,
 * reservations expire, a checkpoint is signed if there are new entries, a log that does not continue what was signed is reported, and
 * retirements that nobody has confirmed are counted. Once a day the record is audited. The newest checkpoint is sent to the witnesses
 * at the start and, every minute, to those that have not seen it. Returns a function that stops the jobs.
 */
export function startRecordJobs(): () => void {
  let auditedAt = Number.NEGATIVE_INFINITY;
  const run = async () => {
    const isAuditDue = performance.now() - auditedAt >= auditEveryMs;
    try {
      await runJobs(isAuditDue);
      if (isAuditDue) auditedAt = performance.now();
    } catch (error) {
      // Due again as soon as what failed is mended.
      auditedAt = Number.NEGATIVE_INFINITY;
      if (error instanceof LogForked) {
        reportForked(error);
        setAudited(0);
      } else {
        // An entry that cannot be read must not leave the gauge at the result of the audit before.
        if (isAuditDue && lastAudit === 1) setAudited(Number.NaN);
        log().warn({ event: 'record.job-failed', err: error }, 'The jobs of the record failed; retrying in a quarter of an hour');
      }
    }
  };
  void run();
  void startCountingAnswers();
  const tellWitnesses = ({ again }: { again: boolean }) =>
    void askWitnesses({ again }).catch((error) =>
      log().warn({ event: 'record.witness-job-failed', err: error }, 'Could not send the newest checkpoint; retrying in a minute'),
    );
  // At the start also if they have seen it: a witness that has seen more than the database has then says so.
  tellWitnesses({ again: true });
  const timers = [setInterval(() => void run(), everyMs), setInterval(() => tellWitnesses({ again: false }), witnessesEveryMs)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}

/** In this order: what was signed elsewhere is known before reservations end, and what was appended is signed before the audit. */
async function runJobs(isAuditDue: boolean): Promise<void> {
  if (isAuditDue) await reportOwner();
  await seedSampleRecord();
  await learnLastSignedFromWitnesses();
  await compareWithMirror();
  await assertAppendable();
  await expireReservations();
  await currentCheckpoint();
  if (isAuditDue) await auditRecord();
  unconfirmed.set((await countUnconfirmed()).certificates);
}

async function auditRecord(): Promise<void> {
  const result = await auditWholeRecord();
  setAudited(result.difference === null ? 1 : 0);
  if (result.difference === null) log().info({ event: 'record.audited', ...result }, 'The record matches its entries');
  else log().error({ event: 'record.differs', ...result }, 'The record does not match its entries');
}

async function reportOwner(): Promise<void> {
  const isOwned = await ownsRecord();
  tablesOwned.set(isOwned ? 1 : 0);
  if (isOwned)
    log().warn(
      { event: 'record.owned' },
      'The site logs in as the owner of the record’s tables, and could switch off what guards them. docs/deploy.md says how to give it a login of its own',
    );
}

/**
 * Releases what is left of every reservation that has ended, with an entry for every `rangesLimit` ranges of its serials. Each
 * entry names its reservation, so that under the lock of the log only units that still belong to it are released: what was bought or
 * reserved anew meanwhile stays. Several instances may run it at the same time.
 * @throws RecordProblem if the log accepts no entries.
 */
export async function expireReservations(): Promise<void> {
  const due = await query<{ reservation: number; serials: { batch: number; first: number; last: number }[]; key: string }[]>`
    select
      owner_entry::float8 as reservation,
      json_agg(json_build_object('batch', batch_id, 'first', lower(serials), 'last', upper(serials) - 1) order by place) as serials,
      'expire-' || owner_entry || '-' || min(id) as key
    from (
      select id, owner_entry, batch_id, serials, row_number() over (partition by owner_entry order by batch_id, serials) - 1 as place
      from unit_holdings
      where ended_entry is null and status = 'Reserved' and reserved_until < (now() at time zone 'Europe/London')::date
    ) as held
    group by owner_entry, place / ${rangesLimit}
    order by owner_entry, min(place)
  `;
  for (const { reservation, serials, key } of due) {
    const request = operations.release.parse({ reservation, serials, note: 'The reservation has expired' });
    try {
      await operate({ kind: 'release', request }, { key, actor: 'operator' });
    } catch (error) {
      // Somebody was faster. The next run releases what is left of the reservation.
      if (!(error instanceof RecordProblem) || error.code !== 'units_not_available') throw error;
    }
  }
}
