import { listProjects } from '#server/domain/projects/list.ts';
import { pageFault } from '#server/http/page/page-fault.ts';
import { card } from '#src/content/projects/card.ts';
import { featuredLimit, type ProjectList } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';

/** The home page's grid: featured projects that still have credits. Where they cannot be read, the specified text. */
export async function FeaturedProjects({ errorText }: { errorText: string }) {
  let list: ProjectList;
  try {
    list = await listProjects({ featured: true, limit: featuredLimit });
  } catch (error) {
    pageFault('home', error, 'Could not list the featured projects');
    return (
      <p role="alert" className="border-y border-rule py-10 text-center text-[#9B1C15]">
        {errorText}
      </p>
    );
  }
  return <ProjectGrid projects={list.projects} texts={card} />;
}
