'use client';

import { type ComponentProps, useEffect, useState } from 'react';
import { useIsland } from './island.ts';
import { Tooltips } from './tooltips.tsx';

/** A numbered ring and what it tells; (atX, atY) is the spot it stands for. */
export type Mark = { href: string; number: number; name: string; place: string; x: number; y: number; atX: number; atY: number };

export type MapLook = 'night' | 'sheet';

type MapMarksProps = {
  marks: Mark[];
  look: MapLook;
  /** Radii in viewBox units: of the ring, and of what a finger can hit. */
  ring: number;
  reach: number;
};

// Said once for the group and not at each of its marks: it is sent with every page.
const looks: Record<MapLook, string> = {
  night: [
    '[&_a]:(fill-lichen stroke-lichen outline-none) [&_.ring]:fill-canopy-deep [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_.ring]:fill-lichen [&_a:is(:hover,:focus-visible)_text]:fill-ink',
    '[&_.reach]:(fill-transparent stroke-none) [&_a:focus-visible_.reach]:stroke-paper',
  ].join(' '),
  sheet: [
    '[&_a]:(fill-ink stroke-ink outline-none) [&_.ring]:fill-paper-bright [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_.ring]:fill-ink [&_a:is(:hover,:focus-visible)_text]:fill-paper',
    '[&_.reach]:(fill-transparent stroke-none) [&_a:focus-visible_.reach]:stroke-clay',
  ].join(' '),
};

/** The projects of a map: links, each with a tooltip that says what stands there. */
export function MapMarks({ marks, look, ring, reach }: MapMarksProps) {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <Tooltips>
      {(Tooltip) => (
        <MarkGroup className={`font-mono tabular-nums ${looks[look]}`} fontSize={ring * 1.06} strokeWidth={ring * 0.11}>
          {marks.map(({ href, number, name, place, x, y, atX, atY }) => (
            <Tooltip
              key={href}
              hint={
                <>
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-canopy-mist">{place}</span>
                </>
              }
            >
              <a href={href} aria-label={`${number}: ${name}, ${place}`}>
                {/* The browser's own tooltip, until there is a better one. */}
                {!hydrated && <title>{`${name}, ${place}`}</title>}
                <circle cx={x} cy={y} r={reach} strokeWidth={ring * 0.24} className="reach" />
                <path d={`M${atX} ${atY}L${x} ${y}`} />
                <circle cx={atX} cy={atY} r={ring * 0.12} />
                <circle cx={x} cy={y} r={ring} className="ring" />
                <text x={x} y={y} dy="0.36em" textAnchor="middle">
                  {number}
                </text>
              </a>
            </Tooltip>
          ))}
        </MarkGroup>
      )}
    </Tooltips>
  );
}

function MarkGroup(props: ComponentProps<'g'>) {
  const island = useIsland<SVGGElement>();
  return <g ref={island} data-island="waiting" {...props} />;
}
