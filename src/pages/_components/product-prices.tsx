import { readLowestPrices } from '#server/domain/projects/figures.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import type { prices } from '#src/content/home.ts';
import { formatPounds } from '#src/lib/money/money.ts';
import { fill } from '#src/lib/text/fill.ts';
import { catalogueSearch, emptyCatalogueQuery } from '#src/schemas/catalogue-query.ts';

/** The lowest price of each product on sale, as links to its list, and the doors to mixes and to the proof. */
export async function ProductPrices({ content }: { content: typeof prices }) {
  const lowest = await unlessFailed('home', readLowestPrices(content.types), 'Could not read the lowest prices');
  return (
    <div className="mt-4 text-[0.9375rem] md:text-base">
      {lowest && lowest.length > 0 && (
        <ul className="flex flex-wrap gap-x-6">
          {lowest.map(({ type, pence, isPending }) => (
            <li key={type}>
              <a
                href={`/projects${catalogueSearch(emptyCatalogueQuery, { type: [type], status: ['On sale'], sort: 'price' })}`}
                className="inline-flex min-h-7 items-center gap-x-1.5 underline underline-offset-5"
              >
                {fill(content.from, { type })} <strong className="figure text-lichen">{formatPounds(pence)}</strong>{' '}
                {isPending && content.pending}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-6 text-[0.875rem] text-canopy-mist">
        {lowest && lowest.length > 0 && content.unit}
        {[content.finder, content.proof].map(({ label, href }) => (
          <a key={href} href={href} className="inline-flex min-h-6 items-center text-paper underline underline-offset-5">
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
