import type { ReactNode } from 'react';
import { createRandom } from '#src/art/landscape/random.ts';
import type { EvidenceDrawing } from '#src/content/types.ts';

type Accent = 'lichen' | 'clay';
type EvidenceArtProps = { drawing: EvidenceDrawing; accent: Accent };

const fills: Record<Accent, string> = { lichen: 'fill-lichen', clay: 'fill-clay' };
const strokes: Record<Accent, string> = { lichen: 'stroke-lichen', clay: 'stroke-clay' };

const drawings: Record<EvidenceDrawing, (props: { accent: Accent }) => ReactNode> = {
  chain: Chain,
  barcode: Barcode,
  report: Report,
  share: Share,
  scale: Scale,
  types: Types,
};

/** A small line drawing in the current text colour, with one part in the accent. */
export function EvidenceArt({ drawing, accent }: EvidenceArtProps) {
  const Drawing = drawings[drawing];
  return (
    <svg viewBox="0 0 320 120" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5" className="h-auto w-full">
      <Drawing accent={accent} />
    </svg>
  );
}

/** Five entries in a row; the last is closed. */
function Chain({ accent }: { accent: Accent }) {
  return (
    <>
      {[0, 1, 2, 3].map((link) => (
        <g key={link} transform={`translate(${link * 67} 34)`}>
          <rect x="1" y="1" width="50" height="50" />
          <path d="M10 14h24M10 23h32M10 32h18M52 26h15" />
        </g>
      ))}
      <rect x="269" y="35" width="50" height="50" stroke="none" className={fills[accent]} />
      <path d="M281 60h26" strokeWidth="5" className="stroke-canopy-deep" />
      <path d="M1 104h318" strokeOpacity="0.5" strokeDasharray="1 6" />
      <path d="M294 92v24M287 104h14" className={strokes[accent]} />
    </>
  );
}

const bands = barcodeBands();

/** Two samples, before and after; new species are in the accent. */
function Barcode({ accent }: { accent: Accent }) {
  return (
    <g stroke="none">
      <g fill="currentColor">
        {bands.map(({ x, width, found }) => (
          <g key={x}>
            {found !== 'after' && <rect x={x} y="2" width={width} height="48" />}
            {found === 'both' && <rect x={x} y="70" width={width} height="48" />}
          </g>
        ))}
      </g>
      <g className={fills[accent]}>
        {bands.map(({ x, width, found }) => found === 'after' && <rect key={x} x={x} y="70" width={width} height="48" />)}
      </g>
      <path d="M0 60h320" stroke="currentColor" strokeOpacity="0.5" strokeDasharray="1 6" />
    </g>
  );
}

function barcodeBands(): { x: number; width: number; found: 'both' | 'before' | 'after' }[] {
  const random = createRandom('edna-samples');
  const bands = [];
  for (let x = 2; x < 314; x += 5 + Math.floor(random() * 6)) {
    const chance = random();
    const width = 1 + Math.floor(random() * 4);
    if (chance < 0.42) bands.push({ x, width, found: 'both' as const });
    else if (chance < 0.48) bands.push({ x, width, found: 'before' as const });
    else if (chance < 0.74) bands.push({ x, width, found: 'after' as const });
  }
  return bands;
}

/** A ledger line, and the report page that it ends up on. */
function Report({ accent }: { accent: Accent }) {
  return (
    <>
      <path d="M1 18h112M1 39h112M1 60h112M1 81h112M1 102h112" strokeOpacity="0.55" />
      <path d="M1 10h38M1 31h52M1 73h30M1 94h44M92 10h21M86 31h27M95 73h18M88 94h25" strokeWidth="4" strokeOpacity="0.55" />
      <path d="M1 52h46M82 52h31" strokeWidth="4" className={strokes[accent]} />
      <path d="M120 52h40c14 0 14 16 28 16h28" strokeDasharray="4 4" className={strokes[accent]} />
      <path d="M212 1h92v118h-92z" />
      <path d="M224 18h44M224 30h68M224 40h68M224 50h56M224 84h68M224 94h68M224 104h40" strokeOpacity="0.55" />
      <path d="M218 61h80v14h-80z" className={strokes[accent]} />
      <path d="M224 68h30M276 68h16" strokeWidth="4" className={strokes[accent]} />
    </>
  );
}

const hundred = Array.from({ length: 100 }, (_, index) => ({ key: index, x: (index % 20) * 16 + 1, y: Math.floor(index / 20) * 24 + 2 }));

/** A hundred squares, three of them filled. */
function Share({ accent }: { accent: Accent }) {
  return (
    <>
      {hundred.map(({ key, x, y }) =>
        key < 3 ? (
          <rect key={key} x={x} y={y} width="12" height="16" stroke="none" className={fills[accent]} />
        ) : (
          <rect key={key} x={x + 0.5} y={y + 0.5} width="11" height="15" strokeOpacity="0.55" strokeWidth="1" />
        ),
      )}
    </>
  );
}

const ticks = Array.from({ length: 41 }, (_, index) => 2 + index * 7.9);

/** A scale of 200 points, with the certification threshold and the score. */
function Scale({ accent }: { accent: Accent }) {
  const at = (points: number) => 2 + (points / 200) * 316;
  return (
    <>
      <path d={ticks.map((x, index) => `M${x} 78v${index % 4 === 0 ? 14 : 7}`).join('')} strokeOpacity="0.6" />
      <path d="M2 78h316" />
      <rect x={at(0)} y="58" width={at(127.9) - at(0)} height="20" stroke="none" className={fills[accent]} />
      <path d={`M${at(80)} 44v34`} strokeWidth="2" />
      <path d={`M${at(127.9)} 30v62`} strokeWidth="2" />
      <g stroke="none" fill="currentColor" className="font-mono text-[14px]">
        <text x={at(80)} y="36" textAnchor="middle">
          80
        </text>
        <text x={at(127.9)} y="20" textAnchor="middle">
          127.9
        </text>
        <text x="2" y="112">
          0
        </text>
        <text x="318" y="112" textAnchor="end">
          200
        </text>
      </g>
    </>
  );
}

/** Strata of char, a plume of gas, a row of saplings, a tuft of meadow. */
function Types({ accent }: { accent: Accent }) {
  return (
    <>
      <path d="M1 42c18-10 26 8 60-4M1 62c20-8 34 8 60-2M1 82c16-8 38 6 60-4M1 102c22-6 34 6 60-2" />
      <path d="M10 72h6M26 76h5M44 70h7M14 92h7M34 90h6M50 92h5M20 112h6M40 111h7" strokeWidth="3" className={strokes[accent]} />
      <circle cx="118" cy="62" r="7" className={strokes[accent]} strokeWidth="3" />
      <circle cx="118" cy="62" r="16" />
      <circle cx="118" cy="62" r="26" strokeOpacity="0.7" />
      <circle cx="118" cy="62" r="37" strokeOpacity="0.45" strokeDasharray="3 4" />
      <path d="M172 104h66M180 104V70M205 104V58M230 104V74" />
      <path d="M180 84l-8-9M180 78l8-8M205 78l-9-10M205 70l9-9M230 86l-8-8M230 82l8-9" />
      <path d="M180 66v-1M205 53v-1M230 70v-1" strokeWidth="9" strokeLinecap="round" className={strokes[accent]} />
      <path d="M256 104h63M262 104c0-22-4-30-2-44M274 104c2-30 8-34 6-58M288 104c-2-24 4-38 2-52M300 104c0-26 8-30 8-46M312 104c0-18 4-22 4-34" />
      <path d="M260 58v-1M280 44v-1M290 50v-1M308 56v-1" strokeWidth="7" strokeLinecap="round" className={strokes[accent]} />
    </>
  );
}
