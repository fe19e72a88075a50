import { isLandscapeKind } from '#src/lib/projects/landscape-kinds.ts';
import { drawGroundSheet } from './drawings/draw-ground.ts';
import { drawLayers } from './drawings/draw-layers.ts';
import { drawPlot } from './drawings/draw-plot.ts';
import { drawGuilloche, drawTokenRosette } from './drawings/draw-rosettes.ts';
import { drawSeal, sealNames } from './drawings/draw-seal.ts';
import { drawNamedBlogPlate } from './landscape/blog-plates.ts';
import { drawHeroSvg } from './landscape/draw-hero-contours.ts';
import { drawLandscape } from './landscape/draw-landscape.ts';
import { type GroundSheet, type GroundTheme, groundAddress } from './map/ground-sheets.ts';

/** Draws a picture as a complete SVG document. */
type Draw = () => string;

/** The backgrounds of maps whose area does not depend on the catalogue. */
const grounds: [GroundTheme, GroundSheet][] = [
  ['night', { size: 'tall', bounds: 'uk' }],
  ['night', { size: 'wide', bounds: 'world' }],
  ['sheet', { size: 'tall', bounds: 'uk' }],
  ['sheet', { size: 'wide', bounds: 'world' }],
  ['canopy', { size: 'tall', bounds: 'uk' }],
  ['canopy', { size: 'band', bounds: 'uk' }],
];

/**
 * Returns the drawings of all pictures that do not depend on data, by address. A build writes each into a file; development draws
 * them on request.
 * @param named addresses that follow from the site's content: pictures of articles, stacks of layers, landscapes that belong to no project.
 * @throws Error for an address that cannot be drawn.
 */
export function fixedPictures(named: readonly string[]): Map<string, Draw> {
  return new Map<string, Draw>([
    // Seeds whose contours leave room for the headline.
    ['/pictures/hero/wide.svg', () => drawHeroSvg({ seed: 'ledger', variant: 'wide' })],
    ['/pictures/hero/tall.svg', () => drawHeroSvg({ seed: 'survey', variant: 'tall' })],
    ...[0, 3, 10, 30].map((pixel): [string, Draw] => [`/pictures/plot/${pixel}.svg`, () => drawPlot(pixel)]),
    ...sealNames.map((name): [string, Draw] => [`/pictures/seals/${name}.svg`, () => drawSeal(name)]),
    ...grounds.map(([theme, sheet]): [string, Draw] => [groundAddress(theme, sheet), () => drawGroundSheet(theme, sheet)]),
    ['/pictures/token.svg', drawTokenRosette],
    ['/pictures/guilloche.svg', drawGuilloche],
    ...named.map((address): [string, Draw] => [address, drawingAt(address)]),
  ]);
}

function drawingAt(address: string): Draw {
  const [, kind = '', first = '', color = '', slug = ''] = address
    .replace(/\.svg$/, '')
    .split('/')
    .slice(1);
  return () => {
    const drawn =
      kind === 'blog' ? drawNamedBlogPlate({ category: first, color, slug }) : kind === 'layers' ? drawLayers(first) : undefined;
    if (drawn !== undefined) return drawn;
    if (!isLandscapeKind(kind)) throw new Error(`There is no drawing for ${address}`);
    return drawLandscape({ kind, seed: first });
  };
}
