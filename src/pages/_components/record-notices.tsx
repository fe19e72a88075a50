import { findMissingEntries, listEndedLogs } from '#server/domain/record/read/own-log.ts';
import { unlessFailed } from '#server/http/page/page.ts';
import { behind, endedLogs } from '#shared/content/record/recovery.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { Paragraphs, Summary } from '#src/ui/controls/texts.tsx';
import { entryNumber, fill, formatCount, formatUtcDate } from '#verify/text.ts';

/** Notices about the log as a whole: that entries are missing, or that an earlier log has ended. */
export async function RecordNotices() {
  const found = await unlessFailed(
    'record-notices',
    Promise.all([findMissingEntries(), listEndedLogs()]),
    'Could not read what is missing of the record',
  );
  if (!found) return null;
  const [missing, ended] = found;
  const notices: { title: string; texts: string[]; checkpoint?: string }[] = ended.map(
    ({ origin, size, held, note, reason, endedAt, continuedBy }) => ({
      title: endedLogs.title,
      texts: [
        fill(endedLogs.body, {
          log: origin,
          date: formatUtcDate(endedAt),
          entries: countOf(size, 'entry', 'entries'),
          continuedBy,
          kept: formatCount(held),
        }),
        fill(endedLogs.reason, { reason }),
        ...(size > held ? [fill(endedLogs.lost, { count: formatCount(size - held), first: entryNumber(held) })] : []),
      ],
      checkpoint: note,
    }),
  );
  if (missing) {
    const { signed, size } = missing;
    const counts = { signed: countOf(signed, 'entry', 'entries'), size: formatCount(size), first: entryNumber(size) };
    notices.unshift({ title: behind.title, texts: [fill(behind.body, counts)] });
  }
  return notices.map(({ title, texts, checkpoint }) => (
    <section key={texts[0]} className="my-6 max-w-[52rem] border-l-3 border-clay bg-paper-bright px-4 py-3">
      <h2 className="font-semibold">{title}</h2>
      <Paragraphs texts={texts} className="mt-1 break-words" />
      {checkpoint && (
        <details className="mt-1">
          <Summary className="min-h-11 !justify-start gap-4">{endedLogs.note}</Summary>
          <pre className="overflow-x-auto whitespace-pre-wrap break-all font-mono text-[0.75rem] leading-relaxed">{checkpoint}</pre>
        </details>
      )}
    </section>
  ));
}
