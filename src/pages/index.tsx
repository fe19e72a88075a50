import { Suspense } from 'react';
import { isClaimShown } from '#server/company.ts';
import { hasTypesBeside, readLowestPrices } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { listEntries, type ReadEntry } from '#server/domain/record/read/entries.ts';
import { inTime, Static, unlessFailed } from '#server/http/page/page.ts';
import { closing, comparison, featured, figures, hero, latestEntry, meta, prices, registry, trust } from '#shared/content/home.ts';
import { entries } from '#shared/content/record/index.ts';
import { formatPounds } from '#shared/lib/money/money.ts';
import { lastKnownListIds } from '#shared/lib/protocol/elements.ts';
import { countOf } from '#shared/lib/text/numbers.ts';
import { typeAddress } from '#shared/schemas/catalogue-query.ts';
import { featuredLimit } from '#shared/schemas/project.ts';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, Actions, TextLink } from '#src/ui/controls/links.tsx';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { ProjectGrid } from '#src/ui/projects/project-card.tsx';
import { ProjectLinks, sayWhetherConfirmed } from '#src/ui/routes/record/entries.tsx';
import { ClosingCall, Drawing, Section } from '#src/ui/sections/frames.tsx';
import { LedgerList } from '#src/ui/sections/lists.tsx';
import { EditorialSplit } from '#src/ui/sections/reading.tsx';
import { FigureStrip } from '#src/ui/sections/sheets.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { unitsOf } from '#verify/entry.ts';
import { entryNumber, entryPath, fill, formatUtcInstant } from '#verify/text.ts';

export default async function HomePage() {
  const areFiguresShown = isClaimShown('home') && !(await hasOtherTypes());
  return (
    <>
      <PageHead meta={meta} path="/" />
      <HomeHero />
      <LedgerList content={trust} />
      <EditorialSplit
        content={registry}
        ground="canopy"
        aside={
          <Suspense>
            <LatestEntry />
          </Suspense>
        }
      />
      <TableSection content={comparison} ground="deep" />
      {areFiguresShown && (
        <div className="page pt-16 md:pt-24">
          <FigureStrip figures={figures} />
        </div>
      )}
      <Section id="projects">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-5 md:mb-10">
          <h2 className="display-2">{featured.title}</h2>
          <ActionButton action={featured.viewAll} />
        </div>
        <Suspense fallback={<Spinner text={featured.loading} />}>
          <FeaturedProjects />
        </Suspense>
      </Section>
      <ClosingCall content={closing} />
    </>
  );
}

/** The hero of the home page: contour lines under the header, the claim, actions and prices. */
function HomeHero() {
  return (
    <section className="hero-under-header relative isolate bg-canopy-deep text-paper">
      {/* The hero is aligned at its bottom, so it would move if it were painted before all of it has arrived. */}
      <link rel="expect" href="#hero-end" blocking="render" />
      <picture>
        <source media="(max-width: 48rem)" srcSet="/pictures/hero/tall.svg" width="750" height="1100" />
        <Drawing
          name="hero/wide"
          size={[1600, 1000]}
          isAboveFold
          // It reaches under a band above the page, too: browsers measure no picture that fills the screen as the largest content.
          className="absolute inset-x-0 bottom-0 -z-1 h-[calc(100%+9rem)] w-full object-cover object-bottom [mask-image:linear-gradient(transparent_12rem,#000_18rem)]"
        />
      </picture>
      <div className="page flex min-h-svh flex-col justify-end pt-20 md:(min-h-[min(54.5rem,100svh)] pt-32)">
        <h1 className="display-1 max-w-[7em] lg:max-w-[6.4em] break-words">{hero.title}</h1>
        <p className="lede mt-4 mb-6 text-paper/90 max-[24.25rem]:max-w-[20rem] md:(mt-7 mb-8)">{hero.lede}</p>
        <Actions actions={hero.actions} />
        <div className="mb-10 md:mb-16">
          <Suspense>
            <ProductPrices />
          </Suspense>
        </div>
      </div>
      {/* Browsers paint once this has begun. */}
      <span id="hero-end" />
    </section>
  );
}

/** The lowest price of each product on sale, as a link to its list, and a link to the proof. */
async function ProductPrices() {
  const lowest = await unlessFailed('home', readLowestPrices(prices.types), 'Could not read the lowest prices');
  return (
    <div className="mt-6 md:mt-10">
      {lowest && lowest.length > 0 && (
        <ul className="grid grid-cols-2 gap-x-5 border-b border-paper/30 md:(auto-cols-fr grid-flow-col grid-cols-none)">
          {lowest.map(({ type, pence, isPending }) => (
            <li key={type} className="border-t border-paper/30">
              <a
                href={typeAddress(type)}
                className="block py-2 text-[0.875rem] leading-snug underline-offset-5 hover:underline md:(py-3 text-base)"
              >
                {fill(prices.from, { type })}{' '}
                <strong className="figure block text-[1.375rem] leading-tight font-normal text-lichen md:text-[2rem]">
                  {formatPounds(pence)}
                </strong>{' '}
                {isPending && prices.pending}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-6 text-[0.875rem] text-canopy-mist">
        {lowest && lowest.length > 0 && prices.unit}
        <a href={prices.proof.href} className="inline-flex min-h-6 items-center text-paper underline underline-offset-5">
          {prices.proof.label}
        </a>
      </p>
    </div>
  );
}

/** Checks whether the catalogue has other types of projects than the company's figures count: also true if that cannot be read in time. */
async function hasOtherTypes(): Promise<boolean> {
  return (await inTime(unlessFailed('home', hasTypesBeside(prices.types), 'Could not read the types of projects'))) ?? true;
}

/** The newest entry on the record, without names. Nothing if the record does not answer. */
async function LatestEntry() {
  const newest = await unlessFailed('home', listEntries({ limit: 1 }), 'Could not read the latest entry on the record');
  if (!newest) return null;
  const [found] = newest;
  return (
    <div className="self-start border-y border-paper/30 py-5">
      <h3 className="label text-canopy-mist">{latestEntry.title}</h3>
      {found ? <Entry {...found} /> : <p className="mt-3">{latestEntry.none}</p>}
    </div>
  );
}

function Entry({ index, entry, related, projects }: ReadEntry) {
  const [units, kind] = [unitsOf(entry), entries.kinds[entry.kind]];
  return (
    <>
      <p className="mt-3 font-display text-[1.5rem] leading-tight">
        {units === 0 ? kind : fill(latestEntry.units, { kind, units: countOf(units, 'unit') })}
      </p>
      {entry.certificate && <p className="mt-1 text-[0.9375rem]">{sayWhetherConfirmed({ index, entry, related })}</p>}
      <p className="mt-2 break-words">
        <ProjectLinks projects={projects} className="underline underline-offset-4" />
      </p>
      <p className="mt-2 text-[0.9375rem] text-canopy-mist">
        <time dateTime={entry.time}>{formatUtcInstant(new Date(entry.time))}</time>{' '}
        {entry.sample && <strong className="ml-2 font-semibold whitespace-nowrap text-lichen">{latestEntry.sample}</strong>}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-6">
        <TextLink link={{ label: latestEntry.open, href: entryPath(index) }} colour="" />
        <TextLink link={latestEntry.check} href={`${latestEntry.check.href}?entry=${entryNumber(index)}`} colour="" />
      </p>
    </>
  );
}

/** The grid of featured projects. If none is featured, those with the most credits on sale. On an error, a sentence that says so. */
async function FeaturedProjects() {
  const projects = await unlessFailed('home', listFeatured(), 'Could not list the featured projects');
  if (!projects) {
    return (
      <p role="alert" className="border-y border-rule py-10 text-center text-wrong">
        {featured.error}
      </p>
    );
  }
  return (
    <Static as="div">
      <div id={lastKnownListIds.home} />
      <ProjectGrid projects={projects} />
    </Static>
  );
}

async function listFeatured() {
  const { projects } = await listProjects({}, { featured: true, limit: featuredLimit });
  if (projects.length > 0) return projects;
  return (await listProjects({ status: ['On sale'], sort: 'available-desc' }, { limit: featuredLimit })).projects;
}
