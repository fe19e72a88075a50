import { describe, expect, test } from 'vitest';
import { drawLandscape } from '#src/art/landscape/draw-landscape.ts';
import { landscapeKinds } from '#src/lib/projects/landscape-kinds.ts';
import { brotliBytes, drawablePath, expectWellFormed, pathData } from './svg-checks.ts';

const sizes = [
  [320, 200],
  [400, 400],
  [1200, 480],
] as const;
const first = new Map(landscapeKinds.map((kind) => [kind, drawLandscape({ kind, seed: 'glen-carron-native-woodland' })]));

describe.each(landscapeKinds.map((kind, at) => ({ kind, size: sizes[at % sizes.length] ?? sizes[0] })))(
  'a $kind landscape',
  ({ kind, size }) => {
    const drawings = [first.get(kind) ?? '', drawLandscape({ kind, seed: 'x-1' })];

    test('is the same picture for the same slug', () => {
      expect(drawLandscape({ kind, seed: 'x-1' })).toBe(drawings[1]);
    });

    test('is a different picture for another slug', () => {
      expect(new Set(drawings).size).toBe(drawings.length);
    });

    test('is well-formed XML whose paths browsers can draw', () => {
      for (const drawing of drawings) {
        expectWellFormed(drawing);
        expect(drawing).not.toMatch(/NaN|undefined|Infinity|null/);
        for (const d of pathData(drawing)) expect(d).toMatch(drawablePath);
      }
    });

    test('contains no style, script, text or external reference, so any content security policy allows it', () => {
      for (const drawing of drawings) {
        expect(drawing).not.toMatch(/<style|<script|<text|<image|style=|class=| on[a-z]+=/);
        for (const [, target] of drawing.matchAll(/href="([^"]*)"/g)) expect(target).toMatch(/^#/);
      }
    });

    test('has unique ids and refers only to those', () => {
      for (const drawing of drawings) {
        const ids = [...drawing.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const [, target] of drawing.matchAll(/(?:href="|url\()#([^")]*)/g)) expect(ids).toContain(target);
      }
    });

    test('is under 14 kB with Brotli and 75 kB uncompressed', () => {
      for (const drawing of drawings) {
        expect(brotliBytes(drawing, 14_000)).toBeLessThan(14_000);
        expect(drawing.length).toBeLessThan(75_000);
      }
    });

    test('can be drawn in another size and aspect ratio', () => {
      const [width, height] = size;
      const drawing = drawLandscape({ kind, seed: 'a', width, height });
      expect(drawing).toContain(`width="${width}" height="${height}" viewBox="0 0 ${2 * width} ${2 * height}"`);
      expectWellFormed(drawing);
      expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    });
  },
);

test('the same slug is drawn differently for each kind', () => {
  expect(new Set(first.values()).size).toBe(landscapeKinds.length);
});
