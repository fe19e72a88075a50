import type { Point } from './geometry.ts';
import { mix, palette } from './palette.ts';
import { smoothLines } from './paths.ts';
import { lineHeight, ridge, type Sheet, steps } from './sheet.ts';
import { ground, hill } from './survey.ts';
import { stroke } from './svg.ts';

/** Hills behind one another, seen from the side, as shares of the sheet's height. */
interface HillShape {
  sky?: string;
  /** Heights of the crests, farthest first. */
  crests: readonly number[];
  rise: number;
  scale?: number;
  far: string;
  near: string;
}

/** Draws the sky and hills with lines down their slopes. Returns the crests too, on which things stand. */
export function drawHills(sheet: Sheet, { sky = '#F0ECDC', crests, rise, scale = 900, far, near }: HillShape) {
  const { height } = sheet;
  const lines = crests.map((share) => ridge(sheet, { y: height * share, rise: height * rise, scale, roughness: 0.16 }));
  const drawing = lines.map((line, i) => {
    const colour = mix(far, near, crests.length > 1 ? i / (crests.length - 1) : 1);
    const slope = steps(14, 110, 6).map((down) => line.map(([x, y]): Point => [x, y + down * (1 + y / height)]));
    return hill(line, height, colour) + stroke(smoothLines(slope), mix(colour, palette.canopy, 0.35), 1.5, { 'stroke-opacity': 0.5 });
  });
  return { drawing: ground(sheet, sky) + drawing.join(''), lines, crest: (x: number) => lineHeight(lines.at(-1) ?? [], x) };
}
