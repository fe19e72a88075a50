import { describe, expect, it } from 'vitest';
import { firstOf, humanised, placeFrom, standardNamed } from '#server/domain/projects/import/registry-cells.ts';

const theirs = { isOurs: false };

describe('words of registries', () => {
  it('join a site, a state and a country to a place that says each once and shouts none', () => {
    expect(placeFrom(['Kern County, California', 'CALIFORNIA', 'United States'])).toBe('Kern County, California, United States');
    expect(placeFrom([null, 'ALASKA', 'United States'])).toBe('Alaska, United States');
    expect(placeFrom([null, 'TX', null])).toBe('TX');
    expect(placeFrom([null, null, null])).toBeNull();
  });

  it('give a project the first of several categories', () => {
    expect(firstOf('Transport; Waste handling and disposal', theirs)).toBe('Transport');
    expect(firstOf('; ', theirs)).toBe('; ');
  });

  it.each([
    ['redd+', 'REDD+'],
    ['renewable-energy', 'Renewable Energy'],
    ["['ams-i-d']", 'Ams I D'],
  ])('turn the code %s into words', (code, words) => {
    expect(humanised(code, theirs)).toBe(words);
  });

  it.each([
    ['GOLD', 'Gold Standard'],
    ['verra', 'VCS'],
    ['isometric', 'Isometric'],
    ['Wilder Carbon', 'Wilder Carbon'],
  ])('name the standard of %s', (code, name) => {
    expect(standardNamed(code, theirs)).toBe(name);
  });

  it('leave the values of our own files to the letter', () => {
    for (const read of [humanised, standardNamed, firstOf]) expect(read('verra; car', { isOurs: true })).toBe('verra; car');
  });
});
