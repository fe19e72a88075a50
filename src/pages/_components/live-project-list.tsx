import type { FacetCount } from '#server/domain/projects/count-facets.ts';
import { countUnpriced } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import type { list as listContent } from '#src/content/credits.ts';
import { card } from '#src/content/projects/card.ts';
import { list as catalogueTexts } from '#src/content/projects/index.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, projectCount } from '#src/lib/text/numbers.ts';
import { wholeListLimit } from '#src/schemas/project.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';
import { CatalogueSearch } from '#src/ui/routes/credits/catalogue-search.tsx';

/** How many projects are shown at first; the others can be expanded. */
const firstProjects = 9;

/**
 * The list on /credits: all projects that have a price, nine of them shown at first; of more than 60, the first 60 and a link to the rest.
 * Above it stand the search and the first filters of the catalogue.
 */
export async function LiveProjectList({ content }: { content: typeof listContent }) {
  const reading = Promise.all([listProjects({}, { limit: wholeListLimit, priced: true, facets: true }), countUnpriced()]);
  const read = await unlessFailed('credits', reading, 'Could not list the projects');
  if (!read) {
    return (
      <div role="alert" className="grid justify-items-center gap-5 border-y border-rule py-12">
        <p className="text-[#9B1C15]">{content.error}</p>
        <ReloadButton label={content.tryAgain} address="/credits" />
      </div>
    );
  }
  const [{ projects, total, facets }, unpriced] = read;
  const withoutPrice = unpriced > 0 && (
    <p className="mt-8 text-ink-soft">
      {fill(content.unpriced.text, { projects: projectCount(unpriced) })}{' '}
      <a href={content.unpriced.link.href} className="text-link text-canopy">
        {content.unpriced.link.label}
      </a>
    </p>
  );
  if (total === 0) return withoutPrice;
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <Static as="div">
        <CatalogueSearch
          content={content.search}
          unitNames={catalogueTexts.values.units ?? {}}
          types={valuesOf(facets?.type)}
          countries={valuesOf(facets?.country)}
        />
        <div className="mt-6">
          <ProjectGrid projects={projects.slice(0, firstProjects)} texts={card} />
        </div>
      </Static>
      <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-3">
        {projects.length > firstProjects && (
          <Static as="details" className="group open:w-full">
            <summary className="btn-outline w-fit cursor-pointer group-open:hidden">
              {fill(content.all, { count: formatCount(Math.min(total, projects.length)) })}
            </summary>
            <ProjectGrid projects={projects.slice(firstProjects)} texts={card} />
          </Static>
        )}
        <TextLink href={content.filters.href}>{content.filters.label}</TextLink>
        <CatalogueWatch texts={content.watch} seen={{ limit: wholeListLimit, total, latestChange }} />
      </div>
      {withoutPrice}
      {total > projects.length && (
        <p className="mt-12">
          <a href="/projects" className="btn-outline">
            {fill(content.more, { count: formatCount(total) })}
          </a>
        </p>
      )}
    </>
  );
}

const valuesOf = (counts: FacetCount[] = []) => counts.map(({ value }) => value);
