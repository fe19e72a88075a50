import { describe, expect, it } from 'vitest';
import { firstOf, humanised, placeFrom, standardNamed } from '#server/domain/projects/import/registry-cells.ts';

const theirs = { isOwnExport: false };

describe('values from registries', () => {
  it('combine site, state and country into a location, without repetition or capitals', () => {
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
  ])('convert the code %s to words', (code, words) => {
    expect(humanised(code, theirs)).toBe(words);
  });

  it.each([
    ['GOLD', 'Gold Standard'],
    ['verra', 'VCS'],
    ['isometric', 'Isometric'],
    ['Wilder Carbon', 'Wilder Carbon'],
    ['constructor', 'Constructor'],
  ])('are mapped to a standard: %s', (code, name) => {
    expect(standardNamed(code, theirs)).toBe(name);
  });

  it('are left unchanged in our own files', () => {
    for (const read of [humanised, standardNamed, firstOf]) expect(read('verra; car', { isOwnExport: true })).toBe('verra; car');
  });
});
