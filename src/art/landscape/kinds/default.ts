import { palette } from '#src/art/landscape/palette.ts';
import { type Sheet, steps } from '#src/art/landscape/sheet.ts';
import { contourLines, gridCrosses, ground } from '#src/art/landscape/survey.ts';

/** Draws contour lines alone. */
export function drawDefault(sheet: Sheet): string {
  const field = sheet.field({ scale: 560 });
  const levels = steps(0.04, 0.97, 15).map(field.level);
  return ground(sheet, palette.paperDeep) + contourLines(field, levels, { colour: palette.canopy }) + gridCrosses(sheet, palette.ink);
}
