/** The projects of an entry as links, one per line, far enough apart to be pressed (WCAG 2.2, target size). */
export function ProjectLinks({ projects, className }: { projects: { slug: string; title: string }[]; className: string }) {
  return projects.map(({ slug, title }) => (
    <span key={slug} className="block min-h-6">
      <a href={`/projects/${slug}`} className={className}>
        <bdi>{title}</bdi>
      </a>
    </span>
  ));
}
