import { distance, type Point } from './geometry.ts';

/**
 * Moves marks that are closer than the gap away from each other, iteratively and no farther than needed, and keeps them
 * inside the frame. The result does not depend on the order of the marks: pairs are processed by id, and marks at the same spot
 * separate in directions derived from that order.
 */
export function spreadApart(
  marks: readonly { id: string; at: Point }[],
  { gap, width, height }: { gap: number; width: number; height: number },
): Point[] {
  const order = marks.map((_, i) => i).sort((a, b) => ((marks[a]?.id ?? '') < (marks[b]?.id ?? '') ? -1 : 1));
  const places = marks.map(({ at }): [number, number] => [at[0], at[1]]);
  const edge = gap / 2;
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (const [rank, i] of order.entries()) {
      for (const j of order.slice(rank + 1)) {
        const [a, b] = [places[i], places[j]];
        if (!a || !b) continue;
        const apart = distance(a, b);
        if (apart >= gap - 0.05) continue;
        moved = true;
        const angle = apart > 0.01 ? Math.atan2(b[1] - a[1], b[0] - a[0]) : rank * goldenAngle;
        const push = (gap - apart) / 2;
        const [dx, dy] = [push * Math.cos(angle), push * Math.sin(angle)];
        places[i] = [within(a[0] - dx, edge, width), within(a[1] - dy, edge, height)];
        places[j] = [within(b[0] + dx, edge, width), within(b[1] + dy, edge, height)];
      }
    }
    if (!moved) break;
  }
  return places;
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5));

function within(value: number, edge: number, size: number): number {
  return Math.max(edge, Math.min(size - edge, value));
}
