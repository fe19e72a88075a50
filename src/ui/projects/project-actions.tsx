import type { CardTexts } from '#src/content/projects/card.ts';
import { compareAddress } from '#src/lib/compare-address.ts';
import { isOnSale } from '#src/lib/on-sale.ts';
import type { Project } from '#src/schemas/project.ts';

const looks = {
  card: 'inline-flex min-h-12 items-center underline-offset-5 hover:underline',
  row: 'inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-7',
} as const;

type ProjectActionsProps = {
  project: Project;
  texts: CardTexts['actions'];
  look: keyof typeof looks;
  /** The id of a form that compares what is ticked; without one, a link compares this project alone. */
  compareForm?: string | undefined;
};

/** Ways on from a card or a row: onto the shortlist, while the project is on sale, and into a comparison. They work without scripts. */
export function ProjectActions({ project, texts, look, compareForm }: ProjectActionsProps) {
  const { slug, title } = project;
  return (
    <>
      <AddToShortlist project={project} label={texts.shortlist} look={looks[look]} />
      {compareForm ? (
        <label className={'inline-flex min-h-11 cursor-pointer items-center gap-2 md:min-h-7'}>
          <input type="checkbox" name="p" value={slug} form={compareForm} className="h-4.5 w-4.5 shrink-0 accent-canopy" />
          {texts.compare}
          <span className="sr-only"> {title}</span>
        </label>
      ) : (
        <a href={compareAddress([slug])} rel="nofollow" className={looks[look]}>
          {texts.compare}
          <span className="sr-only">{texts.others.replace('{title}', () => title)}</span>
        </a>
      )}
    </>
  );
}

type AddToShortlistProps = { project: Project; label: string; look: string };

/** A link that adds by address; with scripts src/page-scripts/shortlist/shortlist.ts reads the link, stores the project, marks the link and says so. */
export function AddToShortlist({ project, label, look }: AddToShortlistProps) {
  const { slug, title } = project;
  if (!isOnSale(project)) return null;
  return (
    <a href={`/shortlist?add=${slug}`} rel="nofollow" data-shortlist-add="" suppressHydrationWarning className={look}>
      {label}
      <span className="sr-only">{` ${title}`}</span>
    </a>
  );
}
