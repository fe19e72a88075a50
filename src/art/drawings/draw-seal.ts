import { element } from '#src/art/landscape/svg.ts';
import { arc, chord, circlesAround, growthRings, onCircle, rays } from '#src/art/seal-geometry.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { drawing } from './drawing.ts';

/** The colour of each seal's pattern, the same as its text (src/ui/sections/seal.tsx). The last is for a char background. */
const inks = {
  'puro-earth': '#5B3B25',
  bezero: '#235A68',
  vcs: colours.canopy.DEFAULT,
  'gold-standard': '#79530A',
  'woodland-carbon': '#455F2B',
  qms: '#8F3D1C',
  'puro-earth-on-char': '#C9993F',
} as const;
type SealName = keyof typeof inks;
export const sealNames = Object.keys(inks) as SealName[];

/** Draws the pattern of a seal, without its initials, because an image file cannot use the site's fonts. */
export function drawSeal(name: SealName): string {
  const lines = patterns[name === 'puro-earth-on-char' ? 'puro-earth' : name].join('');
  return drawing('0 0 200 200', element('g', { fill: 'none', stroke: inks[name], 'stroke-width': 1.2 }, lines));
}

const line = (d: string, width: number) => element('path', { 'stroke-width': width, d });
/** A circle around the centre. Without a width it inherits the drawing's. */
const circle = (r: number, width?: number) => element('circle', { cx: 100, cy: 100, r, ...(width && { 'stroke-width': width }) });

/** One edge of a blade of the qms seal; steps above 0 are its engraving. */
const blade = (turn: number, step: number) =>
  `M${onCircle(turn + step * 9, 88).join(' ')}L${onCircle(turn + 96 + step * 9, 46 + step * 3).join(' ')}`;

const turns = (count: number) => Array.from({ length: count }, (_, i) => (i * 360) / count);
const between = (angles: number[], offset: number) => angles.map((angle) => angle + offset);

const patterns: Record<Exclude<SealName, 'puro-earth-on-char'>, string[]> = {
  // Engine turning, as on a bond: many methodologies, one programme.
  vcs: [line(circlesAround(40, 66, 25), 0.55), line(rays(turns(120), 93, 96), 0.6), circle(97, 1.6), circle(38, 0.8), circle(35.5)],
  // Rays around three circles: three goals at least.
  'gold-standard': [
    line(rays(turns(24), 68, 98), 1.8),
    line(rays(between(turns(24), 7.5), 68, 90), 0.9),
    line(rays(between(turns(48), 3.75), 68, 82), 0.5),
    ...[62, 55, 48].map((radius) => circle(radius, 0.9)),
    circle(40, 2.4),
  ],
  // Growth rings with one drying crack.
  'woodland-carbon': [
    line(growthRings([45, 51, 58, 64, 75, 80]), 0.9),
    line(growthRings([42, 55, 71, 88]), 2),
    line(growthRings([95]), 4),
    line(rays([118], 47, 92), 1.6),
  ],
  // Strata, closer and heavier with depth.
  'puro-earth': [
    ...[-84, -72, -60.5, -49.5, -39, -29, -19.5, -10.5, -2, 6, 13.5, 20.5, 27.5, 34.5, 41.5, 48.5, 55.5, 62.5, 69.5, 76.5, 83.5].map(
      (depth, i) => line(chord(depth, 95, 37), 0.7 + i * 0.22),
    ),
    circle(96, 2),
    circle(37),
  ],
  // Eight grades around a dial, from heavy to light.
  bezero: [
    ...turns(8).map((turn, i) => line(arc(turn + 3, turn + 42, 80 - i), 30 - i * 3.4)),
    line(rays(turns(72), 48, 53), 0.9),
    line(rays(turns(8), 45, 56), 2),
    circle(42),
  ],
  // Six blades around one opening, like an aperture.
  qms: [
    line(
      turns(6)
        .map((turn) => blade(turn, 0))
        .join(''),
      2.4,
    ),
    line(
      turns(6)
        .flatMap((turn) => [1, 2, 3, 4].map((step) => blade(turn, step)))
        .join(''),
      0.8,
    ),
    line(rays(between(turns(6), 21), 92, 97), 4.6),
    circle(88, 2),
  ],
};
