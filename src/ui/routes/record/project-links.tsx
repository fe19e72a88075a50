/** The projects of an entry as links, one per line. */
export function ProjectLinks({ projects, className }: { projects: { slug: string; title: string }[]; className: string }) {
  return projects.map(({ slug, title }) => (
    <span key={slug} className="block">
      <a href={`/projects/${slug}`} className={className}>
        <bdi>{title}</bdi>
      </a>
    </span>
  ));
}
