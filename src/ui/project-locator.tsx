import { type GroundSheet, groundAddress, sheetSizes } from '#src/lib/map/ground-sheets.ts';
import { placePoints } from '#src/lib/map/project-map.ts';
import type { Project } from '#src/schemas/project.ts';
import { Section } from './section.tsx';

type ProjectLocatorProps = { project: Project; texts: { title: string; label: string } };

const size = sheetSizes.band;

/** Where a project is: the British Isles where it lies there, the world where it does not. Nothing without coordinates. */
export function ProjectLocator({ project, texts }: ProjectLocatorProps) {
  const { latitude, longitude, slug, title, location } = project;
  if (latitude === null || longitude === null) return null;
  const place = (bounds: 'uk' | 'world') => placePoints({ ...size, bounds }, [{ id: slug, label: title, latitude, longitude }], 0).points;
  const atHome = project.country === 'GB' ? place('uk') : [];
  const ground: GroundSheet = { size: 'band', bounds: atHome.length > 0 ? 'uk' : 'world' };
  const points = atHome.length > 0 ? atHome : place('world');
  return (
    <Section ground="canopy">
      <h2 className="display-2 mb-8">{texts.title}</h2>
      <div className="grid">
        <img src={groundAddress('canopy', ground)} alt="" {...size} loading="lazy" className="[grid-area:1/1] h-auto w-full" />
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={texts.label.replace('{title}', title).replace('{location}', location)}
          className="[grid-area:1/1] h-auto w-full"
        >
          {points.map((point) => (
            <g key={point.id}>
              <circle cx={point.x} cy={point.y} r="14" fill="none" className="stroke-lichen" strokeWidth="1.5" />
              <circle cx={point.x} cy={point.y} r="5" className="fill-lichen" />
            </g>
          ))}
        </svg>
      </div>
    </Section>
  );
}
