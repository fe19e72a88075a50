import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SampleCatalogue } from '#db/seed.ts';
import { permanenceOf } from '#shared/lib/projects/facts.ts';
import { storedFields } from '#shared/schemas/project.ts';

const { prices, projects }: SampleCatalogue = JSON.parse(readFileSync('db/sample-catalogue.json', 'utf8'));

it('each field of a sample is one that is stored, and has a value that its type allows, as an import would store it', () => {
  for (const [index, project] of projects.entries())
    for (const [name, value] of Object.entries(project)) {
      const schema = storedFields.find((field) => field.name === name)?.type.schema;
      expect(schema?.nullish().safeParse(value).data, `project ${index + 1}, ${name}`).toEqual(value);
    }
});

it('the last of the prices that a sample has had is the one that it has', () => {
  const last = new Map(prices.map(({ slug, pence }) => [slug, pence]));
  expect(last.size).toBeGreaterThan(3);
  for (const [slug, pence] of last) expect(projects.find((project) => project.slug === slug)?.pricePerCredit, slug).toBe(pence);
});

it('the sample catalogue features six projects that can be bought, and has edge cases, no title or picture twice, and each picture on file', () => {
  const featured = projects.filter((project) => project.featured);
  expect(featured).toHaveLength(6);
  expect(featured.every(({ availableCredits }) => availableCredits)).toBe(true);
  expect(projects.some(({ availableCredits }) => availableCredits === 0)).toBe(true);
  expect(projects.some(({ imageUrl }) => imageUrl === null)).toBe(true);
  const pictures = projects.flatMap(({ imageUrl }) => imageUrl ?? []);
  expect(pictures.filter((picture) => !existsSync(`public${picture}`))).toEqual([]);
  for (const different of [pictures, projects.map(({ title }) => title)]) expect(new Set(different).size).toBe(different.length);
  expect(projects.some(({ title = '' }) => /[^\p{ASCII}]/u.test(title))).toBe(true);
});

it('each sample answers what an auditor asks', () => {
  for (const project of projects) {
    const { slug = '', methodology, methodologyVersion, unitType, unitsStatus, bufferShare, retirementPlace, labels } = project;
    const adjustment = labels?.find(({ label }) => label.startsWith('Corresponding adjustment'));
    const answers = { methodology, methodologyVersion, unitType, unitsStatus, bufferShare, retirementPlace, adjustment };
    const missing = Object.entries(answers).filter(([, answer]) => answer == null);
    expect(missing, slug).toEqual([]);
    const { permanenceYears = null, category = '', projectType = null } = project;
    expect(permanenceOf({ permanenceYears, category, projectType, unitType: unitType ?? null }), slug).not.toBe('not stated');
    expect(project.monitoring, slug).toMatch(/carbon|CO₂|methane|credits|tonnes/i);
    const titles = (project.documents ?? []).map(({ title }) => title).join();
    expect(titles, slug).toContain('Project design document');
    if (!project.ratings) expect(titles, slug).toContain('Our answers on additionality, permanence, over-crediting and leakage');
    if (unitsStatus === 'issued') expect(titles, slug).toContain(`Monitoring report, ${project.vintageStart} to ${project.vintageEnd}`);
  }
});
