import { Suspense } from 'react';
import { shownClaims } from '#server/company.ts';
import { closing, comparison, featured, figures, hero, latestEntry, meta, prices, registry, trust } from '#src/content/home.ts';
import { Spinner } from '#src/ui/controls/spinner.tsx';
import { TextLink } from '#src/ui/controls/text-link.tsx';
import { HomeHero } from '#src/ui/routes/home/home-hero.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { ComparisonTable } from '#src/ui/sections/comparison-table.tsx';
import { EditorialSplit } from '#src/ui/sections/editorial-split.tsx';
import { LedgerList } from '#src/ui/sections/ledger-list.tsx';
import { Section } from '#src/ui/sections/section.tsx';
import { FeaturedProjects } from './_components/featured-projects.tsx';
import { HomeFigures } from './_components/home-figures.tsx';
import { LatestEntry } from './_components/latest-entry.tsx';
import { PageHead } from './_components/page-head.tsx';
import { ProductPrices } from './_components/product-prices.tsx';

export default function HomePage() {
  return (
    <>
      <PageHead meta={meta} path="/" />
      <HomeHero
        content={hero}
        prices={
          <Suspense>
            <ProductPrices content={prices} />
          </Suspense>
        }
        figures={
          shownClaims().homeFigures && (
            <Suspense>
              <HomeFigures figures={figures} />
            </Suspense>
          )
        }
      />
      <Section id="projects">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-5 md:mb-10">
          <div>
            <h2 className="display-2">{featured.title}</h2>
            <TextLink href={featured.finder.href} className="mt-2">
              {featured.finder.label}
            </TextLink>
          </div>
          <a href={featured.viewAll.href} className="btn-outline">
            {featured.viewAll.label}
          </a>
        </div>
        <Suspense fallback={<Spinner text={featured.loading} />}>
          <FeaturedProjects errorText={featured.error} instead={featured.instead} />
        </Suspense>
      </Section>
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
      <ComparisonTable content={comparison} />
      <ClosingCall content={closing} />
    </>
  );
}
