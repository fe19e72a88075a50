import { expect, test } from 'vitest';
import type { Point } from '#src/art/landscape/geometry.ts';
import { dots, glyph, smoothLines, smoothRings, stamps, straightLines } from '#src/art/landscape/paths.ts';
import { circle } from '#src/art/landscape/shapes.ts';

test('a smooth ring through a circle of points stays on the circle all the way round', () => {
  const onCurve = curvePoints(smoothRings([circle([500, 500], 300, 60)]));
  expect(onCurve.length).toBeGreaterThanOrEqual(60);
  for (const [x, y] of onCurve) expect(Math.abs(Math.hypot(x - 500, y - 500) - 300)).toBeLessThan(3);
});

test('a second ring is positioned relative to the start of the first, where closing leaves the pen', () => {
  const [first, second] = [circle([100, 100], 40, 12), circle([400, 300], 40, 12)];
  const [, alone = ''] = smoothRings([second]).match(/^M([\d ]+)q/) ?? [];
  const [, start = '', move = ''] = smoothRings([first, second]).match(/^M([\d ]+)q.*zm([\d -]+)q/) ?? [];
  const [x, y] = numbers(start);
  const [dx, dy] = numbers(move);
  expect([(x ?? 0) + (dx ?? 0), (y ?? 0) + (dy ?? 0)]).toEqual(numbers(alone));
});

test('a smooth line keeps its end points', () => {
  const onCurve = curvePoints(
    smoothLines([
      [
        [0, 0],
        [40, 60],
        [80, 0],
        [120, 60],
      ],
    ]),
  );
  expect(onCurve[0]).toEqual([0, 0]);
  expect(onCurve.at(-1)).toEqual([120, 60]);
});

test('rounding errors do not accumulate along a line of many small steps', () => {
  const line = Array.from({ length: 400 }, (_, i): Point => [i * 0.44, i * 0.26]);
  const [start = 0, , ...steps] = numbers(straightLines([line]));
  const right = steps.filter((_, i) => i % 2 === 0).reduce((sum, step) => sum + step, start);
  expect(right).toBe(Math.round(399 * 0.44));
});

test('tenths are written without a leading zero, and minus signs separate numbers', () => {
  expect(
    straightLines(
      [
        [
          [0.5, -0.25],
          [1, -1.3],
        ],
      ],
      { grain: 10 },
    ),
  ).toBe('M.5-.2l.5-1.1');
});

test('dots are lines of zero length', () => {
  expect(
    dots([
      [3, 4],
      [10, 2],
    ]),
  ).toBe('M3 4h0m7-2h0');
});

test('a stamp leaves the pen at the end of its glyph', () => {
  const tick = glyph([[0, 0, 3, -8]]);
  expect(
    stamps([
      { point: [10, 10], shape: tick },
      { point: [20, 10], shape: tick },
    ]),
  ).toBe('M10 10l3-8m7 8l3-8');
});

test('an invalid coordinate appears in the path instead of becoming zero', () => {
  expect(dots([[Number.NaN, 4]])).toContain('NaN');
});

/** Returns the on-curve points of a path of `M`, `q` and `t`, rounded as in the path. */
function curvePoints(d: string): Point[] {
  const [, start = '', first = '', rest = ''] = d.match(/^M([^q]+)q([^t]+)t([^z]+)z?$/) ?? [];
  let [x = 0, y = 0] = numbers(start);
  const points: Point[] = [[x, y]];
  const moves = [...numbers(first).slice(2), ...numbers(rest)];
  for (let i = 0; i < moves.length; i += 2) {
    x += moves[i] ?? 0;
    y += moves[i + 1] ?? 0;
    points.push([x, y]);
  }
  return points;
}

function numbers(text: string): number[] {
  return (text.match(/-?\d*\.?\d+/g) ?? []).map(Number);
}
