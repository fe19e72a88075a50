import { drawWorldMap } from '#src/lib/map/project-map.ts';
import type { Project } from '#src/schemas/project.ts';
import { Section } from './section.tsx';

type ProjectLocatorProps = { project: Project; texts: { title: string; label: string } };

const size = { width: 1144, height: 520 };

/** Where a project is: the British Isles where it lies there, the world where it does not. Nothing without coordinates. */
export function ProjectLocator({ project, texts }: ProjectLocatorProps) {
  const { latitude, longitude, slug, title, location } = project;
  if (latitude === null || longitude === null) return null;
  const draw = (bounds: 'uk' | 'world') => drawWorldMap({ ...size, bounds, points: [{ id: slug, label: title, latitude, longitude }] });
  const home = project.country === 'GB' ? draw('uk') : undefined;
  const map = home && home.outside.length === 0 ? home : draw('world');
  return (
    <Section ground="canopy">
      <h2 className="display-2 mb-8">{texts.title}</h2>
      <svg
        viewBox={map.viewBox}
        role="img"
        aria-label={texts.label.replace('{title}', title).replace('{location}', location)}
        className="h-auto w-full"
      >
        <path d={map.graticule} fill="none" className="stroke-canopy" strokeWidth="0.75" />
        <path d={map.land} className="fill-canopy stroke-canopy-mist/40" strokeWidth="0.75" />
        {map.points.map((point) => (
          <g key={point.id}>
            <circle cx={point.x} cy={point.y} r="14" fill="none" className="stroke-lichen" strokeWidth="1.5" />
            <circle cx={point.x} cy={point.y} r="5" className="fill-lichen" />
          </g>
        ))}
      </svg>
    </Section>
  );
}
