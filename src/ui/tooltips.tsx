import type { Term } from '#shared/content/types.ts';
import { tenths } from '#shared/lib/drawing.ts';
import type { MapTheme } from './projects/project-map.tsx';

const look =
  'fixed inset-auto m-0 w-max max-w-[min(19rem,calc(100vw-1.5rem))] rounded-[3px] bg-ink px-3.5 py-2.5 text-[0.875rem] leading-[1.45] shadow-lg';

/** The look of a tooltip of two lines. */
export const mapTip = `${look} text-canopy-mist [&>strong]:(block font-semibold text-paper)`;

/**
 * Technical terms beside the figures that use them. Each links to a full explanation and has a tooltip, which src/page-scripts/tooltips.ts
 * shows: the text of `data-tip`.
 */
export function TermList({ label, terms }: { label: string; terms: Term[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 text-[0.875rem] text-ink-soft">
      <span className="label">{label}</span>
      <ul data-tips={`${look} text-paper`} className="flex flex-wrap gap-x-5">
        {terms.map(({ term, meaning, href }) => (
          <li key={term}>
            <a
              href={href}
              data-tip={meaning}
              className="inline-flex min-h-11 items-center underline decoration-dotted underline-offset-5 hover:decoration-solid"
            >
              {term}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * A numbered ring and its text. `at` is its position, `target` that of the place that it marks, seen from there: "x y", as the page's HTML
 * has them too, so that they compress. `degrees`: formatted latitude and longitude, or nothing.
 */
export type TooltipMark = {
  href: string;
  number: number;
  name: string;
  place: string;
  degrees: string;
  at: string;
  target: string;
};

type MapMarksProps = {
  marks: TooltipMark[];
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

/** The projects on a map: links, each with a tooltip of two lines. Without its script, the browser's own shows the title. */
export function MapMarks({ marks, theme, ring, reach, isWide }: MapMarksProps) {
  return (
    <g
      data-tips={mapTip}
      className={`font-mono tabular-nums ${themeClasses[theme]} ${isWide ? smaller : ''}`}
      fontSize={ring * 1.28}
      strokeWidth={ring * 0.11}
      textAnchor="middle"
    >
      {marks.map(({ href, number, name, place, degrees, at, target }) => (
        <a key={href} href={href} data-tip={`${name}\n${degrees ? `${place}: ${degrees}` : place}`}>
          <title>{`${number}: ${name}, ${place}`}</title>
          <g transform={`translate(${at})`}>
            <ellipse rx={reach} ry={reach} strokeWidth={tenths(ring * 0.2)} />
            <path d={`M0 0L${target}${dot(tenths(ring * 0.12))}`} />
            <circle r={ring} />
            <text dy="0.36em">{number}</text>
          </g>
        </a>
      ))}
    </g>
  );
}

/** Returns the end of a path: a dot around its current point. */
function dot(radius: number): string {
  const around = `a${radius} ${radius} 0 1 0 `;
  return `m${-radius} 0${around}${2 * radius} 0${around}${-2 * radius} 0`;
}
