import { dots } from '#src/art/landscape/paths.ts';
import { discs, element, fill } from '#src/art/landscape/svg.ts';
import { createPlot, type GroundClass, groundClasses, type Plot, pixelPaths, plotSide } from '#src/art/plot-scene.ts';
import { colours } from '#src/lib/drawing/colours.ts';
import { drawing } from './drawing.ts';

const inks: Record<GroundClass, string> = {
  water: colours.tide.DEFAULT,
  open: colours.paper.bright,
  sparse: colours.canopy.mist,
  half: '#8DAE8F',
  dense: '#4C7F5E',
  closed: colours.canopy.DEFAULT,
};

/** Draws a plot of land as seen by a sensor. `pixel`: the side of its pixels in metres; 0 draws the plot itself. */
export function drawPlot(pixel: number): string {
  const plot = createPlot('plot-upland');
  return pixel === 0 ? drawTruePlot(plot) : drawPixels(plot, pixel);
}

function drawPixels(plot: Plot, pixel: number): string {
  const paths = pixelPaths(plot, pixel);
  return drawing(
    `0 0 ${plotSide} ${plotSide}`,
    element('g', { 'shape-rendering': 'crispEdges' }, ...groundClasses.map((kind) => fill(paths[kind], inks[kind]))),
  );
}

/** Draws in tenths of a metre. Crowns are dots of a few sizes: two paths per size instead of a circle per crown. */
function drawTruePlot({ pond, crowns }: Plot): string {
  const side = plotSide * 10;
  const sizes = [...Map.groupBy(crowns, ({ radius }) => 4 * Math.round(radius * 2.5))].map(([radius, group]) => {
    const path = dots(group.map(({ x, y }): [number, number] => [Math.round(x * 10), Math.round(y * 10)]));
    return discs(path, inks.open, 2 * radius + 5) + discs(path, inks.closed, 2 * radius);
  });
  return drawing(
    `0 0 ${side} ${side}`,
    fill(`M0 0h${side}v${side}H0z`, inks.open),
    element('circle', { cx: pond.x * 10, cy: pond.y * 10, r: pond.radius * 10, fill: inks.water }),
    ...sizes,
  );
}
