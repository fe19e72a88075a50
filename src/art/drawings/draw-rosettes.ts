import { contourRings } from '#src/art/contour-rings.ts';
import { stroke } from '#src/art/landscape/svg.ts';
import { rosette } from '#src/art/rosette.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { drawing } from './drawing.ts';

/** Draws the background of a token's label: two overlapping sets of rings, as on banknotes. */
export function drawTokenRosette(): string {
  const radii = Array.from({ length: 15 }, (_, index) => 176 + index * 18.5);
  const rings = (seed: string, colour: string, opacity: number) =>
    contourRings({ seed: `rosette-${seed}`, centre: [500, 500], radii, wobble: 0.12 }).map((ring) =>
      stroke(ring, colour, 2, { 'stroke-opacity': opacity }),
    );
  return drawing('0 20 1000 960', ...rings('a', colours.canopy.DEFAULT, 0.7), ...rings('b', colours.clay.DEFAULT, 0.6));
}

/** Draws the guilloche behind a certificate's header. */
export function drawGuilloche(): string {
  return drawing(
    '0 0 400 400',
    stroke(rosette({ size: 400, rings: 12, petals: 18 }), colours.canopy.DEFAULT, 1, { 'stroke-opacity': 0.55 }),
  );
}
