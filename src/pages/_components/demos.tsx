import type { ReactNode } from 'react';
import { encode } from 'uqr';
import type { ReadEntry } from '#server/domain/record/read/entries.ts';
import { Static } from '#server/http/page/static.tsx';
import { env } from '#server/platform/env.ts';
import { drawCatalogueMaps, type MapPlace, type NumberedPlace, placesOf } from '#shared/art/map/catalogue-maps.ts';
import * as words from '#shared/content/impact-hub.ts';
import { formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import type { Project, ProjectList } from '#shared/schemas/project.ts';
import { CatalogueMap } from '#src/pages/_components/catalogue-map.tsx';
import { TextLink } from '#src/ui/controls/links.tsx';
import { FactList } from '#src/ui/controls/texts.tsx';
import { CertificateSheet } from '#src/ui/routes/record/certificate-sheet.tsx';
import { RetirementSpecimen } from '#src/ui/sections/sheets.tsx';
import { TermList } from '#src/ui/tooltips.tsx';
import type { CertifiedProject } from '#verify/certificate.ts';
import { fill, formatCount } from '#verify/text.ts';

/** The data of a demo; undefined if the catalogue lacks it or did not answer. `failure` is the text to show then. */
export type DemoProps<Data> = { [Key in keyof Data]: Data[Key] | undefined } & { failure: string };

type DemoPanelProps = {
  content: words.FeatureDemo;
  /** `source`: of the data. */
  panel: { title: string; source: string };
  /** The label of the link that expands it. */
  moreLabel: string;
  /** Shown if there is no data to demonstrate with. */
  failure: string;
  children: ReactNode;
};

const bars: Record<words.FeatureDemo['accent'], string> = {
  canopy: 'bg-canopy text-paper',
  tide: 'bg-tide text-paper',
  clay: 'bg-clay text-paper',
  lichen: 'bg-lichen text-ink',
};
const frames: Record<words.FeatureDemo['accent'], string> = {
  canopy: 'border-canopy bg-paper-bright outline-canopy',
  tide: 'border-tide outline-tide',
  clay: 'border-clay bg-paper-bright outline-clay',
  lichen: 'border-lichen bg-canopy-deep text-paper outline-lichen',
};

/**
 * A demo that is expanded by the address: with `#panel-id` it is the page's `:target`, gets a frame and shows everything.
 * Inside it, `hidden group-target/demo:block` marks what is shown only then. It needs no script.
 */
export function DemoPanel({ content, panel: { title, source }, moreLabel, failure, children }: DemoPanelProps) {
  const { labels } = words.demo;
  return (
    <div id={content.panel} className={`group/demo scroll-mt-24 border target:(outline-4 outline-offset-4) ${frames[content.accent]}`}>
      <div className={`flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-2.5 md:px-6 ${bars[content.accent]}`}>
        <h3 className="font-semibold">{title}</h3>
        <p className="font-mono text-[0.75rem]">{source}</p>
      </div>
      {children || <p className="px-4 py-12 text-center md:px-6">{failure}</p>}
      {children && (
        <p className="border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/demo:hidden md:px-6">
          <TextLink href={`#${content.panel}`} colour="">
            {moreLabel}
          </TextLink>
        </p>
      )}
      <p className="hidden flex-wrap items-center justify-between gap-x-6 border-t border-current/25 px-4 py-1 text-[0.9375rem] group-target/demo:flex md:px-6">
        {labels.open}
        <TextLink href={`#${content.id}`} colour="">
          {labels.close}
        </TextLink>
      </p>
    </div>
  );
}

const britishMap = 'map-british-isles';

/** Both maps, and, once the demo is open, a list of all places. */
export function MapDemo({ list: found, countries, failure }: DemoProps<{ list: ProjectList }> & { countries: MapPlace[] }) {
  const isByCountry = countries.length > 0;
  const places = isByCountry ? countries : placesOf(found?.projects ?? []);
  const { rest, uk, world, cluster, counts, list, byCountry, note } = words.mapPanel;
  const maps = places.length > 0 && drawCatalogueMaps(places);
  return (
    <DemoPanel
      content={words.geospatial}
      panel={words.mapPanel}
      moreLabel={fill(rest, { count: formatCount(places.length) })}
      failure={failure}
    >
      {maps && (
        <>
          <div className="grid gap-5 p-2 md:(grid-cols-[minmax(0,20rem)_minmax(0,1fr)] gap-8 p-6)">
            <figure id={britishMap} className="scroll-mt-24">
              <CatalogueMap maps={maps} part="uk" theme="sheet" label={uk} />
              <figcaption className="mt-2 font-mono text-[0.75rem]">{uk}</figcaption>
            </figure>
            <figure className="flex flex-col">
              <Static as="dl" className="mb-auto hidden pb-6 md:block">
                <Count value={maps.uk.marks.length} label={counts.uk} />
                <Count value={maps.world.marks.length} label={counts.world} />
              </Static>
              <CatalogueMap maps={maps} part="world" theme="sheet" label={world} cluster={{ href: `#${britishMap}`, label: cluster }} />
              <figcaption className="mt-2">
                <span className="font-mono text-[0.75rem]">{world}</span>
                <span className="mt-4 block max-w-[30rem] text-[0.875rem] leading-[1.5] text-ink-soft">
                  {isByCountry ? byCountry : note}
                </span>
              </figcaption>
            </figure>
          </div>
          <Static as="div" className="hidden border-t border-tide/40 px-4 py-5 group-target/demo:block md:px-6">
            <h4 className="mb-3 font-semibold">{list}</h4>
            <PlaceList places={maps.places} />
          </Static>
        </>
      )}
    </DemoPanel>
  );
}

function Count({ value, label }: { value: number; label: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline justify-end gap-3 border-b border-tide/40 py-2">
      <dt className="text-[0.9375rem]">{label}</dt>
      <dd className="figure min-w-[2ch] text-[2.25rem] leading-tight">{formatCount(value)}</dd>
    </div>
  );
}

/** The marks of a map as a list: number, project, place and coordinates. */
function PlaceList({ places }: { places: NumberedPlace[] }) {
  return (
    <ol className="gap-x-8 sm:columns-2 [&>li]:(flex break-inside-avoid gap-3 border-t border-ink/20 py-2) [&_a]:(inline-flex min-h-6 items-center underline-offset-4) [&_a:hover]:underline">
      {places.map((place) => (
        <li key={place.slug}>
          <span className="figure w-6 shrink-0 text-[0.8125rem] leading-6">{place.number}</span>
          <span className="min-w-0">
            <a href={`/projects/${place.slug}`}>
              <bdi>{place.title}</bdi>
            </a>
            <span className="block text-[0.875rem] text-ink-soft">
              {place.location}, {formatLatitude(place.latitude)}, {formatLongitude(place.longitude)}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

type Retired = { found: ReadEntry; projects: CertifiedProject[] };

/** The latest certificate, or a specimen, and, once the demo is open, what each field of a real one contains. */
export function CertificateDemo({ project, retired, failure }: DemoProps<{ project: Project; retired: Retired }>) {
  const { title, source, specimen, rest, termsLabel, listTitle, fields, open, checkIt } = words.certificatePanel;
  const number = retired?.found.entry.certificate;
  // The buyer's reference is the holder's own.
  const { reference: _, ...shown } = retired?.found.texts ?? {};
  const address = `${env().PUBLIC_URL}/certificates/${number}`;
  return (
    <DemoPanel content={words.retirement} panel={{ title, source: number ? source : specimen }} moreLabel={rest} failure={failure}>
      {project && (
        <>
          <div className="bg-paper-deep/60 px-4 pt-4 pb-2 md:(px-10 pt-10)">
            {retired && number ? (
              <Static as="div">
                <CertificateSheet
                  {...retired}
                  found={{ ...retired.found, texts: shown }}
                  qr={encode(address, { border: 1 }).data}
                  address={address}
                />
                <p className="mt-3 flex flex-wrap gap-x-6">
                  <TextLink href={`/certificates/${number}`}>{open}</TextLink>
                  <TextLink href={`/verify?certificate=${number}`}>{checkIt}</TextLink>
                </p>
              </Static>
            ) : (
              <RetirementSpecimen content={words.certificate} project={project} />
            )}
            <div className="mt-3">
              <TermList label={termsLabel} terms={words.certificateTerms} />
            </div>
          </div>
          <Static as="div" className="hidden border-t border-clay/40 px-4 py-5 group-target/demo:block md:px-6">
            <h4 className="font-semibold">{listTitle}</h4>
            <FactList look="terms" className="mt-3" facts={fields.map((field) => [field.title, field.body])} />
          </Static>
        </>
      )}
    </DemoPanel>
  );
}
