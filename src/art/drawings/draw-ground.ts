import { fill, stroke } from '#src/art/landscape/svg.ts';
import { type GroundSheet, type GroundTheme, sheetSizes } from '#src/art/map/ground-sheets.ts';
import { drawGround } from '#src/art/map/project-map.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { drawing } from './drawing.ts';

type Line = { colour: string; opacity: number; width: number };

const themes: Record<GroundTheme, { land: string; coast: Line; graticule: Line; 'stroke-linejoin'?: string }> = {
  night: {
    land: colours.canopy.DEFAULT,
    coast: { colour: colours.canopy.mist, opacity: 0.45, width: 0.7 },
    graticule: { colour: colours.paper.DEFAULT, opacity: 0.12, width: 0.6 },
    'stroke-linejoin': 'round',
  },
  sheet: {
    land: colours.paper.bright,
    coast: { colour: colours.tide.DEFAULT, opacity: 0.7, width: 0.7 },
    graticule: { colour: colours.tide.DEFAULT, opacity: 0.25, width: 0.6 },
    'stroke-linejoin': 'round',
  },
  canopy: {
    land: colours.canopy.DEFAULT,
    coast: { colour: colours.canopy.mist, opacity: 0.4, width: 0.75 },
    graticule: { colour: colours.canopy.DEFAULT, opacity: 1, width: 0.75 },
  },
};

/** Draws the background of a map: meridians and parallels, with Natural Earth's land over them, and on a map of a region its borders. */
export function drawGroundSheet(theme: GroundTheme, { size, bounds }: GroundSheet): string {
  const { width, height } = sheetSizes[size];
  const { land, graticule, borders } = drawGround({ width, height, bounds });
  const { land: colour, coast, graticule: lines, ...joins } = themes[theme];
  return drawing(
    `0 0 ${width} ${height}`,
    stroke(graticule, lines.colour, lines.width, { 'stroke-opacity': lines.opacity }),
    fill(land, colour, { stroke: coast.colour, 'stroke-opacity': coast.opacity, 'stroke-width': coast.width, ...joins }),
    stroke(borders, coast.colour, coast.width, { 'stroke-opacity': coast.opacity, 'stroke-dasharray': '5 3' }),
  );
}
