import type { LandscapeKind } from '#src/lib/projects/landscape-kinds.ts';
import { drawAgroforestry } from './kinds/agroforestry.ts';
import { drawBiochar } from './kinds/biochar.ts';
import { drawCoast } from './kinds/coast.ts';
import { drawAlleyCrops, drawShadeCrop, drawSilvopasture } from './kinds/crops.ts';
import { drawDefault } from './kinds/default.ts';
import { drawForest } from './kinds/forest.ts';
import { drawCoveredTanks, drawDairyDigesters, drawDigester, drawLagoons, drawReactor } from './kinds/gas-farms.ts';
import { drawChalkDown, drawHeath, drawPasture, drawWetland } from './kinds/grasslands.ts';
import { drawMeadow } from './kinds/meadow.ts';
import { drawMethane } from './kinds/methane.ts';
import { drawMangrove, drawSaltmarsh, drawSeagrass } from './kinds/shores.ts';
import { drawMiniGrid, drawSolarPumps } from './kinds/small-solar.ts';
import { drawSolar } from './kinds/solar.ts';
import { drawMineGas, drawPluggedWells } from './kinds/underground.ts';
import { drawWind } from './kinds/wind.ts';
import { drawWoodland } from './kinds/woodland.ts';
import { drawBirchwood, drawHillsideWood, drawOakwood, drawShelterbelt, drawValleyWood } from './kinds/woods.ts';
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
  oakwood: drawOakwood,
  birchwood: drawBirchwood,
  valley: drawValleyWood,
  hillside: drawHillsideWood,
  shelterbelt: drawShelterbelt,
  forest: drawForest,
  agroforestry: drawAgroforestry,
  silvopasture: drawSilvopasture,
  alleys: drawAlleyCrops,
  shade: drawShadeCrop,
  coast: drawCoast,
  saltmarsh: drawSaltmarsh,
  mangrove: drawMangrove,
  seagrass: drawSeagrass,
  biochar: drawBiochar,
  'orchard-char': (sheet) => drawBiochar(sheet, 'orchard'),
  'straw-char': (sheet) => drawBiochar(sheet, 'straw'),
  'willow-char': (sheet) => drawBiochar(sheet, 'willow'),
  'coppice-char': (sheet) => drawBiochar(sheet, 'coppice'),
  'conifer-char': (sheet) => drawBiochar(sheet, 'conifer'),
  'coffee-char': (sheet) => drawBiochar(sheet, 'coffee'),
  solar: drawSolar,
  'solar-pumps': drawSolarPumps,
  'mini-grid': drawMiniGrid,
  wind: drawWind,
  methane: drawMethane,
  tanks: drawCoveredTanks,
  lagoons: drawLagoons,
  digester: drawDigester,
  dairy: drawDairyDigesters,
  reactor: drawReactor,
  'plugged-wells': drawPluggedWells,
  'mine-gas': drawMineGas,
  meadow: drawMeadow,
  pasture: drawPasture,
  wetland: drawWetland,
  heath: drawHeath,
  chalk: drawChalkDown,
  default: drawDefault,
};
