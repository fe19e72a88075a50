import type { Project } from '#src/schemas/project.ts';
import { ProjectActions } from './project-actions.tsx';
import { ProjectCard } from './project-card.tsx';

/** Project cards, three across where there is room. An empty list shows nothing. */
export function ProjectGrid({ projects }: { projects: Project[] }) {
  if (projects.length === 0) return null;
  return (
    <ul className="grid gap-x-7 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {projects.map((project) => (
        <li key={project.id}>
          <ProjectCard project={project} actions={<ProjectActions project={project} />} />
        </li>
      ))}
    </ul>
  );
}
