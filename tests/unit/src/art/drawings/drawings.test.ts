import { describe, expect, it } from 'vitest';
import { drawGroundSheet } from '#src/art/drawings/draw-ground.ts';
import { drawLayers } from '#src/art/drawings/draw-layers.ts';
import { drawPlot } from '#src/art/drawings/draw-plot.ts';
import { drawGuilloche, drawTokenRosette } from '#src/art/drawings/draw-rosettes.ts';
import { drawSeal } from '#src/art/drawings/draw-seal.ts';
import { expectWellFormed } from '#tests/unit/src/art/landscape/svg-checks.ts';

const seals = ['vcs', 'gold-standard', 'woodland-carbon', 'puro-earth', 'bezero', 'qms', 'puro-earth-on-char'];

const drawings: Record<string, () => string | undefined> = {
  'the base map': () => drawGroundSheet('canopy', { size: 'band', bounds: 'uk' }),
  'stacked layers': () => drawLayers('sites-water-canopy-cover'),
  'a plot at full detail': () => drawPlot(0),
  'a plot in pixels': () => drawPlot(3),
  'the rosette of a token': drawTokenRosette,
  'the guilloche of a certificate': drawGuilloche,
  ...Object.fromEntries(seals.map((name) => [`the seal of ${name}`, () => drawSeal(name)])),
};

describe('drawings served as files', () => {
  it.each(Object.entries(drawings))('%s is a complete document with its own colours', (_, draw) => {
    const svg = draw() ?? '';
    expectWellFormed(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="/);
    expect(svg).not.toMatch(/class=|style=|currentColor|NaN|undefined|<text/);
  });

  it('do not exist for unknown names', () => {
    expect(drawSeal('toString')).toBeUndefined();
    for (const names of ['', 'sites-sites', 'water-moon', 'sites-']) expect(drawLayers(names)).toBeUndefined();
  });

  it('put the layer named first on top', () => {
    const [first, second] = ['sites-cover', 'cover-sites'].map((names) => drawLayers(names) ?? '');
    expect(first?.lastIndexOf('r="27"')).toBeGreaterThan(first?.indexOf('#8DAE8F') ?? 0);
    expect(second?.lastIndexOf('r="27"')).toBeLessThan(second?.indexOf('#8DAE8F') ?? 0);
  });
});
