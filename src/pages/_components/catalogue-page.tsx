import type { ReactNode } from 'react';
import { activeFilters, type CreditTotals, type ProjectSearch, withoutFilter } from '#server/domain/projects/search.ts';
import { Static } from '#server/http/page/page.ts';
import { list as content } from '#shared/content/projects/index.ts';
import { formatAvailable, formatPrice } from '#shared/lib/money/money.ts';
import { statedVintage } from '#shared/lib/projects/facts.ts';
import { compareForm } from '#shared/lib/protocol/elements.ts';
import { abbreviated } from '#shared/lib/shortlist.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import {
  type CatalogueQuery,
  catalogueSearch,
  catalogueViews,
  type IgnoredParameter,
  isPicture,
  maxFilterLength,
  pricesCross,
  unitsValues,
} from '#shared/schemas/catalogue-query.ts';
import { cataloguePageSize, type ListedProject } from '#shared/schemas/project.ts';
import { Options } from '#src/ui/controls/form.tsx';
import { Failure, FileLinks, InlineLink, SubmitButton, TextLink } from '#src/ui/controls/links.tsx';
import { actionLook, CategoryBadge, ProjectActions, ProjectGrid, PurchaseLink } from '#src/ui/projects/project-card.tsx';
import { type Column, joinedToNext, stickyHead, Table } from '#src/ui/table.tsx';
import { fill, formatCount } from '#verify/text.ts';
import { AppliedFilters, CatalogueForm, PageNumbers, priceTexts } from './catalogue-form.tsx';
import { PricesByStorage, ProjectsOnMap } from './catalogue-pictures.tsx';

type CataloguePageProps = { notes: IgnoredParameter[]; search: Promise<ProjectSearch | undefined>; address: string };

/** The content of /projects, whose `address` has what was asked: the filter form with counts, and one page of matching projects. */
export async function CataloguePage({ notes, search, address }: CataloguePageProps) {
  const found = await search;
  if (!found) {
    return <Failure text={content.error} again={content.tryAgain} address={address} className="mt-8 border-y border-rule py-10" />;
  }
  const { query, facets, projects, pictured, similar, total } = found;
  const showsProjects = projects.length + pictured.length > 0;
  return (
    <Static as="div" className="mt-3 grid gap-x-12 gap-y-3 md:(mt-5 gap-y-5) lg:(mt-8 grid-cols-[16.5rem_minmax(0,1fr)]) print:block">
      <CatalogueForm query={query} facets={facets} />
      {/* src/page-scripts/catalogue.ts replaces each `data-part`, paired by order, and the text of the live region between them. */}
      <section id="found" tabIndex={-1} aria-label={content.label} className="min-w-0">
        <div data-part="">
          <AppliedFilters query={query} />
          <Ignored notes={[...notes, ...found.unknown]} />
          {similar && (total > 0 || found.suggestion) && <MeantWords found={found} />}
        </div>
        <p role="status" className={showsProjects ? '' : 'nothing-shown display-3 pt-2 [overflow-wrap:anywhere]'}>
          {statusOf(found)}
        </p>
        <div data-part="">
          <CreditsOnSale credits={found.credits} />
        </div>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 border-b border-ink pb-1 md:(mt-3 pb-3) [.nothing-shown~&]:hidden print:hidden">
          {isPicture(query.view) ? <input type="hidden" name="sort" value={query.sort} form="catalogue" /> : <SortField query={query} />}
          <Views query={query} />
        </div>
        <div data-part="">
          {!showsProjects && <WaysOn found={found} />}
          {showsProjects && query.view === 'map' && <ProjectsOnMap query={query} projects={pictured} />}
          {showsProjects && query.view === 'prices' && <PricesByStorage projects={pictured} />}
          {projects.length > 0 && query.view === 'table' && <ProjectTable projects={projects} />}
          {projects.length > 0 && query.view === 'cards' && (
            <>
              <h2 className="sr-only">{content.label}</h2>
              <ProjectGrid projects={projects} columns={2} compareForm={compareForm} />
            </>
          )}
          {projects.length > 0 && <CompareBar query={query} />}
          {total > 0 && (
            <FileLinks
              texts={content.files}
              path="/projects"
              search={catalogueSearch(query, { page: 1, view: 'table' })}
              className="mt-2 lg:mt-4"
            />
          )}
          {!isPicture(query.view) && <PageNumbers last={lastPageOf(found)} query={query} />}
        </div>
      </section>
    </Static>
  );
}

export const lastPageOf = ({ total }: ProjectSearch) => Math.max(1, Math.ceil(total / cataloguePageSize));

/** Says how many projects match and which of them are shown, or that none match. */
function statusOf(found: ProjectSearch): string {
  const { query, projects, total } = found;
  if (total === 0) {
    const filters = activeFilters(query);
    if (filters.length === 0) return content.empty.none;
    if (pricesCross(query)) return fill(content.empty.crossed, priceTexts(query));
    return filters.every((filter) => filter === 'q') ? fill(content.noMatch, { q: query.q }) : content.empty.title;
  }
  if (isPicture(query.view)) return `${countOf(total, 'project')}.`;
  if (projects.length === 0) {
    return fill(content.pastEnd.text, { page: formatCount(query.page), pages: formatCount(lastPageOf(found)) });
  }
  const offset = (query.page - 1) * cataloguePageSize;
  return fill(content.shown, { from: formatCount(offset + 1), to: formatCount(offset + projects.length), total: formatCount(total) });
}

/** The order of the list: a field of the filters' form, with a button of its own where scripts don't submit it. */
function SortField({ query }: { query: CatalogueQuery }) {
  const { form, sorts } = content;
  return (
    <div className="flex min-w-0 flex-[1_1_19rem] items-center gap-2 sm:max-w-96">
      <label htmlFor="catalogue-sort" className="shrink-0 text-[0.9375rem]">
        {form.sort}
      </label>
      <select id="catalogue-sort" name="sort" form="catalogue" defaultValue={query.sort ?? ''} className="field min-h-11 min-w-0 py-1.5">
        <Options of={Object.entries(sorts)} />
      </select>
      <SubmitButton
        label={form.sortGo}
        form="catalogue"
        className="[[data-catalogue]_&]:hidden btn-outline shrink-0 min-h-11 px-3 py-1.5"
      />
    </div>
  );
}

/** Links to the views of the list. */
function Views({ query }: { query: CatalogueQuery }) {
  return (
    <nav data-part="" aria-label={content.view.label} className="flex flex-wrap gap-x-4">
      {catalogueViews.map((view) => (
        <a
          key={view}
          href={`/projects${catalogueSearch(query, { view, ...(isPicture(view) && { page: 1 }) })}#found`}
          aria-current={query.view === view ? 'true' : undefined}
          className="inline-flex min-h-11 items-center underline-offset-5 hover:underline aria-[current]:(font-semibold text-canopy underline)"
        >
          {content.view[view]}
        </a>
      ))}
    </nav>
  );
}

/**
 * The form that compares the ticked projects. CSS keeps it in view while any is ticked. Enter on a tick box submits it too, because the
 * button is many tab stops away: screen readers are told so, and whoever moves the focus by keyboard sees it while it is on a tick box.
 */
function CompareBar({ query }: { query: CatalogueQuery }) {
  const { compare } = content;
  return (
    <form
      id={compareForm}
      action="/projects/compare"
      className="compare-bar group mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 bg-paper py-3 print:hidden"
    >
      {catalogueSearch(query) && <input type="hidden" name="from" value={catalogueSearch(query)} />}
      <SubmitButton label={compare.submit} className="btn-outline" />
      <span className="text-[0.9375rem] text-ink-soft">
        <span className="group-has-[[type=reset]]:hidden">{compare.hint} </span>
        <span id={`${compareForm}-key`} className="sr-only [#found:has([name=p]:focus-visible)_&]:not-sr-only">
          {compare.key}
        </span>
      </span>
      {/* Filled by src/page-scripts/catalogue.ts. */}
      <output data-ticks={compare.ticked} data-full={compare.full} data-untick={compare.untick} className="text-[0.9375rem]" />
    </form>
  );
}

/** The sum of the credits on sale, and how much of it is issued, expected or not stated. */
function CreditsOnSale({ credits }: { credits: CreditTotals }) {
  const { credits: texts } = content;
  const stated = unitsValues.filter((value) => credits[value] > 0);
  const [first] = stated;
  if (!first) return null;
  const counts = stated.map((value) => fill(texts[value], { count: formatCount(credits[value]) }));
  const sum = stated.reduce((subtotal, value) => subtotal + credits[value], 0);
  const total = countOf(sum, 'credit');
  return (
    <p className="text-[0.9375rem] text-ink-soft">
      {stated.length === 1 ? fill(texts.only[first], { total }) : fill(texts.text, { total, parts: counts.join(', ') })}
    </p>
  );
}

/** Says above the list that the projects are only similar to the search words, or offers a link to a corrected search. */
function MeantWords({ found: { query, suggestion, total } }: { found: ProjectSearch }) {
  return (
    <p className="mb-4 break-words">
      {total > 0 && `${fill(content.noMatch, { q: query.q })} `}
      {suggestion && (
        <>
          {`${content.meant.before} `}
          <InlineLink
            link={{ label: suggestion.q, href: `/projects${catalogueSearch(query, { q: suggestion.q, page: 1 })}#found` }}
            className="inline-flex min-h-6 items-center font-semibold"
          />
          {fill(content.meant.after, { total: countOf(suggestion.total, 'project') })}{' '}
        </>
      )}
      {total > 0 && content.closest}
    </p>
  );
}

/** Says which parameters of the address were ignored; at most ten. */
function Ignored({ notes }: { notes: IgnoredParameter[] }) {
  if (notes.length === 0) return null;
  const { title, wrong, later, search, unreadable } = content.ignored;
  const names: Record<string, string> = {
    ...content.filters,
    min: `${content.form.priceShort} ${content.form.min.toLowerCase()}`,
    max: `${content.form.priceShort} ${content.form.max.toLowerCase()}`,
    sort: content.form.sort,
    view: content.view.label,
    page: content.ignored.page,
  };
  return (
    <div role="note" className="mb-6 border-l-3 border-clay bg-paper-bright px-4 py-3">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-0.5 text-[0.9375rem] [overflow-wrap:anywhere]">
        {notes.slice(0, 10).map(({ name, value, isLater }) => (
          <li key={`${name}=${value}`}>
            {isLater
              ? fill(later, { name, value: abbreviated(value) })
              : fill(['min', 'max', 'available'].includes(name) ? unreadable : name === 'q' ? search : wrong, {
                  name: names[name] ?? name,
                  value: abbreviated(value),
                  max: String(maxFilterLength),
                })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links from a list without projects: to its first and last page, or to the list without one of its filters. */
function WaysOn({ found }: { found: ProjectSearch }) {
  const { query, total, withoutEach } = found;
  if (total > 0) {
    const lastPage = lastPageOf(found);
    return (
      <div className="grid justify-items-start gap-4 py-6">
        <a href={`/projects${catalogueSearch(query, { page: lastPage })}#found`} className="btn-primary">
          {content.pastEnd.last}
        </a>
        {lastPage > 1 && <TextLink href={`/projects${catalogueSearch(query, { page: 1 })}#found`}>{content.pastEnd.first}</TextLink>}
      </div>
    );
  }
  if (withoutEach.length === 0) return null;
  const { exchanged, without, noneWithout, clear } = content.empty;
  const prices = { min: query.max, max: query.min };
  return (
    <>
      <ul className="grid justify-items-start py-3">
        {pricesCross(query) && (
          <li className="flex min-h-11 items-center">
            <TextLink data-filter="" href={`/projects${catalogueSearch(query, prices)}#found`}>
              {fill(exchanged, priceTexts(prices))}
            </TextLink>
          </li>
        )}
        {withoutEach.map(({ filter, total: matching }) => (
          <li key={filter} className="flex min-h-11 items-center text-ink-soft">
            {matching === 0 ? (
              fill(noneWithout, { filter: content.filters[filter] })
            ) : (
              <TextLink data-filter="" href={`/projects${catalogueSearch(withoutFilter(query, filter))}#found`}>
                {fill(without, { filter: content.filters[filter], projects: countOf(matching, 'project') })}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      <TextLink link={{ label: clear, href: '/projects#found' }} data-filter="" className="mb-3" />
    </>
  );
}

function ProjectTable({ projects }: { projects: ListedProject[] }) {
  const { table } = content;
  const titleId = ({ id }: ListedProject) => `project-${id}`;
  const figure = (
    { name, short, unit }: (typeof table)['price' | 'available' | 'impact'],
    cell: (project: ListedProject) => ReactNode,
  ): Column<ListedProject> => ({
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
    <Table
      caption={table.caption}
      headClass={stickyHead}
      columns={[
        { name: table.project, cell: (project) => <Name project={project} id={titleId(project)} />, className: 'col-span-3 wide:w-[44%]' },
        {
          name: table.standard,
          cell: (project) => <Standard project={project} />,
          className: 'col-span-3 text-[0.875rem] text-ink-soft wide:text-ink',
        },
        figure(table.price, (project) => <Figure value={formatPrice(project)} />),
        figure(table.available, (project) => (
          <Figure value={project.status === 'On sale' ? formatAvailable(project) : project.status} note={unitsNote(project)} />
        )),
        figure(table.impact, ({ impactPerYear }) => <Figure value={impactPerYear > 0 ? formatCount(impactPerYear) : table.notStated} />),
      ]}
      rows={projects}
      row={({ id }) => ({ key: id, className: `grid-cols-3 gap-x-3 gap-y-1 ${joinedToNext}` })}
      below={(project) => (
        <tr className="!py-0 print:!hidden">
          <td colSpan={5} className="!pt-0 !pb-1">
            <span className="flex flex-wrap gap-x-6">
              <PurchaseLink project={project} describedBy={titleId(project)} className={`${actionLook} font-semibold text-canopy`} />
              <ProjectActions project={project} compareForm={compareForm} />
            </span>
          </td>
        </tr>
      )}
    />
  );
}

function Name({ project: { slug, title, category, location }, id }: { project: ListedProject; id: string }) {
  return (
    <>
      <a href={`/projects/${slug}`} className="block py-2.5 -my-2.5 font-semibold underline-offset-4 hover:underline">
        {/* Clamped on an inner element: on the cell itself a further line would show in the padding. */}
        <bdi id={id} className="line-clamp-3">
          {title}
        </bdi>
      </a>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 text-[0.875rem] text-ink-soft">
        <CategoryBadge category={category} isOneLine />
        <bdi>{location}</bdi>
      </span>
    </>
  );
}

/** Two years of one century, as `statedVintage` has them. A narrow column has the second one in two digits. */
const sameCentury = /^((\d\d)\d\d) to \2(\d\d)$/;

function Standard({ project }: { project: ListedProject }) {
  const years = statedVintage(project)?.replace(sameCentury, '$1–$3');
  return (
    <>
      {project.verificationStandard}
      {years && <span className="wide:hidden">,</span>}
      {years && <span className="whitespace-nowrap text-ink-soft wide:block"> {fill(content.table.vintage, { years })}</span>}
    </>
  );
}

/** A figure, or words in its place, which are muted, so that the figures stand out. */
function Figure({ value, note }: { value: string; note?: string }) {
  return (
    <>
      <span className={/\d/.test(value) ? 'figure text-[1.125rem] md:text-[1.25rem]' : 'text-[0.875rem] text-ink-soft'}>{value}</span>
      {note && <span className="block text-[0.8125rem] text-ink-soft">{note}</span>}
    </>
  );
}

function unitsNote({ status, unitsStatus, isOnRecord }: ListedProject): string {
  const { units, notOnRecord } = content.table;
  return [...(status === 'Sold out' ? [] : [units[unitsStatus ?? 'not stated']]), ...(isOnRecord ? [] : [notOnRecord])].join(', ');
}
