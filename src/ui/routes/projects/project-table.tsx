import type { ReactNode } from 'react';
import type { CardTexts } from '#src/content/projects/card.ts';
import type { list as listContent } from '#src/content/projects/index.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { statedVintage } from '#src/lib/projects/vintage.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ListedProject } from '#src/schemas/project.ts';
import { actionVariants, ProjectActions, PurchaseLink } from '#src/ui/projects/project-actions.tsx';
import { type Column, Table } from '#src/ui/table.tsx';

type ProjectTableProps = {
  projects: ListedProject[];
  content: (typeof listContent)['table'];
  texts: CardTexts;
  compareForm: string;
};

/** A table of projects. */
export function ProjectTable({ projects, content, texts, compareForm }: ProjectTableProps) {
  const titleId = ({ id }: ListedProject) => `project-${id}`;
  const figure = ({ name, short, unit }: FigureColumn, cell: (project: ListedProject) => ReactNode): Column<ListedProject> => ({
    name: short,
    // The unit is not capitalised.
    head: (
      <>
        {name} <span className="block normal-case">{unit}</span>
      </>
    ),
    cell,
    named: 'above',
    headClass: 'text-right',
    className: 'wide:text-right',
  });
  return (
    // With large text the table is wider than its column, and scrolls.
    <div className="md:overflow-x-auto">
      <Table
        caption={content.caption}
        columns={[
          {
            name: content.project,
            cell: (project) => <Name project={project} id={titleId(project)} />,
            className: 'col-span-3 wide:max-w-[20rem]',
          },
          {
            name: content.standard,
            cell: (project) => <Standard project={project} vintage={content.vintage} />,
            className: 'col-span-3 text-[0.875rem] text-ink-soft wide:text-ink',
          },
          figure(content.price, (project) => <Figure value={formatPrice(project)} />),
          figure(content.available, (project) => (
            <Figure value={project.status === 'On sale' ? formatAvailable(project) : project.status} note={issuanceOf(project, content)} />
          )),
          figure(content.impact, ({ impactPerYear }) => (
            <Figure value={impactPerYear > 0 ? formatCount(impactPerYear) : content.notStated} />
          )),
          {
            name: content.next,
            cell: (project) => (
              <span className="flex flex-wrap gap-x-6 wide:(grid gap-0)">
                <PurchaseLink project={project} texts={texts} describedBy={titleId(project)} className={actionVariants.row} />
                <ProjectActions project={project} texts={texts.actions} variant="row" compareForm={compareForm} />
              </span>
            ),
            kind: 'controls',
            className: 'col-span-3 text-[0.875rem]',
          },
        ]}
        rows={projects}
        row={({ id }) => ({ key: id, className: 'grid-cols-3 gap-x-3 gap-y-1' })}
      />
    </div>
  );
}

type FigureColumn = { name: string; short: string; unit: string };

function Name({ project: { slug, title, category, location }, id }: { project: ListedProject; id: string }) {
  return (
    <>
      <a href={`/projects/${slug}`} className="block py-2.5 -my-2.5 font-semibold underline-offset-4 hover:underline">
        {/* Clamped on an inner element: on the cell itself a further line would show in the padding. */}
        <bdi id={id} className="line-clamp-3 break-words">
          {title}
        </bdi>
      </a>
      <span className="mt-0.5 block text-[0.875rem] text-ink-soft">
        <bdi>{category}</bdi>, <bdi>{location}</bdi>
      </span>
    </>
  );
}

function Standard({ project, vintage: text }: { project: ListedProject; vintage: string }) {
  const vintage = statedVintage(project);
  return (
    <>
      {project.verificationStandard}
      {vintage && <span className="wide:hidden">,</span>}
      {vintage && <span className="text-ink-soft wide:block"> {fill(text, { years: vintage })}</span>}
    </>
  );
}

/** A figure. Words in place of a figure are muted, so that the figures stand out. */
function Figure({ value, note }: { value: string; note?: string }) {
  return (
    <>
      <span className={/\d/.test(value) ? 'figure' : 'text-[0.875rem] text-ink-soft'}>{value}</span>
      {note && <span className="block text-[0.8125rem] text-ink-soft">{note}</span>}
    </>
  );
}

function issuanceOf({ status, unitsStatus, isOnRecord }: ListedProject, { units, notOnRecord }: ProjectTableProps['content']): string {
  return [...(status === 'Sold out' ? [] : [units[unitsStatus ?? 'not stated']]), ...(isOnRecord ? [] : [notOnRecord])].join(', ');
}
