import type { trackingPanel } from '#src/content/impact-hub.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { formatInstant } from '#src/lib/text/instants.ts';
import type { Project } from '#src/schemas/project.ts';
import { Table } from '#src/ui/table.tsx';

type Words = Pick<typeof trackingPanel, 'caption' | 'columns' | 'status' | 'expected'>;
type TrackingTableProps = {
  projects: Project[];
  content: Words;
  /** As in `Table`. */
  preview: number;
};

/** Each project's available credits and price, and since when they apply. */
export function TrackingTable({ projects, content: { caption, columns, status, expected }, preview }: TrackingTableProps) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          name: columns.project,
          cell: ({ slug, title, location }) => (
            <>
              <a href={`/projects/${slug}`} className="inline-flex min-h-6 items-center font-semibold underline-offset-4 hover:underline">
                <bdi>{title}</bdi>
              </a>
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
