import type { LandscapeKind } from '#src/lib/projects/landscape-kinds.ts';
import { drawAgroforestry } from './kinds/agroforestry.ts';
import { drawBiochar } from './kinds/biochar.ts';
import { drawCoast } from './kinds/coast.ts';
import { drawDefault } from './kinds/default.ts';
import { drawForest } from './kinds/forest.ts';
import { drawMeadow } from './kinds/meadow.ts';
import { drawMethane } from './kinds/methane.ts';
import { drawSolar } from './kinds/solar.ts';
import { drawWind } from './kinds/wind.ts';
import { drawWoodland } from './kinds/woodland.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { svgDocument } from './svg.ts';

/** The size is in CSS pixels. */
export interface LandscapeOptions {
  kind: LandscapeKind;
  /** The project's slug. The same kind, seed and size always give the same picture. */
  seed: string;
  width?: number;
  height?: number;
}

/** Draws a landscape as a complete SVG document, without text, styles, scripts or links. */
export function drawLandscape({ kind, seed, width = 800, height = 500 }: LandscapeOptions): string {
  const sheet = createSheet(`${kind}/${seed}`, width, height);
  return svgDocument({ width, height }, draw[kind](sheet));
}

const draw: Record<LandscapeKind, (sheet: Sheet) => string> = {
  woodland: drawWoodland,
  forest: drawForest,
  agroforestry: drawAgroforestry,
  coast: drawCoast,
  biochar: drawBiochar,
  solar: drawSolar,
  wind: drawWind,
  methane: drawMethane,
  meadow: drawMeadow,
  default: drawDefault,
};
