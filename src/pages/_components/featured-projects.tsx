import { listProjects } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { card } from '#src/content/projects/card.ts';
import { featuredLimit } from '#src/schemas/project.ts';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';

/** The home page's grid: featured projects with credits left. If there are none, the largest projects with the text `instead`; on an error, `errorText`. */
export async function FeaturedProjects({ errorText, instead }: { errorText: string; instead: string }) {
  const list = await unlessFailed('home', listFeatured(), 'Could not list the featured projects');
  if (!list) {
    return (
      <p role="alert" className="border-y border-rule py-10 text-center text-[#9B1C15]">
        {errorText}
      </p>
    );
  }
  return (
    <Static as="div">
      {!list.isFeatured && list.projects.length > 0 && <p className="mb-8 text-ink-soft">{instead}</p>}
      <ProjectGrid projects={list.projects} texts={card} />
    </Static>
  );
}

async function listFeatured() {
  const featured = await listProjects({}, { featured: true, limit: featuredLimit });
  if (featured.total > 0) return { ...featured, isFeatured: true };
  const largest = { status: ['On sale'], units: ['issued', 'expected'], sort: 'available-desc' } satisfies Parameters<
    typeof listProjects
  >[0];
  return { ...(await listProjects(largest, { limit: featuredLimit })), isFeatured: false };
}
