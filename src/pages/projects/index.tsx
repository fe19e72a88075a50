import { Suspense } from 'react';
import { searchProjects } from '#server/domain/projects/search.ts';
import { inTime } from '#server/http/page/page-context.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { proof } from '#src/content/ledger.ts';
import { closing, head, list } from '#src/content/projects/index.ts';
import { CatalogueHead } from '#src/pages/_components/catalogue-head.tsx';
import { CataloguePage } from '#src/pages/_components/catalogue-page.tsx';
import { parseCatalogueQuery } from '#src/schemas/catalogue-query.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { NoteLine } from '#src/ui/sections/note-line.tsx';

export default async function ProjectsPage({ query: parameters }: { query: string }) {
  const { query, notes } = parseCatalogueQuery(new URLSearchParams(parameters));
  const search = searchProjects(query).catch((error: unknown) => {
    reportPageError('projects', error, 'Could not search the catalogue');
    return undefined;
  });
  // Tells the head whether there is a next page.
  const found = await inTime(search);
  return (
    <>
      <CatalogueHead asked={query} found={found} />
      <div className="page pt-6 pb-16 md:(pt-10 pb-24)">
        <h1 className="display-2">{head.title}</h1>
        <p className="mt-1 max-w-[46rem] text-ink-soft md:mt-2">
          {head.lede}{' '}
          <a href={head.finder.href} className="text-link inline-flex min-h-6 items-center text-canopy">
            {head.finder.label}
          </a>
        </p>
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
