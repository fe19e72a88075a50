import type { entries as entryWords, later as laterEntryWords } from '#src/content/record/index.ts';
import { describeUnconfirmed } from '#src/lib/record/describe-retirement.ts';
import { textOr } from '#src/lib/record/entry-texts.ts';
import { formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { RecordEntry } from '#src/schemas/record.ts';
import { Table } from '#src/ui/table.tsx';
import { confirmationsOf, correctionsOf, type RelatedEntry, retirementIn, type TextField, unitsOf } from '#verify/entry.ts';
import type { ProvedText } from '#verify/file.ts';
import { registryName } from '#verify/registries.ts';
import { formatUtcDate } from '#verify/words.ts';
import { type LinkedProject, ProjectLinks } from './project-links.tsx';

type Listed = {
  index: number;
  entry: RecordEntry;
  /** What the entry has in words: names, notes. */
  texts: Partial<Record<TextField, ProvedText>>;
  projects: LinkedProject[];
  /** Of a correction or a confirmation: the number of the certificate that it is about. */
  aboutCertificate: string | null;
  related: RelatedEntry[];
};
type Words = { words: typeof entryWords; laterWords: typeof laterEntryWords };

/** A table of log entries, newest first. */
export function LogEntryTable({ entries, words, laterWords }: Words & { entries: Listed[] }) {
  const { title, columns } = words;
  return (
    <Table
      caption={title}
      columns={[
        {
          name: columns.entry,
          cell: ({ index }) => (
            <a href={`/record/entries/${index}`} className="figure text-link inline-flex min-h-6 items-center text-canopy">
              {index}
            </a>
          ),
        },
        {
          name: columns.what,
          cell: ({ index, entry, texts, related, aboutCertificate }) => {
            const certificate = entry.certificate ?? aboutCertificate;
            return (
              <>
                {words.kinds[entry.kind]}{' '}
                {certificate && (
                  <a href={`/certificates/${certificate}`} className="figure text-link whitespace-nowrap text-canopy">
                    {certificate}
                  </a>
                )}
                <bdi className="block text-[0.875rem] text-ink-soft">{detailOf(entry, texts, words)}</bdi>
                <Later index={index} entry={entry} related={related} laterWords={laterWords} />
              </>
            );
          },
          className: 'min-w-0',
        },
        {
          name: columns.project,
          cell: ({ projects }) => <ProjectLinks projects={projects} className="underline-offset-4 hover:underline" />,
          className: 'order-4 col-span-2 col-start-2 min-w-0 text-[0.9375rem]',
        },
        { name: columns.units, cell: ({ entry }) => unitsOf(entry) > 0 && formatCount(unitsOf(entry)), kind: 'count' },
        {
          name: columns.when,
          cell: ({ entry }) => <time dateTime={entry.time}>{formatUtcDate(new Date(entry.time))}</time>,
          className: 'order-5 col-span-2 col-start-2 text-[0.875rem] text-ink-soft wide:whitespace-nowrap',
        },
      ]}
      rows={entries}
      row={() => ({ className: 'grid-cols-[auto_1fr_auto] gap-x-4' })}
    />
  );
}

/** Whether an entry was corrected and, of a retirement, whether the registry was seen to have it. */
function Later({ index, entry, related, laterWords }: Pick<Listed, 'index' | 'entry' | 'related'> & Pick<Words, 'laterWords'>) {
  return (
    <>
      {entry.certificate && (
        <span className="block text-[0.875rem] text-ink-soft">
          {describeUnconfirmed(retirementIn(entry).quantity, confirmationsOf(index, related), laterWords) ?? laterWords.confirmed}
        </span>
      )}
      {correctionsOf(index, related).map((one) => (
        <a key={one.index} href={`/record/entries/${one.index}`} className="block min-h-6 text-[0.875rem] text-clay underline">
          {fill(laterWords.correctedBy, { index: String(one.index) })}
        </a>
      ))}
    </>
  );
}

function detailOf(entry: RecordEntry, texts: Listed['texts'], words: typeof entryWords): string {
  if (entry.kind === 'retire')
    return fill(words.for, { beneficiary: isolate(texts.beneficiary ? textOr(texts.beneficiary, words) : words.erased) });
  if (entry.until) return fill(words.until, { date: formatDay(entry.until) });
  return (
    entry.registryRetirementId ??
    entry.source ??
    entry.reason ??
    entry.correction ??
    (entry.lines[0] ? registryName(entry.lines[0].registry) : '')
  );
}
