'use client';

import { useEffect, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import { tenths } from '#src/lib/drawing/tenths.ts';
import type { MapTheme } from '#src/ui/projects/project-map.tsx';
import { Tooltip, Tooltips } from './tooltip.tsx';

/**
 * A numbered ring and its text. `at` is its position, `target` that of the place that it marks, seen from there: "x y", as the page's HTML
 * has them too, so that they compress. `degrees`: formatted latitude and longitude.
 */
export type Mark = {
  href: string;
  number: number;
  name: string;
  place: string;
  degrees: string;
  at: string;
  target: string;
};

type MapMarksProps = {
  marks: Mark[];
  theme: MapTheme;
  /** Radii in viewBox units: of the ring, and of the touch target. */
  ring: number;
  reach: number;
  /** Shrinks the rings on wide screens, where the map is larger, so that they keep their physical size. */
  isWide: boolean;
};

// On the group rather than on each mark, to keep the page small. In a mark, the circle is the ring and the ellipse is the
// touch target.
const themeClasses: Record<MapTheme, string> = {
  night: [
    '[&_a]:(fill-lichen stroke-lichen outline-none) [&_circle]:fill-canopy-deep [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_circle]:fill-lichen [&_a:is(:hover,:focus-visible)_text]:fill-ink',
    '[&_ellipse]:(fill-transparent stroke-none) [&_a:focus-visible_ellipse]:stroke-paper',
  ].join(' '),
  sheet: [
    '[&_a]:(fill-ink stroke-ink outline-none) [&_circle]:fill-paper-bright [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_circle]:fill-ink [&_a:is(:hover,:focus-visible)_text]:fill-paper',
    '[&_ellipse]:(fill-transparent stroke-none) [&_a:focus-visible_ellipse]:stroke-clay',
  ].join(' '),
};

const smaller = 'md:(text-[10.5px] stroke-[1.1px]) md:[&_circle]:[r:10px] md:[&_ellipse]:([rx:15px] [ry:15px])';

/** The projects on a map: links, each with a tooltip. */
export function MapMarks({ marks, theme, ring, reach, isWide }: MapMarksProps) {
  const island = useIsland<SVGGElement>();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <Tooltips>
      <g
        ref={island}
        data-island="waiting"
        className={`font-mono tabular-nums ${themeClasses[theme]} ${isWide ? smaller : ''}`}
        fontSize={ring * 1.28}
        strokeWidth={ring * 0.11}
        textAnchor="middle"
      >
        {marks.map(({ href, number, name, place, degrees, at, target }) => {
          const label = `${number}: ${name}, ${place}`;
          return (
            <Tooltip key={href} hint={<Hint name={name} place={`${place}: ${degrees}`} />}>
              {/* Until hydration, the browser's own tooltip shows the name. */}
              <a href={href} aria-label={hydrated ? label : undefined}>
                {!hydrated && <title>{label}</title>}
                <g transform={`translate(${at})`}>
                  <ellipse rx={reach} ry={reach} strokeWidth={tenths(ring * 0.2)} />
                  <path d={`M0 0L${target}${dot(tenths(ring * 0.12))}`} />
                  <circle r={ring} />
                  <text dy="0.36em">{number}</text>
                </g>
              </a>
            </Tooltip>
          );
        })}
      </g>
    </Tooltips>
  );
}

/** Returns the end of a path: a dot around its current point. */
function dot(radius: number): string {
  const around = `a${radius} ${radius} 0 1 0 `;
  return `m${-radius} 0${around}${2 * radius} 0${around}${-2 * radius} 0`;
}

function Hint({ name, place }: { name: string; place: string }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-canopy-mist">{place}</span>
    </>
  );
}
