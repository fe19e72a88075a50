import type { Point } from './landscape/geometry.ts';
import { smoothRings } from './landscape/paths.ts';

type RosetteOptions = { size: number; rings: number; petals: number };

/**
 * Returns path data of a guilloche, as on banknotes and share certificates: rings with alternating waves, in a square of
 * `size` units.
 */
export function rosette({ size, rings, petals }: RosetteOptions): string {
  const centre = size / 2;
  const steps = petals * 6;
  return smoothRings(
    Array.from({ length: rings }, (_, ring) => {
      // Alternate rings are in antiphase; the waves flatten towards the centre.
      const phase = ring % 2 === 0 ? 0 : Math.PI;
      const middle = centre * (0.34 + 0.56 * Math.sqrt((ring + 1) / rings));
      const wave = centre * 0.1 * (0.35 + ring / rings);
      return Array.from({ length: steps }, (_, step): Point => {
        const angle = (step / steps) * 2 * Math.PI;
        const radius = middle + wave * Math.cos(petals * angle + phase);
        return [centre + radius * Math.cos(angle), centre + radius * Math.sin(angle)];
      });
    }),
  );
}
