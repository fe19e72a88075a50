import { listCountryPlaces } from '#server/domain/projects/countries.ts';
import { listPlaces, type ProjectPlace } from '#server/domain/projects/list.ts';
import { unlessFailed } from '#server/http/page/report-page-error.ts';
import { Static } from '#server/http/page/static.tsx';
import { drawCatalogueMaps, mappedPlaces, placesOf } from '#src/art/map/catalogue-maps.ts';
import {
  certificate,
  closing,
  hero,
  imagery,
  layers,
  maps as mapWords,
  meta,
  metadata,
  parent,
  retirement,
} from '#src/content/geospatial.ts';
import type { DataSheet } from '#src/content/types.ts';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { formatInstant } from '#src/lib/text/instants.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { ReloadButton } from '#src/ui/controls/reload-button.tsx';
import { CertificateFeatures, LayerStack, MapHero, PixelStudy, PlaceContext } from '#src/ui/routes/geospatial.tsx';
import { ClosingCall } from '#src/ui/sections/closing-call.tsx';
import { RetirementSpecimen } from '#src/ui/sections/retirement-specimen.tsx';
import { CatalogueMap } from './_components/catalogue-map.tsx';
import { CoordinatesLedger } from './_components/coordinates-ledger.tsx';
import { PageHead } from './_components/page-head.tsx';

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
            <div role="alert" className="grid content-center justify-items-start gap-5 border border-paper/35 p-6">
              <p>{mapWords.error}</p>
              <ReloadButton label={mapWords.again} address="/geospatial" />
            </div>
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
        <LayerStack content={layers} id="impact-layers" />
        <PlaceContext content={metadata} sheet={example && placeSheet(example)} id="metadata" />
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
function placeSheet(place: ProjectPlace): DataSheet {
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
