import { card as texts } from '#shared/content/projects/card.ts';
import { own } from '#shared/lib/input/own.ts';
import { formatAvailable, formatPrice } from '#shared/lib/money/money.ts';
import { isSideView, sceneAlt, shownImage } from '#shared/lib/projects/landscapes.ts';
import { addressAdding, compareAddress } from '#shared/lib/shortlist.ts';
import { nounFor } from '#shared/lib/text/numbers.ts';
import type { ListedProject } from '#shared/schemas/project.ts';
import { Drawing, Picture } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

type ProjectGridProps = {
  projects: ListedProject[];
  columns?: 2 | 3;
  /** As in `ProjectActions`. */
  compareForm?: string;
};

/** How many cards of a list have a strip of their picture on phones. Wider screens show all pictures whole. */
const stripsOnPhones = 6;

const across = { 2: '', 3: 'lg:grid-cols-3' } as const;

/**
 * Project cards, up to three in a row, or two beside other content. The parts of neighbouring cards, six rows each (`row-span-6`, here and
 * in `ProjectCard`), are aligned, so that figures can be compared at a glance. An empty list renders nothing.
 */
export function ProjectGrid({ projects, columns = 3, compareForm }: ProjectGridProps) {
  if (projects.length === 0) return null;
  return (
    <ul className={`grid gap-x-7 gap-y-8 sm:(-mb-12 grid-cols-2 gap-y-0) print:!-mb-3 ${across[columns]}`}>
      {projects.map((project, index) => (
        <li key={project.id} className="min-w-0 sm:(row-span-6 mb-12 grid grid-rows-subgrid) print:!mb-3 sm:max-lg:last:odd:col-span-full">
          <ProjectCard project={project} compareForm={compareForm} hasStrip={index < stripsOnPhones} />
        </li>
      ))}
    </ul>
  );
}

/** A project as a card: category and standard above the picture (on phones on its strip, if it `hasStrip`), figures below. */
function ProjectCard({ project, compareForm, hasStrip }: ProjectActionsProps & { hasStrip: boolean }) {
  const { price, available, impact } = texts;
  const { status } = project;
  const hasImpact = project.impactPerYear > 0;
  const titleId = `project-${project.id}`;
  return (
    <article className="border-t border-ink sm:(row-span-6 grid grid-rows-subgrid)">
      <p
        className={`flex justify-between gap-4 ${hasStrip ? 'relative -mb-18 h-18 flex-wrap content-end items-end gap-y-1 p-2 sm:(mb-0 h-auto flex-nowrap items-center px-0 py-2.5)' : 'flex-wrap items-center gap-y-1 py-2.5 sm:flex-nowrap'}`}
      >
        <CategoryBadge category={project.category} isOneLine />
        <span
          className={`line-clamp-2 ml-auto shrink-0 text-right font-mono text-[0.75rem] ${hasStrip ? 'max-w-full bg-paper px-2 py-0.5 sm:(max-w-[50%] bg-transparent p-0)' : 'max-w-[50%]'}`}
        >
          {project.verificationStandard}
        </span>
      </p>
      <Picture
        alt={sceneAlt(project)}
        src={shownImage(project)}
        loading="lazy"
        className={`${hasStrip ? 'block h-18' : 'hidden'} col-start-1 row-start-2 sm:(block h-auto aspect-[5/2]) print:!hidden ${isSideView(project) ? 'object-[50%_28%]' : ''}`}
      />
      {/* For projects with a survey of species, an ornament like a DNA barcode, at the foot of the picture. */}
      {project.surveyedOn && (
        <p className="col-start-1 row-start-2 hidden items-center justify-between self-end gap-3 bg-paper-bright px-2.5 py-1 sm:flex print:!hidden">
          <Drawing name={`edna-${1 + (project.id % 3)}`} size={[99, 8]} className="h-2" />
          <span className="font-mono text-[0.75rem]">
            {project.surveySpecies === null ? texts.surveyed : fill(texts.species, { count: formatCount(project.surveySpecies) })}
          </span>
        </p>
      )}
      <div className="min-w-0 sm:row-start-3">
        <h3 id={titleId} dir="auto" className={`display-3 break-words sm:mt-3 ${hasStrip ? 'mt-2' : ''}`}>
          <a href={`/projects/${project.slug}`} className="block underline-offset-4 hover:underline">
            {/* Not on the link itself: the clamp would cut off its focus ring. */}
            <span className="line-clamp-3 sm:line-clamp-4">{project.title}</span>
          </a>
        </h3>
        {project.description && (
          <p
            dir="auto"
            className="mt-1 mb-2 line-clamp-3 break-words text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft sm:(mt-2 mb-5 line-clamp-5)"
          >
            {project.description}
          </p>
        )}
      </div>
      <dl className="grid grid-cols-2 sm:(row-span-2 grid-rows-subgrid)">
        <CardFigure label={price.name} value={formatPrice(project)} unit={project.pricePerCredit === null ? '' : price.unit} />
        <CardFigure
          label={available.name}
          value={formatAvailable(project)}
          unit={status === 'On sale' ? nounFor(project.availableCredits ?? 0, 'credit') : available.units[status]}
          notes={[
            ...(status === 'On sale' ? [texts.units[project.unitsStatus ?? 'not stated']] : []),
            ...(project.isOnRecord ? [] : [texts.notOnRecord]),
          ]}
        />
        <CardFigure
          label={impact.name}
          value={hasImpact ? formatCount(project.impactPerYear) : texts.notStated}
          unit={hasImpact ? impact.unit : ''}
        />
        <div className="border-t border-rule pt-1.5 pb-1 sm:py-2.5">
          <dt className="text-[0.8125rem] text-ink-faint">{texts.place}</dt>
          <dd dir="auto" className="mt-0.5 line-clamp-3 break-words text-[0.9375rem] leading-snug">
            {project.location}
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-x-6 border-t border-rule print:hidden">
        <PurchaseLink project={project} describedBy={titleId} className="text-link inline-flex min-h-11 items-center text-canopy" />
        <ProjectActions project={project} compareForm={compareForm} />
      </div>
    </article>
  );
}

/** A figure, or words in its place, which are set smaller. */
function CardFigure({ label, value, unit, notes = [] }: { label: string; value: string; unit: string; notes?: readonly string[] }) {
  return (
    <div className="border-t border-rule pt-1.5 pb-1 pr-3 sm:py-2.5">
      <dt className="text-[0.8125rem] text-ink-faint">{label}</dt>
      <dd className={/\d/.test(value) ? 'figure text-[1.375rem] leading-snug' : 'mt-0.5 leading-snug'}>
        {`${value} `}
        <span className="figure text-[0.75rem] tracking-normal text-ink-faint">{unit}</span>
      </dd>
      {notes.map((note) => (
        <dd key={note} className="text-[0.9375rem] leading-snug">
          {note}
        </dd>
      ))}
    </div>
  );
}

/** The look of a project's actions other than the first. */
export const actionLook = 'inline-flex min-h-11 items-center underline underline-offset-5';

type ProjectActionsProps = {
  project: ListedProject;
  /**
   * The id of a form that compares the ticked projects; its hint about keys has the same id with `-key`. Without it, a link starts a
   * comparison with this project.
   */
  compareForm: string | undefined;
};

/** The actions of a card or a row: add to the shortlist (if the project is on sale) and compare. They work without scripts. */
export function ProjectActions({ project, compareForm }: ProjectActionsProps) {
  const { slug, title } = project;
  const { shortlist, compare, others } = texts.actions;
  return (
    <>
      {compareForm ? (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            name="p"
            value={slug}
            form={compareForm}
            aria-describedby={`${compareForm}-key`}
            className="h-4.5 w-4.5 shrink-0 accent-canopy"
          />
          {compare}
          <span className="sr-only"> {title}</span>
        </label>
      ) : (
        <a href={compareAddress([project])} rel="nofollow" className={actionLook}>
          {compare}
          <span className="sr-only">{fill(others, { title })}</span>
        </a>
      )}
      {/* This link is the last one, because its words for a listed project are longer, and their room is kept free. */}
      <AddToShortlist project={project} words={shortlist} className={actionLook} />
    </>
  );
}

type PurchaseLinkProps = { project: ListedProject; describedBy: string; className: string };

/** The specified link to the form about a project. Where the project's credits cannot be bought, the link has a name of our own. */
export function PurchaseLink({ project: { slug, status }, describedBy, className }: PurchaseLinkProps) {
  return (
    <a href={`/contact?project=${slug}`} rel="nofollow" aria-describedby={describedBy} className={className}>
      {status === 'On sale' ? texts.buy : texts.ask}
    </a>
  );
}

/** Without `tonnes`, as many are added as `defaultTonnes` says. */
type AddToShortlistProps = { project: ListedProject; tonnes?: number | undefined; words: ShortlistTexts; className: string };

/**
 * A link whose address adds a project. With scripts, src/page-scripts/shortlist.ts adds or removes the project and shows a note
 * instead.
 */
export function AddToShortlist({ project, tonnes, words, className }: AddToShortlistProps) {
  const { slug, title } = project;
  if (project.status !== 'On sale') return null;
  return (
    <a href={addressAdding([{ slug, tonnes }])} rel="nofollow" data-shortlist-add={title} suppressHydrationWarning className={className}>
      <ShortlistState {...words} />
      <span className="sr-only">{` ${title}`}</span>
    </a>
  );
}

/**
 * What a link says while its projects are not on the shortlist, and while they are. Both texts share one place: nothing moves. `remove` is
 * visually hidden: the link then removes its project.
 */
export function ShortlistState({ add, added, remove }: ShortlistTexts) {
  return (
    <span className="inline-grid [&>*]:[grid-area:1/1]">
      <span className="[[data-listed]_&]:invisible">{add}</span>
      <span className="[a:not([data-listed])_&]:invisible">
        {added}
        {remove && <span className="sr-only"> {remove}</span>}
      </span>
    </span>
  );
}

type ShortlistTexts = { add: string; added: string; remove?: string };

const badgeColours: Record<string, string> = {
  Reforestation: 'bg-[#D5E5CE] text-[#1E4B2A]',
  'Renewable Energy': 'bg-[#DCE4F3] text-[#24406F]',
  'Solar Energy': 'bg-[#F6E3B4] text-[#5E4305]',
  'Coastal Protection': 'bg-[#CFE4E8] text-[#1D4E5A]',
  'Forest Conservation': 'bg-[#C3DCCB] text-[#12332A]',
  Agroforestry: 'bg-[#E6E0B8] text-[#4B4A10]',
};
const grey = 'bg-[#DFDBD0] text-[#33392F]';

/** A project's category, in its own colour for the six that product.md names, grey for others. `isOneLine`: cut off at its end. */
export function CategoryBadge({ category, isOneLine = false }: { category: string; isOneLine?: boolean }) {
  return (
    <span
      className={`px-2 py-0.5 font-mono text-[0.75rem] ${isOneLine ? 'line-clamp-1 min-w-0 break-words' : 'inline-block'} ${own(badgeColours, category) ?? grey}`}
    >
      {category}
    </span>
  );
}
