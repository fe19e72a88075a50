import { describe, expect, test } from 'vitest';
import { blogPlateAlt, blogPlateCategories, drawBlogPlate } from '#src/art/landscape/draw-blog-plate.ts';
import { brotliBytes, drawablePath, expectWellFormed, pathData } from './svg-checks.ts';

const accent = '#1D4ED8';

test('there is a plate for each category in the specification', () => {
  expect(blogPlateCategories).toEqual([
    'Nature Positive',
    'Blockchain',
    'Carbon Credits',
    'Natural Capital',
    'Implementation',
    'Reporting',
    'Strategy',
  ]);
});

describe.each(blogPlateCategories)('the plate for %s', (category) => {
  const drawings = ['nature-positive-solutions', 'esg-tnfd-reporting', 'a'].map((seed) => drawBlogPlate({ category, seed, accent }));

  test('is the same for the same article and different for others', () => {
    expect(drawBlogPlate({ category, seed: 'a', accent })).toBe(drawings[2]);
    expect(new Set(drawings).size).toBe(3);
  });

  test('uses the accent colour', () => {
    for (const drawing of drawings) expect(drawing).toContain(accent);
  });

  test('is well-formed XML with drawable paths, under 14 kB with Brotli', () => {
    for (const drawing of drawings) {
      expectWellFormed(drawing);
      expect(drawing).not.toMatch(/NaN|undefined|Infinity|<style|<script|style=/);
      for (const d of pathData(drawing)) expect(d).toMatch(drawablePath);
      expect(brotliBytes(drawing, 14_000)).toBeLessThan(14_000);
    }
  });

  test('has an alternative text', () => {
    expect(blogPlateAlt(category)).toMatch(/^Drawing: ./);
  });
});
