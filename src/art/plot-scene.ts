import { createNoise2D } from 'simplex-noise';
import { between, createRandom } from './landscape/random.ts';

/** A tree's crown, seen from above, in metres from the plot's top left corner. */
export type Crown = { x: number; y: number; radius: number };
export type Plot = { crowns: Crown[]; pond: Crown };

/** The classes of a pixel: water, or five steps of canopy cover. */
export const groundClasses = ['water', 'open', 'sparse', 'half', 'dense', 'closed'] as const;
export type GroundClass = (typeof groundClasses)[number];

/** The plot's side in metres: a multiple of 30, 10 and 3. */
export const plotSide = 90;

/** Generates a plot of young and old trees with a pond and a clearing. The same seed gives the same plot. */
export function createPlot(seed: string): Plot {
  const random = createRandom(seed);
  const noise = createNoise2D(random);
  const pond = { x: between(random, 24, 34), y: between(random, 56, 66), radius: 8.5 };
  const crowns: Crown[] = [];
  for (let attempt = 0; attempt < 1500; attempt++) {
    const crown = { x: random() * plotSide, y: random() * plotSide, radius: between(random, 0.9, 2.9) };
    const isWood = noise(crown.x / 46, crown.y / 46) > between(random, -0.35, 0.3);
    const isDry = Math.hypot(crown.x - pond.x, crown.y - pond.y) > pond.radius + crown.radius;
    const isFree = crowns.every(({ x, y, radius }) => Math.hypot(crown.x - x, crown.y - y) > 0.72 * (radius + crown.radius));
    if (isWood && isDry && isFree) crowns.push(crown);
  }
  return { crowns, pond };
}

/** Returns the shares of canopy and water in each pixel, row by row. `pixel`: its side in metres. */
export function readPlot({ crowns, pond }: Plot, pixel: number): { canopy: number; water: number }[] {
  const across = plotSide / pixel;
  const samples = 6 * Math.max(1, Math.round(pixel / 3));
  const isWithin = (x: number, y: number, crown: Crown) => Math.hypot(x - crown.x, y - crown.y) <= crown.radius;
  return Array.from({ length: across * across }, (_, index) => {
    const [left, top] = [(index % across) * pixel, Math.floor(index / across) * pixel];
    const near = crowns.filter(
      ({ x, y, radius }) => x + radius >= left && x - radius <= left + pixel && y + radius >= top && y - radius <= top + pixel,
    );
    let [canopy, water] = [0, 0];
    for (let sample = 0; sample < samples * samples; sample++) {
      const x = left + (((sample % samples) + 0.5) / samples) * pixel;
      const y = top + ((Math.floor(sample / samples) + 0.5) / samples) * pixel;
      if (near.some((crown) => isWithin(x, y, crown))) canopy++;
      else if (isWithin(x, y, pond)) water++;
    }
    return { canopy: canopy / samples ** 2, water: water / samples ** 2 };
  });
}

/** Returns the plot's pixels as path data for each class, in metres. Equal neighbours in a row are joined. */
export function pixelPaths(plot: Plot, pixel: number): Record<GroundClass, string> {
  const across = plotSide / pixel;
  const classes = readPlot(plot, pixel).map(classify);
  const paths: Record<GroundClass, string> = { water: '', open: '', sparse: '', half: '', dense: '', closed: '' };
  for (let start = 0; start < classes.length; ) {
    const kind = classes[start] ?? 'open';
    const rowEnd = (Math.floor(start / across) + 1) * across;
    let end = start + 1;
    while (end < rowEnd && classes[end] === kind) end++;
    const [x, y, width] = [(start % across) * pixel, Math.floor(start / across) * pixel, (end - start) * pixel];
    paths[kind] += `M${x} ${y}h${width}v${pixel}h-${width}z`;
    start = end;
  }
  return paths;
}

function classify({ canopy, water }: { canopy: number; water: number }): GroundClass {
  if (water > 0.5) return 'water';
  const step = Math.min(4, Math.floor(canopy * 5.4));
  return groundClasses[step + 1] ?? 'open';
}
