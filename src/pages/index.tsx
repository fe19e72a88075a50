import { Suspense } from 'react';
import { shownClaims } from '#server/company.ts';
import { closing, comparison, featured, figures, hero, latestEntry, meta, prices, registry, trust } from '#src/content/home.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { HomeHero } from '#src/ui/routes/home.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { FigureStrip } from '#src/ui/sections/figure-strip.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { Section } from '#src/ui/sections/section.tsx';
import { TableSection } from '#src/ui/sections/word-table.tsx';
import { FeaturedProjects } from './_components/featured-projects.tsx';
import { LatestEntry } from './_components/latest-entry.tsx';
import { PageHead } from './_components/page-head.tsx';
import { ProductPrices } from './_components/product-prices.tsx';

export default function HomePage() {
  return (
    <>
      <PageHead meta={meta} path="/" />
      <HomeHero content={hero}>
        <Suspense>
          <ProductPrices content={prices} />
        </Suspense>
      </HomeHero>
      <LedgerList content={trust} />
      <EditorialSplit
        content={registry}
        ground="canopy"
        aside={
          <Suspense>
            <LatestEntry content={latestEntry} />
          </Suspense>
        }
      />
      <TableSection content={comparison} ground="deep" />
      {shownClaims().homeFigures && (
        <div className="page pt-16 md:pt-24">
          <FigureStrip figures={[...figures]} />
        </div>
      )}
      <Section id="projects">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-5 md:mb-10">
          <h2 className="display-2">{featured.title}</h2>
          <a href={featured.viewAll.href} className="btn-outline">
            {featured.viewAll.label}
          </a>
        </div>
        <Suspense fallback={<Spinner text={featured.loading} />}>
          <FeaturedProjects errorText={featured.error} />
        </Suspense>
      </Section>
      <ClosingCall content={closing} />
    </>
  );
}
