import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { Static } from '#server/http/page/static.tsx';
import { tracking, trackingPanel, trackingTerms } from '#shared/content/impact-hub.ts';
import { formatAvailable, formatPrice } from '#shared/lib/money/money.ts';
import { formatInstant } from '#shared/lib/text/dates.ts';
import type { Project, ProjectList } from '#shared/schemas/project.ts';
import { DemoPanel, type DemoProps } from '#src/pages/_components/demos.tsx';
import { ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { LogEntryTable } from '#src/ui/routes/record/entries.tsx';
import { Table } from '#src/ui/table.tsx';
import { TermList } from '#src/ui/tooltips.tsx';
import { fill, formatCount } from '#verify/text.ts';

/** Rows shown before the demo is opened. */
const preview = 6;

type TrackingDemoProps = DemoProps<{ list: ProjectList }> & { entries: ReadEntry[] };

/** What the catalogue knows about a credit's status, the newest entries of the record, and a row for each project. */
export function TrackingDemo({ list, entries, failure }: TrackingDemoProps) {
  const { scopes, scopeLabels, termsLabel, rest, beyond, catalogue, record } = trackingPanel;
  const { projects, total } = list ?? { projects: [], total: 0 };
  return (
    <DemoPanel content={tracking} panel={trackingPanel} moreLabel={fill(rest, { count: formatCount(projects.length) })} failure={failure}>
      {projects.length > 0 && (
        <div className="px-4 pb-2 md:px-6">
          <Static as="div">
            {/* What the demo covers and what it does not. */}
            <dl className="grid md:grid-cols-3">
              {scopes.map(({ title, body, shown }) => (
                <div key={title} className="border-b border-rule py-4 md:(pr-5 not-first:border-l not-first:pl-5)">
                  <dt className="flex items-baseline justify-between gap-3 font-semibold">
                    {title}
                    <span className={`font-mono text-[0.75rem] font-normal ${shown ? 'text-canopy' : 'text-ink-faint'}`}>
                      {shown ? scopeLabels.shown : scopeLabels.elsewhere}
                    </span>
                  </dt>
                  <dd className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{body}</dd>
                </div>
              ))}
            </dl>
          </Static>
          <div className="py-3">
            <TermList label={termsLabel} terms={trackingTerms} />
          </div>
          <Static as="div">
            {entries.length > 0 && (
              <>
                <h4 className="display-3 mt-2 mb-3">{record.title}</h4>
                <LogEntryTable entries={entries} />
              </>
            )}
            <TextLink link={record} className="md:mb-6" />
            <TrackingTable projects={projects} />
            <p className="hidden flex-wrap items-center gap-x-6 py-2 text-[0.9375rem] group-target/demo:flex">
              {total > projects.length && fill(beyond, { shown: formatCount(projects.length), total: formatCount(total) })}
              <TextLink link={catalogue} />
            </p>
          </Static>
        </div>
      )}
    </DemoPanel>
  );
}

/** Each project's available credits and price, and since when they apply. */
function TrackingTable({ projects }: { projects: Project[] }) {
  const { caption, columns, status, expected } = trackingPanel;
  return (
    <Table
      caption={caption}
      columns={[
        {
          name: columns.project,
          cell: ({ slug, title, location }) => (
            <>
              <ProjectName slug={slug} title={title} />
              <span className="block text-[0.875rem] text-ink-soft">{location}</span>
            </>
          ),
        },
        {
          name: columns.standard,
          cell: ({ verificationStandard }) => verificationStandard,
          named: 'beside',
          className: 'text-[0.9375rem]',
        },
        {
          name: columns.status,
          cell: (project) => (
            <span className="inline-flex items-center gap-2 whitespace-nowrap">
              <span
                aria-hidden="true"
                className={`size-2 rounded-full ${project.status === 'On sale' ? 'bg-canopy' : 'border border-clay'}`}
              />
              {status[project.status]}
            </span>
          ),
          named: 'beside',
          className: 'text-[0.9375rem]',
        },
        {
          name: columns.available,
          cell: (project) => (
            <>
              {formatAvailable(project)}
              {project.status === 'On sale' && project.unitsStatus === 'expected' && (
                <span className="block font-sans text-[0.8125rem] text-ink-soft">{expected}</span>
              )}
            </>
          ),
          kind: 'count',
          named: 'beside',
          className: 'text-right text-[1.125rem]',
        },
        { name: columns.price, cell: formatPrice, kind: 'count', named: 'beside', className: 'text-[1.125rem]' },
        {
          name: columns.changed,
          cell: ({ updatedAt }) => (
            <time dateTime={updatedAt.toISOString()} className="text-[0.8125rem] text-ink-soft">
              {formatInstant(updatedAt)}
            </time>
          ),
          kind: 'count',
          named: 'beside',
        },
      ]}
      rows={projects}
      preview={preview}
    />
  );
}
