import { placesOf } from '#server/domain/projects/countries.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { listPictured } from '#server/domain/projects/search.ts';
import { Static, unlessFailed } from '#server/http/page/page.ts';
import { type CatalogueSheet, drawCatalogueMaps } from '#shared/art/map/catalogue-maps.ts';
import * as words from '#shared/content/geospatial.ts';
import { countryName, formatLatitude, formatLongitude } from '#shared/lib/projects/facts.ts';
import { type Project, wholeListLimit } from '#shared/schemas/project.ts';
import { CatalogueMap, type CataloguePlace } from '#src/pages/_components/catalogue-map.tsx';
import { PageHead } from '#src/pages/_components/page-head.tsx';
import { ActionButton, Failure, InlineLink, ProjectName, TextLink } from '#src/ui/controls/links.tsx';
import { FactList, Paragraphs } from '#src/ui/controls/texts.tsx';
import { ClosingCall, Drawing, HeroText, Section, SectionHeading } from '#src/ui/sections/frames.tsx';
import { EntryList } from '#src/ui/sections/lists.tsx';
import { DataSheet, RetirementSpecimen } from '#src/ui/sections/sheets.tsx';
import { previewOf, Table } from '#src/ui/table.tsx';
import { TermList } from '#src/ui/tooltips.tsx';
import { fill, formatCount, formatUtcInstant } from '#verify/text.ts';

export default async function GeospatialPage() {
  const located = await unlessFailed('geospatial', readPlaces(), 'Could not read the places of the projects');
  const maps = located && drawCatalogueMaps(placesOf(located.pictured));
  const example = located?.places[0];
  return (
    <>
      <PageHead meta={words.meta} path="/geospatial" />
      <MapHero maps={maps} />
      {located && <CoordinatesLedger places={located.places} total={located.total} />}
      <Static as="div">
        <PixelStudy />
        <LayerStack />
        <PlaceContext example={example} />
        <CertificateFeatures example={example} />
        <ClosingCall content={words.closing} />
      </Static>
    </>
  );
}

/** Reads the places before the page is sent, as on /impact-hub: the map is the main content, and must appear in place without scripts. */
async function readPlaces() {
  const [located, pictured] = await Promise.all([listProjects({}, { located: true, limit: wholeListLimit }), listPictured()]);
  return { places: located.projects as LocatedProject[], total: located.total, pictured };
}

type LocatedProject = Project & { latitude: number; longitude: number };

/** Rows shown before the list is expanded. */
const rowsBeforeOpened = 12;

/** A hero on a dark background, with a map beside the title, or below it on a phone, and that of the world below both. */
function MapHero({ maps }: { maps: Record<'uk' | 'world', CatalogueSheet<CataloguePlace>> | undefined }) {
  const { caption, error, again } = words.maps;
  return (
    <section className="bg-canopy-deep pb-14 text-paper md:pb-20">
      <div className="page grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="pt-8 md:pt-14">
          <TextLink link={words.parent} colour="text-canopy-mist" className="print:hidden" />
          <HeroText content={words.hero} width="max-w-[7em] lg:max-w-[6.4em]" className="mt-6 md:mt-14" />
        </div>
        {maps ? (
          <div>
            <CatalogueMap sheet={maps.uk} isAboveFold />
          </div>
        ) : (
          <Failure text={error} again={again} address="/geospatial" className="border border-paper/35 p-6" />
        )}
      </div>
      {maps && (
        <figure className="page mt-10">
          <div className="border-y border-paper/25">
            <CatalogueMap sheet={maps.world} />
          </div>
          <figcaption className="mt-4 text-[0.875rem] text-canopy-mist">{caption}</figcaption>
        </figure>
      )}
    </section>
  );
}

/** The places with coordinates: the first ones, or all of them with `#all-places` in the address. */
function CoordinatesLedger({ places, total }: { places: LocatedProject[]; total: number }) {
  const { caption, columns, termsLabel, all, beyond, none, catalogue } = words.coordinates;
  return (
    <Section id="coordinates" heading={words.coordinates}>
      <TermList label={termsLabel} terms={words.terms} className="mt-6" />
      <div id="all-places" className="group/panel mt-4 scroll-mt-24">
        {places.length > 0 ? (
          <Static as="div">
            <Table
              caption={caption}
              columns={[
                { name: columns.project, cell: ({ slug, title }) => <ProjectName slug={slug} title={title} /> },
                { name: columns.place, cell: ({ location }) => location, named: 'beside', className: 'text-[0.9375rem]' },
                { name: columns.latitude, cell: ({ latitude }) => formatLatitude(latitude), ...coordinateColumn },
                { name: columns.longitude, cell: ({ longitude }) => formatLongitude(longitude), ...coordinateColumn },
                {
                  name: columns.standard,
                  cell: ({ verificationStandard }) => verificationStandard,
                  named: 'beside',
                  headClass: 'text-right',
                  className: 'text-[0.9375rem] text-right',
                },
              ]}
              rows={places}
              preview={previewOf(rowsBeforeOpened)}
            />
          </Static>
        ) : (
          <p className="lede">{none}</p>
        )}
        {places.length > rowsBeforeOpened && (
          <p className="mt-7 group-target/panel:hidden">
            <ActionButton action={{ label: fill(all, { count: formatCount(places.length) }), href: '#all-places' }} />
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

const coordinateColumn = { kind: 'count', named: 'beside', className: 'whitespace-nowrap text-[0.9375rem]' } as const;

/** A text, with the same plot of land as seen at several sensor resolutions. */
function PixelStudy() {
  const { eyebrow, title, paragraphs, views, caption } = words.imagery;
  return (
    <Section id="satellite-imagery" ground="deep">
      <p className="eyebrow mb-5 text-canopy">{eyebrow}</p>
      <h2 className="display-2 max-w-[12.8em] lg:text-[3.75rem]">{title}</h2>
      <Paragraphs texts={paragraphs} box="mt-8 grid gap-x-10 gap-y-5 text-[1.0625rem] text-ink-soft lg:grid-cols-3" />
      <figure className="mt-12">
        <ol className="grid grid-cols-2 gap-x-5 gap-y-8 lg:grid-cols-4">
          {views.map(({ pixel, title, note }) => (
            <li key={title}>
              <Drawing name={`plot/${pixel}`} size={[900, 900]} />
              <h3 className="display-3 mt-3">{title}</h3>
              <p className="mt-1 text-[0.9375rem] leading-[1.5] text-ink-soft">{note}</p>
            </li>
          ))}
        </ol>
        <figcaption className="mt-6 border-t border-rule-strong pt-3 text-[0.875rem] text-ink-soft">{caption}</figcaption>
      </figure>
    </Section>
  );
}

/** A stack of map layers, with what each shows. */
function LayerStack() {
  const { layers, caption, limit } = words.layers;
  return (
    <Section id="impact-layers">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
        <SectionHeading content={words.layers} className="lg:col-start-2" />
        <figure className="lg:(sticky top-28 col-start-1 row-span-2 row-start-1 self-center)">
          <div className="grid">
            <Drawing name="layers" size={[992, 1142]} className="[grid-area:1/1] h-auto w-full" />
            <svg viewBox="-4 -4 992 1142" aria-hidden="true" className="[grid-area:1/1] h-auto w-full">
              {/* Above the left corner of each sheet of the drawing: they lie 218 units apart. */}
              {layers.map(({ title }, index) => (
                <text key={title} x="8" y={194 + 218 * index} fontSize="36" className="fill-clay font-mono">
                  {letter(index)}
                </text>
              ))}
            </svg>
          </div>
          <figcaption className="mt-5 text-[0.875rem] text-ink-soft">{caption}</figcaption>
        </figure>
        <div className="lg:(col-start-2 row-start-2)">
          <ol className="border-b border-rule">
            {layers.map((layer, index) => (
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
            {limit.text} <InlineLink link={limit.link} />
          </p>
        </div>
      </div>
    </Section>
  );
}

/** Returns A for 0, B for 1 and so on. */
const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

/** The catalogue's facts about a place, if it has any, with what introduces them, beside a text on what other documents add. */
function PlaceContext({ example }: { example: LocatedProject | undefined }) {
  const { label, fields, unit, none, note, documents, eyebrow, title } = words.metadata;
  return (
    <Section id="metadata" ground="deep">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_auto]">
        <SectionHeading content={example ? words.metadata : { eyebrow, title }} />
        {example && (
          <div className="lg:row-span-2">
            <DataSheet
              content={{
                eyebrow: label,
                title: example.title,
                rows: [
                  { label: fields.category, value: example.category },
                  { label: fields.standard, value: example.verificationStandard },
                  { label: fields.place, value: example.location },
                  { label: fields.country, value: example.country ? countryName(example.country) : none },
                  { label: fields.position, value: `${formatLatitude(example.latitude)}, ${formatLongitude(example.longitude)}` },
                  { label: fields.impact, value: example.impactPerYear > 0 ? `${formatCount(example.impactPerYear)} ${unit}` : none },
                  { label: fields.changed, value: formatUtcInstant(example.updatedAt) },
                ],
                note,
              }}
            />
          </div>
        )}
        <div>
          <h3 className="label border-b border-ink pb-3">{documents.title}</h3>
          <FactList look="terms" facts={documents.items.map((item) => [item.title, item.body])} className="[&>:first-child]:border-t-0" />
        </div>
      </div>
    </Section>
  );
}

/** A certificate, and the features by which it can be verified. */
function CertificateFeatures({ example }: { example: LocatedProject | undefined }) {
  const { features, more } = words.retirement;
  return (
    <Section id="retirement-certificates">
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,32rem)]">
        <div>
          <SectionHeading content={words.retirement} />
          <EntryList entries={features} look="numbered" className="mt-10" />
          <TextLink link={more} className="mt-5" />
        </div>
        <div className="self-center text-ink-soft">{example && <RetirementSpecimen content={words.specimen} project={example} />}</div>
      </div>
    </Section>
  );
}
