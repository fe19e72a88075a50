import { describe, expect, it } from 'vitest';
import { firstOf, humanised, placeFrom, standardNamed, unclearYears, yearsIn } from '#server/domain/projects/import/registry-cells.ts';

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

  it.each([
    ['2019-2021', '2019,2021'],
    ['2019/20', '2019,2020'],
    ['FY2019-20', '2019,2020'],
    ['2019, 2020, 2021', '2019,2020,2021'],
    ['2019-06-01 to 2020-05-31', '2019,2020'],
    ['2019-06', '2019'],
    ['2009-10', 'can be read as 2009-2010, or as a month'],
    ['2019+', 'has one year of two'],
    ['since 2019', 'has one year of two'],
    ['2019; 2021', 'do not follow each other'],
  ])('have the years of a vintage: %s', (text, expected) => {
    expect(unclearYears(text) ?? yearsIn(text).join()).toContain(expected);
  });

  it('are left unchanged in our own files', () => {
    for (const read of [humanised, standardNamed, firstOf]) expect(read('verra; car', { isOwnExport: true })).toBe('verra; car');
  });
});
