import { listProjects } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { card } from '#src/content/projects/card.ts';
import { lastKnownListIds } from '#src/lib/protocol/last-known.ts';
import { featuredLimit } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';

/** The home page's grid: featured projects, otherwise those with the most credits on sale; on an error, `errorText`. */
export async function FeaturedProjects({ errorText }: { errorText: string }) {
  const projects = await unlessFailed('home', listFeatured(), 'Could not list the featured projects');
  if (!projects) {
    return (
      <p role="alert" className="border-y border-rule py-10 text-center text-[#9B1C15]">
        {errorText}
      </p>
    );
  }
  return (
    <Static as="div">
      <div id={lastKnownListIds.home} />
      <ProjectGrid projects={projects} texts={card} />
    </Static>
  );
}

async function listFeatured() {
  const { projects } = await listProjects({}, { featured: true, limit: featuredLimit });
  if (projects.length > 0) return projects;
  return (await listProjects({ status: ['On sale'], sort: 'available-desc' }, { limit: featuredLimit })).projects;
}
