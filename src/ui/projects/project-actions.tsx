import type { CardTexts } from '#src/content/projects/card.ts';
import { compareAddress } from '#src/lib/shortlist/compare-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { ListedProject } from '#src/schemas/project.ts';

export const actionVariants = {
  card: 'inline-flex min-h-11 items-center underline-offset-5 hover:underline',
  row: 'inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-7',
} as const;

type ProjectActionsProps = {
  project: ListedProject;
  texts: CardTexts['actions'];
  variant: keyof typeof actionVariants;
  /**
   * The id of a form that compares the ticked projects; its hint about keys has the same id with `-key`. Without it, a link starts a
   * comparison with this project.
   */
  compareForm: string | undefined;
};

/** The actions of a card or a row: add to the shortlist (if the project is on sale) and compare. They work without scripts. */
export function ProjectActions({ project, texts, variant, compareForm }: ProjectActionsProps) {
  const { slug, title } = project;
  return (
    <>
      <AddToShortlist project={project} texts={texts.shortlist} className={actionVariants[variant]} />
      {compareForm ? (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 md:min-h-7">
          <input
            type="checkbox"
            name="p"
            value={slug}
            form={compareForm}
            aria-describedby={`${compareForm}-key`}
            className="h-4.5 w-4.5 shrink-0 accent-canopy"
          />
          {texts.compare}
          <span className="sr-only"> {title}</span>
        </label>
      ) : (
        <a href={compareAddress([slug])} rel="nofollow" className={actionVariants[variant]}>
          {texts.compare}
          <span className="sr-only">{fill(texts.others, { title })}</span>
        </a>
      )}
    </>
  );
}

type PurchaseLinkProps = { project: ListedProject; texts: CardTexts; describedBy: string; className: string };

/** The specified link to the form about a project, or, where its credits cannot be bought, the same with a name of our own. */
export function PurchaseLink({ project: { slug, status }, texts, describedBy, className }: PurchaseLinkProps) {
  return (
    <a href={`/contact?project=${slug}`} rel="nofollow" aria-describedby={describedBy} className={className}>
      {status === 'On sale' ? texts.buy : texts.ask}
    </a>
  );
}

type AddToShortlistProps = { project: ListedProject; texts: ShortlistTexts; className: string };

/**
 * A link whose address adds a project. With scripts, src/page-scripts/shortlist/shortlist.ts adds or removes the project and shows a note
 * instead.
 */
export function AddToShortlist({ project, texts, className }: AddToShortlistProps) {
  const { slug, title } = project;
  if (project.status !== 'On sale') return null;
  return (
    <a href={`/shortlist?add=${slug}`} rel="nofollow" data-shortlist-add={title} suppressHydrationWarning className={className}>
      <ShortlistState {...texts} />
      <span className="sr-only">{` ${title}`}</span>
    </a>
  );
}

/** What such a link says while its projects are not on the shortlist, and while they are. Both stand in one place: nothing moves. */
export function ShortlistState({ add, added, remove }: ShortlistTexts) {
  return (
    <span className="shortlist-state">
      <span>{add}</span>
      <span>
        {added}
        {remove && <span className="sr-only"> {remove}</span>}
      </span>
    </span>
  );
}

type ShortlistTexts = {
  add: string;
  added: string;
  /** Visually hidden, of a link that then removes its project. */
  remove?: string;
};
