import type { ReactNode } from 'react';
import type { StandardId } from '#src/content/types.ts';
import { arc, chord, circlesAround, growthRings, onCircle, rays } from '#src/lib/seal-geometry.ts';

type Tone = { text: string; tint: string; edge: string };

/** Each mark's colour: for text and lines, as a light ground, and as the edge of a sheet. Text passes 4.5:1 on paper and on its tint. */
export const tones: Record<StandardId, Tone> = {
  'puro-earth': { text: 'text-[#5B3B25]', tint: 'bg-[#E9DCC6]', edge: 'border-[#5B3B25]' },
  bezero: { text: 'text-[#235A68]', tint: 'bg-tide-soft', edge: 'border-[#235A68]' },
  vcs: { text: 'text-canopy', tint: 'bg-[#DBE6DA]', edge: 'border-canopy' },
  'gold-standard': { text: 'text-[#79530A]', tint: 'bg-[#F4E4BE]', edge: 'border-[#B3811C]' },
  'woodland-carbon': { text: 'text-[#455F2B]', tint: 'bg-[#E1E9CD]', edge: 'border-[#6C8A4A]' },
  qms: { text: 'text-[#8F3D1C]', tint: 'bg-clay-soft', edge: 'border-clay' },
};

/** One edge of a blade of the last seal; the steps after 0 are its engraving. */
const blade = (turn: number, step: number) =>
  `M${onCircle(turn + step * 9, 88).join(' ')}L${onCircle(turn + 96 + step * 9, 46 + step * 3).join(' ')}`;

type SealProps = { standard: StandardId; className: string; colour?: string };

/** A neutral seal for a standard or partner: its initials in a pattern of our own. It imitates nobody's logo. */
export function Seal({ standard, className, colour = tones[standard].text }: SealProps) {
  const { initials, pattern } = seals[standard];
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className={`${colour} ${className}`}>
      <g fill="none" stroke="currentColor" strokeWidth="1.2">
        {pattern}
      </g>
      <text x="100" y="101" textAnchor="middle" dominantBaseline="central" fontSize="26" fill="currentColor" className="font-display">
        {initials}
      </text>
    </svg>
  );
}

const turns = (count: number) => Array.from({ length: count }, (_, i) => (i * 360) / count);
const between = (angles: number[], offset: number) => angles.map((angle) => angle + offset);

const seals: Record<StandardId, { initials: string; pattern: ReactNode }> = {
  // Engine turning, as on a bond: many methodologies, one programme.
  vcs: {
    initials: 'VCS',
    pattern: (
      <>
        <path d={circlesAround(40, 66, 25)} strokeWidth="0.55" />
        <path d={rays(turns(120), 93, 96)} strokeWidth="0.6" />
        <circle cx="100" cy="100" r="97" strokeWidth="1.6" />
        <circle cx="100" cy="100" r="38" strokeWidth="0.8" />
        <circle cx="100" cy="100" r="35.5" />
      </>
    ),
  },
  // Rays around three circles: three goals at least.
  'gold-standard': {
    initials: 'GS',
    pattern: (
      <>
        <path d={rays(turns(24), 68, 98)} strokeWidth="1.8" />
        <path d={rays(between(turns(24), 7.5), 68, 90)} strokeWidth="0.9" />
        <path d={rays(between(turns(48), 3.75), 68, 82)} strokeWidth="0.5" />
        {[62, 55, 48].map((radius) => (
          <circle key={radius} cx="100" cy="100" r={radius} strokeWidth="0.9" />
        ))}
        <circle cx="100" cy="100" r="40" strokeWidth="2.4" />
      </>
    ),
  },
  // Growth rings with one drying crack.
  'woodland-carbon': {
    initials: 'WCC',
    pattern: (
      <>
        <path d={growthRings([45, 51, 58, 64, 75, 80])} strokeWidth="0.9" />
        <path d={growthRings([42, 55, 71, 88])} strokeWidth="2" />
        <path d={growthRings([95])} strokeWidth="4" />
        <path d={rays([118], 47, 92)} strokeWidth="1.6" />
      </>
    ),
  },
  // Strata, closer and heavier with depth.
  'puro-earth': {
    initials: 'Pu',
    pattern: (
      <>
        {[-84, -72, -60.5, -49.5, -39, -29, -19.5, -10.5, -2, 6, 13.5, 20.5, 27.5, 34.5, 41.5, 48.5, 55.5, 62.5, 69.5, 76.5, 83.5].map(
          (depth, i) => (
            <path key={depth} d={chord(depth, 95, 37)} strokeWidth={0.7 + i * 0.22} />
          ),
        )}
        <circle cx="100" cy="100" r="96" strokeWidth="2" />
        <circle cx="100" cy="100" r="37" />
      </>
    ),
  },
  // Eight grades around a dial, from heavy to light.
  bezero: {
    initials: 'BZ',
    pattern: (
      <>
        {turns(8).map((turn, i) => (
          <path key={turn} d={arc(turn + 3, turn + 42, 80 - i)} strokeWidth={30 - i * 3.4} />
        ))}
        <path d={rays(turns(72), 48, 53)} strokeWidth="0.9" />
        <path d={rays(turns(8), 45, 56)} strokeWidth="2" />
        <circle cx="100" cy="100" r="42" />
      </>
    ),
  },
  // Six blades that close on one opening.
  qms: {
    initials: 'QMS',
    pattern: (
      <>
        <path
          d={turns(6)
            .map((turn) => blade(turn, 0))
            .join('')}
          strokeWidth="2.4"
        />
        <path
          d={turns(6)
            .flatMap((turn) => [1, 2, 3, 4].map((step) => blade(turn, step)))
            .join('')}
          strokeWidth="0.8"
        />
        <path d={rays(between(turns(6), 21), 92, 97)} strokeWidth="4.6" />
        <circle cx="100" cy="100" r="88" strokeWidth="2" />
      </>
    ),
  },
};
