import { expect, it } from 'vitest';
import { compare } from '#shared/content/projects/compare.ts';
import { comparisonOf, comparisonRows } from '#shared/lib/projects/comparison.ts';
import { readCompared } from '#shared/lib/shortlist.ts';
import type { Project } from '#shared/schemas/project.ts';
import { has } from '#tests/support/matchers.ts';

const { facts } = comparisonOf(readCompared(new URLSearchParams()), [], compare);
const decided = { pricePerCredit: 1, unitsStatus: 'issued', serials: 'A-1', figuresSource: 'Register', permanenceYears: 100 } as const;
it.each<[more: Partial<Project>, open: string[]]>([
  [{ pricePerCredit: null }, ['pricePerCredit']],
  [{ unitsStatus: 'expected' }, ['unitsStatus']],
  [{ unitsStatus: null }, ['unitsStatus']],
  [{ serials: null }, ['serials']],
  [{ serials: null, isOnRecord: true }, []],
  [{ figuresSource: null, figuresAsOf: '2026-03-31' }, ['figuresSource']],
  [{ permanenceYears: null }, ['permanenceYears']],
])('a comparison marks what is not stated or only to come, even where its words say something besides: %o', (more, open) => {
  const project = { ...decided, isOnRecord: false, figuresAsOf: null, ...more } as Project;
  const names = Object.assign({}, ...Object.values(compare.facts)) as Record<string, string>;
  expect(Object.keys(decided).filter((fact) => facts.find(({ name }) => name === names[fact])?.isOpen?.(project))).toEqual(open);
});

it('a comparison says of units of the two codes of the UK, and of no others, that they count only there', () => {
  const use = (verificationStandard: string) => facts.find(({ name }) => name === 'Use')?.text({ verificationStandard } as Project);
  expect(['Woodland Carbon Code', 'Peatland Code', 'VCS'].map(use)).toEqual([has('UK'), has('UK'), compare.anyUse]);
});

it('a comparison, and its file, have a number of credits only where they can be bought', () => {
  const credits = facts.find(({ figure }) => figure?.unit === compare.fileUnits.availableCredits);
  const projects = (['On sale', 'Not yet on sale'] as const).map((status) => ({ status, availableCredits: 1 }) as Project);
  expect(projects.map((project) => credits?.text(project))).toEqual(['1 credit', 'Not yet on sale']);
  expect(projects.map((project) => credits?.figure?.number(project))).toEqual([1, null]);
});

it('a comparison has a sum of two lines at least, and its file the addresses, and no figure for an impact that is not stated', () => {
  const sold = { status: 'On sale', pricePerCredit: 100, availableCredits: 9, unitsStatus: 'issued' } as const;
  const projects = ['a', 'b'].map((slug) => ({ ...sold, slug, title: slug, impactPerYear: 0 }) as Project);
  const compared = (query: string) => comparisonOf(readCompared(new URLSearchParams(query)), projects, compare);
  expect(['p=a:1', 'p=a:1&p=b:2'].map((query) => compared(query).sum?.subtotal)).toEqual([undefined, 300]);
  const rows = comparisonRows({ ...compared('p=a&p=b'), facts: [] }, projects, compare, 'https://carma.example');
  expect(rows).toContainEqual([compare.address, 'https://carma.example/projects/a', 'https://carma.example/projects/b']);
  const impact = facts.find(({ figure }) => figure?.unit === compare.fileUnits.impactPerYear);
  expect(projects.map((project) => impact?.figure?.number(project))).toEqual([null, null]);
});

it('a comparison says in its file, too, what is left out and why something cannot be bought', () => {
  const projects = ['a', 'b'].map(
    (slug) => ({ slug, title: slug, status: 'On sale', pricePerCredit: 100, availableCredits: 9 }) as Project,
  );
  const compared = comparisonOf(readCompared(new URLSearchParams('p=a:99&p=gone&p=b:2&p=c&p=d')), projects, compare);
  const rows = comparisonRows({ ...compared, facts: compared.facts.filter(({ group }) => !group) }, projects, compare, '');
  expect(rows.find(([name]) => String(name).startsWith(compare.asked.cost))?.slice(1, 3)).toEqual([has('At most 9 credits'), 2]);
  expect(rows.slice(-2)).toEqual([['Not in the catalogue, and left out: gone, c.'], [has('holds four')]]);
});
