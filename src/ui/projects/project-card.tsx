import type { CardTexts } from '#src/content/projects/card.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { isSideView, sceneAlt } from '#src/lib/projects/landscapes.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ListedProject } from '#src/schemas/project.ts';
import { CategoryBadge } from './category-badge.tsx';
import { ProjectActions, PurchaseLink } from './project-actions.tsx';

type ProjectCardProps = {
  project: ListedProject;
  texts: CardTexts;
  /** As in `ProjectActions`. */
  compareForm: string | undefined;
  /** Whether phones show a strip of its picture as well. */
  isPictured: boolean;
};

/** A project as a card: category and standard above the picture (on phones: on it), figures below. */
export function ProjectCard({ project, texts, compareForm, isPictured }: ProjectCardProps) {
  const { status } = project;
  const titleId = `project-${project.id}`;
  return (
    <article className="border-t border-ink sm:(row-span-8 grid grid-rows-subgrid)">
      <p
        className={`flex justify-between gap-4 ${isPictured ? 'relative -mb-18 h-18 flex-wrap content-end items-end gap-y-1 p-2 sm:(mb-0 h-auto flex-nowrap items-center px-0 py-2.5)' : 'items-center py-2.5'}`}
      >
        <CategoryBadge category={project.category} short />
        <span
          className={`line-clamp-2 ml-auto shrink-0 text-right font-mono text-[0.75rem] ${isPictured ? 'max-w-full bg-paper px-2 py-0.5 sm:(max-w-[50%] bg-transparent p-0)' : 'max-w-[50%]'}`}
        >
          {project.verificationStandard}
        </span>
      </p>
      <img
        alt={sceneAlt(project)}
        src={project.imageUrl}
        width="800"
        height="500"
        loading="lazy"
        className={`${isPictured ? 'block h-18' : 'hidden'} w-full bg-paper-deep object-cover sm:(block h-auto aspect-[5/2]) ${isSideView(project) ? 'object-[50%_28%]' : ''}`}
      />
      {/* For projects with a survey of species, an ornament like a DNA barcode. The rows below are numbered, because it may be missing. */}
      {project.surveyedOn && (
        <img
          src={`/pictures/edna-${1 + (project.id % 3)}.svg`}
          alt=""
          width="99"
          height="8"
          loading="lazy"
          className="hidden h-5 w-full border-b border-rule bg-paper-bright px-2.5 py-1.5 sm:block"
        />
      )}
      <h3
        id={titleId}
        dir="auto"
        className={`display-3 line-clamp-3 break-words sm:(row-start-4 mt-3 line-clamp-4) ${isPictured ? 'mt-2' : ''}`}
      >
        <a href={`/projects/${project.slug}`} className="underline-offset-4 hover:underline">
          {project.title}
        </a>
      </h3>
      <p
        dir="auto"
        className="mt-1 mb-2 line-clamp-2 break-words text-pretty text-[0.9375rem] leading-[1.5] text-ink-soft sm:(row-start-5 mt-2 mb-5 line-clamp-5)"
      >
        {project.description}
      </p>
      <dl className="grid grid-cols-2 sm:(row-span-2 row-start-6 grid-rows-subgrid)">
        <LedgerFigure
          label={texts.price.name}
          value={formatPrice(project)}
          unit={project.pricePerCredit === null ? '' : texts.price.unit}
        />
        <LedgerFigure
          label={texts.available.name}
          value={formatAvailable(project)}
          unit={texts.available.units[status]}
          notes={[
            ...(status === 'On sale' ? [texts.units[project.unitsStatus ?? 'not stated']] : []),
            ...(project.isOnRecord ? [] : [texts.notOnRecord]),
          ]}
        />
        {project.impactPerYear > 0 ? (
          <LedgerFigure label={texts.impact.name} value={formatCount(project.impactPerYear)} unit={texts.impact.unit} />
        ) : (
          <LedgerFigure label={texts.impact.name} value={texts.notStated} unit="" />
        )}
        <div className="border-t border-rule pt-1.5 pb-1 sm:py-2.5">
          <dt className="text-[0.8125rem] text-ink-faint">{texts.place}</dt>
          <dd dir="auto" className="mt-0.5 line-clamp-3 break-words text-[0.9375rem] leading-snug">
            {project.location}
          </dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-x-6 border-t border-rule sm:row-start-8">
        <PurchaseLink
          project={project}
          texts={texts}
          describedBy={titleId}
          className="text-link inline-flex min-h-11 items-center text-canopy"
        />
        <ProjectActions project={project} texts={texts.actions} variant="card" compareForm={compareForm} />
      </div>
    </article>
  );
}

type LedgerFigureProps = { label: string; value: string; unit: string; notes?: readonly string[] };

function LedgerFigure({ label, value, unit, notes = [] }: LedgerFigureProps) {
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
