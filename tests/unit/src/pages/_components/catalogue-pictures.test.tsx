import { parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PicturedProject } from '#server/domain/projects/search.ts';
import { emptyCatalogueQuery } from '#shared/schemas/catalogue-query.ts';
import { PricesByStorage, ProjectsOnMap } from '#src/pages/_components/catalogue-pictures.tsx';

const project = (slug: string, stated: Partial<PicturedProject> = {}): PicturedProject => ({
  ...{ slug, title: slug.toUpperCase(), location: `Near ${slug}`, country: null, category: 'Reforestation', projectType: null },
  ...{ pricePerCredit: null, permanenceYears: null, latitude: null, longitude: null, ...stated },
});
const crowd = Array.from({ length: 300 }, (_, index) =>
  project(`p${index}`, { country: 'KE', latitude: 1 + index / 1_000, longitude: 37, pricePerCredit: 1_000 + index, permanenceYears: 40 }),
);

function shown(Picture: typeof ProjectsOnMap, projects: PicturedProject[]) {
  const page = parse(renderToStaticMarkup(<Picture query={{ ...emptyCatalogueQuery, q: 'oak', view: 'map' }} projects={projects} />));
  return {
    marks: page.querySelectorAll('a[data-tip]').map((mark) => `${mark.getAttribute('href')} ${mark.getAttribute('data-tip')}`),
    counted: page.querySelectorAll('a[data-tip]').reduce((sum, mark) => sum + Number(mark.querySelector('text')?.text ?? 1), 0),
    rows: page.querySelectorAll('tbody tr').map((row) => [row.id, ...row.childNodes.map(({ text }) => text)].join(' | ')),
    more: page.querySelectorAll('tbody a').flatMap((link) => link.getAttribute('href')?.match(/^\/projects\?.*/) ?? []),
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
    '/projects/moray MORAY\nNear moray: 57.600° N, 3.300° W',
    '/projects/britain BRITAIN\nNear britain',
    '/projects/kenya KENYA\nNear kenya: 0.000° N, 37.000° E',
  ]);
  expect(rows).toEqual(['mark-1 | MORAY | Near moray', 'mark-2 | BRITAIN | Near britain', 'mark-3 | KENYA | Near kenya']);
  expect(text).toContain('With a country but no coordinates, in the middle of the country: 1 project.');
  expect(text).toContain('Not on the map, because no place is stated: 1 project.');
  expect(shown(ProjectsOnMap, [project('nowhere')]).text).toBe('None of these projects states its place.');
});

it('prices stand by years of storage, and what has none is counted', () => {
  const stated = [
    project('methane', { category: 'Methane Avoidance', pricePerCredit: 900 }),
    project('meadow', { permanenceYears: 40, pricePerCredit: 2_000 }),
    project('char', { permanenceYears: 1_000, pricePerCredit: 15_050 }),
    project('free', { permanenceYears: 40 }),
  ];
  const { marks, rows, text } = shown(PricesByStorage, stated);
  expect(marks).toHaveLength(3);
  expect(rows).toEqual([
    'mark-1 | METHANEMethane Avoidance | None | £9.00',
    'mark-2 | MEADOWReforestation | 40 | £20.00',
    'mark-3 | CHARReforestation | 1,000 | £150.50',
  ]);
  expect(text).toContain('because they have no price yet: 1 project.');
  expect(shown(PricesByStorage, stated.slice(0, 1)).marks).toEqual([
    '/projects/methane METHANE\nYears of storage: None, £9.00, Methane Avoidance',
  ]);
  expect(shown(PricesByStorage, [project('free')]).text).toBe('None of these projects has a price yet.');
});

it.each([
  [ProjectsOnMap, '/projects?q=oak&country=KE#found'],
  [PricesByStorage, /^\/projects\?q=oak&min=10&max=\d+\.\d\d#found$/],
])('a crowd becomes few marks, which count all of it and lead to the rest', (Picture, rest) => {
  const { marks, counted, rows, more, text } = shown(Picture, crowd);
  expect(marks.length).toBeLessThan(10);
  expect(marks[0]).toMatch(/^#mark-1 /);
  expect(counted).toBe(300);
  expect(rows).toHaveLength(marks.length * 4);
  expect(more[0]).toEqual(typeof rest === 'string' ? rest : expect.stringMatching(rest));
  expect(text).toContain('A number in a mark counts');
});
