import type { ReactNode } from 'react';
import { findProjects } from '#server/domain/projects/find.ts';
import { suggestProjects } from '#server/domain/projects/list.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { compare, meta } from '#shared/content/projects/compare.ts';
import { type ComparedFact, comparedFacts } from '#shared/lib/projects/comparison.ts';
import { abbreviated, compareAddress, compareLimit, readCompared } from '#shared/lib/shortlist.ts';
import { formatDate } from '#shared/lib/text/dates.ts';
import { catalogueSearch, parseCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import type { Project } from '#shared/schemas/project.ts';
import { storableText } from '#shared/schemas/storable-text.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Summary } from '#src/ui/controls/fold.tsx';
import { ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { AddToShortlist, ShortlistState } from '#src/ui/projects/project-card.tsx';
import { CompactHead } from '#src/ui/sections/frames.tsx';
import { ProjectFinder } from '#src/ui/sections/project-finder.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { fill } from '#verify/text.ts';

const suggestions = 6;

export default async function ComparePage({ query }: { query: string }) {
  const asked = new URLSearchParams(query);
  const { slugs, more } = readCompared(asked);
  // The list that the comparison was started from. Parsed and rewritten, so that it is always a valid address on this site.
  const from = catalogueSearch(parseCatalogueQuery(new URLSearchParams(asked.get('from') ?? '')).query);
  const words = storableText(asked.get('find') ?? '', 100);
  const [projects, found] = await Promise.all([findProjects(slugs), suggestProjects({ words, except: slugs, limit: suggestions })]);
  const known = projects.map(({ slug }) => slug);
  const unknown = slugs.filter((slug) => !known.includes(slug));
  return (
    <>
      <PageHead meta={meta} path="/projects/compare" name={compare.title} />
      <Static as="div">
        <CompactHead
          back={{ label: compare.back, href: `/projects${from}#found` }}
          title={compare.title}
          lede={compare.lede}
          printed={[fill(compare.asOf, { date: formatDate(new Date()) }), env().PUBLIC_URL + compareAddress(known)]}
        />
        <div className="page pt-6 pb-12 print:pb-0">
          {unknown.length > 0 && (
            <p role="note" className="mb-6 break-words text-clay">
              {fill(compare.unknown, { slugs: unknown.map(abbreviated).join(', ') })}
            </p>
          )}
          {more && (
            <p role="note" className="mb-6 text-clay">
              {compare.more}
            </p>
          )}
          {projects.length === 0 ? (
            <p className="lede">{compare.empty}</p>
          ) : (
            <>
              {projects.length === 1 && <p className="lede mb-8">{compare.one}</p>}
              <CompareTable projects={projects} from={from} />
              <CompareActions projects={projects} />
            </>
          )}
        </div>
        {known.length < compareLimit && (
          <ProjectFinder
            action="/projects/compare"
            parameters={[...known.map((slug): [string, string] => ['p', slug]), ...(from ? [['from', from] as [string, string]] : [])]}
            words={words}
            found={found}
            addressWith={(slug) => compareAddress([...known, slug], from)}
          />
        )}
      </Static>
    </>
  );
}

/** `from`: the search of the list that the comparison was started from. */
type CompareTableProps = { projects: Project[]; from: string };

type Row = { name: string; cell: (project: Project) => ReactNode; className?: string };

/**
 * Projects as columns, their facts as rows, with the names of the projects in view; on a phone each fact has a line for each project. What
 * is the same for all stands once, below.
 */
function CompareTable({ projects, from }: CompareTableProps) {
  const addressWithout = (slug: string) =>
    compareAddress(
      projects.map((project) => project.slug).filter((other) => other !== slug),
      from,
    );
  const facts = comparedFacts(compare);
  const isSame = ({ text }: ComparedFact) => projects.length > 1 && new Set(projects.map(text)).size === 1;
  const same = facts.filter(isSame);
  const rows: Row[] = [
    {
      name: compare.project,
      cell: ({ slug, title }) => <ProjectName slug={slug} title={title} />,
      className: 'wide:!hidden [&>td]:before:!hidden',
    },
    ...facts.filter((fact) => !isSame(fact)).map((fact) => rowOf(fact, projects)),
    {
      name: compare.next,
      cell: (project) => (
        <span className="grid justify-items-start narrow:(flex flex-wrap justify-end gap-x-4)">
          <AddToShortlist project={project} texts={compare.shortlist} className="text-link inline-flex min-h-11 items-center text-canopy" />
          <ColumnLink href={addressWithout(project.slug)} label={compare.remove} title={project.title} />
          <ColumnLink href={`${addressWithout(project.slug)}#find`} label={compare.replace} title={project.title} />
        </span>
      ),
      className: 'print:!hidden',
    },
  ];
  return (
    <div data-comparison="">
      <Table
        caption={compare.caption}
        captionClass="label block pb-3 text-left wide:table-caption"
        className="wide:table-fixed [&_tbody_a]:scroll-mt-24"
        columns={[
          {
            name: compare.project,
            cell: ({ name }) => name,
            headClass: `${sticky} wide:w-[19%]`,
            className: 'text-[0.9375rem] font-semibold',
          },
          ...projects.map(
            (project): Column<Row> => ({
              name: project.title,
              // Where headings are not seen, nothing in them takes the focus.
              head: (
                <>
                  <a
                    href={`/projects/${project.slug}`}
                    className="display-3 md:max-lg:text-[1.125rem] block normal-case break-words text-ink hover:underline narrow:hidden"
                  >
                    <bdi>{project.title}</bdi>
                  </a>
                  <bdi className="wide:hidden">{project.title}</bdi>
                </>
              ),
              cell: ({ cell }) => cell(project),
              named: 'beside',
              headClass: sticky,
              className:
                'text-[0.9375rem] leading-[1.5] break-words before:max-w-[60%] before:!font-sans before:!text-[0.875rem] narrow:text-right',
            }),
          ),
        ]}
        rows={rows}
        row={({ name, className = '' }) => ({ key: name + className, className: `gap-y-2 ${className}` })}
      />
      {same.length > 0 && <h2 className="display-3 mt-10 mb-3">{compare.same}</h2>}
      <FactList facts={same.map(({ name, text }) => [name, projects.slice(0, 1).map(text)])} />
    </div>
  );
}

/** Below the header. The line moves with it, unlike a border of a table. */
const sticky = 'bg-paper md:(sticky top-19 z-1) print:!static shadow-[inset_0_-1px_#15211b]';

/** From this length (in characters) a fact is prose, which a phone folds. */
const prose = 90;

function rowOf({ name, text, figure }: ComparedFact, projects: Project[]): Row {
  if (projects.some((project) => text(project).length > prose)) {
    return {
      name,
      cell: (project) => (
        <details className="prose-fact group">
          <Summary className="min-h-11 gap-4">
            <bdi>{project.title}</bdi>
          </Summary>
          <p className="text-left">{text(project)}</p>
        </details>
      ),
      className: '[&>td]:before:!hidden [&>td>div]:grow',
    };
  }
  return {
    name,
    cell: (project) =>
      figure && /\d/.test(text(project)) ? (
        <span className="figure md:text-[1.125rem] lg:text-[1.25rem]">{text(project)}</span>
      ) : (
        text(project)
      ),
  };
}

function ColumnLink({ href, label, title }: { href: string; label: string; title: string }) {
  return (
    <a href={href} rel="nofollow" className="inline-flex min-h-11 items-center underline underline-offset-5">
      {label}
      <span className="sr-only"> {title}</span>
    </a>
  );
}

/** What can be done with a comparison as a whole: its projects on the shortlist, and itself as a file. Both work without scripts. */
function CompareActions({ projects }: { projects: Project[] }) {
  const onSale = projects.filter(({ status }) => status === 'On sale');
  const search = compareAddress(projects.map(({ slug }) => slug)).split('?')[1];
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-3 print:hidden">
      {onSale.length > 1 && (
        <a
          href={`/shortlist?${onSale.map(({ slug }) => `add=${slug}`).join('&')}`}
          rel="nofollow"
          data-shortlist-add=""
          className="btn-primary"
        >
          <ShortlistState
            add={onSale.length === projects.length ? compare.shortlistAll : fill(compare.shortlistSome, { count: String(onSale.length) })}
            added={compare.shortlisted}
          />
        </a>
      )}
      <nav aria-label={compare.files.label} className="flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
        <span aria-hidden="true">{compare.files.label}:</span>
        {(['csv', 'xlsx'] as const).map((format) => (
          <TextLink key={format} href={`/projects/compare.${format}?${search}`} rel="nofollow">
            {compare.files[format]}
          </TextLink>
        ))}
      </nav>
    </div>
  );
}
