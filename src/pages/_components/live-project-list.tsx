import { listProjects } from '#server/domain/projects/list.ts';
import { pageFault } from '#server/http/page/page-fault.ts';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import type { list as listContent } from '#src/content/credits.ts';
import { card } from '#src/content/projects/card.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { type ProjectList, wholeListLimit } from '#src/schemas/project.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';

/** The live list on /credits: every project, or the first 60 and a link to the rest. */
export async function LiveProjectList({ content }: { content: typeof listContent }) {
  let list: ProjectList;
  try {
    list = await listProjects({ limit: wholeListLimit });
  } catch (error) {
    pageFault('credits', error, 'Could not list the projects');
    return (
      <div role="alert" className="grid justify-items-center gap-5 border-y border-rule py-12">
        <p className="text-[#9B1C15]">{content.error}</p>
        <ReloadButton label={content.tryAgain} address="/credits" />
      </div>
    );
  }
  const { projects, total } = list;
  if (total === 0) return null;
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <div className="mb-10">
        <CatalogueWatch texts={content.watch} seen={{ limit: wholeListLimit, total, latestChange }} />
      </div>
      <ProjectGrid projects={projects} texts={card} />
      {total > projects.length && (
        <p className="mt-12">
          <a href="/projects" className="btn-outline">
            {content.more(formatCount(total))}
          </a>
        </p>
      )}
    </>
  );
}
