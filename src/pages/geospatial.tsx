import type { ReactNode } from 'react';
import { listCountryPlaces } from '#server/domain/projects/countries.ts';
import { listPlaces, type ProjectPlace } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/page-context.ts';
import { Static } from '#server/http/page/static.tsx';
import { drawCatalogueMaps, mappedPlaces, type NumberedPlace, placesOf } from '#shared/art/map/catalogue-maps.ts';
import {
  certificate,
  closing,
  coordinates,
  type GroundLayers,
  hero,
  imagery,
  layers,
  maps as mapWords,
  meta,
  metadata,
  type PixelStudy as PixelStudyContent,
  parent,
  retirement,
  terms,
} from '#shared/content/geospatial.ts';
import type { DataSheet as DataSheetContent, Hero, Link } from '#shared/content/types.ts';
import { countryName, formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import { formatInstant } from '#shared/lib/text/dates.ts';
import { fill } from '#shared/lib/text/fill.ts';
import { formatCount } from '#shared/lib/text/numbers.ts';
import { TermList } from '#src/client/tooltips.tsx';
import { CatalogueMap } from '#src/pages/_components/catalogue-map.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { Actions, Failure, InlineLink, ProjectName } from '#src/ui/controls/links.tsx';
import { FactList, Ordinal, Paragraphs } from '#src/ui/controls/texts.tsx';
import { ClosingCall, Section, SectionHeading } from '#src/ui/sections/frames.tsx';
import { DataSheet, RetirementSpecimen } from '#src/ui/sections/sheets.tsx';
import { Table } from '#src/ui/table.tsx';

const britishMap = 'map-british-isles';

export default async function GeospatialPage() {
  const located = await unlessFailed('geospatial', readPlaces(), 'Could not read the places of the projects');
  const isByCountry = located !== undefined && located.countries.length > 0;
  const maps = located && drawCatalogueMaps(isByCountry ? located.countries : placesOf(located.places));
  const example = located?.places[0];
  return (
    <>
      <PageHead meta={meta} path="/geospatial" />
      <MapHero
        content={hero}
        parent={parent}
        map={
          maps ? (
            <div id={britishMap} className="scroll-mt-20">
              <CatalogueMap maps={maps} part="uk" theme="night" isFirst label={mapWords.uk} />
            </div>
          ) : (
            <Failure text={mapWords.error} again={mapWords.again} address="/geospatial" isOnDark className="border border-paper/35 p-6" />
          )
        }
      >
        {maps && (
          <figure className="page mt-10">
            <div className="border-y border-paper/25">
              <CatalogueMap
                maps={maps}
                part="world"
                theme="night"
                isWide
                label={mapWords.world}
                cluster={{ href: `#${britishMap}`, label: mapWords.cluster }}
              />
            </div>
            <figcaption className="mt-4 text-[0.875rem] text-canopy-mist">{isByCountry ? mapWords.byCountry : mapWords.caption}</figcaption>
          </figure>
        )}
      </MapHero>
      {maps && <CoordinatesLedger places={isByCountry ? [] : maps.places} total={located.total} />}
      <Static as="div">
        <PixelStudy content={imagery} id="satellite-imagery" />
        <LayerStack content={layers} />
        <PlaceContext sheet={example && placeSheet(example)} />
        <CertificateFeatures content={retirement} id="retirement-certificates">
          {example && <RetirementSpecimen content={certificate} project={example} />}
        </CertificateFeatures>
        <ClosingCall content={closing} />
      </Static>
    </>
  );
}

/** Reads the places before the page is sent, as on /impact-hub: the map is the main content, and must appear in place without scripts. */
async function readPlaces() {
  const located = await listPlaces({ limit: mappedPlaces });
  return { ...located, countries: located.total === 0 ? await listCountryPlaces({ limit: mappedPlaces }) : [] };
}

/** Returns the catalogue's facts about a place, as a data sheet. */
function placeSheet(place: ProjectPlace): DataSheetContent {
  const { label, fields, unit, none, note } = metadata;
  return {
    serial: label,
    title: place.title,
    rows: [
      { label: fields.category, value: place.category },
      { label: fields.standard, value: place.verificationStandard },
      { label: fields.place, value: place.location },
      { label: fields.country, value: place.country ? countryName(place.country) : none },
      { label: fields.position, value: `${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}` },
      { label: fields.impact, value: `${formatCount(place.impactPerYear)} ${unit}` },
      { label: fields.changed, value: formatInstant(place.updatedAt) },
    ],
    note,
  };
}

/** Rows shown before the list is expanded. */
const preview = 12;

/** The maps' places with coordinates: the first ones, or all of them with `#all-places` in the address. */
function CoordinatesLedger({ places, total }: { places: NumberedPlace[]; total: number }) {
  const { eyebrow, title, intro, termsLabel, all, beyond, none, catalogue } = coordinates;
  return (
    <Section id="coordinates">
      <SectionHeading content={{ eyebrow, title, intro }} />
      <div className="mt-6">
        <TermList label={termsLabel} terms={terms} />
      </div>
      <div id="all-places" className="group/demo mt-4 scroll-mt-24">
        {places.length > 0 ? (
          <Static as="div">
            <CoordinatesTable places={places} preview={preview} />
          </Static>
        ) : (
          <p className="lede">{none}</p>
        )}
        {places.length > preview && (
          <p className="mt-7 group-target/demo:hidden">
            <a href="#all-places" className="btn-outline">
              {fill(all, { count: formatCount(places.length) })}
            </a>
          </p>
        )}
        {total > places.length && (
          <p className="mt-5">
            {fill(beyond, { shown: formatCount(places.length), total: formatCount(total) })} <InlineLink link={catalogue} />
          </p>
        )}
      </div>
    </Section>
  );
}

/** A stack of map layers, with what each shows. */
function LayerStack({ content }: { content: GroundLayers }) {
  return (
    <Section id="impact-layers">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <div className="lg:col-start-2">
          <SectionHeading content={content} />
        </div>
        <figure className="lg:(sticky top-28 col-start-1 row-span-2 row-start-1 self-center)">
          <div className="grid">
            <img src="/pictures/layers.svg" alt="" width="992" height="1142" loading="lazy" className="[grid-area:1/1] h-auto w-full" />
            <svg viewBox="-4 -4 992 1142" aria-hidden="true" className="[grid-area:1/1] h-auto w-full">
              {content.layers.map(({ sheet }, index) => (
                <text key={sheet} x="8" y={194 + 218 * index} fontSize="36" className="fill-clay font-mono">
                  {letter(index)}
                </text>
              ))}
            </svg>
          </div>
          <figcaption className="mt-5 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
        </figure>
        <div className="lg:(col-start-2 row-start-2)">
          <ol className="border-b border-rule">
            {content.layers.map((layer, index) => (
              <li key={layer.title} className="border-t border-rule py-5 first:border-ink">
                <h3 className="display-3 flex items-baseline gap-4">
                  <span aria-hidden="true" className="figure text-[0.8125rem] tracking-normal text-clay">
                    {letter(index)}
                  </span>
                  {layer.title}
                </h3>
                <p className="mt-2.5 leading-[1.5]">{layer.shows}</p>
              </li>
            ))}
          </ol>
          <p className="mt-4 text-ink-soft">
            {content.limit.text} <InlineLink link={content.limit.link} />
          </p>
        </div>
      </div>
    </Section>
  );
}

function letter(index: number): string {
  return String.fromCharCode(65 + index);
}

type CertificateFeaturesProps = {
  content: { eyebrow: string; title: string; intro: string; features: { title: string; body: string }[]; more: Link };
  /** The certificate. */
  children: ReactNode;
  id?: string;
};

/** A certificate, and the features by which it can be verified. */
function CertificateFeatures({ content, children, id }: CertificateFeaturesProps) {
  return (
    <Section id={id} ground="canopy">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
        <div>
          <SectionHeading content={content} onDark />
          <ol className="mt-10 border-b border-paper/25">
            {content.features.map((feature, index) => (
              <li key={feature.title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 border-t border-paper/25 py-5">
                <Ordinal number={index + 1} className="pt-1 text-lichen" />
                <div>
                  <h3 className="display-3">{feature.title}</h3>
                  <p className="mt-1.5 text-pretty leading-[1.55] text-canopy-mist">{feature.body}</p>
                </div>
              </li>
            ))}
          </ol>
          <a href={content.more.href} className="text-link mt-5 inline-flex min-h-11 items-center">
            {content.more.label}
          </a>
        </div>
        <div className="self-center text-canopy-mist">{children}</div>
      </div>
    </Section>
  );
}

type CoordinatesTableProps = {
  places: NumberedPlace[];
  /** As in `Table`. */
  preview: number;
};

/** The maps' marks as a table: number, project, place, coordinates and standard. */
function CoordinatesTable({ places, preview }: CoordinatesTableProps) {
  const { caption, columns } = coordinates;
  return (
    <Table
      caption={caption}
      columns={[
        {
          name: columns.project,
          cell: ({ number, slug, title }) => (
            <>
              <span className="figure inline-block w-9 text-[0.8125rem] text-clay">{number}</span>
              <ProjectName slug={slug} title={title} />
            </>
          ),
        },
        { name: columns.place, cell: ({ location }) => location, named: 'beside', className: 'text-[0.9375rem]' },
        { name: columns.latitude, cell: ({ latitude }) => formatLatitude(latitude), ...coordinate },
        { name: columns.longitude, cell: ({ longitude }) => formatLongitude(longitude), ...coordinate },
        {
          name: columns.standard,
          cell: ({ standard }) => standard,
          named: 'beside',
          headClass: 'text-right',
          className: 'text-[0.9375rem] text-right',
        },
      ]}
      rows={places}
      preview={preview}
    />
  );
}

const coordinate = { kind: 'count', named: 'beside', className: 'whitespace-nowrap text-[0.9375rem]' } as const;

type MapHeroProps = {
  content: Hero;
  /** The parent page. */
  parent: Link;
  /** The map beside the title, or below it on a phone. */
  map: ReactNode;
  /** Full-width content below both. */
  children?: ReactNode;
};

/** A hero on a dark background, with a map. */
function MapHero({ content, parent, map, children }: MapHeroProps) {
  return (
    <section className="bg-canopy-deep pb-14 text-paper md:pb-20">
      <div className="page grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="pt-8 md:pt-14">
          <nav aria-label="Breadcrumb">
            <a href={parent.href} className="inline-flex min-h-11 items-center gap-2 text-canopy-mist underline-offset-5 hover:underline">
              <span aria-hidden="true">←</span> {parent.label}
            </a>
          </nav>
          <p className="eyebrow mt-6 mb-5 text-lichen md:mt-14">{content.eyebrow}</p>
          <h1 className="display-1 max-w-[7em] lg:max-w-[6.4em]">{content.title}</h1>
          <p className="lede mt-6 mb-8 text-paper/90">{content.lede}</p>
          <Actions actions={content.actions} />
        </div>
        {map}
      </div>
      {children}
    </section>
  );
}

/** A text, with the same plot of land as seen at several sensor resolutions. */
function PixelStudy({ content, id }: { content: PixelStudyContent; id?: string }) {
  return (
    <Section id={id} ground="deep">
      <p className="eyebrow mb-5 text-canopy">{content.eyebrow}</p>
      <h2 className="display-2 max-w-[12.8em] lg:text-[3.75rem]">{content.title}</h2>
      <div className="mt-8 grid gap-x-10 gap-y-5 text-[1.0625rem] text-ink-soft lg:grid-cols-3">
        <Paragraphs texts={content.paragraphs} />
      </div>
      <figure className="mt-12">
        <ol className="grid grid-cols-2 gap-x-5 gap-y-8 lg:grid-cols-4">
          {content.views.map(({ pixel, title, note }) => (
            <li key={title}>
              <img src={`/pictures/plot/${pixel}.svg`} alt="" width="900" height="900" loading="lazy" className="h-auto w-full" />
              <h3 className="display-3 mt-3">{title}</h3>
              <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</p>
            </li>
          ))}
        </ol>
        <figcaption className="mt-6 border-t border-rule-strong pt-3 text-[0.875rem] text-ink-soft">{content.caption}</figcaption>
      </figure>
    </Section>
  );
}

type PlaceContextProps = {
  /** The sheet. Without one, only the text is shown. */
  sheet: DataSheetContent | undefined;
};

/** The catalogue's facts about a place, beside a text on what other documents add to them. */
function PlaceContext({ sheet }: PlaceContextProps) {
  const { title, items } = metadata.documents;
  return (
    <Section id="metadata" ground="deep">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SectionHeading content={metadata} />
        {sheet && (
          <div className="lg:row-span-2">
            <DataSheet content={sheet} />
          </div>
        )}
        <div>
          <h3 className="label border-b border-ink pb-3">{title}</h3>
          <FactList look="terms" facts={items.map((item) => [item.title, item.body])} className="[&>:first-child]:border-t-0" />
        </div>
      </div>
    </Section>
  );
}
