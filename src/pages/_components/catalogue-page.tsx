import type { CreditTotals } from '#server/domain/projects/count-facets.ts';
import { activeFilters, type ProjectSearch, withoutFilter } from '#server/domain/projects/search.ts';
import { Static } from '#server/http/page/static.tsx';
import { card } from '#src/content/projects/card.ts';
import type { list as listContent } from '#src/content/projects/index.ts';
import { own } from '#src/lib/input/own.ts';
import { shortened } from '#src/lib/shortlist/compare-address.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount, projectCount } from '#src/lib/text/numbers.ts';
import { type CatalogueQuery, catalogueSearch, catalogueViews, type IgnoredParameter, unitsValues } from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#src/schemas/project.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';
import { AppliedFilters } from '#src/ui/routes/projects/applied-filters.tsx';
import { CatalogueForm } from '#src/ui/routes/projects/catalogue-form.tsx';
import { PageNumbers } from '#src/ui/routes/projects/page-numbers.tsx';
import { ProjectTable } from '#src/ui/routes/projects/project-table.tsx';

const compareForm = 'compare-ticked';

type Content = typeof listContent;
type CataloguePageProps = { content: Content; notes: IgnoredParameter[]; search: Promise<ProjectSearch | undefined> };

/** The catalogue for its address: the filter form with counts, and one page of matching projects. */
export async function CataloguePage({ content, notes, search }: CataloguePageProps) {
  const found = await search;
  if (!found) {
    return (
      <div role="alert" className="mt-10 grid justify-items-center gap-5 border-y border-rule py-12">
        <p className="text-[#9B1C15]">{content.error}</p>
        <ReloadButton label={content.tryAgain} address="/projects" />
      </div>
    );
  }
  const { query, facets, projects, similar, total } = found;
  return (
    <Static as="div" className="mt-5 grid gap-x-12 gap-y-5 lg:(mt-8 grid-cols-[16.5rem_minmax(0,1fr)])">
      <CatalogueForm content={content} query={query} facets={facets} />
      <section id="found" aria-label={content.label} className="min-w-0">
        <AppliedFilters content={content} query={query} />
        <Ignored content={content} notes={[...notes, ...found.unknown]} />
        {similar && <MeantWords content={content} found={found} />}
        <CatalogueBar content={content} found={found} />
        {projects.length === 0 && <NothingFound content={content} found={found} />}
        {projects.length > 0 && query.view === 'table' && (
          <ProjectTable projects={projects} content={content.table} actions={card.actions} compareForm={compareForm} />
        )}
        {projects.length > 0 && query.view === 'cards' && (
          <ProjectGrid projects={projects} texts={card} columns={2} compareForm={compareForm} />
        )}
        {projects.length > 0 && <CompareBar content={content} query={query} />}
        <ListFiles content={content} query={query} />
        <PageNumbers label={content.pages} last={Math.ceil(total / cataloguePageSize)} query={query} />
      </section>
    </Static>
  );
}

/** The number of projects, the credits on sale, and links to the two views. */
function CatalogueBar({ content, found: { query, projects, total, credits } }: { content: Content; found: ProjectSearch }) {
  const offset = (query.page - 1) * cataloguePageSize;
  const shown = fill(content.shown, {
    from: formatCount(offset + 1),
    to: formatCount(offset + projects.length),
    total: formatCount(total),
  });
  return (
    <div className="border-b border-ink pb-1">
      <p role="status">{projects.length > 0 && shown}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-8">
        <CreditsOnSale content={content} credits={credits} />
        <nav aria-label={content.view.label} className="flex gap-5">
          {catalogueViews.map((view) => (
            <a
              key={view}
              href={`/projects${catalogueSearch(query, { view })}#found`}
              aria-current={query.view === view ? 'true' : undefined}
              className="inline-flex min-h-11 items-center underline-offset-5 hover:underline aria-[current]:(font-semibold text-canopy underline)"
            >
              {content.view[view]}
            </a>
          ))}
        </nav>
      </div>
    </div>
  );
}

/**
 * The form that compares the ticked projects. CSS keeps it in view while any is ticked. Its button comes after all projects; Enter on
 * a tick box submits it too, which needs saying, on wide screens and to screen readers.
 */
function CompareBar({ content: { compare }, query }: { content: Content; query: CatalogueQuery }) {
  return (
    <form id={compareForm} action="/projects/compare" className="compare-bar flex flex-wrap items-center gap-x-5 gap-y-2 bg-paper py-3">
      <input type="hidden" name="from" value={catalogueSearch(query)} />
      <button type="submit" className="btn-outline">
        {compare.submit}
      </button>
      <span className="text-[0.9375rem] text-ink-soft">
        {compare.hint}{' '}
        <span id={`${compareForm}-key`} className="hidden lg:inline">
          {compare.key}
        </span>
      </span>
    </form>
  );
}

/** Links to the whole list as files. */
function ListFiles({ content, query }: { content: Content; query: CatalogueQuery }) {
  const filtered = catalogueSearch(query, { page: 1, view: 'table' });
  const link = 'text-link inline-flex min-h-11 items-center text-canopy';
  return (
    <nav aria-label={content.files.label} className="mt-4 flex flex-wrap items-center gap-x-5 text-[0.9375rem]">
      <span aria-hidden="true">{content.files.label}:</span>
      <a href={`/projects.csv${filtered}`} className={link}>
        {content.files.csv}
      </a>
      <a href={`/projects.xlsx${filtered}`} className={link}>
        {content.files.xlsx}
      </a>
      <a href={`/projects.json${filtered}`} className={link}>
        {content.files.json}
      </a>
      <a href={`/projects.xml${filtered}`} className={link}>
        {content.files.feed}
      </a>
    </nav>
  );
}

/** The credits on sale. Their sum never stands without how much of it is issued and how much is expected. */
function CreditsOnSale({ content: { credits: texts }, credits }: { content: Content; credits: CreditTotals }) {
  const stated = unitsValues.filter((value) => credits[value] > 0);
  const [first] = stated;
  if (!first) return null;
  const counts = stated.map((value) => fill(texts[value], { count: formatCount(credits[value]) }));
  const total = formatCount(stated.reduce((sum, value) => sum + credits[value], 0));
  return (
    <p className="text-[0.9375rem] text-ink-soft">
      {stated.length === 1 ? fill(texts.only[first], { total }) : fill(texts.text, { total, parts: counts.join(', ') })}
    </p>
  );
}

/** Shown if nothing matches the search terms: a corrected search, and a note that the projects below are only similar. */
function MeantWords({ content, found: { query, suggestion, total } }: { content: Content; found: ProjectSearch }) {
  return (
    <p className="mb-4 break-words">
      {fill(content.similar, { q: query.q })}{' '}
      {suggestion && (
        <>
          {`${content.meant.before} `}
          <a
            href={`/projects${catalogueSearch(query, { q: suggestion.q, page: 1 })}#found`}
            className="text-link inline-flex min-h-6 items-center font-semibold text-canopy"
          >
            {suggestion.q}
          </a>
          {fill(content.meant.after, { total: projectCount(suggestion.total) })}{' '}
        </>
      )}
      {total > 0 && content.alike}
    </p>
  );
}

function Ignored({ content, notes }: { content: Content; notes: IgnoredParameter[] }) {
  if (notes.length === 0) return null;
  const { title, wrong } = content.ignored;
  return (
    <div role="note" className="mb-6 border-l-3 border-clay bg-paper-bright px-4 py-3">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-0.5 break-words text-[0.9375rem]">
        {notes.slice(0, 10).map(({ name, value }) => (
          <li key={`${name}=${value}`}>{fill(wrong, { name: nameOf(name) ?? shortened(name), value: shortened(value) })}</li>
        ))}
      </ul>
    </div>
  );

  function nameOf(name: string): string | undefined {
    const names: Record<string, string> = { ...content.filters, min: content.form.price, max: content.form.price, sort: content.form.sort };
    const others: Record<string, string> = { view: content.view.label, page: content.pages.label };
    return own({ ...names, ...others }, name);
  }
}

function NothingFound({ content, found: { query, total, loosen } }: { content: Content; found: ProjectSearch }) {
  if (total > 0) {
    const lastPage = Math.ceil(total / cataloguePageSize);
    return (
      <div className="grid justify-items-start gap-4 py-6">
        <h3 className="display-3">{fill(content.pastEnd.text, { page: formatCount(query.page), pages: formatCount(lastPage) })}</h3>
        <a href={`/projects${catalogueSearch(query, { page: lastPage })}#found`} className="btn-primary">
          {content.pastEnd.last}
        </a>
        {lastPage > 1 && (
          <a
            href={`/projects${catalogueSearch(query, { page: 1 })}#found`}
            className="text-link inline-flex min-h-11 items-center text-canopy"
          >
            {content.pastEnd.first}
          </a>
        )}
      </div>
    );
  }
  const { none, title, loosen: offer, clear } = content.empty;
  if (activeFilters(query).length === 0) return <p className="display-3 py-6">{none}</p>;
  return (
    <div className="grid justify-items-start gap-5 py-6">
      <h3 className="display-3">{title}</h3>
      {loosen && (
        <a href={`/projects${catalogueSearch(withoutFilter(query, loosen.filter))}#found`} className="btn-primary">
          {fill(offer, { filter: content.filters[loosen.filter], projects: projectCount(loosen.total) })}
        </a>
      )}
      <a href="/projects#found" className="text-link inline-flex min-h-11 items-center text-canopy">
        {clear}
      </a>
    </div>
  );
}
