import type { list as listContent } from '#src/content/projects/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch } from '#src/schemas/catalogue-query.ts';
import { TextLink } from '#src/ui/controls/text-link.tsx';

type PageNumbersProps = { label: (typeof listContent)['pages']; last: number; query: CatalogueQuery };

const link = 'inline-flex min-h-11 min-w-11 items-center justify-center px-2';

/** Pagination: links to the first page, the last and those around the current one. */
export function PageNumbers({ label, last, query }: PageNumbersProps) {
  const { page } = query;
  if (last <= 1 || page > last) return null;
  const address = (to: number) => `/projects${catalogueSearch(query, { page: to })}#found`;
  return (
    <nav aria-label={label.label} className="mt-8 flex flex-wrap items-center gap-x-1 gap-y-2 border-t border-ink pt-4">
      {page > 1 && (
        <TextLink href={address(page - 1)} rel="prev" className="mr-3">
          {label.previous}
        </TextLink>
      )}
      <ol className="flex flex-wrap items-center">
        {visiblePages(page, last).map((number, index, all) => (
          <li key={number} className="figure flex items-center">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
              <span aria-hidden="true" className="px-1">
                …
              </span>
            )}
            <a
              href={address(number)}
              aria-label={fill(label.page, { page: formatCount(number) })}
              aria-current={number === page ? 'page' : undefined}
              className={`${link} hover:underline aria-[current]:(bg-canopy text-paper)`}
            >
              {formatCount(number)}
            </a>
          </li>
        ))}
      </ol>
      {page < last && (
        <TextLink href={address(page + 1)} rel="next" className="ml-3">
          {label.next}
        </TextLink>
      )}
    </nav>
  );
}

/** Returns at most seven page numbers. A gap is never just one page. */
function visiblePages(page: number, last: number): number[] {
  const middle = Math.min(Math.max(page, 3), last - 2);
  const around = [1, middle - 1, middle, middle + 1, last].filter((number) => number >= 1 && number <= last);
  const numbers = new Set([...around, ...(middle - 2 === 2 ? [2] : []), ...(middle + 2 === last - 1 ? [last - 1] : [])]);
  return [...numbers].sort((a, b) => a - b);
}
