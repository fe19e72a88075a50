import { colours } from '#shared/lib/drawing.ts';
import { type GroundSheet, type GroundTheme, sheetSizes } from './ground-sheets.ts';
import { drawGround } from './project-map.ts';

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
  const paths = [
    path(graticule, { fill: 'none', ...stroked(lines) }),
    path(land, { fill: colour, ...stroked(coast), ...joins }),
    path(borders, { fill: 'none', ...stroked(coast), 'stroke-dasharray': '5 3' }),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${paths.join('')}</svg>`;
}

function stroked({ colour, opacity, width }: Line): Record<string, string | number> {
  return { stroke: colour, 'stroke-opacity': opacity, 'stroke-width': width };
}

function path(data: string, attributes: Record<string, string | number>): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return data && `<path${written.join('')} d="${data}"/>`;
}
