import { Suspense } from 'react';
import { activeFilters, type ProjectSearch, searchProjects } from '#server/domain/projects/search.ts';
import { inTime, Static, unlessFailed } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { closing, head, list, meta, proof } from '#shared/content/projects/index.ts';
import { type CatalogueQuery, catalogueSearch, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { CataloguePage, lastPageOf } from '#src/pages/_components/catalogue-page.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ClosingCall, CompactHead, NoteLine } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default async function ProjectsPage({ query: parameters }: { query: string }) {
  const { query, notes } = parseCatalogueQuery(new URLSearchParams(parameters));
  const search = unlessFailed('projects', searchProjects(query), 'Could not search the catalogue');
  // Tells the head whether there is a next page.
  const found = await inTime(search);
  return (
    <>
      <CatalogueHead asked={query} found={found} />
      <CompactHead {...head} printed={[`${env().PUBLIC_URL}/projects${catalogueSearch(found?.query ?? query)}`]} />
      <div className="page pb-5 md:pb-24">
        <Suspense fallback={<Spinner text={list.loading} />}>
          <CataloguePage notes={notes} search={search} address={`/projects${catalogueSearch(query)}`} />
        </Suspense>
      </div>
      <Static as="div">
        <NoteLine content={proof} />
        <ClosingCall content={closing} />
      </Static>
    </>
  );
}

/**
 * The head of the catalogue. Search engines may index the pages of the unfiltered list, each at the address of its table, but no
 * searches, filters or sort orders, and no page past the end. docs/decisions/011. `found` is undefined if the search was late or failed.
 */
function CatalogueHead({ asked, found }: { asked: CatalogueQuery; found: ProjectSearch | undefined }) {
  const query = found?.query ?? asked;
  const { page, sort } = query;
  const last = found && lastPageOf(found);
  const isWhole = activeFilters(query).length === 0 && sort === undefined;
  const isPastEnd = last !== undefined && page > last;
  const { PUBLIC_URL } = env();
  const search = (to: number) => catalogueSearch(query, { view: 'table', page: to });
  const title = page > 1 ? fill(meta.pageTitle, { page: formatCount(page) }) : meta.title;
  return (
    <>
      <PageHead meta={{ ...meta, title }} path="/projects" search={search(page)} isIndexed={isWhole && !isPastEnd} />
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
