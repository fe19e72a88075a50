import type { Point } from './landscape/geometry.ts';
import { smoothRings } from './landscape/paths.ts';
import { between, createRandom } from './landscape/random.ts';

/** `wobble`: how far a ring deviates from a circle, 0 to 1. */
type RingsOptions = { seed: string; centre: Point; radii: number[]; wobble: number };

/** Returns SVG path data of nested rings, like growth rings or contours. The same seed gives the same rings. */
export function contourRings({ seed, centre, radii, wobble }: RingsOptions): string[] {
  const random = createRandom(seed);
  const waves = [2, 3, 5].map((count) => ({
    count,
    height: (wobble * between(random, 0.5, 1)) / count,
    phase: between(random, 0, 2 * Math.PI),
  }));
  return radii.map((radius, ring) => {
    const points = Array.from({ length: 40 }, (_, index): Point => {
      const angle = (index / 40) * 2 * Math.PI;
      const deviation = waves.reduce((sum, { count, height, phase }) => sum + height * Math.cos(count * angle + phase + ring * 0.05), 0);
      return [centre[0] + radius * (1 + deviation) * Math.cos(angle), centre[1] + radius * (1 + deviation) * Math.sin(angle)];
    });
    return smoothRings([points]);
  });
}
