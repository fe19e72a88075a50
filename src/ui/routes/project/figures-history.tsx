import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';
import { Table } from '#src/ui/table.tsx';

/** `history`: the newest figures first. */
type FiguresHistoryProps = { history: ProjectFigures[]; texts: (typeof projectTexts)['history'] };

/**
 * Since when the price applies, if it has changed, and the earlier prices and volumes, if there are any. A price that has never
 * changed gets no date: it would be the day on which the entry was loaded, which says nothing about the price.
 */
export function FiguresHistory({ history, texts }: FiguresHistoryProps) {
  const [present] = history;
  if (!present || present.pricePerCredit === null || history.length === 1) return null;
  // The price may have changed earlier than the volume.
  const changed = history.findIndex(({ pricePerCredit }) => pricePerCredit !== present.pricePerCredit);
  const first = history[changed - 1];
  return (
    <div className="mt-2 text-[0.9375rem] text-ink-soft">
      {first && (
        <p>
          {fill(texts.since, { price: formatPrice(present) })} <time dateTime={first.since.toISOString()}>{formatDate(first.since)}</time>.
        </p>
      )}
      <details className="mt-1">
        <summary className="inline-flex min-h-11 cursor-pointer items-center">
          <span className="text-link text-canopy">{texts.title}</span>
        </summary>
        <Table
          caption={texts.caption}
          className="max-w-[40rem]"
          columns={[
            {
              name: texts.columns.since,
              cell: ({ since }) => (
                <>
                  <span className="wide:hidden">{texts.columns.since} </span>
                  <time dateTime={since.toISOString()}>{formatDate(since)}</time>
                </>
              ),
            },
            { name: texts.columns.price, cell: formatPrice, kind: 'figure', className: 'narrow:text-right' },
            {
              name: texts.columns.available,
              cell: (figures) => (
                <>
                  {formatAvailable(figures)}
                  <span className="wide:hidden"> {texts.columns.available}</span>
                </>
              ),
              kind: 'figure',
            },
            { name: texts.columns.status, cell: ({ status }) => status, className: 'narrow:text-right' },
          ]}
          rows={history.slice(1)}
          row={() => ({ className: 'grid-cols-[minmax(0,1fr)_auto] gap-x-4' })}
        />
      </details>
    </div>
  );
}
