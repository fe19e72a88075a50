import { type HTMLElement, parse } from 'node-html-parser';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { ProjectSearch } from '#server/domain/projects/search.ts';
import { renderStaticWith } from '#server/http/page/page.ts';
import { type CatalogueQuery, emptyCatalogueQuery, facetNames, type IgnoredParameter } from '#shared/schemas/catalogue-query.ts';
import { cataloguePageSize } from '#shared/schemas/project.ts';
import { CataloguePage } from '#src/pages/_components/catalogue-page.tsx';

renderStaticWith(renderToStaticMarkup);

const facets = Object.fromEntries([...facetNames, 'impact'].map((name) => [name, []]));
const oak = {
  ...{ id: 1, slug: 'oak', title: 'Oak', location: 'Hull', imageUrl: '' },
  ...{ category: 'Biochar', verificationStandard: 'VCS', status: 'On sale' },
};

async function shown(query: Partial<CatalogueQuery>, found: object = {}, notes: IgnoredParameter[] = []) {
  const nothing = { projects: [], pictured: [], total: 0, unknown: [], similar: false, withoutEach: [], facets };
  const credits = { issued: 0, expected: 0, 'not stated': 0 };
  const search = { ...nothing, credits, ...found, query: { ...emptyCatalogueQuery, ...query } };
  const page = await CataloguePage({ notes, address: '/projects', search: Promise.resolve(search as unknown as ProjectSearch) });
  return parse(renderToStaticMarkup(page));
}
const linksIn = (page: HTMLElement, selector: string) => page.querySelectorAll(selector).map((a) => `${a.text} ${a.getAttribute('href')}`);

it.each([
  [1, 1, ''],
  [1, 3, '1 2 3'],
  [1, 9, '1 2 3 4 …9'],
  [4, 9, '1 2 3 4 5 …9'],
  [5, 9, '1 …4 5 6 …9'],
  [6, 9, '1 …5 6 7 8 9'],
  [9, 9, '1 …6 7 8 9'],
])('page %i of %i of a list has links to the pages %s', async (page, last, numbers) => {
  const list = await shown({ page, q: 'oak' }, { projects: [oak], total: last * cataloguePageSize - 1 });
  const items = list.querySelectorAll('nav ol li').map(({ text }) => text);
  expect(items.join(' ')).toBe(numbers);
  const previous = `/projects?q=oak${page > 2 ? `&page=${page - 1}` : ''}#found`;
  expect(linksIn(list, 'nav [rel=prev]')).toEqual(page > 1 ? [`Previous ${previous}`] : []);
  expect(linksIn(list, 'nav [rel=next]')).toEqual(page < last ? [`Next /projects?q=oak&page=${page + 1}#found`] : []);
});

it('a catalogue that cannot be read is tried again with the same filters', async () => {
  const page = await CataloguePage({ notes: [], address: '/projects?q=oak&type=A+%26+B', search: Promise.resolve(undefined) });
  const form = parse(renderToStaticMarkup(page)).querySelector('form');
  const fields = form?.querySelectorAll('input').map((input) => [input.getAttribute('name'), input.getAttribute('value')]);
  expect([form?.getAttribute('action'), fields]).toEqual(['/projects', [['q', 'oak'], ['type', 'A & B']]]); // biome-ignore format: one line
});

it('each filter that is set has a link to the first page without it, names its field where its value does not tell that, and is counted', async () => {
  const facetsSet = { type: ['Biochar'], category: ['Biochar'], units: ['not stated' as const] };
  const list = await shown({ ...facetsSet, min: 1250, available: 1, impact: 100, view: 'cards', page: 3 });
  const [type, category, units] = ['type=Biochar', 'category=Biochar', 'units=not+stated'];
  const rest = 'min=12.50&available=1&impact=100&view=cards';
  expect(linksIn(list, '[data-filter]')).toEqual([
    `Remove Category: Biochar× /projects?${type}&${units}&${rest}#found`,
    `Remove Biochar× /projects?${category}&${units}&${rest}#found`,
    `Remove Issued or pending: Not stated× /projects?${category}&${type}&${rest}#found`,
    `Remove From £12.50× /projects?${category}&${type}&${units}&available=1&impact=100&view=cards#found`,
    `Remove At least 1 credit× /projects?${category}&${type}&${units}&min=12.50&impact=100&view=cards#found`,
    `Remove From 100 tCO₂e per year× /projects?${category}&${type}&${units}&min=12.50&available=1&view=cards#found`,
    'Clear all /projects?view=cards#found',
  ]);
  expect(list.querySelector('[data-more]')?.text).toBe('More filters (3)');
  expect(list.querySelectorAll('#catalogue details[open] > summary').map(({ text }) => text)).toEqual(['Category']);
});

it('of a filter with many values the most frequent and the chosen ones are in view, the others folded, by name', async () => {
  const values = 'KLJABCDEHGFI'.split('').map((value, index) => ({ value, count: 12 - index }));
  const list = await shown({ standard: ['I'] }, { facets: { ...facets, standard: values } });
  const named = (selector: string) => list.querySelectorAll(`[data-group=standard] ${selector} [name]`).map((a) => a.getAttribute('value'));
  expect(named('> label').join('')).toBe('KLJABCDEI');
  expect(named('details').join('')).toBe('FGH');
});

it('a list sums its credits on sale by issuance, and says of a project since when and how its credits exist', async () => {
  const credits = { issued: 1200, expected: 30, 'not stated': 0 };
  const vintage = { vintageStart: 2019, vintageEnd: 2021, impactPerYear: 0 };
  const projects = [
    { ...oak, ...vintage, unitsStatus: 'expected' },
    { ...oak, id: 2, status: 'Sold out', unitsStatus: 'issued', isOnRecord: true },
  ];
  const list = (await shown({ page: 2 }, { credits, projects, total: cataloguePageSize + 2 })).structuredText.replaceAll(/\s+/g, ' ');
  expect(list).toContain(`Projects ${cataloguePageSize + 1} to ${cataloguePageSize + 2} of ${cataloguePageSize + 2}.`);
  expect(list).toContain('1,230 credits on sale: 1,200 issued, 30 pending.');
  expect(list).toMatch(/vintage 2019–21.*pending, not yet on the record.*Not stated.*Sold out(?! issued)/);
  expect((await shown({}, { credits: { ...credits, expected: 0 } })).text).toContain('1,200 credits on sale, all issued.');
});

it('a list that is not what was asked for says why, and leads on', async () => {
  const unknown = Array.from({ length: 12 }, (_, index) => ({ name: 'status', value: `s${index}` }));
  const suggestion = { q: 'oak wood', total: 1 };
  const asked = { q: 'oka', status: ['On sale'], page: 2 };
  const withoutEach = Object.entries({ q: 3, status: 0 }).map(([filter, total]) => ({ filter, total }));
  const list = await shown(asked, { unknown, similar: true, suggestion, withoutEach });
  expect(list.querySelectorAll('[role=note] li')).toHaveLength(10);
  expect(linksIn(list, '#found p a')).toEqual(['oak wood /projects?q=oak+wood&status=On+sale#found']);
  expect(linksIn(list, '#found ul a')).toEqual(['Without the search words: 3 projects /projects?status=On+sale#found']);
  expect(list.text).toContain('Without Availability: none either');
  const said = [list, await shown({ q: 'oka' })].map((one) => one.querySelector('[role=status]')?.text);
  expect(said).toEqual(['No project matches all of this.', 'No project matches “oka”.']);
});

it('the views of a list, and its files, have the same filters; a picture and a file have no pages', async () => {
  const list = await shown({ q: 'oak', view: 'cards', page: 2 }, { projects: [oak], total: 99 });
  expect(linksIn(list, 'nav[aria-label=View] a')).toEqual([
    ...['Table /projects?q=oak&page=2#found', 'Cards /projects?q=oak&view=cards&page=2#found'],
    ...['Map /projects?q=oak&view=map#found', 'Price and storage /projects?q=oak&view=prices#found'],
  ]);
  expect(linksIn(list, '[aria-label="This list as a file"] a')).toEqual([
    ...['CSV /projects.csv?q=oak', 'Excel /projects.xlsx?q=oak', 'JSON /projects.json?q=oak', 'Feed of changes /projects.xml?q=oak'],
  ]);
  expect(list.querySelector('[action="/projects/compare"] [name=from]')?.getAttribute('value')).toBe('?q=oak&view=cards&page=2');
});

it('a page past the end leads back to the list with its filters', async () => {
  const list = await shown({ page: 9, sort: 'price', available: 2000 }, { total: cataloguePageSize + 1 });
  expect(list.querySelector('[role=status]')?.text).toBe('There is no page 9: the last page of this list is 2.');
  expect(linksIn(list, '#found .grid a')).toEqual([
    'Go to the last page /projects?available=2000&sort=price&page=2#found',
    'Go to the first page /projects?available=2000&sort=price#found',
  ]);
  expect(list.querySelector('[data-filter]')?.text).toBe('Remove At least 2,000 credits×');
});

it('what was ignored is named with its field; a lowest price above the highest marks both, and has a link for the other way', async () => {
  const notes: IgnoredParameter[] = [
    { name: 'min', value: '12x' },
    { name: 'min', value: '20', isLater: true },
    { name: 'view', value: 'list' },
  ];
  const list = await shown({ min: 5000, max: 2000 }, { withoutEach: [{ filter: 'price', total: 3 }] }, notes);
  expect(list.querySelectorAll('[role=note] li').map(({ text }) => text)).toEqual([
    ...['Price from: “12x” can’t be read. Write numbers like 3,500.', '“20”: only the first “min” in the address counts.'],
    'View has no value “list”.',
  ]);
  const wrong = list
    .querySelectorAll('#catalogue [aria-invalid]')
    .map((field) => `${field.getAttribute('name')} ${field.nextElementSibling?.text}`);
  expect(wrong).toEqual(['min Above “To”, which is £20.00', 'max Below “From”, which is £50.00']);
  expect(list.querySelector('[role=status]')?.text).toBe('No price is from £50.00 up to £20.00.');
  const ways = ['From £20.00 up to £50.00 /projects?min=20&max=50#found', 'Without the price range: 3 projects /projects#found'];
  expect(linksIn(list, '#found ul a')).toEqual(ways);
});
