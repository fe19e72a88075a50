import { company } from '#server/company.ts';
import { listCountryPlaces } from '#server/domain/projects/countries.ts';
import { readCatalogueFigures, readLatestChange } from '#server/domain/projects/figures.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { findCertifiedProjects } from '#server/domain/record/read/certificates.ts';
import { listEntries } from '#server/domain/record/read/entries.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { mappedPlaces } from '#src/art/map/catalogue-maps.ts';
import { clocks, closing, demo, geospatial, hero, integrations, meta, retirement, tracking } from '#src/content/impact-hub.ts';
import { wholeListLimit } from '#src/schemas/project.ts';
import { ClockScale } from '#src/ui/routes/impact-hub/clock-scale.tsx';
import { FeatureSection, type FeatureSectionProps, FeatureText, featureTextClasses } from '#src/ui/routes/impact-hub/feature-section.tsx';
import { ReadingHero } from '#src/ui/routes/impact-hub/reading-hero.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { CatalogueReading } from './_components/catalogue-reading.tsx';
import { CertificateDemo } from './_components/certificate-demo.tsx';
import { IntegrationsDemo } from './_components/integrations-demo.tsx';
import { MapDemo } from './_components/map-demo.tsx';
import { PageHead } from './_components/page-head.tsx';
import { TrackingDemo } from './_components/tracking-demo.tsx';

const index = [tracking, geospatial, retirement, integrations].map(({ id, title }) => ({ label: title, href: `#${id}` }));

export default async function ImpactHubPage() {
  const catalogue = await unlessFailed('impact-hub', readCatalogue(), 'Could not read the catalogue for the demos');
  const first = catalogue?.list.projects[0];
  const failure = catalogue ? demo.empty : demo.failure;
  return (
    <>
      <PageHead meta={meta} path="/impact-hub" />
      <Static as="div">
        <ReadingHero content={hero(company())} index={index}>
          <CatalogueReading figures={catalogue?.figures} />
        </ReadingHero>
      </Static>
      <div id="demo" className="scroll-mt-16 md:scroll-mt-19">
        <Feature content={tracking} number={1} layout="stacked">
          <TrackingDemo list={catalogue?.list} entries={catalogue?.entries ?? []} failure={failure} />
        </Feature>
        <Feature content={geospatial} number={2} layout="text-left">
          <MapDemo list={catalogue?.list} countries={catalogue?.countries ?? []} failure={failure} />
        </Feature>
        <Feature content={retirement} number={3} layout="text-right">
          <CertificateDemo project={first} retired={catalogue?.retired} failure={failure} />
        </Feature>
        <Static as="div">
          <Feature content={integrations} number={4} layout="stacked">
            <IntegrationsDemo project={first} failure={failure} />
          </Feature>
        </Static>
      </div>
      <Static as="div">
        <ClockScale content={clocks} id="clocks" />
        <ClosingCall content={closing} />
      </Static>
    </>
  );
}

function Feature({ number, ...props }: Omit<FeatureSectionProps, 'text'> & { number: number }) {
  const text = (
    <Static as="div" className={featureTextClasses(props.layout)}>
      <FeatureText content={props.content} number={number} />
    </Static>
  );
  return <FeatureSection {...props} text={text} />;
}

/**
 * Reads the data of all demos before the page is sent, without Suspense: it takes a few milliseconds, all parts of the page
 * show the same state, and each demo appears in place without scripts. If PostgreSQL does not answer within its limits
 * (server/platform/database/deadline.ts), the page is sent with a notice instead of the data.
 */
async function readCatalogue() {
  const [list, figures, latestChange, entries, [found]] = await Promise.all([
    listProjects({}, { limit: wholeListLimit }),
    readCatalogueFigures(),
    readLatestChange(),
    listEntries({ limit: 5 }),
    listEntries({ limit: 1, kind: 'retire' }),
  ]);
  const hasPlaces = list.projects.some(({ latitude }) => latitude !== null);
  const retired = found && { found, projects: await findCertifiedProjects(found) };
  return {
    list,
    figures: { ...figures, latestChange },
    entries,
    retired,
    countries: hasPlaces ? [] : await listCountryPlaces({ limit: mappedPlaces }),
  };
}
