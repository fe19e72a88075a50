import type { ReactNode } from 'react';
import type { compare } from '#src/content/projects/compare.ts';
import { type ComparedFact, comparedFacts } from '#src/lib/projects/comparison.ts';
import type { Project } from '#src/schemas/project.ts';
import { AddToShortlist } from '#src/ui/projects/project-actions.tsx';

type CompareTableProps = {
  texts: typeof compare;
  projects: Project[];
  /** Returns the address of the comparison without a project. */
  addressWithout: (slug: string) => string;
};

/**
 * Projects as columns, their facts as rows, with the names of both in view. On narrow screens it scrolls by itself, with a shadow where
 * there is more to the right.
 */
export function CompareTable({ texts, projects, addressWithout }: CompareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={texts.region} tabIndex={0} data-comparison="" className={scroller}>
      <table className="w-full border-collapse text-left">
        <caption className="label sticky left-0 max-w-[calc(100vw-2.5rem)] pb-3 text-left">{texts.caption}</caption>
        <thead>
          <tr className="align-bottom">
            <th scope="col" className={`${rowName} label ${underNames} z-3 top-0 font-normal lg:top-19`}>
              {texts.project}
            </th>
            {projects.map(({ slug, title }) => (
              <th key={slug} scope="col" className={columnName}>
                <a
                  href={`/projects/${slug}`}
                  className="display-3 block break-words max-sm:(line-clamp-3 text-[1rem]) underline-offset-4 hover:underline"
                >
                  <bdi>{title}</bdi>
                </a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {comparedFacts(texts).map((fact) => (
            <Row key={fact.name} fact={fact} same={texts.same} projects={projects} />
          ))}
          <tr className="align-top print:hidden">
            <RowName name={texts.rows.next} />
            {projects.map((project) => (
              <td key={project.slug} className="py-3 pr-3 sm:pr-6">
                <span className="grid justify-items-start">
                  <AddToShortlist
                    project={project}
                    texts={texts.shortlist}
                    className="text-link inline-flex min-h-11 items-center text-canopy"
                  />
                  <ColumnLink href={addressWithout(project.slug)} label={texts.remove} title={project.title} />
                  <ColumnLink href={`${addressWithout(project.slug)}#find`} label={texts.replace} title={project.title} />
                </span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

// The padding is a little wider than the row names, so that no link has the focus underneath them.
const scroller =
  'comparison relative max-h-[calc(100dvh-5rem)] overflow-auto scroll-pl-28 sm:scroll-pl-48 lg:(max-h-none overflow-visible) print:(max-h-none overflow-visible)';

/** A line that, unlike a border of a table, moves with what is sticky. */
const underNames = 'shadow-[inset_0_-1px_#15211b]';

const columnName = `${underNames} sticky top-0 z-2 min-w-28 bg-paper py-3 pr-3 align-top font-normal sm:(min-w-44 pr-6) lg:top-19 print:static`;

const rowName = 'sticky left-0 z-1 w-24 min-w-24 bg-paper py-3 pr-2 align-top sm:(w-44 min-w-44 pr-4) print:static';

type RowProps = { fact: ComparedFact; same: string; projects: Project[] };

/** A row of the table. It is marked and muted if its values are all the same. */
function Row({ fact: { name, text, figure }, same, projects }: RowProps) {
  const isSame = projects.length > 1 && new Set(projects.map(text)).size === 1;
  return (
    <tr className={`border-b border-rule align-top ${isSame ? 'text-ink-faint' : ''}`}>
      <RowName name={name}>{isSame && <span className="label mt-0.5 block">{same}</span>}</RowName>
      {projects.map((project) => (
        <td key={project.slug} className="py-3 pr-3 text-[0.9375rem] leading-[1.5] break-words sm:pr-6">
          {figure && /\d/.test(text(project)) ? (
            <span className="figure text-[1.125rem] sm:text-[1.25rem]">{text(project)}</span>
          ) : (
            text(project)
          )}
        </td>
      ))}
    </tr>
  );
}

function RowName({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <th scope="row" className={`${rowName} text-[0.8125rem] font-semibold sm:text-[0.9375rem]`}>
      {name}
      {children}
    </th>
  );
}

function ColumnLink({ href, label, title }: { href: string; label: string; title: string }) {
  return (
    <a href={href} rel="nofollow" className="inline-flex min-h-11 items-center underline underline-offset-5">
      {label}
      <span className="sr-only"> {title}</span>
    </a>
  );
}
