import { discs, element, fill, stroke } from '#src/art/landscape/svg.ts';
import { drawLayerSheets, type LayerSheets, sheetSize } from '#src/art/layer-sheets.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { drawing } from './drawing.ts';
import { type LayerName, layerNames, sheetTransform, stackFrame } from './layer-stack.ts';

/** Draws a stack of map layers. `names`: the layers from the top down, joined by hyphens. Undefined if a name is unknown or repeated. */
export function drawLayers(names: string): string | undefined {
  const requested = names.split('-');
  const order = layerNames.filter((name) => requested.includes(name)).sort((a, b) => requested.indexOf(a) - requested.indexOf(b));
  if (names === '' || order.join('-') !== names) return undefined;
  const sheets = drawLayerSheets('upland');
  const square = `M0 0h${sheetSize}v${sheetSize}H0z`;
  const layers = order.map((name, index) =>
    element(
      'g',
      { transform: sheetTransform(index) },
      fill(square, colours.paper.bright),
      drawSheet(name, sheets),
      stroke(square, colours.ink.DEFAULT, 2),
    ),
  );
  return drawing(stackFrame(order.length).viewBox, ...layers.reverse());
}

function drawSheet(name: LayerName, { contours, cover, canopy, water, sites }: LayerSheets): string {
  if (name === 'cover') {
    return [
      fill(cover.marsh, colours.tide.soft),
      fill(cover.grass, colours.lichen.soft),
      fill(cover.scrub, colours.canopy.mist),
      fill(cover.wood, '#8DAE8F'),
    ].join('');
  }
  const features: Record<typeof name, () => string[]> = {
    canopy: () => [discs(canopy, colours.canopy.DEFAULT, 11)],
    water: () => [
      fill(water.pools, colours.tide.DEFAULT, { 'fill-rule': 'evenodd' }),
      stroke(water.streams, colours.tide.DEFAULT, 6, { 'stroke-linecap': 'round' }),
    ],
    sites: () => [
      stroke(water.streams, colours.tide.DEFAULT, 3, { 'stroke-opacity': 0.4 }),
      ...sites.map(([cx, cy]) => {
        const ring = element('circle', { cx, cy, r: 27, fill: 'none', stroke: colours.clay.DEFAULT, 'stroke-width': 3 });
        return ring + element('circle', { cx, cy, r: 11, fill: colours.clay.DEFAULT });
      }),
    ],
  };
  return [stroke(contours, colours.rule.DEFAULT, 1.5), ...features[name]()].join('');
}
