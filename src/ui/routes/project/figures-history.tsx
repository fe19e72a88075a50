import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';
import { StackedTable } from '#src/ui/sections/stacked-table.tsx';

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
        <StackedTable
          caption={texts.caption}
          columns={Object.values(texts.columns).map((label) => ({ label, className: 'py-2 pr-4' }))}
          className="max-w-[40rem]"
        >
          {history.slice(1).map((figures) => (
            <tr
              key={JSON.stringify(figures)}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-b border-rule py-2 md:(table-row py-0)"
            >
              <th scope="row" className="font-normal md:(table-cell py-2 pr-4)">
                <span className="md:hidden">{texts.columns.since} </span>
                <time dateTime={figures.since.toISOString()}>{formatDate(figures.since)}</time>
              </th>
              <td className="figure text-right md:(table-cell py-2 pr-4 text-left)">{formatPrice(figures)}</td>
              <td className="figure md:(table-cell py-2 pr-4)">
                {formatAvailable(figures)}
                <span className="md:hidden"> {texts.columns.available}</span>
              </td>
              <td className="text-right md:(table-cell py-2 text-left)">{figures.status}</td>
            </tr>
          ))}
        </StackedTable>
      </details>
    </div>
  );
}
