import { between, createRandom, type Random } from './landscape/random.ts';

/** Size of the drawing, in its own units. */
export const strataSize = { width: 1200, height: 520 } as const;

/** SVG path data of a layer's outline and of the marks in it. */
type Layer = { outline: string; marks: string };
type Mark = { x: number; y: number; size: number };
type Line = (x: number) => number;

const { width, height } = strataSize;
const step = 20;

/**
 * Draws three layers whose shares shift from left to right: air with bubbles shrinks, wood with crowns stays, char with flecks
 * grows. The shares illustrate a principle and are not data. The drawing is always the same.
 */
export function drawStrata(): Record<'air' | 'wood' | 'char', Layer> {
  const random = createRandom('strata');
  const surface: Line = (x) => 26 + 9 * Math.sin(x / 170) + 4 * Math.sin(x / 61 + 2);
  const airFloor: Line = (x) => 310 - 205 * shift(x) + 13 * Math.sin(x / 140 + 1) + 5 * Math.sin(x / 47);
  const woodFloor: Line = (x) => 455 - 175 * shift(x) + 12 * Math.sin(x / 190 + 4) + 5 * Math.sin(x / 53 + 1);
  const floor: Line = () => height;
  return {
    air: { outline: band(surface, airFloor), marks: discs(scatter(random, surface, airFloor, 70, 3, 11, 16)) },
    wood: { outline: band(airFloor, woodFloor), marks: discs(scatter(random, airFloor, woodFloor, 620, 2, 6.5, 7)) },
    char: { outline: band(woodFloor, floor), marks: flecks(scatter(random, woodFloor, floor, 420, 5, 13, 5)) },
  };
}

/** Returns the progress of the shift at x: from 0 at the left edge to 1 at the right, slow at both ends (smoothstep). */
function shift(x: number): number {
  const share = x / width;
  return share * share * (3 - 2 * share);
}

function band(top: Line, bottom: Line): string {
  const xs = Array.from({ length: width / step + 1 }, (_, index) => index * step);
  const topEdge = xs.map((x) => `${x} ${top(x).toFixed(1)}`);
  const bottomEdge = xs.toReversed().map((x) => `${x} ${bottom(x).toFixed(1)}`);
  return `M${[...topEdge, ...bottomEdge].join('L')}Z`;
}

/** Returns random marks at least `margin` inside a layer. `count`: how many are tried over the whole sheet. */
function scatter(random: Random, top: Line, bottom: Line, count: number, smallest: number, largest: number, margin: number): Mark[] {
  const tries = Array.from({ length: count }, () => ({
    x: Math.round(between(random, margin, width - margin)),
    y: Math.round(between(random, 0, height)),
    size: Math.round(between(random, smallest, largest)),
  }));
  return tries.filter(({ x, y, size }) => y - size > top(x) + margin / 2 && y + size < bottom(x) - margin / 2);
}

function discs(marks: Mark[]): string {
  return marks
    .map(({ x, y, size }) => `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0-${2 * size} 0`)
    .join('');
}

function flecks(marks: Mark[]): string {
  return marks.map(({ x, y, size }) => `M${x} ${y}h${size}`).join('');
}
