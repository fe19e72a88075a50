import { describe, expect, it } from 'vitest';
import { drawLayers } from '#src/art/drawings/draw-layers.ts';
import { fixedPictures } from '#src/art/fixed-pictures.ts';
import { expectWellFormed } from '#tests/unit/src/art/landscape/svg-checks.ts';

const named = [
  '/pictures/blog/strategy/slate/an-article.svg',
  '/pictures/woodland/a-wood.svg',
  '/pictures/layers/sites-water-canopy-cover.svg',
];

describe('drawings that are files of the build', () => {
  it.each([...fixedPictures(named)])('%s is a complete document with its own colours', (_, draw) => {
    const svg = draw();
    expectWellFormed(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="/);
    expect(svg).not.toMatch(/class=|style=|currentColor|NaN|undefined|<text/);
  });

  it('do not exist for unknown names', () => {
    for (const name of ['blog/strategy/mauve/a', 'seals/qms', 'marsh/a', 'layers/moon']) {
      const address = `/pictures/${name}-of-nobody.svg`;
      expect(() => fixedPictures([address]).get(address)?.(), address).toThrow('There is no drawing for');
    }
    for (const names of ['', 'sites-sites', 'water-moon', 'sites-']) expect(drawLayers(names)).toBeUndefined();
  });

  it('put the layer named first on top', () => {
    const [first, second] = ['sites-cover', 'cover-sites'].map((names) => drawLayers(names) ?? '');
    expect(first?.lastIndexOf('r="27"')).toBeGreaterThan(first?.indexOf('#8DAE8F') ?? 0);
    expect(second?.lastIndexOf('r="27"')).toBeLessThan(second?.indexOf('#8DAE8F') ?? 0);
  });
});
