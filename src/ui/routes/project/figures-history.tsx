import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { formatDate } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { ProjectFigures } from '#src/schemas/project.ts';
import { ColumnHeads } from '#src/ui/sections/column-heads.tsx';

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
        <table className="w-full max-w-[40rem] border-collapse text-left">
          <caption className="sr-only">{texts.caption}</caption>
          <ColumnHeads columns={Object.values(texts.columns).map((label) => ({ label, className: 'py-2 pr-4' }))} />
          <tbody>
            {history.slice(1).map((figures) => (
              <tr key={figures.since.toISOString()} className="border-b border-rule">
                <th scope="row" className="py-2 pr-4 font-normal">
                  <time dateTime={figures.since.toISOString()}>{formatDate(figures.since)}</time>
                </th>
                <td className="figure py-2 pr-4">{formatPrice(figures)}</td>
                <td className="figure py-2 pr-4">{formatAvailable(figures)}</td>
                <td className="py-2">{figures.status}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
