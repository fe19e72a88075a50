import { Suspense } from 'react';
import { listProjects } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';
import { closing, list as content, hero, meta, portfolio, proof } from '#shared/content/credits.ts';
import { lastKnownListIds } from '#shared/lib/protocol/elements.ts';
import { projectCount } from '#shared/lib/text/numbers.ts';
import { wholeListLimit } from '#shared/schemas/project.ts';
import { CatalogueWatch } from '#src/client/catalogue/catalogue-watch.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
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

/** The list on /credits: all projects; of more than 60, the first 60 and a link to the rest. Above it, a link to the catalogue's search. */
async function LiveProjectList() {
  const read = await unlessFailed('credits', listProjects({}, { limit: wholeListLimit, facets: true }), 'Could not list the projects');
  if (!read) {
    return <Failure text={content.error} again={content.tryAgain} address="/credits" />;
  }
  const { projects, total, facets } = read;
  if (total === 0) return null;
  const unitsOf = (units: string) => facets?.units.find(({ value }) => value === units)?.count ?? 0;
  const [issued, expected] = [unitsOf('issued'), unitsOf('expected')];
  const latestChange = new Date(Math.max(...projects.map(({ updatedAt }) => updatedAt.getTime())));
  return (
    <>
      <Static as="div">
        <div id={lastKnownListIds.credits} />
        {expected > 0 && (
          <p className="mb-4 max-w-[46rem]">{fill(content.units, { issued: projectCount(issued), expected: formatCount(expected) })}</p>
        )}
        <TextLink link={content.filters} className="mb-6" />
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
