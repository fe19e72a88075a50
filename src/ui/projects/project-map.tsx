import type { ReactNode } from 'react';
import { groundAddress, type MapGround, mapSizes } from '#shared/art/map/map-grounds.ts';

type ProjectMapProps = {
  ground: MapGround;
  theme: keyof typeof seaClasses;
  /** The map's accessible name. */
  label: string;
  /** Whether the map is above the fold: its background is then loaded eagerly. */
  isAboveFold?: boolean;
  className?: string;
  /** The marks of the map, at positions in percent, so that they keep their size at any width. */
  children: ReactNode;
};

/** The class of the sea. The light land of `sheet` cannot be seen without it, so it is printed; the dark land of `night` can. */
const seaClasses = { night: 'bg-canopy-deep print:bg-transparent', sheet: 'bg-tide-soft [print-color-adjust:exact]' } as const;

/** A background picture of Natural Earth's land, which maps of the same area share, with the marks of this map over it. */
export function ProjectMap({ ground, theme, label, isAboveFold = false, className = '', children }: ProjectMapProps) {
  return (
    <div className={`@container grid [forced-color-adjust:none] ${seaClasses[theme]} ${className}`}>
      <img
        src={groundAddress(theme, ground)}
        alt=""
        {...mapSizes[ground.size]}
        loading={isAboveFold ? 'eager' : 'lazy'}
        className="[grid-area:1/1] h-auto w-full"
      />
      {/* A group, because its marks may be links. `h-0 min-h-full`: an SVG without a height is 150 px high, whatever the map is. */}
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no equivalent element */}
      <svg role="group" aria-label={label} className="[grid-area:1/1] h-0 min-h-full w-full overflow-hidden">
        {children}
      </svg>
    </div>
  );
}
