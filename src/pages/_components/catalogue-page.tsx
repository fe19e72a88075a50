import { type ProjectSearch, withoutFilter } from '#server/domain/projects/search.ts';
import { card } from '#src/content/projects/card.ts';
import type { list as listContent } from '#src/content/projects/index.ts';
import { formatCount } from '#src/lib/numbers.ts';
import { type CatalogueQuery, catalogueSearch, type IgnoredParameter } from '#src/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#src/schemas/project.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { ProjectGrid } from '#src/ui/projects/project-grid.tsx';
import { CatalogueForm } from '#src/ui/routes/projects/catalogue-form.tsx';
import { ProjectTable } from '#src/ui/routes/projects/project-table.tsx';

type Content = typeof listContent;
type CataloguePageProps = { content: Content; notes: IgnoredParameter[]; search: Promise<ProjectSearch | undefined> };

/** The catalogue as its address asks for it: the form with its counts, and one page of what matches. */
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
    <div className="mt-10 grid gap-x-12 gap-y-10 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <CatalogueForm content={content} query={query} facets={facets} />
      <div id="found" className="min-w-0">
        <Ignored content={content} notes={[...notes, ...found.unknown]} />
        <CatalogueBar content={content} found={found} />
        {similar && total > 0 && <p className="mb-6">{content.similar.replace('{q}', query.q)}</p>}
        {projects.length === 0 && <NothingFound content={content} found={found} />}
        {projects.length > 0 && query.view === 'table' && (
          <ProjectTable projects={projects} content={content.table} actions={card.actions} />
        )}
        {projects.length > 0 && query.view === 'cards' && <ProjectGrid projects={projects} texts={card} columns={2} />}
        <Pages content={content} query={query} total={total} />
      </div>
    </div>
  );
}

/** How many there are, the two views, and the same list as a file. */
function CatalogueBar({ content, found: { query, projects, total } }: { content: Content; found: ProjectSearch }) {
  const offset = (query.page - 1) * cataloguePageSize;
  const shown = content.shown
    .replace('{from}', formatCount(offset + 1))
    .replace('{to}', formatCount(offset + projects.length))
    .replace('{total}', formatCount(total));
  const filtered = catalogueSearch(query, { page: 1, view: 'cards' });
  const link = 'text-link inline-flex min-h-11 items-center text-canopy';
  return (
    <div className="mb-8 border-b border-ink pb-2">
      <p role="status">{projects.length > 0 && shown}</p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-8">
        <nav aria-label={content.view.label} className="flex gap-5">
          {(['cards', 'table'] as const).map((view) => (
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
        <nav aria-label={content.files.label} className="flex flex-wrap gap-5">
          <a href={`/projects.csv${filtered}`} className={link}>
            {content.files.csv}
          </a>
          <a href={`/projects.json${filtered}`} className={link}>
            {content.files.json}
          </a>
          <a href="/projects.xml" className={link}>
            {content.files.feed}
          </a>
        </nav>
      </div>
    </div>
  );
}

function Ignored({ content, notes }: { content: Content; notes: IgnoredParameter[] }) {
  if (notes.length === 0) return null;
  const { title, unknown, wrong } = content.ignored;
  return (
    <div role="note" className="mb-6 border-l-3 border-clay bg-paper-bright px-4 py-3">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid gap-0.5 break-words text-[0.9375rem]">
        {notes.slice(0, 10).map(({ name, value }) => (
          <li key={`${name}=${value}`}>
            {(nameOf(name) ? wrong : unknown)
              .replace('{name}', () => nameOf(name) ?? shortened(name))
              .replace('{value}', () => shortened(value))}
          </li>
        ))}
      </ul>
    </div>
  );

  function nameOf(name: string): string | undefined {
    const names: Record<string, string> = { ...content.filters, min: content.form.price, max: content.form.price, sort: content.form.sort };
    const others: Record<string, string> = { view: content.view.label, page: content.pages.label };
    return Object.hasOwn(names, name) ? names[name] : others[name];
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function NothingFound({ content, found: { query, total, loosen } }: { content: Content; found: ProjectSearch }) {
  if (total > 0) {
    const lastPage = Math.ceil(total / cataloguePageSize);
    return (
      <div className="grid justify-items-start gap-4 py-6">
        <h3 className="display-3">
          {content.pastEnd.text.replace('{page}', formatCount(query.page)).replace('{pages}', formatCount(lastPage))}
        </h3>
        <a href={`/projects${catalogueSearch(query, { page: lastPage })}#found`} className="btn-primary">
          {content.pastEnd.last}
        </a>
        <a
          href={`/projects${catalogueSearch(query, { page: 1 })}#found`}
          className="text-link inline-flex min-h-11 items-center text-canopy"
        >
          {content.pastEnd.first}
        </a>
      </div>
    );
  }
  const { title, loosen: offer, clear } = content.empty;
  return (
    <div className="grid justify-items-start gap-5 py-6">
      <h3 className="display-3">{title}</h3>
      {loosen && (
        <a href={`/projects${catalogueSearch(withoutFilter(query, loosen.filter))}#found`} className="btn-primary">
          {offer.replace('{filter}', content.filters[loosen.filter]).replace('{total}', formatCount(loosen.total))}
        </a>
      )}
      <a href="/projects#found" className="text-link inline-flex min-h-11 items-center text-canopy">
        {clear}
      </a>
    </div>
  );
}

function Pages({ content, query, total }: { content: Content; query: CatalogueQuery; total: number }) {
  const last = Math.ceil(total / cataloguePageSize);
  const { page } = query;
  if (last <= 1 || page > last) return null;
  const { label, previous, next, page: position } = content.pages;
  const address = (to: number) => `/projects${catalogueSearch(query, { page: to })}#found`;
  return (
    <nav aria-label={label} className="mt-14 flex flex-wrap items-center justify-between gap-4 border-t border-ink pt-6">
      {page > 1 && (
        <a href={address(page - 1)} rel="prev" className="btn-outline">
          {previous}
        </a>
      )}
      <p className="figure text-[0.9375rem] text-ink-soft">
        {position.replace('{page}', formatCount(page)).replace('{pages}', formatCount(last))}
      </p>
      {page < last && (
        <a href={address(page + 1)} rel="next" className="btn-outline">
          {next}
        </a>
      )}
    </nav>
  );
}
