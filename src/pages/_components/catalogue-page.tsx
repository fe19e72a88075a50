import { log } from '#server/log.ts';
import { listProjects } from '#server/projects/list.ts';
import type { list as listContent } from '#src/content/projects/index.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { cataloguePageSize, type ProjectList } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/project-grid.tsx';
import { ReloadButton } from '#src/ui/reload-button.tsx';

type CataloguePageProps = { content: typeof listContent; page: number };

/** One page of the whole catalogue, with the ways to the next and the previous one. */
export async function CataloguePage({ content, page }: CataloguePageProps) {
  const offset = (page - 1) * cataloguePageSize;
  let list: ProjectList;
  try {
    list = await listProjects({ limit: cataloguePageSize, offset });
  } catch (error) {
    log().error({ event: 'page.query-failed', page: 'projects', err: error }, 'Could not list the catalogue');
    return (
      <div role="alert" className="mt-10 grid justify-items-center gap-5 border-y border-rule py-12">
        <p className="text-[#9B1C15]">{content.error}</p>
        <ReloadButton label={content.tryAgain} address="/projects" />
      </div>
    );
  }
  const { projects, total } = list;
  if (projects.length === 0) {
    return (
      <p className="mt-8">
        {content.empty}{' '}
        <a href="/projects" className="text-link text-canopy">
          {content.first}
        </a>
      </p>
    );
  }
  const shown = content.shown
    .replace('{from}', formatCount(offset + 1))
    .replace('{to}', formatCount(offset + projects.length))
    .replace('{total}', formatCount(total));
  const hasNext = offset + projects.length < total;
  return (
    <>
      <p className="mt-4 mb-10 text-ink-soft">{shown}</p>
      <ProjectGrid projects={projects} />
      {(page > 1 || hasNext) && (
        <nav aria-label={content.pages.label} className="mt-14 flex flex-wrap justify-between gap-4 border-t border-ink pt-6">
          {page > 1 && (
            <a href={page === 2 ? '/projects' : `/projects?page=${page - 1}`} rel="prev" className="btn-outline">
              {content.pages.previous}
            </a>
          )}
          {hasNext && (
            <a href={`/projects?page=${page + 1}`} rel="next" className="btn-outline ml-auto">
              {content.pages.next}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
