import { drawBlockchain } from './plates/blockchain.ts';
import { drawCarbonCredits } from './plates/carbon-credits.ts';
import { drawImplementation } from './plates/implementation.ts';
import { drawNaturalCapital } from './plates/natural-capital.ts';
import { drawNaturePositive } from './plates/nature-positive.ts';
import { drawReporting } from './plates/reporting.ts';
import { drawStrategy } from './plates/strategy.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { svgDocument } from './svg.ts';

const plates = {
  'Nature Positive': { draw: drawNaturePositive, scene: 'two sampling frames on a meadow, one sparse and one full of flowers' },
  Blockchain: { draw: drawBlockchain, scene: 'linked ledger blocks with one run of strata through them all' },
  'Carbon Credits': { draw: drawCarbonCredits, scene: 'a tree-ring disc beside rows of smaller ones, each with its serial mark' },
  'Natural Capital': { draw: drawNaturalCapital, scene: 'a section through a catchment and its soil, with a ruled depth scale' },
  Implementation: { draw: drawImplementation, scene: 'a path with five waypoint flags across a contour sheet' },
  Reporting: { draw: drawReporting, scene: 'ledger columns on ruled lines, under contours' },
  Strategy: { draw: drawStrategy, scene: 'target rings and a bearing line over a contour map' },
} satisfies Record<string, { draw: (sheet: Sheet, accent: string) => string; scene: string }>;

/** The blog's categories, each with its own composition (product.md, section 3). */
export type BlogPlateCategory = keyof typeof plates;
export const blogPlateCategories = Object.keys(plates) as BlogPlateCategory[];

/** `accent` is a hex colour, `seed` the article's slug; the size is in CSS pixels. */
export interface BlogPlateOptions {
  category: BlogPlateCategory;
  seed: string;
  accent: string;
  width?: number;
  height?: number;
}

/** Draws an article's picture as a complete SVG document, without text, styles, scripts or links. */
export function drawBlogPlate({ category, seed, accent, width = 1200, height = 630 }: BlogPlateOptions): string {
  const sheet = createSheet(`plate/${category}/${seed}`, width, height);
  return svgDocument({ width, height }, plates[category].draw(sheet, accent));
}

/** Returns the alternative text for the picture of a category. */
export function blogPlateAlt(category: BlogPlateCategory): string {
  return `Drawing: ${plates[category].scene}`;
}
