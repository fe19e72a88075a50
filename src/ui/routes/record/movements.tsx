import type { entries, movements } from '#src/content/record/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { OperationKind, UnitStatus } from '#src/schemas/record.ts';
import { Table } from '#src/ui/table.tsx';
import { formatUtcDate } from '#verify/words.ts';
import { StateBar, stateFills } from './state-bar.tsx';

type Moved = {
  kind: OperationKind;
  status: UnitStatus;
  month: number;
  year: number;
  latest: { index: number; createdAt: Date } | undefined;
};
type MovementsProps = {
  texts: typeof movements;
  kinds: (typeof entries)['kinds'];
  /** Units by step, with the state that it puts them into and the newest entry. */
  moved: Moved[];
};

/** What came in, was reserved, sold and retired lately. The bar leaves out what came in, because next to that the others would be nothing. */
export function Movements({ texts, kinds, moved }: MovementsProps) {
  const { columns } = texts;
  const parts = moved.filter(({ kind, year }) => kind !== 'receive' && year > 0);
  return (
    <section aria-labelledby="record-movements" className="mt-8">
      <h2 id="record-movements" className="display-3 mb-3">
        {texts.title}
      </h2>
      {parts.length > 0 && (
        <StateBar
          label={`${texts.bar}: ${parts.map(({ kind, year }) => `${kinds[kind]} ${formatCount(year)}`).join(', ')}`}
          parts={parts.map(({ status, year }) => ({ status, units: year }))}
        />
      )}
      <Table
        caption={texts.title}
        isNarrow
        className="mt-3"
        columns={[
          {
            name: columns.step,
            cell: ({ kind, status, latest }) => (
              <>
                <svg viewBox="0 0 12 12" aria-hidden="true" className="mr-3 inline size-3">
                  <rect width="12" height="12" fill={stateFills[status]} stroke="currentColor" />
                </svg>
                {kinds[kind]}
                <Latest texts={texts} entry={latest} />
              </>
            ),
          },
          { name: columns.month, cell: ({ month }) => formatCount(month), kind: 'count', className: 'md:text-[1.125rem]' },
          { name: columns.year, cell: ({ year }) => formatCount(year), kind: 'count', className: 'md:text-[1.125rem]' },
        ]}
        rows={moved}
      />
      <p className="mt-2 text-[0.9375rem] text-ink-soft">{texts.note}</p>
    </section>
  );
}

function Latest({ texts, entry }: { texts: typeof movements; entry: Moved['latest'] }) {
  if (!entry) return <span className="block text-[0.875rem] text-ink-soft">{texts.none}</span>;
  return (
    <a
      href={`/record/entries/${entry.index}`}
      className="flex min-h-6 items-center text-[0.875rem] text-ink-soft underline underline-offset-4"
    >
      {fill(texts.latest, { index: String(entry.index), date: formatUtcDate(entry.createdAt) })}
    </a>
  );
}
