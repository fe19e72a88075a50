import { Suspense } from 'react';
import { listProjects } from '#server/domain/projects/list.ts';
import type { FacetCount } from '#server/domain/projects/search.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';
import { closing, list as content, hero, meta, portfolio, proof } from '#shared/content/credits.ts';
import { list as catalogueTexts } from '#shared/content/projects/index.ts';
import { countryName } from '#shared/lib/projects/facts.ts';
import { lastKnownListIds } from '#shared/lib/protocol/elements.ts';
import { unitsValues } from '#shared/schemas/catalogue-query.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Summary } from '#src/ui/controls/fold.tsx';
import { Options } from '#src/ui/controls/form.tsx';
import { ActionButton, Failure, TextLink } from '#src/ui/controls/links.tsx';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ProjectGrid } from '#src/ui/projects/project-card.tsx';
import { CardGrid } from '#src/ui/sections/cards.tsx';
import { ClosingCall, NoteLine } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default function CreditsPage() {
  return (
    <>
      <PageHead meta={meta} path="/credits" />
      <header className="page pt-6 pb-8 md:(pt-10 pb-12)">
        <h1 className="display-2">{hero.title}</h1>
        <p className="mt-2 max-w-[46rem] text-ink-soft md:mt-3">{hero.lede}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          {[...hero.actions, content.finder].map((link) => (
            <TextLink key={link.label} link={link} />
          ))}
        </p>
      </header>
      <CardGrid content={portfolio} columns={4} ground="deep" />
      <section id="projects" aria-labelledby="projects-title" className="page scroll-mt-16 pt-12 pb-16 md:(pt-16 pb-24)">
        <h2 id="projects-title" className="display-2">
          {content.title}
        </h2>
        <p className="mt-2 mb-4 text-[0.9375rem] text-ink-soft">{content.intro}</p>
        <Suspense fallback={<Spinner text={content.loading} />}>
          <LiveProjectList />
        </Suspense>
      </section>
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}

/**
 * The list on /credits: all projects; of more than 60, the first 60 and a link to the rest. Above it, folded, stand the search and the
 * first filters of the catalogue.
 */
async function LiveProjectList() {
  const read = await unlessFailed('credits', listProjects({}, { limit: wholeListLimit, facets: true }), 'Could not list the projects');
  if (!read) {
    return <Failure text={content.error} again={content.tryAgain} address="/credits" />;
  }
  const { projects, total, facets } = read;
  if (total === 0) return null;
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <Static as="div">
        <div id={lastKnownListIds.credits} />
        <details className="group mb-8 border-y border-rule">
          <Summary className="min-h-12 font-semibold">{content.find}</Summary>
          <div className="pb-5">
            <CatalogueSearch types={valuesOf(facets?.type)} countries={valuesOf(facets?.country)} />
            <TextLink link={content.filters} />
          </div>
        </details>
        <ProjectGrid projects={projects} />
      </Static>
      <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-3">
        {total > projects.length && (
          <ActionButton action={{ label: fill(content.more, { count: formatCount(total) }), href: '/projects' }} />
        )}
        <CatalogueWatch texts={content.watch} seen={{ limit: wholeListLimit, total, latestChange }} />
      </div>
    </>
  );
}

const valuesOf = (counts: FacetCount[] = []) => counts.map(({ value }) => value);

/** The project types and countries (ISO 3166-1 alpha-2) that the list has. */
type CatalogueSearchProps = { types: string[]; countries: string[] };

/** The search of the whole catalogue with its first filters: a form that leads to /projects. */
function CatalogueSearch({ types, countries }: CatalogueSearchProps) {
  const { search } = content;
  const unitNames: Record<string, string> = catalogueTexts.values.units ?? {};
  const countryOptions = countries.map((code): Option => [code, countryName(code)]).sort(([, a], [, b]) => a.localeCompare(b, 'en-GB'));
  return (
    <search>
      <form action="/projects#found" method="get" className="grid grid-cols-2 gap-2 md:grid-cols-4">
        <div className="col-span-full flex">
          <input
            type="search"
            name="q"
            maxLength={200}
            aria-label={search.label}
            placeholder={search.placeholder}
            className="field min-w-0 flex-1"
          />
          <button type="submit" className="btn-primary shrink-0 px-5">
            {search.button}
          </button>
        </div>
        <Select name="type" label={search.type} options={types.map((value) => [value, value])} />
        <Select name="units" label={search.units} options={unitsValues.map((value) => [value, unitNames[value] ?? value])} />
        <label className="field flex items-center gap-2 py-0 focus-within:(outline-2 outline-ink)">
          <span className="shrink-0">{search.max}</span>
          <input name="max" inputMode="decimal" autoComplete="off" className="figure min-h-11 w-full min-w-0 bg-transparent" />
        </label>
        <Select name="country" label={search.country} options={countryOptions} />
      </form>
    </search>
  );
}

type Option = [value: string, label: string];

function Select({ name, label, options }: { name: string; label: string; options: Option[] }) {
  return (
    <select name={name} aria-label={label} defaultValue="" className="field min-w-0">
      <Options of={[['', label], ...options]} />
    </select>
  );
}
