'use client';

import { useEffect, useState } from 'react';
import { useIsland } from '#src/client/island.ts';
import { type TooltipComponent, Tooltips } from './tooltips.tsx';

/** A numbered ring and what it tells; (atX, atY) is the spot it stands for. `degrees` are its latitude and longitude, in words. */
export type Mark = {
  href: string;
  number: number;
  name: string;
  place: string;
  degrees: string;
  x: number;
  y: number;
  atX: number;
  atY: number;
};

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

// Said once for the group and not at each of its marks: it is sent with every page. In a mark the circle is its ring, the
// ellipse what can be hit; a class for either would keep every rule about it from getting a short name.
const looks: Record<MapLook, string> = {
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
      {marks.map(({ href, number, name, place, degrees, x, y, atX, atY }) => {
        const label = `${number}: ${name}, ${place}`;
        return (
          <Tooltip key={href} hint={<Hint name={name} place={`${place}: ${degrees}`} />}>
            {/* Named by the browser's own tooltip, until there is a better one. */}
            <a href={href} aria-label={hydrated ? label : undefined}>
              {!hydrated && <title>{label}</title>}
              <g transform={`translate(${x} ${y})`}>
                <ellipse rx={reach} ry={reach} strokeWidth={tenth(ring * 0.2)} />
                <path d={`M0 0L${tenth(atX - x)} ${tenth(atY - y)}${dot(tenth(ring * 0.12))}`} />
                <circle r={ring} />
                <text dy="0.36em">{number}</text>
              </g>
            </a>
          </Tooltip>
        );
      })}
    </g>
  );
}

/** Goes on with a path: a dot around where it has come to. */
function dot(radius: number): string {
  const around = `a${radius} ${radius} 0 1 0 `;
  return `m${-radius} 0${around}${2 * radius} 0${around}${-2 * radius} 0`;
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
