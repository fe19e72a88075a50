import { contourRings } from '#src/art/contour-rings.ts';
import type { Contents } from '#src/content/types.ts';

const hills = [
  ...contourRings({ seed: 'field', centre: [250, 610], radii: [46, 92, 140, 190, 244, 302, 364, 430], wobble: 0.3 }),
  ...contourRings({ seed: 'report', centre: [760, 190], radii: [40, 80, 122, 168, 218, 272], wobble: 0.28 }),
];
/** The stations' positions, in units of the drawing. */
const stations = [
  [250, 610],
  [330, 360],
  [590, 440],
  [760, 190],
] as const;
const grid = 'M0 200h1000M0 400h1000M0 600h1000M200 0v800M400 0v800M600 0v800M800 0v800';

/** A drawn route over hills, with a numbered stop for each link. */
export function RouteMap({ content }: { content: Contents }) {
  return (
    <nav aria-label={content.title} className="w-full max-w-[34rem] border border-ink bg-paper-bright lg:w-[27rem]">
      <svg viewBox="0 0 1000 800" aria-hidden="true" className="relative hidden h-auto w-full border-b border-ink sm:block" fill="none">
        <path d={grid} strokeWidth="2" className="stroke-rule" />
        {hills.map((hill) => (
          <path key={hill} d={hill} strokeWidth="2" className="stroke-canopy/50" />
        ))}
        <path
          d="M250 610C250 520 250 420 330 360S500 500 590 440S650 250 760 190"
          strokeWidth="6"
          strokeDasharray="3 13"
          strokeLinecap="round"
          className="stroke-clay"
        />
        {stations.map(([x, y], index) => (
          <g key={x}>
            <circle cx={x} cy={y} r="38" strokeWidth="3" className={index === 3 ? 'fill-lichen stroke-ink' : 'fill-paper stroke-ink'} />
            <text x={x} y={y + 13} textAnchor="middle" className="fill-ink font-mono text-[38px]">
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <ol className="-mt-px grid px-5 sm:(grid-cols-2 gap-x-6) lg:(grid-cols-1 gap-x-0)">
        {content.links.map((link, index) => (
          <li key={link.href} className="border-t border-rule">
            <a href={link.href} className="flex min-h-12 items-center gap-4 py-1.5 decoration-1 underline-offset-5 hover:underline">
              <span aria-hidden="true" className="figure text-[0.8125rem] text-clay">
                {index + 1}
              </span>
              {link.label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
