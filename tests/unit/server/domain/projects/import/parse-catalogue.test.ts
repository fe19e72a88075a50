import { expect, it } from 'vitest';
import type { ProjectMapOptions } from '#server/domain/projects/import/map-columns.ts';
import { has, like } from '#tests/support/matchers.ts';
import { readProjects as read, readColumns } from '#tests/support/project-files.ts';

/** Reads a row of JSON with the required columns and more. */
const readJson = (more: object) => read(JSON.stringify([{ title: 'Oak', standard: 'VCS', category: 'Other', location: 'Kent', ...more }]));

it.each(['Sold', 'Not for sale', 'Coming_soon'])('a status in a file in other words is refused, not ignored: %s', (status) => {
  const { errors } = readColumns(',', ['price', 'available', 'units', 'status'], [['12', '100', 'issued', status]]);
  expect(errors).toMatchObject([{ column: 'status', value: status, reason: 'is not one of: On sale, Sold out, Not yet on sale' }]);
});

it('a status in a file of units that are neither issued nor pending is refused, whatever is set for rows that say nothing', () => {
  const { errors } = readColumns(',', ['price', 'available', 'units'], [['12', '100', 'retired']], { set: { unitsStatus: 'issued' } });
  expect(errors).toMatchObject([{ column: 'units', value: 'retired', reason: like(/issued, expected/) }]);
});

const totals = ['TOTAL,Oak', ',Sub-total (12)', 'Sum,', ',Total projects: 50', ',Total (50 projects)', ',Grand total: tCO2e'];
it.each(totals)('a row that adds up the list is no project: %s', (idAndTitle) => {
  const reason = 'is a total of the list, not a project';
  expect(read(`id,title,standard,price\n${idAndTitle},VCS,17`)).toMatchObject({ projects: [], errors: [{ line: 2, reason }] });
});

it('a row whose title begins as a total does is a project', () => {
  const titles = ['Total Gabon Forest', 'Summit wind farm', 'Sumatra peatland'];
  const { projects } = read(['title,standard', ...titles.map((title) => `${title},VCS`)].join('\n'));
  expect(projects.map(({ title }) => title)).toEqual(titles);
});

it.each([
  [['vintage'], ['2021; 2019'], 'vintage'],
  [['ratings', 'ratingAgency', 'ratedOn'], ['A', 'Sylvera', '01/02/2026'], 'ratedOn'],
  [['ccp', 'labelsSource', 'labelsAsOf'], ['labelled', 'Verra', '01/02/2026'], 'labelsAsOf'],
  // A cell too many: all others may be in the wrong column.
  [['price', 'latitude'], ['1', '200', '51.2'], 'the row'],
])('what only follows from another finding of its row is not reported: %s is %s', (header, cells, column) => {
  expect(readColumns(',', header, [cells]).errors).toMatchObject([{ line: 2, column }]);
});

it('what an unknown column says against a sale, or a state, is an error of a row that has a price, and of no other', () => {
  expect(readColumns(',', ['price', 'state'], [['12', 'Sold']]).errors).toMatchObject([{ column: 'state', value: 'Sold' }]);
  expect(readColumns(',', ['price', 'Owner'], [['12', 'Broker Ltd']]).errors).toMatchObject([{ column: 'Owner', value: 'Broker Ltd' }]);
  expect(readColumns(',', ['price', 'Owner'], [['', 'Broker Ltd']]).errors).toEqual([]);
  expect(readColumns(',', ['price', 'available', 'Cancelled'], [['12', '500 t', '500']]).errors).toMatchObject([{ column: 'Cancelled' }]);
});

it.each([
  ...['Voluntary Status: Canceled', 'Project Status: On hold - see notification letter', 'status: ON_HOLD', 'status: Inactive'],
  ...['status: Withdrawn', 'status: Rejected by Administrator', 'status: Registration request denied', 'status: De-registered'],
])('a status by which the registry has a project no longer, or not yet, is refused beside a price, and else ends a sale: %s', (stated) => {
  const [column = '', status = ''] = stated.split(': ');
  const refused = readColumns(',', ['price', 'available', 'units', column], [['12', '100', 'issued', status]]);
  expect(refused.errors).toMatchObject([
    { column, value: status, reason: like(/^says its registry/), remedy: has(`--ignore "${column}"`) },
  ]);
  // A row with no credits offers none.
  for (const listed of [readColumns(',', [column], [[status]]), readColumns(',', ['available', column], [['0 t', status]])])
    expect(listed).toMatchObject({ errors: [], notes: [{ column, value: status }], projects: [{ status: 'Not yet on sale' }] });
  // In a column of any other name, the word has to come first.
  expect(readColumns(',', ['price', 'Stage'], [['12', status.replace(/^Registration request d/, 'D')]]).errors).toMatchObject([
    { column: 'Stage' },
  ]);
});

const harmless = ['Registered', 'GOLD_STANDARD_CERTIFIED_PROJECT', 'Crediting period expired', 'Woodland Carbon Code registered'];
it.each(harmless)('a status in a file that is a registry’s, and says nothing against a sale, is left out with a note: %s', (status) => {
  const { errors, notes, projects } = readColumns(',', ['price', 'status'], [['12', status]]);
  expect([errors, notes, projects]).toMatchObject([[], [{ column: 'status', value: status }], [{ status: 'On sale' }]]);
});

const ofPounds = ['Price Currency: GBP/tCO2e', 'Unit: t', 'Grade: R', 'Remark: A dam that was built in 1964, and paid for in dollars'];
const ofOthers = ['Price Currency: USD', 'Unit: R/t', 'Remark: all prices in USD', 'Remark: US dollars'];
it.each([...ofPounds, ...ofOthers])('the currency of a price in a file is pounds, or its row is bad: %s', (said) => {
  const [column = '', value = ''] = said.split(': ');
  const bad = { line: 2, column, value, reason: 'is another currency: prices are in pounds' };
  for (const name of ['price', 'pricePence'])
    expect(readColumns(',', [name, column], [['12', value]]).errors).toMatchObject(ofPounds.includes(said) ? [] : [bad]);
  expect(readColumns(',', ['price', column], [['', value]]).errors).toEqual([]);
});

/** Reads rows of a price and a number of credits, written `12,50 / 1.234`. Returns them likewise, the price in pence, or what is wrong. */
function numbersIn(delimiter: string, rows: string[], options?: ProjectMapOptions): string[] {
  const cells = rows.map((row) => row.split(' / '));
  const { projects, errors } = readColumns(delimiter, ['price', 'available'], cells, options);
  if (errors.length > 0) return errors.map(({ value, reason }) => `${value} ${reason}`);
  return projects.map(({ pricePerCredit, availableCredits }) => `${pricePerCredit} / ${availableCredits}`);
}

it.each([
  // One cell that can be read in only one way settles the others of its column.
  [';', ['12,50 / 12.500', '1,250 / 1.234.567', '9 / 500'], ['1250 / 12500', '125 / 1234567', '900 / 500']],
  [';', ['1,234.50 / 1', '1,250 / 1'], ['123450 / 1', '125000 / 1']],
  // Otherwise a comma groups thousands where cells are separated by commas or tabs.
  [',', ['1,250 / 12,500'], ['125000 / 12500']],
  // No group begins with 0 or has more than three digits.
  [';', ['0,500 / 1234.000', '0.250 / 1 234'], ['50 / 1234', '25 / 1234']],
])('numbers in a file separated by %j are read by column: %j', (delimiter, rows, expected) => {
  expect(numbersIn(delimiter, rows)).toEqual(expected);
});

it.each([
  [';', '1,250 / 5', '1,250 can be read as 1250 or as 1.25: say which with --decimal point or --decimal comma'],
  ['\t', '5 / 10.000', '10.000 can be read as 10 or as 10000: say which with --decimal point or --decimal comma'],
])('numbers in a file separated by %j that can be read in two ways are refused with both: %j', (delimiter, row, reason) => {
  expect(numbersIn(delimiter, [row])).toEqual([has(reason)]);
});

it('numbers in a file that can be read in two ways are refused where the rest of their column is written in both', () => {
  const rows = ['12,50 / 1', '1,234.50 / 1', '1,250 / 1'];
  expect(numbersIn(',', rows)).toEqual([has('1,250 can be read as 1250 or as 1.25')]);
  expect(numbersIn(',', rows, { decimal: 'point' })).toEqual(['1250 / 1', '123450 / 1', '125000 / 1']);
});

it('numbers in a file of JSON are read as they are, but for parts of a credit, and texts that could be numbers in two ways are refused', () => {
  const projects = [{ pricePerCredit: 1250, availableCredits: 1 }];
  expect(readJson({ price: 12.5, available: 1.234 })).toMatchObject({ projects });
  expect(readJson({ available: '1.234' })).toMatchObject({ errors: [{ column: 'available' }] });
});

it.each([
  ['title', 'Elm \ud800'],
  ['category', ['Other', '\udc00']],
])('a text in a file that PostgreSQL cannot store is a bad cell, also within a list: %s', (column, value) => {
  expect(readJson({ [column]: value })).toMatchObject({ errors: [{ line: 1, column }] });
});

it('numbers in a file of two columns of prices must agree', () => {
  const header = ['price', 'pricePerCredit'];
  expect(readColumns(',', header, [['12', '1200']]).projects).toMatchObject([{ pricePerCredit: 1200 }]);
  expect(readColumns(',', header, [['12', '1300']]).errors).toMatchObject([{ reason: 'contradicts pricePerCredit, £13.00' }]);
});

it.each([
  ['<p>Stoves for <b>1000</b> homes.</p><ul><li>Safe</li></ul><script>x()</script>', 'Stoves for 1000 homes.\nSafe'],
  ['<dl><dt>Stoves</dt><dd>1000 homes</dd></dl>', 'Stoves\n1000 homes'],
  ['Water&nbsp;filters &amp; training', 'Water filters & training'],
  ['_x000D_ From Excel_x000D_', 'From Excel'],
  ['Of x < 5 t & y > 3 t', 'Of x < 5 t & y > 3 t'],
  ["['Stoves', 'Filters']", 'Stoves, Filters'],
])('what programs leave in cells is turned into text: %s', (cell, description) => {
  expect(readColumns(',', ['description'], [[cell]])).toMatchObject({ errors: [], notes: [], projects: [{ description }] });
});

it('an address without its scheme is completed with a note, and a whole one has none', () => {
  const { notes } = readColumns(',', ['website'], [['a.example'], ['https://b.example']]);
  expect(notes).toMatchObject([{ column: 'website', value: 'a.example', reason: like(/^had no https:/) }]);
});

it('what a program left in a cell is named also where nothing reads it, because what it belongs to is empty', () => {
  const { errors, notes } = readColumns(',', ['ratings', 'ratingAgency'], [['', '#REF!']]);
  expect([...errors, ...notes]).toMatchObject([{ column: 'ratingAgency', value: '#REF!' }]);
});

const leftovers = ['#REF!', '=A1*2', '6.43002E+17', '1e+05', '64.3E+16', "{'en': 'Stoves'}", "[['a']]", "['a', {'b': 1}]"];
it.each(leftovers)('what programs leave in cells is left out with a note, and refused where it matters: %s', (cell) => {
  const reason = like(/^is a(n error of a spreadsheet| structure of a program| formula| number that a spreadsheet)/);
  expect(readColumns(',', ['developer'], [[cell]])).toMatchObject({ errors: [], notes: [{ reason }], projects: [{ developer: null }] });
  expect(readColumns(',', ['price'], [[cell]])).toMatchObject({ errors: [{ column: 'price', reason }] });
  expect(readColumns(',', ['id'], [[cell]])).toMatchObject({ errors: [{ column: 'id', reason }] });
  const { errors } = read(`title,standard,category,location\n"${cell.replaceAll('"', '""')}",VCS,Other,Kent`);
  expect(errors).toMatchObject([{ column: 'title', reason }]);
});

it.each([
  ['website', 'www.example.org', { website: 'https://www.example.org' }],
  ['country', 'IND', { country: 'IN' }],
  ['country', '356', { country: 'IN' }],
  ['country', 'St. Lucia', { country: 'LC' }],
  ['country', 'NA', { country: null }],
  ['documents', `https://a.example/a${'🌳'.repeat(120)}`, { documents: [{ title: `a${'🌳'.repeat(120)}` }] }],
  ['documents', 'https://a.example/a%0Ab%E2%80%AE.pdf c.example/.pdf', { documents: [{ title: 'a b' }, { title: 'c.example' }] }],
  ['documents', 'https://a.b/a,b.pdf,https://c.d/d,', { documents: [{ address: 'https://a.b/a,b.pdf' }, { address: 'https://c.d/d' }] }],
  ['documents', 'https://a.example/My-report_2.pdf, b.example', { documents: [{ title: 'My report 2' }, { title: 'b.example' }] }],
  ['documents', 'https://b.example b.example', { documents: [{ title: 'b.example' }] }],
  ['Reduction / Removal', 'Impermanent Removal', { unitType: 'Removal - technical' }],
  ['Reduction / Removal', 'Reduction and removal', { unitType: null }],
  ['Reduction / Removal', 'Non-removal', { unitType: null }],
  ['Reduction / Removal', 'Avoided removal of forest', { unitType: null }],
  ['units', 'pending', { unitsStatus: 'expected' }],
  ['status', 'Sold_out', { statedStatus: 'Sold out', availableCredits: 0 }],
])('cells in the column %s are understood: %s', (column, cell, project) => {
  expect(readColumns(',', [column], [[cell]])).toMatchObject({ errors: [], projects: [project] });
});

it.each([
  ['REDD+', 'Removal', null],
  ['Methane Avoidance', 'Removal - technical', null],
  ['Carbon removal', 'Avoidance', null],
  ['Reforestation', 'Emission reduction', null],
  ['ARR; REDD', 'Removal', 'Removal - nature'],
  ['Methane Avoidance', 'Reduction', 'Reduction - technical'],
])('a unit type that the category contradicts is left out with both, whatever the title: %s, %s', (type, unitType, kept) => {
  const text = JSON.stringify([{ title: 'Solids Removal', type, unitType, standard: 'VCS', location: 'Kent' }]);
  const note = { column: 'unitType', value: unitType, reason: has(`contradicts "${type}`) };
  expect(read(text)).toMatchObject({ errors: [], notes: kept === null ? [note] : [], projects: [{ unitType: kept }] });
  expect(read(text, { map: { unitType: 'unitType' } })).toMatchObject({ notes: [], projects: [{ unitType: expect.any(String) }] });
  const set = { unitType, standard: 'VCS', location: 'Kent' };
  const asked = { ...note, reason: has('--map "COLUMN"=unitType') };
  expect(read(JSON.stringify([{ title: 'Oak', type }]), { set }).notes).toMatchObject(kept === null ? [asked] : []);
});

it('a code that no country has is refused, and a slug that an earlier row has; NA beside other codes is Namibia', () => {
  const rows = ['XX ', 'KE oak', 'NA elm', 'KE oak', 'KE compare'].map((row) => row.split(' '));
  expect(readColumns(',', ['country', 'slug'], rows)).toMatchObject({
    projects: [{ country: 'KE' }, { country: 'NA' }],
    errors: [
      { line: 2, column: 'country', reason: 'is not an ISO 3166-1 country' },
      { line: 5, column: 'slug', reason: 'already appears in line 3' },
      { line: 6, column: 'slug', value: 'compare' },
    ],
  });
  const oak = { title: 'Oak', standard: 'VCS', slug: 'oak' };
  expect(read(JSON.stringify([oak, oak])).errors).toMatchObject([{ line: 2, reason: 'already appears in project 1' }]);
});

it('a country that is not known is left empty, a latitude alone is refused, and a location that is missing is not stated', () => {
  expect(readColumns(',', ['country'], [['Atlantis']]).notes).toMatchObject([{ reason: 'is not a known country. Left empty' }]);
  expect(readColumns(',', ['latitude', 'longitude'], [['1', '']]).errors).toMatchObject([{ column: 'longitude', value: '' }]);
  expect(read('title,standard\nOak,VCS').notes).toMatchObject([{ column: 'location', reason: 'is missing. Imported as "Not stated"' }]);
});

it('what is no web address among those of documents is left out, with a note that names it', () => {
  expect(readColumns(',', ['documents'], [['https://a.example/x.pdf; ftp://b.example/y.pdf']])).toMatchObject({
    projects: [{ documents: [{ address: 'https://a.example/x.pdf' }] }],
    notes: [{ column: 'documents', reason: 'has what is no web address: ftp://b.example/y.pdf. Left out' }],
  });
});

it('a label that two columns state is stored once', () => {
  const { projects } = readColumns(',', ['labels', 'sdgs', 'labelsSource', 'labelsAsOf'], [['SDG 13', '13, 9', 'Register', '2026-03-31']]);
  expect(projects[0]?.labels?.map((one) => one.label)).toEqual(['SDG 13', 'SDG 9']);
});

it('a file that names projects, and of which nothing else is read, is refused', () => {
  for (const header of ['ID,Preis,Bid', 'ID,Standard,Bid', 'slug,Preis,Bid'])
    expect(() => read(`${header}\nVCS1,VCS,9`)).toThrow('The file changes nothing: no column but that of the ids is read');
});

it('a place is read from the list of places that an entry of the Climate Action Data Trust has', () => {
  const projectLocations = [{ country: 'Kenya', inCountryRegion: 'Kwale', geographicIdentifier: '-4.17,39.45' }];
  const text = JSON.stringify({ data: [{ projectId: '4711', projectName: 'Oak', program: 'VCS', projectLocations }] });
  expect(read(text)).toMatchObject({ errors: [], notes: [], projects: [{ country: 'KE', location: 'Kenya' }] });
});

it('cells that are too long are shortened or left out where that is harmless, and refused where they identify', () => {
  const type = `Energy industries; ${'x'.repeat(100)}`;
  const header = ['type', 'developer', 'serials'];
  const { notes, projects } = readColumns(',', header, [[type, 'word '.repeat(100), 'S'.repeat(1001)]]);
  expect(projects).toMatchObject([{ projectType: 'Energy industries', serials: null }]);
  expect(projects[0]?.developer).toMatch(/^(word ){58}word…$/);
  const prose = `We plant oaks; ${'then we wait '.repeat(400)}`;
  const parts = `${'x'.repeat(300)};${'y'.repeat(199)}`;
  const long = readColumns(',', ['description', 'certifications'], [[prose, `${parts};z`]]);
  expect(long.projects).toMatchObject([{ description: like(/^.{4980}.*(?:then|we|wait)…$/), certifications: parts }]);
  expect(notes.map(({ column, reason }) => `${column} ${reason.split('. ')[1]}`)).toEqual(
    expect.arrayContaining(['type Shortened', 'developer Shortened', 'serials Left out']),
  );
  expect(readColumns(',', ['developer'], [['x'.repeat(301)]]).projects).toMatchObject([{ developer: `${'x'.repeat(299)}…` }]);
  expect(readColumns(',', ['id'], [['x'.repeat(201)]]).errors).toMatchObject([{ column: 'id' }]);
});

it.each(['-1', '(1)'])('cells with a total of the registry that is below zero are left out, with a note: %s', (retired) => {
  expect(readColumns(',', ['Total Credits Issued', 'Total Credits Retired'], [['84,267', retired]])).toMatchObject({
    errors: [],
    notes: [{ column: 'Total Credits Retired', reason: 'is negative. Left out' }],
    projects: [{ registryIssued: 84_267, registryRetired: null }],
  });
});

it('the id of a project is read from points of GeoJSON, by number and link, and from the answer of an API, which has ids of its own', () => {
  const properties = { name: 'Oak', area: 1000, ID: 4714, link: 'https://a.example/4714' };
  const point = { type: 'Feature', id: 81, properties, geometry: { type: 'Point', coordinates: [36.7819505, -2.0980751] } };
  expect(read(JSON.stringify(point), { set: { standard: 'VCS' } })).toMatchObject({
    errors: [],
    projects: [{ externalId: '4714', latitude: -2.098075, longitude: 36.781951, location: 'Not stated', category: 'Other' }],
  });
  const place = { type: 'Feature', geometry: { type: 'Point', coordinates: [-71.5, -12] } };
  const supplier = { location: { latitude: 46.5, longitude: 6.5 } };
  const named = { id: 'prj_1', key: 'VCS-674', name: 'Oak', registry: 'VCS', country: 'Peru', category: { name: 'Forestry' }, supplier };
  const projects = [{ ...named, projectType: ['redd+', 'ifm'], location: place }];
  expect(read(JSON.stringify({ data: { projects, suppliers: [{ id: 1 }] } }), { list: 'data.projects' })).toMatchObject({
    errors: [],
    projects: [{ externalId: 'VCS-674', latitude: -12, longitude: -71.5, country: 'PE', location: 'Peru', projectType: 'REDD+, IFM' }],
  });
});

it.each([
  ['ECO125', 'https://www.ecoregistry.io/projects/125', 'Cercarbono or EcoRegistry'],
  ['COLCX-14-0023', 'https://colcx.com/p/23', 'ColCX'],
  ['PCR-CO-FU-14-001', 'https://globalcarbontrace.io/projects/1', 'PCR'],
  ['MRK104000000013495', 'https://mer.markit.com/br-reg/public/1', 'UK Land Carbon Registry or Gold Standard or Markit'],
  ['104000000027000', 'https://mer.markit.com/br-reg/public/104000000027000', 'UK Land Carbon Registry or Gold Standard or Markit'],
])('a standard of all rows does not overrule the id or the address of one: %s', (id, link, registry) => {
  const { projects, errors } = read(`title,id,link\nOak,9011,\nElm,${id},${link}`, { set: { standard: 'VCS' } });
  expect(projects).toMatchObject([{ title: 'Oak', verificationStandard: 'VCS' }]);
  expect(errors.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(`of ${registry}, and the standard of the row is VCS`));
  expect(errors.map(({ column }) => column)).toContain('link');
  expect(errors[0]?.remedy).toBe('Rows of several standards need a column for it');
});

it.each(['Project Website', 'website', 'Homepage'])('a column of addresses in registries is not of websites: %s', (column) => {
  const rows = `title,id,${column}\nOak,104000000013495,https://mer.markit.com/br-reg/public/project.jsp?project_id=104000000013495`;
  const reason = like(/^is an address of UK Land Carbon Registry .*the standard of the row is VCS$/);
  expect(read(rows, { set: { standard: 'VCS' } }).errors).toMatchObject([{ column, reason }]);
  const website = 'https://registry.verra.org/app/projectDetail/VCS/1';
  const verras = `title,id,standard,${column}\nOak,1,VCS,${website}`;
  expect(read(verras).projects).toMatchObject([{ registryUrl: website, website: null }]);
  expect(read(verras, { map: { [column]: 'website' } }).projects).toMatchObject([{ registryUrl: null, website }]);
});

it.each([
  ['https://registry.verra.org/app/projectDetail/VCS/3884', 'VCS3884', 'VCS'],
  ['registry.verra.org/app/projectDetail/VCS/3884#issuances', 'VCS3884', 'VCS'],
  ['https://acr2.apx.com/mymodule/reg/prjView.asp?id1=398', 'ACR398', 'American Carbon Registry'],
  ['https://thereserve2.apx.com/mymodule/reg/prjView.asp?id1=1335', 'CAR1335', 'Climate Action Reserve'],
])('the number in an address of a registry is the id of a row that has no other: %s', (address, externalId, verificationStandard) => {
  const project = { externalId, verificationStandard };
  expect(read(`title,u\nOak,${address}`)).toMatchObject({ errors: [], projects: [project] });
  expect(read(`title,u\nOak,${address}`, { map: { u: 'externalId' } })).toMatchObject({ errors: [], projects: [project] });
  expect(read(`title,id,u\nOak,${externalId}0,${address}`).projects).toMatchObject([{ externalId: `${externalId}0` }]);
  expect(read(`title,slug,u\nOak,oak,${address}`).projects).toMatchObject([{ externalId: null }]);
});

it('a column in which every row has the same id, as of a programme, is not of the ids of projects', () => {
  const { projects } = read('title,id,umbrella\nOak,12,VCS1764\nElm,13,VCS1764', { set: { standard: 'VCS' } });
  expect(projects).toMatchObject([{ externalId: '12' }, { externalId: '13' }]);
});

it.each([
  ...['VCS 8007 / GS 123', 'VCS8008, VCS8009', 'CAR1013 and CAR1015'].map((id) => [id, 'has ids of several projects'] as const),
  ['1764.0', 'is a number with a decimal: write 1764'],
] as const)('an id of two projects, or with a decimal, is refused: %s', (id, reason) => {
  const [error] = read(`"id",title,standard\n"${id}",Oak,VCS`).errors;
  expect(error).toMatchObject({ column: 'id', value: id, reason: has(reason) });
});

it('an address in a registry that does not say the id gives its row none', () => {
  const rows = 'title,u\nOak,https://registry.goldstandard.org/projects/details/913';
  expect(read(rows).projects).toMatchObject([{ externalId: null, verificationStandard: 'Gold Standard' }]);
  expect(read(rows, { map: { u: 'externalId' } }).errors).toMatchObject([{ column: 'u', reason: like(/^is an address in a registry/) }]);
});

it('what a file of our public list has from the record is not read as a statement of the file', () => {
  const columns =
    'slug,title,verificationStandard,category,location,availableCredits,unitsStatus,figuresAsOf,unitType,vintageStart,fromRecord';
  const row = 'oak,Oak,VCS,Other,Kent,1,issued,2026-01-31,Avoidance,2020';
  expect(read(`${columns}\n${row},vintage\n${row.replace('oak', 'elm')},unitType`).projects).toMatchObject([
    { unitType: 'Avoidance', vintageStart: null },
    { unitType: null, vintageStart: 2020 },
  ]);
});

it('a nation of the United Kingdom stays in the location', () => {
  const { projects } = read('title,standard,country,location\nOak,VCS,Scotland,Argyll\nElm,VCS,Wales,\nAsh,VCS,WALES,"Powys, Wales"');
  expect(projects.map(({ location, country }) => [location, country])).toEqual([
    ['Argyll, Scotland', 'GB'],
    ['Wales, United Kingdom', 'GB'],
    ['Powys, Wales', 'GB'],
  ]);
});

it('a list of several registries is read in one go: the letters of an id, or a standard beside a number, say whose a row is', () => {
  const lettered = read('Project ID,Project Name,Type\nVCS9011,Oak,Wind\nGS913,Elm,Wind\nPC 77,Ash,Peat\nTREES-1,Fir,REDD');
  const said = ({ projects }: typeof lettered) =>
    projects.map(({ externalId, verificationStandard }) => `${externalId} ${verificationStandard}`);
  expect(said(lettered)).toEqual(['VCS9011 VCS', 'GS913 Gold Standard', 'PC 77 Peatland Code']);
  expect(lettered.errors).toMatchObject([{ line: 5, column: 'verificationStandard', reason: 'is missing' }]);
  // What is set holds for rows that say nothing; a registry's header, for rows that name no other standard.
  const set = { set: { verificationStandard: 'Plan Vivo' } };
  expect(said(read('id,name\nGS913,Elm\n9012,Ash', set))).toEqual(['GS913 Gold Standard', '9012 Plan Vivo']);
  const verras = 'ID,Name,Proponent,Estimated Annual Emission Reductions,Standard';
  const mixed = read(`${verras}\n9011,Oak,Ada,1,\n913,Elm,Ada,1,Gold Standard\n12,Ash,Ada,1,JCM\nCDC-1,Fir,Ada,1,`);
  expect(said(mixed)).toEqual(['VCS9011 VCS', 'GS913 Gold Standard', '12 JCM', 'CDC-1 Cercarbono']);
  expect(() => read('id,name\n9011,Oak')).toThrow('no column for verificationStandard');
  const reason = 'is an id of Gold Standard, and the standard of the row is VCS';
  expect(read('id,name,standard\nGS913,Elm,VCS').errors).toMatchObject([{ reason }]);
});
