import type { CardTexts } from '#src/content/projects/card.ts';
import type { ListedProject } from '#src/schemas/project.ts';
import { ProjectCard } from './project-card.tsx';

type ProjectGridProps = {
  projects: ListedProject[];
  texts: CardTexts;
  columns?: 2 | 3;
  /** As in `ProjectActions`. */
  compareForm?: string;
};

/** How many cards of a list have their picture on phones too. */
const stripsOnPhones = 6;

const across = { 2: '', 3: 'lg:grid-cols-3' } as const;

/**
 * Project cards, up to three in a row, or two beside other content. The parts of neighbouring cards are aligned, so that
 * figures can be compared at a glance. An empty list renders nothing.
 */
export function ProjectGrid({ projects, texts, columns = 3, compareForm }: ProjectGridProps) {
  if (projects.length === 0) return null;
  return (
    <ul className={`grid gap-x-7 gap-y-8 sm:(-mb-12 grid-cols-2 gap-y-0) ${across[columns]}`}>
      {projects.map((project, index) => (
        <li key={project.id} className="min-w-0 sm:(row-span-8 mb-12 grid grid-rows-subgrid) sm:max-lg:last:odd:col-span-full">
          <ProjectCard project={project} texts={texts} compareForm={compareForm} isPictured={index < stripsOnPhones} />
        </li>
      ))}
    </ul>
  );
}
