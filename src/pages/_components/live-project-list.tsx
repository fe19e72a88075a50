import { listProjects } from '#server/domain/projects/list.ts';
import type { FacetCount } from '#server/domain/projects/search.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import type { list as listContent } from '#src/content/credits.ts';
import { card } from '#src/content/projects/card.ts';
import { list as catalogueTexts } from '#src/content/projects/index.ts';
import { lastKnownListIds } from '#src/lib/protocol/last-known.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { wholeListLimit } from '#src/schemas/project.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { Summary } from '#src/ui/controls/summary.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';
import { CatalogueSearch } from '#src/ui/routes/credits/catalogue-search.tsx';

/**
 * The list on /credits: all projects; of more than 60, the first 60 and a link to the rest. Above it, folded, stand the search and the
 * first filters of the catalogue.
 */
export async function LiveProjectList({ content }: { content: typeof listContent }) {
  const read = await unlessFailed('credits', listProjects({}, { limit: wholeListLimit, facets: true }), 'Could not list the projects');
  if (!read) {
    return (
      <div role="alert" className="grid justify-items-center gap-5 border-y border-rule py-12">
        <p className="text-[#9B1C15]">{content.error}</p>
        <ReloadButton label={content.tryAgain} address="/credits" />
      </div>
    );
  }
  const { projects, total, facets } = read;
  if (total === 0) return null;
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <Static as="div">
        <div id={lastKnownListIds.credits} />
        <details className="group mb-8 border-y border-rule">
          <Summary className="min-h-12 font-semibold">{content.find}</Summary>
          <div className="pb-5">
            <CatalogueSearch
              content={content.search}
              unitNames={catalogueTexts.values.units ?? {}}
              types={valuesOf(facets?.type)}
              countries={valuesOf(facets?.country)}
            />
            <TextLink href={content.filters.href}>{content.filters.label}</TextLink>
          </div>
        </details>
        <ProjectGrid projects={projects} texts={card} />
      </Static>
      <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-3">
        {total > projects.length && (
          <a href="/projects" className="btn-outline">
            {fill(content.more, { count: formatCount(total) })}
          </a>
        )}
        <CatalogueWatch texts={content.watch} seen={{ limit: wholeListLimit, total, latestChange }} />
      </div>
    </>
  );
}

const valuesOf = (counts: FacetCount[] = []) => counts.map(({ value }) => value);
