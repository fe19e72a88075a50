import { expect, test } from 'vitest';
import { readSampleCatalogue } from '#db/sample-catalogue.ts';

const { notice, projects } = await readSampleCatalogue('db/sample-catalogue.json');

test('the sample catalogue declares itself sample data', () => {
  expect(notice).toMatch(/^Sample data/);
});

test('it has at least 26 projects with unique slugs and titles', () => {
  expect(projects.length).toBeGreaterThanOrEqual(26);
  expect(new Set(projects.map(({ slug }) => slug)).size).toBe(projects.length);
  expect(new Set(projects.map(({ title }) => title)).size).toBe(projects.length);
});

test('it covers the four product lines and the six badge categories, and has categories without a badge colour', () => {
  const types = new Set(projects.map(({ projectType }) => projectType));
  expect([...types].filter(Boolean).toSorted()).toEqual(['Biochar', 'Biodiversity net gain', 'Methane avoidance', 'UK tree planting']);
  expect([...new Set(projects.map(({ category }) => category))]).toEqual(
    expect.arrayContaining([
      'Reforestation',
      'Renewable Energy',
      'Solar Energy',
      'Coastal Protection',
      'Forest Conservation',
      'Agroforestry',
      'Biochar',
    ]),
  );
});

test('it uses only standards named in the specification', () => {
  const specified = ['VCS', 'Gold Standard', 'Woodland Carbon Code', 'Climate Action Reserve', 'American Carbon Registry', 'Puro.Earth'];
  expect(projects.filter(({ verificationStandard }) => !specified.includes(verificationStandard))).toEqual([]);
});

test('it features six projects that can be bought, and includes edge cases that pages must handle', () => {
  const featured = projects.filter((project) => project.featured);
  expect(featured).toHaveLength(6);
  expect(featured.every(({ availableCredits }) => availableCredits)).toBe(true);
  expect(projects.some(({ availableCredits }) => availableCredits === 0)).toBe(true);
  expect(projects.some(({ imageUrl }) => imageUrl === null)).toBe(true);
  expect(projects.some(({ title }) => /[^\p{ASCII}]/u.test(title))).toBe(true);
});

test('each project has its own picture', () => {
  const kinds = 'woodland|coast|biochar|solar|wind|methane|meadow|forest|agroforestry';
  for (const { slug, imageUrl } of projects) {
    if (imageUrl) expect(imageUrl).toMatch(new RegExp(`^/pictures/(${kinds})/${slug}\\.svg$`));
  }
});
