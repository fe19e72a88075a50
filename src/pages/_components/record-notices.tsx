import { findMissingEntries, findOwnLog, listEndedLogs } from '#server/domain/record/read/own-log.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { behind, endedLogs } from '#src/content/record/recovery.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { RecordNotice } from '#src/ui/routes/record/record-notice.tsx';

/** What a visitor has to know about the log as a whole: that entries are missing, or that an earlier log has ended. */
export async function RecordNotices() {
  const found = await unlessFailed(
    'record-notices',
    Promise.all([findMissingEntries(), findOwnLog(), listEndedLogs()]),
    'Could not read what is missing of the record',
  );
  if (!found) return null;
  const [missing, log, ended] = found;
  return (
    <>
      {missing && (
        <RecordNotice
          title={behind.title}
          texts={[
            fill(behind.body, {
              signed: formatCount(missing.signed),
              size: formatCount(missing.size),
              first: String(missing.size),
              last: String(missing.signed - 1),
            }),
          ]}
        />
      )}
      {ended.map(({ origin, size, kept, note, reason, endedAt }) => (
        <RecordNotice
          key={origin}
          title={endedLogs.title}
          texts={[
            fill(endedLogs.body, {
              log: origin,
              date: formatDate(endedAt),
              size: formatCount(size),
              now: log?.origin ?? '',
              kept: formatCount(kept),
            }),
            fill(endedLogs.reason, { reason }),
            ...(size > kept
              ? [fill(endedLogs.lost, { count: formatCount(size - kept), first: String(kept), last: String(size - 1) })]
              : []),
          ]}
          source={{ label: endedLogs.note, text: note }}
        />
      ))}
    </>
  );
}
