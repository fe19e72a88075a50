import { listProjects } from '#server/domain/projects/list.ts';
import { reportPageError } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { card } from '#src/content/projects/card.ts';
import { featuredLimit, type ProjectList } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';

/** The home page's grid: featured projects with credits left. If there are none, the largest projects with the text `instead`; on an error, `errorText`. */
export async function FeaturedProjects({ errorText, instead }: { errorText: string; instead: string }) {
  let list: ProjectList;
  let isFallback = false;
  try {
    list = await listProjects({}, { featured: true, limit: featuredLimit });
    isFallback = list.total === 0;
    if (isFallback)
      list = await listProjects({ status: ['On sale'], units: ['issued', 'expected'], sort: 'available-desc' }, { limit: featuredLimit });
  } catch (error) {
    reportPageError('home', error, 'Could not list the featured projects');
    return (
      <p role="alert" className="border-y border-rule py-10 text-center text-[#9B1C15]">
        {errorText}
      </p>
    );
  }
  return (
    <Static as="div">
      {isFallback && list.projects.length > 0 && <p className="mb-8 text-ink-soft">{instead}</p>}
      <ProjectGrid projects={list.projects} texts={card} />
    </Static>
  );
}
