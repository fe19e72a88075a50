import { expect, it } from 'vitest';
import * as carbonStandards from '#shared/content/carbon-standards.ts';
import * as goldStandard from '#shared/content/gold-standard.ts';
import * as standards from '#shared/content/standards.ts';
import * as vcs from '#shared/content/vcs.ts';
import * as woodlandCarbon from '#shared/content/woodland-carbon.ts';

it('the pages that compare standards have none of the figures that a setting can hide on the page of a standard', () => {
  const others = JSON.stringify([standards, carbonStandards]);
  const figures = [...vcs.figures, ...goldStandard.figures, ...woodlandCarbon.figures].map(({ value }) => value.replace('~', ''));
  expect(figures).toContain('75%');
  // How long a project lasts is a rule of the standard.
  expect(figures.filter((value) => value !== '35–100' && others.includes(value))).toEqual([]);
});
