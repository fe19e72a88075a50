import { describe, expect, it } from 'vitest';
import { adjustmentOf, isSoldWith } from '#src/lib/projects/labels.ts';
import type { ProjectLabel } from '#src/schemas/project.ts';

const label = (vintageStart: number | null, vintageEnd: number | null, name: ProjectLabel['label'] = 'CCP-labelled'): ProjectLabel => ({
  label: name,
  vintageStart,
  vintageEnd,
  source: 'Register',
  asOf: '2026-03-31',
});

describe('a label', () => {
  it.each([
    [label(null, null), null, null, true],
    [label(2021, 2023), 2019, 2021, true],
    [label(2021, 2023), 2024, 2025, false],
    [label(2021, 2023), null, 2022, true],
    [label(2021, 2023), null, null, null],
  ])('of certain vintages is one of the units sold if they have one of these (%#)', (stated, vintageStart, vintageEnd, expected) => {
    expect(isSoldWith(stated, { vintageStart, vintageEnd })).toBe(expected);
  });
});

describe('the corresponding adjustment of units', () => {
  const units = [{ vintageStart: '2021-01-01', vintageEnd: '2022-12-31' }];
  it.each([
    [null, null],
    [[label(null, null)], null],
    [[label(null, null, 'Corresponding adjustment not required')], 'Not Required'],
    [[label(2021, 2022, 'Corresponding adjustment committed')], 'Committed'],
    [[label(2020, 2023, 'Corresponding adjustment applied')], 'Applied'],
    [[label(2021, 2021, 'Corresponding adjustment applied')], null],
  ])('is what is stated of all their vintages (%#)', (labels, expected) => {
    expect(adjustmentOf(labels, units)).toBe(expected);
  });
});
