import type { StandardId } from '#src/content/types.ts';

type Tone = { text: string; tint: string; edge: string };

/**
 * Each seal's colour classes: for text, light backgrounds and edges. src/art/drawings/draw-seal.ts uses the text colour for its
 * lines. Text has a contrast of at least 4.5:1 on paper and on its tint.
 */
export const tones: Record<StandardId, Tone> = {
  'puro-earth': { text: 'text-[#5B3B25]', tint: 'bg-[#E9DCC6]', edge: 'border-[#5B3B25]' },
  bezero: { text: 'text-[#235A68]', tint: 'bg-tide-soft', edge: 'border-[#235A68]' },
  vcs: { text: 'text-canopy', tint: 'bg-[#DBE6DA]', edge: 'border-canopy' },
  'gold-standard': { text: 'text-[#79530A]', tint: 'bg-[#F4E4BE]', edge: 'border-[#B3811C]' },
  'woodland-carbon': { text: 'text-[#455F2B]', tint: 'bg-[#E1E9CD]', edge: 'border-[#6C8A4A]' },
  qms: { text: 'text-[#8F3D1C]', tint: 'bg-clay-soft', edge: 'border-clay' },
};

const initials: Record<StandardId, string> = {
  vcs: 'VCS',
  'gold-standard': 'GS',
  'woodland-carbon': 'WCC',
  'puro-earth': 'Pu',
  bezero: 'BZ',
  qms: 'QMS',
};

type SealProps = {
  standard: StandardId;
  /** Its size and position; must include `grid`, or `md:grid` to hide it on phones. */
  className: string;
  /** In gold, for char-coloured backgrounds. */
  onChar?: boolean;
  /** Whether it is above the fold: it is then loaded eagerly, but with low priority. */
  isFirst?: boolean;
};

/** A neutral seal for a standard or partner: its initials in a pattern of our own, which imitates no logo. */
export function Seal({ standard, className, onChar = false, isFirst = false }: SealProps) {
  return (
    <span className={`${onChar ? 'text-[#C9993F]' : tones[standard].text} ${className}`}>
      <img
        src={`/pictures/seals/${standard}${onChar ? '-on-char' : ''}.svg`}
        alt=""
        width="200"
        height="200"
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority="low"
        className="[grid-area:1/1] size-full"
      />
      <svg viewBox="0 0 200 200" aria-hidden="true" className="[grid-area:1/1] size-full">
        <text x="100" y="101" textAnchor="middle" dominantBaseline="central" fontSize="26" fill="currentColor" className="font-display">
          {initials[standard]}
        </text>
      </svg>
    </span>
  );
}
