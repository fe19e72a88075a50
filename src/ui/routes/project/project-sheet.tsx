import type { ReactNode } from 'react';
import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { landscapeAlt, pictureOf } from '#src/lib/projects/landscape-kinds.ts';
import { formatDate, formatDay } from '#src/lib/text/dates.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isolate } from '#src/lib/text/isolate.ts';
import { countOf, formatCount } from '#src/lib/text/numbers.ts';
import type { Project } from '#src/schemas/project.ts';
import { CategoryBadge } from '#src/ui/projects/category-badge.tsx';
import { Mark } from '#src/ui/site/mark.tsx';
import { ProjectRecord } from './project-record.tsx';

type ProjectSheetProps = {
  project: Project;
  texts: typeof projectTexts;
  standardPage: string;
  /** The address of this page, shown in print. */
  address: string;
  /** Shown below the figures: since when they apply. */
  history: ReactNode;
  /** The visitor's actions, such as requesting a quote. */
  actions: ReactNode;
};

/** From this length (in characters) a title has a smaller font: registries have names of up to 225. */
const longTitle = 80;
/** From this length it would fill a phone, and is set like a sentence. */
const veryLongTitle = 110;

/** The top of a project's page, down to its record. The figures come first. */
export function ProjectSheet({ project, texts, standardPage, address, history, actions }: ProjectSheetProps) {
  const { price, available, impact, standard } = texts.figures;
  const status = project.status;
  const onSale = status === 'On sale';
  const count = formatAvailable(project);
  return (
    <article data-document="" aria-labelledby="project-title">
      <header className="border-b border-rule pt-8 pb-12 md:pt-12 print:(py-0 border-b-0)">
        <div className="page">
          <div className="hidden items-center justify-between gap-6 pb-6 print:flex">
            <p className="flex items-center gap-3 font-display text-[1.625rem]">
              <Mark />
              Carma
            </p>
            <p className="break-all text-right text-[0.8125rem]">
              {address}
              <span className="block">
                {texts.facts.updated}: {formatDate(project.updatedAt)}
              </span>
            </p>
          </div>
          <a href="/projects" className="text-link inline-flex min-h-11 items-center text-canopy print:hidden">
            {texts.back}
          </a>
          <p className="mt-4">
            <CategoryBadge category={project.category} />
          </p>
          <h1
            id="project-title"
            dir="auto"
            className={`mt-4 break-words ${project.title.length > veryLongTitle ? 'display-3 max-w-[40em]' : project.title.length > longTitle ? 'display-2 max-w-[24.3em]' : 'display-1 max-w-[12.8em] lg:max-w-[11.9em]'} print:(display-2 max-w-none)`}
          >
            {project.title}
          </h1>
          <p dir="auto" className="lede mt-4 text-ink-soft">
            {project.location}
          </p>
          <dl className="mt-10 grid grid-cols-2 border-t border-ink lg:grid-cols-4 print:(mt-6 grid-cols-4)">
            <HeadFigure label={price.label} value={formatPrice(project)} unit={project.pricePerCredit === null ? undefined : price.unit} />
            <HeadFigure
              label={available.label}
              value={onSale ? count : status}
              unit={onSale ? available.unit : project.availableCredits ? `${count} ${available.unit}` : undefined}
              note={onSale && project.unitsStatus === 'expected' && texts.facts.unitsStatuses.expected.name}
            />
            {project.impactPerYear > 0 ? (
              <HeadFigure label={impact.label} value={formatCount(project.impactPerYear)} unit={impact.unit} />
            ) : (
              <HeadFigure label={impact.label} value={texts.facts.notStated} />
            )}
            <HeadFigure label={standard.label} value={project.verificationStandard} />
          </dl>
          <p className="mt-3 text-[0.9375rem] text-ink-soft">
            {texts.source.label} <bdi>{project.figuresSource ?? texts.source.none}</bdi>.{' '}
            <span className="block">
              {project.figuresAsOf ? (
                <>
                  {texts.source.asOf} <time dateTime={project.figuresAsOf}>{formatDate(new Date(project.figuresAsOf))}</time>.
                </>
              ) : (
                texts.source.noDate
              )}
            </span>
          </p>
          {history}
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4 print:mt-0">
            <div className="print:hidden">{actions}</div>
            <p className="max-w-[34rem] text-[0.9375rem] text-ink-soft">{texts.oneCredit}</p>
          </div>
        </div>
      </header>
      <div className="page grid gap-12 py-14 print:(gap-6 py-6) lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <div>
          <figure>
            <img
              src={pictureOf(project)}
              alt={landscapeAlt(project)}
              width="800"
              height="500"
              className="aspect-[8/5] w-full bg-paper-deep object-cover print:aspect-[4/1]"
            />
            {project.imageUrl.startsWith('/pictures/') && (
              <figcaption className="mt-2 text-[0.875rem] text-ink-soft">{texts.drawn}</figcaption>
            )}
          </figure>
          <TextSection title={texts.what} text={project.description} />
          {project.monitoring && (
            <>
              <TextSection title={texts.monitoring.title} text={project.monitoring} />
              <p className="copy mt-4 text-ink-soft">{wildlifeLine(project, texts.monitoring)}</p>
            </>
          )}
        </div>
        <ProjectRecord project={project} texts={texts.facts} standardPage={standardPage} />
      </div>
    </article>
  );
}

/** How wildlife was measured: the survey, as far as it is stated, or that there is none. */
function wildlifeLine(project: Project, texts: (typeof projectTexts)['monitoring']): string {
  if (project.surveyedOn === null) return texts.noSurvey;
  const { surveyPoints, surveySpecies, surveyLaboratory } = project;
  const parts = [
    fill(texts.survey, { date: formatDay(project.surveyedOn) }),
    surveyPoints !== null && countOf(surveyPoints, texts.point),
    surveySpecies !== null && fill(texts.species, { count: formatCount(surveySpecies) }),
    surveyLaboratory && isolate(surveyLaboratory),
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}

/** A text of the catalogue. Line breaks are kept. */
function TextSection({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h2 className="display-2 mt-10 print:(display-3 mt-6)">{title}</h2>
      <p dir="auto" className="copy mt-5 break-words whitespace-pre-line text-[1.125rem] text-ink-soft print:(mt-2 max-w-none)">
        {text}
      </p>
    </>
  );
}

/** From this length (in characters) a value, such as a standard's name, has a smaller font. */
const longValue = 14;

type HeadFigureProps = { label: string; value: string; unit?: string | undefined; note?: string | false };

function HeadFigure({ label, value, unit, note }: HeadFigureProps) {
  return (
    <div className="border-b border-rule py-4 pr-3 md:pr-4">
      <dt className="label">{label}</dt>
      <dd
        className={`figure mt-1 break-words ${value.length > longValue ? 'text-[1.25rem] leading-snug' : 'text-[1.375rem] leading-tight md:text-[2rem] print:text-[1.5rem]'}`}
      >
        {value}
        {unit && (
          <span className="text-[0.75rem] tracking-normal text-ink-faint md:text-[0.8125rem]"> {unit.replaceAll(' ', '\u00a0')}</span>
        )}
      </dd>
      {note && <dd className="mt-1 text-[0.9375rem] text-ink-soft">{note}</dd>}
    </div>
  );
}
