import type { CardTexts } from '#src/content/projects/card.ts';
import type { list as listContent } from '#src/content/projects/index.ts';
import { formatAvailable, formatPrice } from '#src/lib/money/money.ts';
import { statedVintage } from '#src/lib/projects/vintage.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ListedProject } from '#src/schemas/project.ts';
import { actionVariants, ProjectActions, PurchaseLink } from '#src/ui/projects/project-actions.tsx';

type ProjectTableProps = {
  projects: ListedProject[];
  content: (typeof listContent)['table'];
  texts: CardTexts;
  compareForm: string;
};

/** A table of projects. On a phone each row becomes a block, in which the figures have labels. */
export function ProjectTable({ projects, content, texts, compareForm }: ProjectTableProps) {
  return (
    // With large text the table is wider than its column, and scrolls.
    <div className="md:overflow-x-auto">
      <table className="block w-full border-collapse text-left md:table">
        <caption className="sr-only">{content.caption}</caption>
        <thead className="sr-only md:(not-sr-only table-header-group)">
          <tr className="align-bottom md:border-b md:border-ink">
            {[content.project, content.standard].map((column) => (
              <th key={column} scope="col" className="label pt-3 pr-4 pb-3 font-normal">
                {column}
              </th>
            ))}
            {[content.price, content.available, content.impact].map((column) => (
              <th key={column.name} scope="col" className="label py-3 pl-4 text-right font-normal">
                <ColumnName {...column} />
              </th>
            ))}
            <th scope="col" className="label py-3 pl-6 font-normal">
              {content.next}
            </th>
          </tr>
        </thead>
        <tbody className="block border-t border-ink md:(table-row-group border-t-0)">
          {projects.map((project) => (
            <ProjectRow key={project.id} project={project} content={content} texts={texts} compareForm={compareForm} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type ProjectRowProps = Omit<ProjectTableProps, 'projects'> & { project: ListedProject };

function ProjectRow({ project, content, texts, compareForm }: ProjectRowProps) {
  const { status } = project;
  const titleId = `project-${project.id}`;
  const vintage = statedVintage(project);
  const issuance = status === 'Sold out' ? [] : [content.units[project.unitsStatus ?? 'not stated']];
  return (
    <tr className="grid grid-cols-3 gap-x-3 gap-y-1 border-b border-rule py-3 align-top md:(table-row py-0)">
      <th scope="row" className="col-span-3 font-normal md:(table-cell max-w-[20rem] py-3.5 pr-4)">
        <a href={`/projects/${project.slug}`} className="block py-2.5 -my-2.5 font-semibold underline-offset-4 hover:underline">
          {/* Clamped on an inner element: on the cell itself a further line would show in the padding. */}
          <bdi id={titleId} className="line-clamp-3 break-words">
            {project.title}
          </bdi>
        </a>
        <span className="mt-0.5 block text-[0.875rem] text-ink-soft">
          <bdi>{project.category}</bdi>, <bdi>{project.location}</bdi>
        </span>
      </th>
      <td className="col-span-3 text-[0.875rem] text-ink-soft md:(table-cell py-3.5 pr-4 text-ink)">
        {project.verificationStandard}
        {vintage && <span className="md:hidden">,</span>}
        {vintage && <span className="text-ink-soft md:block"> {fill(content.vintage, { years: vintage })}</span>}
      </td>
      <FigureCell label={content.price} value={formatPrice(project)} />
      <FigureCell
        label={content.available}
        value={status === 'On sale' ? formatAvailable(project) : status}
        note={[...issuance, ...(project.isOnRecord ? [] : [content.notOnRecord])].join(', ')}
      />
      <FigureCell label={content.impact} value={project.impactPerYear > 0 ? formatCount(project.impactPerYear) : content.notStated} />
      <td className="col-span-3 flex gap-x-6 text-[0.875rem] md:(table-cell py-3 pl-6)">
        <span className="flex flex-wrap gap-x-6 md:(grid gap-0)">
          <PurchaseLink project={project} texts={texts} describedBy={titleId} className={actionVariants.row} />
          <ProjectActions project={project} texts={texts.actions} variant="row" compareForm={compareForm} />
        </span>
      </td>
    </tr>
  );
}

type FigureColumn = { name: string; short: string; unit: string };

/** A column's name and its unit. The unit is not capitalised. */
function ColumnName({ name, unit }: Pick<FigureColumn, 'name' | 'unit'>) {
  return (
    <>
      {name} <span className="block normal-case">{unit}</span>
    </>
  );
}

/** A figure. Words in place of a figure are muted, so that the figures stand out. */
function FigureCell({ label, value, note }: { label: FigureColumn; value: string; note?: string }) {
  return (
    <td className={`md:(table-cell py-3.5 pl-4 text-right) ${/\d/.test(value) ? 'figure' : 'text-[0.875rem] text-ink-soft'}`}>
      <span className="block font-sans text-[0.8125rem] text-ink-soft md:hidden">{label.short}</span>
      {value}
      {note && <span className="block font-sans text-[0.8125rem] text-ink-soft">{note}</span>}
    </td>
  );
}
