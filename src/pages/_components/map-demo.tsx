import { Static } from '#server/http/page/static.tsx';
import { type CatalogueMaps, drawCatalogueMaps, type Place, placesOf } from '#src/art/map/catalogue-maps.ts';
import { demo, geospatial, mapPanel } from '#src/content/impact-hub.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import type { ProjectList } from '#src/schemas/project.ts';
import { DemoPanel, type DemoProps } from '#src/ui/routes/impact-hub/demo-panel.tsx';
import { PlaceList } from '#src/ui/routes/impact-hub/place-list.tsx';
import { CatalogueMap } from './catalogue-map.tsx';

/** Both maps, and, once the demo is open, a list of all places. */
export function MapDemo({ list, countries, failure }: DemoProps<{ list: ProjectList }> & { countries: Place[] }) {
  const isByCountry = countries.length > 0;
  const places = isByCountry ? countries : placesOf(list?.projects ?? []);
  const { title, source, rest } = mapPanel;
  return (
    <DemoPanel
      content={geospatial}
      title={title}
      source={source}
      moreLabel={fill(rest, { count: formatCount(places.length) })}
      labels={demo.labels}
      failure={failure}
    >
      {places.length > 0 && <Maps maps={drawCatalogueMaps(places)} note={isByCountry ? mapPanel.byCountry : mapPanel.note} />}
    </DemoPanel>
  );
}

const britishMap = 'map-british-isles';

function Maps({ maps, note }: { maps: CatalogueMaps; note: string }) {
  const { uk, world, cluster, counts, list } = mapPanel;
  return (
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
            <span className="mt-4 block max-w-[30rem] text-[0.875rem] leading-[1.5] text-ink-soft">{note}</span>
          </figcaption>
        </figure>
      </div>
      <Static as="div" className="hidden border-t border-tide/40 px-4 py-5 group-target/demo:block md:px-6">
        <h4 className="mb-3 font-semibold">{list}</h4>
        <PlaceList places={maps.places} />
      </Static>
    </>
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
