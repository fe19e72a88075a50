import { Suspense } from 'react';
import { readLowestPrices } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { Static, unlessFailed } from '#server/http/page/page.ts';
import { env } from '#server/platform/env.ts';
import { closing, list as content, head, meta, products, proof } from '#shared/content/credits.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { lastKnownListIds } from '#shared/lib/protocol/elements.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { typeAddress, type unitsValues } from '#shared/schemas/catalogue-query.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, Failure, TextLink } from '#src/ui/controls/links.tsx';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ProjectGrid } from '#src/ui/projects/project-card.tsx';
import { ClosingCall, CompactHead, NamedSection, NoteLine } from '#src/ui/sections/frames.tsx';
import { fill, formatCount } from '#verify/text.ts';

export default function CreditsPage() {
  return (
    <>
      <PageHead meta={meta} path="/credits" />
      <CompactHead {...head} printed={[`${env().PUBLIC_URL}/credits`]} />
      <Suspense>
        <Products />
      </Suspense>
      <NamedSection
        titleId="projects-title"
        title={content.title}
        id="projects"
        className="page scroll-mt-16 pt-10 pb-16 md:(pt-14 pb-24) print:!py-3"
      >
        <p className="mt-2 mb-4 text-[0.9375rem] text-ink-soft">{content.intro}</p>
        <Suspense fallback={<Spinner text={content.loading} />}>
          <LiveProjectList />
        </Suspense>
      </NamedSection>
      <NoteLine content={proof} />
      <ClosingCall content={closing} />
    </>
  );
}

/** The four products, each as a link to its list, with its lowest price; without, if prices cannot be read or nothing is on sale. */
async function Products() {
  const { title, from, unit, pending, none, onSale, kinds } = products;
  const lowest = await unlessFailed('credits', readLowestPrices(kinds.map(({ type }) => type)), 'Could not read the lowest prices');
  return (
    <NamedSection titleId="portfolio-title" title={title} titleClass="sr-only" className="page pt-6 md:pt-10">
      <ul className="grid border-b border-rule md:(grid-cols-2 gap-x-8) lg:grid-cols-4 print:(grid-cols-2 gap-x-8)">
        {kinds.map(({ type, body, measured }) => {
          const cheapest = lowest?.find((price) => price.type === type);
          return (
            <li key={type} className="border-t border-ink pt-3 pb-5">
              <h3 className="display-3">
                <a href={typeAddress(type)} className="underline-offset-5 hover:underline">
                  {type}
                </a>
              </h3>
              {cheapest && (
                <p className="mt-1 text-[0.875rem] text-ink-soft md:mt-3">
                  {from}{' '}
                  <span className="figure text-[1.75rem] leading-tight text-ink md:text-[2.25rem]">{formatPounds(cheapest.pence)}</span>{' '}
                  <span className="md:block">
                    {cheapest.isPending && `${pending}, `}
                    {unit}
                  </span>
                </p>
              )}
              {lowest && lowest.length > 0 && (
                <p className="mt-1 font-semibold">{cheapest ? fill(onSale, { projects: countOf(cheapest.projects, 'project') }) : none}</p>
              )}
              <p className="mt-2 text-[0.9375rem] text-ink-soft">{body}</p>
              <p className="mt-1 text-[0.9375rem] text-ink-soft">{measured}</p>
            </li>
          );
        })}
      </ul>
    </NamedSection>
  );
}

/** The list on /credits: all projects, up to `wholeListLimit`; then a link to the rest. Above it, a link to the catalogue's search. */
async function LiveProjectList() {
  const read = await unlessFailed('credits', listProjects({}, { limit: wholeListLimit, facets: true }), 'Could not list the projects');
  if (!read) return <Failure text={content.error} again={content.tryAgain} address="/credits" />;
  const { projects, total, facets } = read;
  if (total === 0) return null;
  const projectsWith = (units: (typeof unitsValues)[number]) => facets?.units.find(({ value }) => value === units)?.count ?? 0;
  const [issued, expected] = [projectsWith('issued'), projectsWith('expected')];
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <Static as="div">
        <div id={lastKnownListIds.credits} />
        {expected > 0 && (
          <p className="mb-4 max-w-[46rem]">
            {fill(content.units, { issued: countOf(issued, 'project'), expected: formatCount(expected) })}
          </p>
        )}
        <TextLink link={content.filters} className="mb-6 print:hidden" />
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
