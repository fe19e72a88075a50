import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PicturedProject } from '#server/domain/projects/search.ts';
import { emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { PricesByStorage, ProjectsOnMap } from '#src/pages/_components/catalogue-pictures.tsx';

const project = (slug: string, stated: Partial<PicturedProject> = {}): PicturedProject => ({
  ...{ slug, title: slug.toUpperCase(), location: `Near ${slug}`, country: null },
  ...{ category: 'Reforestation', projectType: null, unitType: null, status: 'On sale' },
  ...{ pricePerCredit: null, permanenceYears: null, latitude: null, longitude: null, ...stated },
});
const crowd = Array.from({ length: 300 }, (_, index) =>
  project(`p${index}`, { country: 'KE', latitude: 1 + index / 1_000, longitude: 37, pricePerCredit: 1_000 + index, permanenceYears: 40 }),
);

function shown(Picture: typeof ProjectsOnMap, projects: PicturedProject[]) {
  const page = parse(renderToStaticMarkup(<Picture query={{ ...emptyCatalogueQuery, q: 'oak', view: 'map' }} projects={projects} />));
  return {
    marks: page.querySelectorAll('a[data-tip]').map((mark) => `${mark.getAttribute('href')} ${mark.getAttribute('data-tip')}`),
    lefts: page.querySelectorAll('a[data-tip] > svg').map((mark) => Number.parseFloat(mark.getAttribute('x') ?? '')),
    scale: page.querySelectorAll('figure > svg text').map(({ text }) => text),
    rows: page.querySelectorAll('tbody tr').map((row) => row.childNodes.map(({ text }) => text).join(' | ')),
    ids: page.querySelectorAll('tbody [id]').map(({ id }) => id),
    more: page.querySelectorAll('tbody a').flatMap((link) => link.getAttribute('href')?.match(/^\/projects\?.*/) ?? []),
    titles: page.querySelectorAll('figcaption').map(({ text }) => text),
    text: page.text,
  };
}

it('a map has a mark for each place, and says of what is not on it why', () => {
  const places = [
    project('kenya', { country: 'KE', latitude: 0, longitude: 37 }),
    project('moray', { country: 'GB', latitude: 57.6, longitude: -3.3 }),
    project('britain', { country: 'GB' }),
    project('nowhere'),
  ];
  const { marks, rows, text } = shown(ProjectsOnMap, places);
  expect(marks).toEqual([
    ...['/projects/moray MORAY\nNear moray: 57.600° N, 3.300° W', '/projects/britain BRITAIN\nNear britain'],
    '/projects/kenya KENYA\nNear kenya: 0.000° N, 37.000° E',
  ]);
  expect(rows).toEqual(['MORAYNear moray | Not set yet', 'BRITAINNear britain | Not set yet', 'KENYANear kenya | Not set yet']);
  expect(text).toContain('With a country but no coordinates, in the middle of the country: 1 project.');
  expect(text).toContain('Not on the map, because no place is stated: 1 project.');
  const unnamed = ['a', 'b', 'c', 'd'].map((slug) => project(slug, { latitude: 0, longitude: 37 }));
  expect(shown(ProjectsOnMap, unnamed).marks).toEqual(['#mark-a 4 projects']);
  // Of a place whose country is not stated, no title names one.
  const titlesWith = (latitude: number) => shown(ProjectsOnMap, [...places, project('far', { latitude, longitude: -3 })]).titles;
  expect([titlesWith(57), titlesWith(-6)]).toEqual([
    ['British Isles: 3 projects', 'Kenya: 1 project'],
    ['United Kingdom: 2 projects', 'Elsewhere: 2 projects'],
  ]);
  expect(shown(ProjectsOnMap, [project('nowhere')]).text).toBe('None of these projects states its place.');
});

it('prices stand by years of storage, and what has none is counted', () => {
  const stated = [
    project('methane', { category: 'Methane Avoidance', pricePerCredit: 900 }),
    project('meadow', { permanenceYears: 40, pricePerCredit: 2_000 }),
    project('char', { permanenceYears: 1_000, pricePerCredit: 15_050 }),
    project('unpriced', { permanenceYears: 40 }),
  ];
  const { marks, rows, text } = shown(PricesByStorage, stated);
  expect(marks).toHaveLength(3);
  expect(rows).toEqual([
    ...['METHANEMethane Avoidance | None | £9.00', 'MEADOWReforestation | 40 | £20.00', 'CHARReforestation | 1,000 | £150.50'],
  ]);
  expect(text).toContain('because they have no price yet: 1 project.');
  expect(shown(PricesByStorage, stated.slice(0, 1)).marks).toEqual(['/projects/methane METHANE\n£9.00, Methane Avoidance']);
  expect(shown(PricesByStorage, [project('unpriced')]).text).toBe('None of these projects has a price yet.');
});

it('each project stands at its own price and has a row, however close the prices are, on a scale of a few whole pence', () => {
  const scaleOf = (pricePerCredit: number) => shown(PricesByStorage, [project('oak', { pricePerCredit })]).scale;
  expect([scaleOf(3_500), scaleOf(1)]).toEqual([['£28', '£32', '£36', '£40'], ['£0.01']]);
  const prices = [1_000, 1_000, 1_001, 1_090, 1_140, 1_300, 10_000];
  const close = prices.map((pricePerCredit, index) => project(`p${index}`, { pricePerCredit, permanenceYears: 100 }));
  const { lefts, rows } = shown(PricesByStorage, close);
  // On a logarithmic scale: from the left end to the right one is a factor of ten.
  const [first = 0, last = 0] = [lefts[0], lefts.at(-1)];
  expect(lefts.map((left) => (left - first) / (last - first))).toEqual(prices.map((price) => expect.closeTo(Math.log10(price / 1_000), 2)));
  expect(rows.map((row) => row.split(' | ')[2])).toEqual(['£10.00', '£10.00', '£10.01', '£10.90', '£11.40', '£13.00', '£100.00']);
});

it('prices of a crowd are counted in bars', () => {
  const soldOut = crowd.map((one) => ({ ...one, status: 'Sold out' as const }));
  const { marks, rows, text } = shown(PricesByStorage, soldOut);
  expect(marks).toEqual([]);
  expect(rows.reduce((sum, row) => sum + Number.parseInt(row, 10), 0)).toBe(300);
  expect(rows[0]).toMatch(/^\d+ projects \| 40 to 99 \| £10\.00 to £\d/);
  expect(text).toContain('bars count them');
  expect(text).not.toContain('Outlines are');
  expect(shown(PricesByStorage, soldOut.slice(0, 2)).text).toContain('Outlines are sold out or not yet on sale: 2 projects.');
});

it('a number on a map leads to the row of its first project, and the rows that follow are of the same mark', () => {
  const near = ['a', 'b', 'c'].map((slug, index) => project(slug, { country: 'KE', latitude: 1 - index / 100, longitude: 37 }));
  const { marks, ids, rows, text } = shown(ProjectsOnMap, [...near, project('alone', { country: 'KE', latitude: -3, longitude: 37 })]);
  expect(marks).toEqual(['#mark-a 3 projects\nA, B and C', '/projects/alone ALONE\nNear alone: 3.000° S, 37.000° E']);
  expect(ids).toEqual(['mark-a', 'group-a', 'mark-alone', 'group-alone']);
  expect(rows.map((row) => row.split(' | ')[0])).toEqual(['ANear a', 'BNear b', 'CNear c', 'ALONENear alone']);
  expect(text).toContain('leads to their rows');
});

it('a crowd on a map becomes few marks, which count all of it, list three and lead to the rest', () => {
  const { marks, rows, more } = shown(ProjectsOnMap, crowd);
  expect(marks).toEqual(['#mark-p299 300 projects\nKenya']);
  expect(rows).toHaveLength(4);
  expect(more).toEqual(['/projects?q=oak&country=KE#found']);
});
