import { Fragment, type ReactNode } from 'react';
import { errors, type Guide, groups, guides, models as modelWords, reference as words } from '#shared/content/developers.ts';
import { site } from '#shared/content/site.ts';
import { callsOf, modelAnchor, type ReferenceCall, type ReferenceModel } from '#shared/lib/protocol/openapi-reference.ts';
import type { ContentsEntry } from '#shared/lib/text/prose-html.ts';
import { problems } from '#shared/schemas/problem.ts';
import { InlineLink } from '#src/ui/controls/links.tsx';
import { FactList, Heading, InlineCode, Paragraphs, Points, Summary } from '#src/ui/controls/texts.tsx';
import { NamedSection } from '#src/ui/sections/frames.tsx';
import { SideContents } from '#src/ui/sections/reading.tsx';
import { Table } from '#src/ui/table.tsx';
import { fill } from '#verify/text.ts';

type DocumentationProps = { page?: string; origin: string; entries: ContentsEntry[]; children: ReactNode };

/**
 * A page of documentation: its guides, and below them the children, whose `entries` follow the guides in the list of contents beside.
 * `page`: the slug of a group; without it, the first page.
 */
export function Documentation({ page, origin, entries, children }: DocumentationProps) {
  const ownGuides = guides.filter((guide) => guide.page === page);
  return (
    <div className="page grid gap-x-16 gap-y-10 py-12 md:py-20 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="lg:[&>div]:h-full [&_nav]:lg:(max-h-[calc(100vh-9rem)] overflow-y-auto)">
        <SideContents title={site.contents} entries={[...ownGuides.map(({ id, title }) => ({ id, text: title })), ...entries]} />
      </div>
      <div className="min-w-0">
        {ownGuides.map((guide) => (
          <GuideText key={guide.id} guide={guide} origin={origin} />
        ))}
        {children}
      </div>
    </div>
  );
}

export const guideTitleClass = 'font-display text-[1.75rem] leading-[1.1] tracking-[-0.014em] md:text-[2.25rem]';

/** A guide: its text, its points and its samples. */
function GuideText({ guide, origin }: { guide: Guide; origin: string }) {
  const samples = guide.samples?.map(({ label, code }) => ({ label, code: fill(code, { origin }) }));
  return (
    <NamedSection
      titleId={`${guide.id}-title`}
      title={guide.title}
      titleClass={guideTitleClass}
      id={guide.id}
      className="scroll-mt-24 border-t border-ink pt-6 pb-14"
    >
      <div className="mt-5 grid gap-4">
        <Paragraphs texts={guide.body.map((text) => fill(text, { origin }))} className="copy break-words text-ink-soft" />
        {guide.points && <Points texts={guide.points} className="mt-2 gap-2 text-[0.9375rem] [overflow-wrap:anywhere]" />}
      </div>
      {samples && <CodeTabs name={guide.id} about={guide.title} samples={samples} className="mt-6" />}
    </NamedSection>
  );
}

/** The guides and calls of each group, as links to them. */
export function WhereToLook({ calls }: { calls: readonly ReferenceCall[] }) {
  return groups.map(({ slug, tags, title, lede }) => (
    <section key={slug} aria-labelledby={`group-${slug}`} className="mt-12">
      <h3 id={`group-${slug}`} className="display-3">
        <InlineLink href={`/developers/${slug}`}>{title}</InlineLink>
      </h3>
      <p className="copy mt-2 text-ink-soft">{lede}</p>
      <ul className="mt-4 border-b border-rule">
        {[
          ...guides.filter(({ page }) => page === slug).map(({ id, title }) => ({ id, text: title, detail: '' })),
          ...callsOf(calls, tags).map(({ id, method, path, summary }) => ({ id, text: summary, detail: `${method} ${path}` })),
        ].map(({ id, text, detail }) => (
          <li key={id} className="border-t border-rule">
            <a
              href={`/developers/${slug}#${id}`}
              className="flex min-h-11 flex-wrap items-baseline justify-between gap-x-6 py-2.5 underline-offset-4 hover:underline"
            >
              <span>{text}</span>
              {detail && <span className="figure text-[0.8125rem] text-ink-faint break-all">{detail}</span>}
            </a>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** One call of the API: its parameters and responses, and samples in three languages. */
export function ApiCall({ call }: { call: ReferenceCall }) {
  return (
    <article id={call.id} aria-labelledby={`${call.id}-title`} className="scroll-mt-24 border-t-2 border-ink pt-6 pb-14">
      <p className="figure flex flex-wrap items-center gap-3 text-[0.9375rem]">
        <span className="bg-canopy-deep px-2 py-0.5 text-[0.75rem] text-lichen">{call.method}</span>
        <span className="min-w-0 break-all">{call.path}</span>
      </p>
      <Heading id={`${call.id}-title`} className="display-3 mt-3" level="h3" text={call.summary} />
      {call.meaning && (
        <p className="copy mt-3 break-words text-ink-soft">
          <InlineCode text={call.meaning} />
        </p>
      )}
      <div className="mt-6 grid gap-8">
        <CodeTabs name={`${call.id}-samples`} about={`${call.method} ${call.path}`} samples={call.samples} />
        {call.parameters.length > 0 && (
          <FieldTable
            caption={`${words.parameters}: ${call.summary}`}
            columns={{ ...modelWords.columns, name: words.parameters }}
            rows={call.parameters}
          />
        )}
        <details className="border-y border-rule">
          <Summary className="min-h-12 gap-4 py-2 font-semibold">
            <span>
              {words.answers}{' '}
              <span className="figure ml-2 text-[0.8125rem] font-normal text-ink-faint">
                {call.answers.map(({ status }) => status).join(' ')}
              </span>
            </span>
          </Summary>
          <FactList
            look={{
              row: 'grid grid-cols-[3.5rem_minmax(0,1fr)] border-t border-rule py-2.5 text-[0.9375rem]',
              name: 'figure',
              value: 'break-words',
            }}
            className="pb-4"
            facts={call.answers.map(({ status, meaning }) => [status, <InlineCode key={status} text={meaning} />])}
          />
        </details>
      </div>
    </article>
  );
}

/** A table of fields for each model. */
export function ModelTables({ models }: { models: readonly ReferenceModel[] }) {
  return models.map(({ name, fields }) => (
    <div key={name} id={modelAnchor(name)} className="mt-12 scroll-mt-24">
      <h3 className="display-3 mb-4">
        <FieldName name={name} />
      </h3>
      <FieldTable caption={name} columns={modelWords.columns} rows={fields} />
    </div>
  ));
}

type Field = Record<'name' | 'type' | 'meaning', string>;
type FieldTableProps = { caption: string; columns: Field; rows: Field[] };

/** The fields of a response or the parameters of a call: name, type and meaning. On a phone the type is below the name. */
export function FieldTable({ caption, columns, rows }: FieldTableProps) {
  return (
    <Table
      caption={caption}
      isNarrow
      className="table-fixed"
      columns={[
        {
          name: columns.name,
          cell: ({ name, type }) => (
            <>
              <FieldName name={name} />
              <span className="block text-[0.75rem] text-ink-faint sm:hidden">{type}</span>
            </>
          ),
          kind: 'figure',
          headClass: 'w-[42%] sm:w-[27%]',
          className: 'pr-4 text-[0.875rem] break-words',
        },
        {
          name: columns.type,
          cell: ({ type }) => type,
          kind: 'figure',
          headClass: 'hidden w-[25%] sm:table-cell',
          className: 'hidden text-[0.8125rem] text-ink-soft break-words sm:table-cell',
        },
        {
          name: columns.meaning,
          cell: ({ meaning }) => <InlineCode text={meaning} />,
          className: 'text-[0.9375rem] leading-[1.5] break-words',
        },
      ]}
      rows={rows}
    />
  );
}

/** The name of a field, which may break between its words. */
function FieldName({ name }: { name: string }) {
  return name.split(/(?=[A-Z])|(?<=_)/).map((word, index) => (
    <Fragment key={word}>
      {index > 0 && <wbr />}
      {word}
    </Fragment>
  ));
}

/** All problem codes. Each row is the target of a problem's `type`. */
export function ProblemTable() {
  const { title, columns, retryable: again, final } = errors;
  return (
    <Table
      caption={title}
      columns={[
        { name: columns.code, cell: ([code]) => code, kind: 'figure', className: 'text-[0.875rem] break-words' },
        { name: columns.status, cell: ([, { status }]) => status, kind: 'figure', className: 'text-[0.875rem]' },
        {
          name: columns.meaning,
          cell: ([, { meaning }]) => <InlineCode text={meaning} />,
          className: 'col-span-2 text-[0.9375rem] leading-[1.5]',
        },
        {
          name: columns.retry,
          cell: ([, { retryable }]) => (retryable ? again : final),
          named: 'before',
          className: 'col-span-2 text-[0.875rem] text-ink-soft wide:w-[8.5rem]',
        },
      ]}
      rows={Object.entries<(typeof problems)[keyof typeof problems]>(problems)}
      row={([code]) => ({ id: `error-${code}`, className: 'grid-cols-[1fr_auto] scroll-mt-28 target:bg-lichen-soft' })}
    />
  );
}

type CodeTabsProps = { name: string; about: string; samples: { label: string; code: string }[]; className?: string };

/** Samples of code, one open at a time: `details` elements that share a `name`. */
function CodeTabs({ name, about, samples, className = '' }: CodeTabsProps) {
  return (
    <div className={`min-w-0 border-t border-ink ${className}`.trim()}>
      {samples.map(({ label, code }, index) => (
        <details key={label} name={name} open={index === 0} className="group border-b border-ink">
          <Summary className="min-h-11 gap-4 font-mono text-[0.8125rem] group-open:font-medium">{label}</Summary>
          <CodeSample label={`${about}: ${label}`} code={code} />
        </details>
      ))}
    </div>
  );
}

/** A code sample. Its lines wrap, so that none goes on out of view. */
export function CodeSample({ label, code, className = '' }: { label: string; code: string; className?: string }) {
  return (
    <section aria-label={label} className={`bg-ink p-5 text-paper ${className}`.trim()}>
      <pre className="whitespace-pre-wrap font-mono [overflow-wrap:anywhere] text-[0.875rem] leading-[1.6]">
        <code>{code}</code>
      </pre>
    </section>
  );
}
