/** A project of an entry: its name and registry id at the time of the entry, and its page today, if it has one. */
export type LinkedProject = { title: string; today: { slug: string } | undefined; registryId?: string | null };

/** The projects of an entry as links, one per line, far enough apart to be pressed (WCAG 2.2, target size). */
export function ProjectLinks({ projects, className, hasId = false }: { projects: LinkedProject[]; className: string; hasId?: boolean }) {
  return projects.map((project) => (
    <span key={project.today?.slug ?? project.title} className="block min-h-6">
      <ProjectLink {...project} registryId={hasId ? project.registryId : null} className={className} />
    </span>
  ));
}

/** The name of one project, which is a link if it has a page. */
export function ProjectLink({ title, today, registryId, className }: LinkedProject & { className: string }) {
  const name = <bdi>{title}</bdi>;
  return (
    <>
      {today ? (
        <a href={`/projects/${today.slug}`} className={className}>
          {name}
        </a>
      ) : (
        name
      )}
      {registryId && <bdi className="figure ml-3 text-[0.875rem] text-ink-soft">{registryId}</bdi>}
    </>
  );
}
