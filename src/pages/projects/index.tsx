import { Suspense } from 'react';
import { searchProjects } from '#server/domain/projects/search.ts';
import { inTime } from '#server/http/page/page-context.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { closing, head, list, proof } from '#src/content/projects/index.ts';
import { CatalogueHead } from '#src/pages/_components/catalogue-head.tsx';
import { CataloguePage } from '#src/pages/_components/catalogue-page.tsx';
import { parseCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CompactHead } from '#src/ui/sections/compact-head.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';

export default async function ProjectsPage({ query: parameters }: { query: string }) {
  const { query, notes } = parseCatalogueQuery(new URLSearchParams(parameters));
  const search = unlessFailed('projects', searchProjects(query), 'Could not search the catalogue');
  // Tells the head whether there is a next page.
  const found = await inTime(search);
  return (
    <>
      <CatalogueHead asked={query} found={found} />
      <CompactHead title={head.title} lede={head.lede} link={head.finder} />
      <div className="page pb-5 md:pb-24">
        <Suspense fallback={<Spinner text={list.loading} />}>
          <CataloguePage content={list} notes={notes} search={search} />
        </Suspense>
      </div>
      <Static as="div">
        <NoteLine content={proof} />
        <ClosingCall content={closing} />
      </Static>
    </>
  );
}
