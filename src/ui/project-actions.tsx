import { compareAddress } from '#src/lib/compare-address.ts';
import { isOnSale } from '#src/lib/on-sale.ts';
import type { Project } from '#src/schemas/project.ts';

const look = 'inline-flex min-h-12 items-center underline-offset-5 hover:underline';

/** Ways on from a card: onto the shortlist, while it is on sale, and into a comparison. Plain links; src/shortlist.ts stores. */
export function ProjectActions({ project }: { project: Project }) {
  const { slug, title } = project;
  return (
    <>
      {isOnSale(project) && (
        <a
          href={`/shortlist?add=${slug}`}
          rel="nofollow"
          data-shortlist-add={slug}
          data-shortlist-said={`${title} is on your shortlist.`}
          className={look}
        >
          Shortlist<span className="sr-only">: add {title}</span>
        </a>
      )}
      <a href={compareAddress([slug])} rel="nofollow" className={look}>
        Compare<span className="sr-only"> {title} with others</span>
      </a>
    </>
  );
}
