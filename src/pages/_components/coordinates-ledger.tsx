import { Static } from '#server/http/page/static.tsx';
import type { NumberedPlace } from '#src/art/map/catalogue-maps.ts';
import { TermList } from '#src/client/tooltips/term-list.tsx';
import { coordinates, terms } from '#src/content/geospatial.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatCount } from '#src/lib/text/numbers.ts';
import { CoordinatesTable } from '#src/ui/routes/geospatial.tsx';
import { Section, SectionHeading } from '#src/ui/sections/section.tsx';

/** Rows shown before the list is expanded. */
const preview = 12;

/** The maps' places with coordinates: the first ones, or all of them with `#all-places` in the address. */
export function CoordinatesLedger({ places, total }: { places: NumberedPlace[]; total: number }) {
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
            <CoordinatesTable places={places} content={coordinates} preview={preview} />
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
            {fill(beyond, { shown: formatCount(places.length), total: formatCount(total) })}{' '}
            <a href={catalogue.href} className="text-link text-canopy">
              {catalogue.label}
            </a>
          </p>
        )}
      </div>
    </Section>
  );
}
