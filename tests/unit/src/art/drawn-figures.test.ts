import { describe, expect, it } from 'vitest';
import { drawLayerSheets, sheetSize } from '#src/art/layer-sheets.ts';
import { createPlot, groundClasses, pixelPaths, plotSide, readPlot } from '#src/art/plot-scene.ts';
import { rosette } from '#src/art/rosette.ts';

describe('a plot as sensors see it', () => {
  const plot = createPlot('test');

  it('is the same for the same seed', () => {
    expect(createPlot('test')).toEqual(plot);
    expect(createPlot('other')).not.toEqual(plot);
  });

  it('has the same share of canopy at every pixel size: only the detail differs', () => {
    const [coarse, middle, fine] = [30, 10, 3].map((pixel) => mean(readPlot(plot, pixel).map(({ canopy }) => canopy)));
    expect(coarse).toBeGreaterThan(0.1);
    expect(middle).toBeCloseTo(coarse ?? 0, 2);
    expect(fine).toBeCloseTo(coarse ?? 0, 2);
  });

  it.each([30, 10, 3])('is covered exactly once by its pixels of %i m', (pixel) => {
    const paths = pixelPaths(plot, pixel);
    const runs = groundClasses.flatMap((kind) => [...paths[kind].matchAll(/h(\d+)v(\d+)/g)]);
    const area = runs.reduce((sum, [, width, height]) => sum + Number(width) * Number(height), 0);
    expect(area).toBe(plotSide ** 2);
  });

  it('has no tree in its pond', () => {
    const { crowns, pond } = plot;
    expect(crowns.filter(({ x, y, radius }) => Math.hypot(x - pond.x, y - pond.y) < pond.radius + radius)).toEqual([]);
  });
});

describe('layers of one plot', () => {
  it('are determined by the seed, with samples inside the sheet', () => {
    const sheets = drawLayerSheets('test');
    expect(drawLayerSheets('test')).toEqual(sheets);
    expect(sheets.sites.length).toBeGreaterThan(0);
    for (const [x, y] of sheets.sites) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x, y)).toBeLessThanOrEqual(sheetSize);
    }
  });
});

describe('the rosette', () => {
  it('has a closed path for each ring', () => {
    expect(rosette({ size: 400, rings: 12, petals: 18 }).match(/z/g)).toHaveLength(12);
  });
});

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
