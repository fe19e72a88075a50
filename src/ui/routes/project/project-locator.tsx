import { type GroundSheet, groundAddress, sheetSizes } from '#src/art/map/ground-sheets.ts';
import { placePoints } from '#src/art/map/project-map.ts';
import { regionAround } from '#src/art/map/views.ts';
import { fill } from '#src/lib/text/fill.ts';
import type { Project } from '#src/schemas/project.ts';
import { Section } from '#src/ui/sections/section.tsx';

type ProjectLocatorProps = { project: Project; texts: { title: string; label: string } };

/**
 * A map of a project's location: the British Isles if it is there, otherwise its country and the neighbouring ones.
 * Renders nothing without coordinates.
 */
export function ProjectLocator({ project, texts }: ProjectLocatorProps) {
  const { latitude, longitude, country, title, location } = project;
  if (latitude === null || longitude === null) return null;
  const place = { latitude, longitude };
  const isAtHome = country === 'GB' && spotOn({ size: 'band', bounds: 'uk' }, place) !== undefined;
  const label = fill(texts.label, { title, location });
  return (
    <Section ground="canopy" onPaper="part">
      <h2 className="display-2 mb-4 md:mb-8 print:(display-3 mb-4)">{texts.title}</h2>
      <div className="grid max-w-90 md:hidden print:max-w-60">
        <Sheet sheet={{ size: 'tall', bounds: isAtHome ? 'uk' : regionAround(place, 'tall') }} place={place} label={label} />
      </div>
      <div className="hidden md:grid">
        <Sheet sheet={{ size: 'band', bounds: isAtHome ? 'uk' : regionAround(place, 'band') }} place={place} label={label} />
      </div>
    </Section>
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
          <>
            <circle cx={spot.x} cy={spot.y} r="14" fill="none" className="stroke-lichen" strokeWidth="1.5" />
            <circle cx={spot.x} cy={spot.y} r="5" className="fill-lichen" />
          </>
        )}
      </svg>
    </>
  );
}

function spotOn({ size, bounds }: GroundSheet, place: Place) {
  return placePoints({ ...sheetSizes[size], bounds }, [{ id: 'place', label: '', ...place }], 0).points[0];
}
