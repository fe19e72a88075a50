import type { trackingPanel } from '#src/content/impact-hub.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { formatInstant } from '#src/lib/text/instants.ts';
import type { Project } from '#src/schemas/project.ts';
import { LabelledTable } from '#src/ui/sections/labelled-table.tsx';

type Words = Pick<typeof trackingPanel, 'caption' | 'columns' | 'status' | 'expected'>;
type TrackingTableProps = {
  projects: Project[];
  content: Words;
  /** As in `LabelledTable`. */
  preview: number;
};

/** Each project's available credits and price, and since when they apply. */
export function TrackingTable({ projects, content, preview }: TrackingTableProps) {
  const { project, standard, status, available, price, changed } = content.columns;
  return (
    <LabelledTable
      caption={content.caption}
      columns={[
        { label: project },
        { label: standard },
        { label: status },
        { label: available, isFigure: true },
        { label: price, isFigure: true },
        { label: changed, isFigure: true },
      ]}
      rows={projects.map((entry) => <Row key={entry.id} project={entry} content={content} />)}
      preview={preview}
    />
  );
}

const figure = 'figure text-right text-[1.125rem]!';

function Row({ project, content: { columns, status, expected } }: { project: Project; content: Words }) {
  const sale = project.status;
  return (
    <tr>
      <th scope="row">
        <a href={`/projects/${project.slug}`}>
          <bdi>{project.title}</bdi>
        </a>
        <span className="block text-[0.875rem] text-ink-soft">{project.location}</span>
      </th>
      <td data-label={columns.standard}>{project.verificationStandard}</td>
      <td data-label={columns.status}>
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          <span aria-hidden="true" className={`size-2 rounded-full ${sale === 'On sale' ? 'bg-canopy' : 'border border-clay'}`} />
          {status[sale]}
        </span>
      </td>
      <td data-label={columns.available} className={figure}>
        {formatAvailable(project)}
        {sale === 'On sale' && project.unitsStatus === 'expected' && (
          <span className="block font-sans text-[0.8125rem] text-ink-soft">{expected}</span>
        )}
      </td>
      <td data-label={columns.price} className={figure}>
        {formatPrice(project)}
      </td>
      <td data-label={columns.changed} className="figure text-right">
        <time dateTime={project.updatedAt.toISOString()} className="text-[0.8125rem] text-ink-soft">
          {formatInstant(project.updatedAt)}
        </time>
      </td>
    </tr>
  );
}
