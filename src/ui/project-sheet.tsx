import type { ReactNode } from 'react';
import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatDate } from '#src/lib/dates.ts';
import { landscapeAlt, landscapeKindFor, pictureOf } from '#src/lib/landscape/kinds.ts';
import { formatPrice, isPriced } from '#src/lib/money.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { isOnSale } from '#src/lib/on-sale.ts';
import { type Project, saleStatus } from '#src/schemas/project.ts';
import { CategoryBadge } from './category-badge.tsx';

type ProjectSheetProps = { project: Project; texts: typeof projectTexts; standardPage: string };

/** A project's page from its first line to its record: the figures before everything else. */
export function ProjectSheet({ project, texts, standardPage }: ProjectSheetProps) {
  const { price, available, impact, standard } = texts.figures;
  const status = saleStatus(project);
  const onSale = status === 'On sale';
  const count = formatCount(project.availableCredits);
  return (
    <article aria-labelledby="project-title">
      <header className="border-b border-rule pt-8 pb-12 md:pt-12">
        <div className="page">
          <a href="/projects" className="text-link inline-flex min-h-11 items-center text-canopy">
            {texts.back}
          </a>
          <p className="mt-4">
            <CategoryBadge category={project.category} />
          </p>
          <h1
            id="project-title"
            dir="auto"
            className={`${[...project.title].length > 90 ? 'display-3 max-w-[60ch]' : 'display-1 max-w-[20ch]'} mt-4 break-words`}
          >
            {project.title}
          </h1>
          <p className="lede mt-4 text-ink-soft">{project.location}</p>
          <dl className="mt-10 grid grid-cols-2 border-t border-ink lg:grid-cols-4">
            <HeadFigure label={price.label} value={formatPrice(project)} unit={isPriced(project) ? price.unit : undefined} />
            <HeadFigure
              label={available.label}
              value={onSale ? count : status}
              unit={onSale ? available.unit : `${count} ${available.unit}`}
            />
            <HeadFigure label={impact.label} value={formatCount(project.impactPerYear)} unit={impact.unit} />
            <HeadFigure label={standard.label} value={project.verificationStandard} />
          </dl>
          <div className="mt-8 flex flex-wrap items-center gap-x-8 gap-y-4">
            <a href={isOnSale(project) ? '#cost' : '/contact'} className="btn-primary">
              {texts.quote}
            </a>
            <p className="max-w-[34rem] text-[0.9375rem] text-ink-soft">{texts.oneCredit}</p>
          </div>
        </div>
      </header>
      <div className="page grid gap-12 py-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-16">
        <div>
          <img
            src={pictureOf(project)}
            alt={landscapeAlt({ kind: landscapeKindFor(project), title: project.title, location: project.location })}
            width="800"
            height="500"
            className="aspect-[8/5] w-full bg-paper-deep object-cover"
          />
          <h2 className="display-2 mt-10">{texts.what}</h2>
          <p dir="auto" className="copy mt-5 whitespace-pre-line break-words text-[1.125rem] text-ink-soft">
            {project.description}
          </p>
        </div>
        <section aria-labelledby="project-record">
          <h2 id="project-record" className="display-3 border-t border-ink pt-4">
            {texts.facts.title}
          </h2>
          <dl className="mt-4 border-b border-rule">
            <Fact label={texts.facts.category}>{project.category}</Fact>
            {project.projectType && <Fact label={texts.facts.type}>{project.projectType}</Fact>}
            <Fact label={texts.facts.place}>{project.location}</Fact>
            {project.latitude !== null && project.longitude !== null && (
              <Fact label={texts.facts.coordinates}>
                <span className="figure">
                  {project.latitude.toFixed(3)}, {project.longitude.toFixed(3)}
                </span>
              </Fact>
            )}
            <Fact label={texts.facts.standard}>
              {project.verificationStandard}{' '}
              <a href={standardPage} className="text-link block text-canopy">
                {texts.aboutStandard}
              </a>
            </Fact>
            <Fact label={texts.facts.updated}>
              <time dateTime={project.updatedAt.toISOString()} className="figure">
                {formatDate(project.updatedAt)}
              </time>
            </Fact>
          </dl>
        </section>
      </div>
    </article>
  );
}

function HeadFigure({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div className="border-b border-rule py-4 pr-4">
      <dt className="label">{label}</dt>
      <dd className="figure mt-1 text-[1.5rem] leading-tight break-words md:text-[2rem]">
        {value} {unit && <span className="text-[0.8125rem] tracking-normal text-ink-faint">{unit}</span>}
      </dd>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-t border-rule py-3 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="label pt-1">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
