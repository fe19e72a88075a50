import type { ComponentProps, ReactNode } from 'react';
import { audit } from '#shared/content/projects/audit.ts';
import { onRecord, standardPageOf, texts } from '#shared/content/projects/project.ts';
import { formatAvailable, formatPrice } from '#shared/lib/money/money.ts';
import { isSideView, landscapeAlt, sceneAlt, shownImage } from '#shared/lib/projects/landscapes.ts';
import { formatDate, formatInstant } from '#shared/lib/text/dates.ts';
import { countOf, nounFor } from '#shared/lib/text/numbers.ts';
import { auditQuestions, type Project, type ProjectFigures } from '#shared/schemas/project.ts';
import type { Batch } from '#shared/schemas/record-api.ts';
import { FoldedTable, PriceHistory, RetirementsByMonth } from '#src/ui/charts.tsx';
import { InlineLink, TextLink } from '#src/ui/controls/links.tsx';
import { CategoryBadge } from '#src/ui/projects/project-card.tsx';
import { BatchTable, StatusFigures } from '#src/ui/routes/record/units.tsx';
import { NamedSection, Picture, PrintedHead } from '#src/ui/sections/frames.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';

type ProjectHeadProps = {
  project: Project;
  /** The newest figures first. */
  history: ProjectFigures[];
  /** The address of this page, which stands in print. */
  address: string;
};

/** Above this length (in characters) a title has a smaller font: registries have names of up to 225. */
const longTitle = 60;
/** Above this length (in characters) a title in that font would fill a phone, and is set as small as a sentence. */
const veryLongTitle = 110;

/** The head of a project's page: its name and place, its figures, and how many of an auditor's questions it answers. */
export function ProjectHead({ project, history, address }: ProjectHeadProps) {
  const { price, available, impact, standard } = texts.figures;
  const { notStated } = texts.facts;
  const status = project.status;
  const onSale = status === 'On sale';
  const hasImpact = project.impactPerYear > 0;
  const credits = project.availableCredits ?? 0;
  const questions = auditQuestions.length;
  const answered = fill(audit.answered, { answered: String(questions - project.unanswered.length), all: String(questions) });
  return (
    <>
      <PrintedHead lines={[address, fill(texts.asOf, { date: formatDate(new Date()) })]} />
      <TextLink link={{ label: texts.back, href: '/projects' }} className="print:hidden" />
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <CategoryBadge category={project.category} />
        {project.projectType && project.projectType.toLowerCase() !== project.category.toLowerCase() && (
          <bdi className="text-[0.9375rem] text-ink-soft">{project.projectType}</bdi>
        )}
      </p>
      <h1
        id="project-title"
        dir="auto"
        className={`mt-3 [overflow-wrap:anywhere] ${project.title.length > veryLongTitle ? 'display-3 max-w-[40em]' : project.title.length > longTitle ? 'display-2 max-w-[24.3em]' : 'display-1 max-w-[12.8em]'} print:(display-2 max-w-none)`}
      >
        {project.title}
      </h1>
      <p dir="auto" className="lede mt-3 text-ink-soft [overflow-wrap:anywhere]">
        {project.location}
      </p>
      <figure className="mt-5 print:hidden">
        <Picture
          src={shownImage(project)}
          alt={landscapeAlt(project)}
          className={`aspect-[5/2] md:aspect-[3/1] ${isSideView(project) ? 'object-[50%_20%]' : ''}`}
        />
        {sceneAlt(project) && <figcaption className="mt-1 text-[0.875rem] text-ink-soft">{texts.drawn}</figcaption>}
      </figure>
      <dl className="mt-6 grid grid-cols-2 border-t border-ink print:(mt-4 grid-cols-4)">
        <HeadFigure label={price.label} value={formatPrice(project)} unit={project.pricePerCredit === null ? undefined : price.unit} />
        <HeadFigure
          label={available.label}
          value={onSale ? formatCount(credits) : status}
          unit={onSale ? nounFor(credits, 'credit') : credits > 0 && countOf(credits, 'credit')}
          note={onSale && project.unitsStatus === 'expected' && texts.facts.unitsStatuses.expected.name}
        />
        <HeadFigure
          label={impact.label}
          value={hasImpact ? formatCount(project.impactPerYear) : notStated}
          unit={hasImpact && impact.unit}
        />
        <HeadFigure
          label={standard.label}
          value={project.verificationStandard}
          note={
            <InlineLink href={standardPageOf(project.verificationStandard)} className="inline-flex min-h-6 items-center print:hidden">
              {texts.facts.aboutStandard}
            </InlineLink>
          }
        />
      </dl>
      <p className="mt-4 font-semibold">
        <TextLink link={{ label: answered, href: '#audit' }} className="print:hidden" />
        <span className="hidden print:inline">{answered}</span>
      </p>
      <p className="text-[0.9375rem] text-ink-soft">
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
      <FiguresHistory history={history} />
    </>
  );
}

/** What a project does, and how its effect is measured. */
export function ProjectStory({ project }: { project: Project }) {
  return (
    <div className="page grid items-start gap-x-16 gap-y-10 py-14 lg:grid-cols-2 print:(block py-4)">
      {project.description && <TextSection title={texts.what} text={project.description} />}
      {project.monitoring && <TextSection title={texts.measured} text={project.monitoring} />}
    </div>
  );
}

/** A text of the catalogue. Line breaks are kept. */
function TextSection({ title, text }: { title: string; text: string }) {
  return (
    <div className="print:not-first:mt-6">
      <h2 className="display-2 print:display-3">{title}</h2>
      <p
        dir="auto"
        className="copy mt-5 [overflow-wrap:anywhere] whitespace-pre-line text-[1.125rem] text-ink-soft print:(mt-2 max-w-none)"
      >
        {text}
      </p>
    </div>
  );
}

/** Above this length (in characters) a value, such as a standard's name, has a smaller font. */
const longValue = 14;

function HeadFigure({ label, value, unit, note }: { label: string; value: string; unit?: string | false; note?: ReactNode }) {
  return (
    <div className="border-b border-rule py-4 pr-3 md:pr-4">
      <dt className="label">{label}</dt>
      <dd
        className={`figure mt-1 break-words ${value.length > longValue ? 'text-[1.25rem] leading-snug' : 'text-[1.375rem] leading-tight md:text-[2rem] print:!text-[1.5rem]'}`}
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

/**
 * Since when the price applies, if it has changed, and the earlier prices and newest volumes, if there are any. A price that has never
 * changed gets no date: it would be the day of the import, which says nothing about the price. Renders nothing without a present price.
 */
export function FiguresHistory({ history }: { history: ProjectFigures[] }) {
  const words = texts.history;
  const [present] = history;
  if (!present || present.pricePerCredit === null || history.length === 1) return null;
  // The price may have changed earlier than the volume.
  const changed = history.findIndex(({ pricePerCredit }) => pricePerCredit !== present.pricePerCredit);
  const priceSince = changed > 0 ? history[changed - 1]?.since : undefined;
  // If two changes were made on one day, their times tell which was first.
  const days = history.map((figures) => formatDate(figures.since));
  const dayOf = (moment: Date) =>
    days.filter((day) => day === formatDate(moment)).length > 1 ? formatInstant(moment) : formatDate(moment);
  const isDrawn = new Set(history.flatMap(({ pricePerCredit }) => pricePerCredit ?? [])).size > 1;
  return (
    <div className="mt-2 text-[0.9375rem] text-ink-soft [&_figure]:(mt-6 max-w-[40rem])">
      {priceSince && (
        <p>
          {fill(words.since, { price: formatPrice(present) })} <time dateTime={priceSince.toISOString()}>{dayOf(priceSince)}</time>.
        </p>
      )}
      {isDrawn && <PriceHistory prices={history} />}
      <FoldedTable title={words.title}>
        <Table
          caption={words.caption}
          captionClass="block pb-2 text-left wide:table-caption"
          className="max-w-[40rem]"
          columns={[
            { name: words.columns.since, cell: ({ since }) => <time dateTime={since.toISOString()}>{dayOf(since)}</time>, named: 'before' },
            { name: words.columns.price, cell: formatPrice, kind: 'figure', className: 'narrow:text-right' },
            { name: words.columns.available, cell: formatAvailable, kind: 'figure', named: 'before' },
            { name: words.columns.status, cell: ({ status }) => status, className: 'narrow:text-right' },
          ]}
          rows={history.slice(1)}
          row={() => ({ className: 'grid-cols-[minmax(0,1fr)_auto] gap-x-4' })}
        />
      </FoldedTable>
    </div>
  );
}

type OnRecordProps = {
  batches: Batch[];
  /** Of all its batches, which may be more than are listed. Undefined without any. */
  totals: Pick<Batch, 'units' | 'forSale'> | undefined;
  /** Of the units retired here, how many no registry was seen to have retired. */
  unconfirmed: number;
  months: ComponentProps<typeof RetirementsByMonth>['months'];
};

/** A project's batches on the record, or a note that its figure is only our statement. */
export function OnRecord({ batches, totals, unconfirmed, months }: OnRecordProps) {
  const { title, intro, stated, link } = onRecord;
  return (
    <NamedSection titleId="on-record" title={title} titleClass="display-2 print:display-3" id="record" className="page py-12 print:py-4">
      {batches.length === 0 || !totals ? (
        <p className="copy mt-3 text-ink-soft">{stated}</p>
      ) : (
        <>
          <p className="copy mt-3 mb-5 text-ink-soft">{intro}</p>
          <div className="print:break-inside-avoid">
            {/* If all units are still pending, their status says so already. */}
            <StatusFigures units={totals.units} unconfirmed={unconfirmed} {...(totals.forSale.issued > 0 && { forSale: totals.forSale })} />
          </div>
          <RetirementsByMonth months={months} />
          <BatchTable batches={batches} project={batches[0]?.project} className="mt-6" />
        </>
      )}
      <TextLink link={link} className="mt-3 print:hidden" />
    </NamedSection>
  );
}
