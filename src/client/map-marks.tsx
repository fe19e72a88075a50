'use client';

import { useEffect, useState } from 'react';
import { useIsland } from './island.ts';
import { type TooltipComponent, Tooltips } from './tooltips.tsx';

/** A numbered ring and what it tells; (atX, atY) is the spot it stands for. */
export type Mark = { href: string; number: number; name: string; place: string; x: number; y: number; atX: number; atY: number };

export type MapLook = 'night' | 'sheet';

type MapMarksProps = {
  marks: Mark[];
  look: MapLook;
  /** Radii in viewBox units: of the ring, and of what a finger can hit. */
  ring: number;
  reach: number;
  /** On a map that is wider than a phone, rings of the same size on the glass. */
  isWide?: boolean;
};

// Said once for the group and not at each of its marks: it is sent with every page.
const looks: Record<MapLook, string> = {
  night: [
    '[&_a]:(fill-lichen stroke-lichen outline-none) [&_.disc]:fill-canopy-deep [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_.disc]:fill-lichen [&_a:is(:hover,:focus-visible)_text]:fill-ink',
    '[&_.reach]:(fill-transparent stroke-none) [&_a:focus-visible_.reach]:stroke-paper',
  ].join(' '),
  sheet: [
    '[&_a]:(fill-ink stroke-ink outline-none) [&_.disc]:fill-paper-bright [&_text]:stroke-none',
    '[&_a:is(:hover,:focus-visible)_.disc]:fill-ink [&_a:is(:hover,:focus-visible)_text]:fill-paper',
    '[&_.reach]:(fill-transparent stroke-none) [&_a:focus-visible_.reach]:stroke-clay',
  ].join(' '),
};

const smaller = 'md:(text-[10.5px] stroke-[1.1px]) md:[&_.disc]:[r:10px] md:[&_.reach]:[r:15px]';

/** The projects of a map: links, each with a tooltip that says what stands there. */
export function MapMarks(props: MapMarksProps) {
  return <Tooltips>{(Tooltip) => <MarkGroup {...props} Tooltip={Tooltip} />}</Tooltips>;
}

function MarkGroup({ marks, look, ring, reach, isWide = false, Tooltip }: MapMarksProps & { Tooltip: TooltipComponent }) {
  const island = useIsland<SVGGElement>();
  // Kept below Tooltips: a change above it, before its module has come, would make React draw the marks anew.
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <g
      ref={island}
      data-island="waiting"
      className={`font-mono tabular-nums ${looks[look]} ${isWide ? smaller : ''}`}
      fontSize={ring * 1.06}
      strokeWidth={ring * 0.11}
      textAnchor="middle"
    >
      {marks.map(({ href, number, name, place, x, y, atX, atY }) => {
        const label = `${number}: ${name}, ${place}`;
        const spot = { x: tenth(atX - x), y: tenth(atY - y) };
        return (
          <Tooltip key={href} hint={<Hint name={name} place={place} />}>
            {/* Named by the browser's own tooltip, until there is a better one. */}
            <a href={href} aria-label={hydrated ? label : undefined}>
              {!hydrated && <title>{label}</title>}
              <g transform={`translate(${x} ${y})`}>
                <circle r={reach} strokeWidth={tenth(ring * 0.2)} className="reach" />
                <path d={`M0 0L${spot.x} ${spot.y}`} />
                <circle cx={spot.x} cy={spot.y} r={ring * 0.12} />
                <circle r={ring} className="disc" />
                <text dy="0.36em">{number}</text>
              </g>
            </a>
          </Tooltip>
        );
      })}
    </g>
  );
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function Hint({ name, place }: { name: string; place: string }) {
  return (
    <>
      <span className="block font-semibold">{name}</span>
      <span className="block text-canopy-mist">{place}</span>
    </>
  );
}
