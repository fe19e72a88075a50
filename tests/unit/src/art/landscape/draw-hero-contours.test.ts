import { describe, expect, test } from 'vitest';
import { drawHeroSvg, heroContours, heroSizes } from '#src/art/landscape/draw-hero-contours.ts';
import { brotliBytes, drawablePath, expectWellFormed, pathData } from './svg-checks.ts';

describe.each(['wide', 'tall'] as const)('the %s hero', (variant) => {
  const drawings = ['ledger', 'survey', 'a'].map((seed) => drawHeroSvg({ seed, variant }));

  test('is the same for the same seed and different for others', () => {
    expect(drawHeroSvg({ seed: 'ledger', variant })).toBe(drawings[0]);
    expect(new Set(drawings).size).toBe(3);
  });

  test('is well formed, without a background, and under 9 kB with Brotli', () => {
    for (const drawing of drawings) {
      expectWellFormed(drawing);
      for (const d of pathData(drawing)) expect(d).toMatch(drawablePath);
      expect(drawing).not.toMatch(/<rect|NaN|style=/);
      expect(brotliBytes(drawing, 9_000)).toBeLessThan(9_000);
    }
  });

  test('has exactly one contour in the accent colour', () => {
    const { accent, accentFill } = heroContours({ seed: 'ledger', ...heroSizes[variant] });
    expect(accent.match(/m/gi)).toHaveLength(1);
    expect(accentFill).toBe(accent);
  });
});
