import type { ReactNode } from 'react';
import type { compare } from '#src/content/projects/compare.ts';
import { formatDate } from '#src/lib/dates.ts';
import { formatPounds } from '#src/lib/money.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { isOnSale } from '#src/lib/on-sale.ts';
import type { Project } from '#src/schemas/project.ts';

type CompareTableProps = {
  texts: typeof compare;
  projects: Project[];
  /** The address of the comparison without a project. */
  addressWithout: (slug: string) => string;
};

/** Projects as columns, what is known of them as rows. Narrow screens scroll it sideways; the row names stay. */
export function CompareTable({ texts, projects, addressWithout }: CompareTableProps) {
  const { rows } = texts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={texts.region} tabIndex={0} className="relative overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-left">
        <caption className="label pb-3 text-left">{texts.caption}</caption>
        <thead>
          <tr className="border-b border-ink align-bottom">
            <th scope="col" className={`${rowName} label font-normal`}>
              {texts.project}
            </th>
            {projects.map(({ slug, title }) => (
              <th key={slug} scope="col" className="min-w-44 py-4 pr-6 align-top font-normal">
                <a href={`/projects/${slug}`} className="display-3 break-words underline-offset-4 hover:underline">
                  {title}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={rows.price} projects={projects} cell={(project) => <Figure>{formatPounds(project.pricePerCredit)}</Figure>} />
          <Row
            name={rows.available}
            projects={projects}
            cell={({ availableCredits }) => <Figure>{availableCredits > 0 ? formatCount(availableCredits) : texts.soldOut}</Figure>}
          />
          <Row
            name={rows.impact}
            projects={projects}
            cell={(project) => <Figure>{`${formatCount(project.impactPerYear)} tCO₂e`}</Figure>}
          />
          <Row name={rows.standard} projects={projects} cell={(project) => project.verificationStandard} />
          <Row name={rows.category} projects={projects} cell={(project) => project.category} />
          <Row name={rows.type} projects={projects} cell={(project) => project.projectType ?? texts.notStated} />
          <Row name={rows.place} projects={projects} cell={(project) => project.location} />
          {/* Permanence and the status of units join here, as rows like these, once the catalogue holds them. */}
          <Row name={rows.what} projects={projects} cell={(project) => <span className="line-clamp-6">{project.description}</span>} />
          <Row
            name={rows.changed}
            projects={projects}
            cell={({ updatedAt }) => (
              <time dateTime={updatedAt.toISOString()} className="figure text-[0.875rem]">
                {formatDate(updatedAt)}
              </time>
            )}
          />
          <Row
            name={rows.next}
            projects={projects}
            cell={(project) => (
              <span className="grid justify-items-start print:hidden">
                {isOnSale(project) && (
                  <a
                    href={`/shortlist?add=${project.slug}`}
                    rel="nofollow"
                    data-shortlist-add={project.slug}
                    data-shortlist-said={`${project.title} is on your shortlist.`}
                    className="text-link inline-flex min-h-11 items-center text-canopy"
                  >
                    {texts.shortlist}
                    <span className="sr-only">: {project.title}</span>
                  </a>
                )}
                <a
                  href={addressWithout(project.slug)}
                  rel="nofollow"
                  className="inline-flex min-h-11 items-center underline underline-offset-5"
                >
                  {texts.remove}
                  <span className="sr-only"> {project.title}</span>
                </a>
              </span>
            )}
          />
        </tbody>
      </table>
    </section>
  );
}

const rowName = 'sticky left-0 z-1 w-28 min-w-28 bg-paper py-3 pr-4 align-top sm:(w-44 min-w-44)';

type RowProps = { name: string; projects: Project[]; cell: (project: Project) => ReactNode };

function Row({ name, projects, cell }: RowProps) {
  return (
    <tr className="border-b border-rule align-top">
      <th scope="row" className={`${rowName} text-[0.9375rem] font-semibold`}>
        {name}
      </th>
      {projects.map((project) => (
        <td key={project.slug} className="py-3 pr-6 text-[0.9375rem] leading-[1.5] break-words">
          {cell(project)}
        </td>
      ))}
    </tr>
  );
}

function Figure({ children }: { children: string }) {
  return <span className="figure text-[1.25rem]">{children}</span>;
}
