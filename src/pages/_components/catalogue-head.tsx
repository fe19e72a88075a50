import { activeFilters, type ProjectSearch } from '#server/domain/projects/search.ts';
import { env } from '#server/platform/env.ts';
import { meta } from '#src/content/projects/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch } from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#src/schemas/project.ts';
import { PageHead } from './page-head.tsx';

/** `found` is undefined if the search was late or failed. */
type CatalogueHeadProps = { asked: CatalogueQuery; found: ProjectSearch | undefined };

/**
 * The head of the catalogue. Search engines may index the pages of the unfiltered list, each at its own address, but no
 * searches, filters or sort orders, and no page past the end. docs/decisions/011.
 */
export function CatalogueHead({ asked, found }: CatalogueHeadProps) {
  const query = found?.query ?? asked;
  const { page, sort } = query;
  const last = found && Math.max(1, Math.ceil(found.total / cataloguePageSize));
  const whole = activeFilters(query).length === 0 && sort === undefined;
  const pastEnd = last !== undefined && page > last;
  const { PUBLIC_URL } = env();
  const search = (to: number) => catalogueSearch(query, { view: 'table', page: to });
  const title = page > 1 ? fill(meta.pageTitle, { page: formatCount(page) }) : meta.title;
  return (
    <>
      <PageHead meta={{ ...meta, title }} path="/projects" search={search(page)} indexed={whole && !pastEnd} />
      {page > 1 && <link rel="prev" href={`${PUBLIC_URL}/projects${search(Math.min(page - 1, last ?? page))}`} />}
      {last !== undefined && page < last && <link rel="next" href={`${PUBLIC_URL}/projects${search(page + 1)}`} />}
      <link
        rel="alternate"
        type="application/atom+xml"
        title="Carma: carbon projects"
        href={`${PUBLIC_URL}/projects.xml${catalogueSearch(query, { view: 'table', sort: undefined, page: 1 })}`}
      />
    </>
  );
}
