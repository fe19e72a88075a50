import { type GroundSheet, groundAddress, sheetSizes } from '#src/art/map/ground-sheets.ts';
import { placePoints } from '#src/art/map/project-map.ts';
import { regionAround } from '#src/art/map/views.ts';
import type { AuditTexts } from '#src/content/projects/audit.ts';
import type { texts as projectTexts } from '#src/content/projects/project.ts';
import { formatLatitude, formatLongitude } from '#src/lib/projects/coordinates.ts';
import { countryName } from '#src/lib/projects/countries.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Project } from '#src/schemas/project.ts';
import { AskFor, Fact } from './facts.tsx';

type ProjectLocatorProps = { project: Project; texts: (typeof projectTexts)['map']; audit: AuditTexts };

/**
 * Where a project is, and that its boundary is not stated: the catalogue has one point of it. With coordinates, a map: the British Isles
 * if it is there, otherwise its country and the neighbouring ones.
 */
export function ProjectLocator({ project, texts, audit: { notStated, ask, otherEvidence } }: ProjectLocatorProps) {
  const { latitude, longitude, country, title, location, slug } = project;
  const place = latitude !== null && longitude !== null ? { latitude, longitude } : undefined;
  const isAtHome = place && country === 'GB' && spotOn({ size: 'band', bounds: 'uk' }, place) !== undefined;
  const label = fill(texts.label, { title, location });
  return (
    <section
      id="place"
      aria-labelledby="place-title"
      className="page grid gap-x-16 gap-y-6 pb-14 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] print:(grid grid-cols-2 break-inside-avoid pb-6)"
    >
      <div>
        <h2 id="place-title" className="display-3">
          {texts.title}
        </h2>
        <dl className="mt-3 border-b border-rule">
          <Fact name={texts.country}>{country ? countryName(country) : notStated}</Fact>
          <Fact name={texts.coordinates}>
            {place ? (
              <span className="figure">
                {formatLatitude(place.latitude)}, {formatLongitude(place.longitude)}
              </span>
            ) : (
              notStated
            )}
          </Fact>
          <Fact name={texts.boundary}>
            <span className="block text-clay">{notStated}</span>
            <AskFor slug={slug} evidence="boundary" label={ask} name={otherEvidence.boundary ?? ''} />
          </Fact>
        </dl>
      </div>
      {place && (
        <div className="bg-canopy-deep print:bg-transparent">
          {isAtHome && (
            <div className="grid max-w-90 md:hidden print:(!grid max-w-32)">
              <Sheet sheet={{ size: 'tall', bounds: 'uk' }} place={place} label={label} />
            </div>
          )}
          <div className={isAtHome ? 'hidden md:grid print:!hidden' : 'grid print:max-w-80'}>
            <Sheet sheet={{ size: 'band', bounds: isAtHome ? 'uk' : regionAround(place) }} place={place} label={label} />
          </div>
        </div>
      )}
    </section>
  );
}

type Place = { latitude: number; longitude: number };

function Sheet({ sheet, place, label }: { sheet: GroundSheet; place: Place; label: string }) {
  const size = sheetSizes[sheet.size];
  const spot = spotOn(sheet, place);
  return (
    <>
      <img src={groundAddress('canopy', sheet)} alt="" {...size} loading="lazy" className="[grid-area:1/1] h-auto w-full" />
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label} className="[grid-area:1/1] h-auto w-full">
        {spot && (
          // A band is a third as wide on phones and paper: its mark keeps its size.
          <g className={sheet.size === 'band' ? 'origin-center [transform-box:fill-box] max-md:[scale:2.6] print:[scale:2.6]' : undefined}>
            <circle cx={spot.x} cy={spot.y} r="14" fill="none" className="stroke-lichen" strokeWidth="1.5" />
            <circle cx={spot.x} cy={spot.y} r="5" className="fill-lichen" />
          </g>
        )}
      </svg>
    </>
  );
}

function spotOn({ size, bounds }: GroundSheet, place: Place) {
  return placePoints({ ...sheetSizes[size], bounds }, [{ id: 'place', label: '', ...place }], 0).points[0];
}
