import { readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { fileColumns } from '#server/domain/projects/files.ts';
import { mapColumns, projectRows } from '#server/domain/projects/import/map-columns.ts';
import { parseTable } from '#server/platform/tables/read-table.ts';
import { type Project, storedFields } from '#shared/schemas/project.ts';
import { like } from '#tests/support/matchers.ts';
import { readProjects as read, readColumns } from '#tests/support/project-files.ts';

const { aliasesOf, fields: fieldNames } = projectRows;

it('the table of fields recognises every field under each of its names', () => {
  const required = { title: 'Oak', category: 'Other', verificationStandard: 'VCS', location: 'Here' };
  for (const field of fieldNames)
    for (const alias of aliasesOf(field))
      expect(mapColumns({ format: 'csv', columns: [alias], rows: [] }, { set: required }).positions, alias).toEqual(new Map([[field, 0]]));
});

it('the table of fields matches docs/catalogue.md, where the price is in pounds', () => {
  const table = readFileSync('docs/catalogue.md', 'utf8').split('## Fields')[1]?.split('\n## ')[0] ?? '';
  const listed = table
    .split('\n')
    .flatMap((line) => [...(/^\| (`.+?) \|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  expect(listed.toSorted()).toEqual([...storedFields.map(({ name }) => name), 'price'].toSorted());
});

it('a field that is added last in the table of fields comes after all earlier columns in files', async () => {
  const columnsOf = async () => (await import('#server/domain/projects/files.ts')).fileColumns('').map(({ name }) => name);
  const published = await columnsOf();
  vi.resetModules();
  vi.doMock('#shared/schemas/project.ts', async (importOriginal) => {
    const { storedFields: fields, ...others } = await importOriginal<typeof import('#shared/schemas/project.ts')>();
    return { ...others, storedFields: [...fields, { ...fields[0], name: 'soilDepth' }] };
  });
  expect(await columnsOf()).toEqual([...published, 'soilDepth']);
  const placeOf = (name: string) => published.indexOf(name);
  const first = ['slug', 'title', 'description', 'category', 'projectType', 'pricePerCredit', 'availableCredits', 'verificationStandard'];
  expect(published.slice(0, 8)).toEqual(first);
  expect(['location', 'status', 'updatedAt', 'monitoring'].map(placeOf)).toEqual([8, 13, 18, 20]);
});

it('a CSV file has pounds with two decimals', () => {
  const column = fileColumns('').find(({ name }) => name === 'priceGbp');
  expect(column?.csv?.({ pricePerCredit: 1250 } as Project)).toBe('12.50');
});

const inPounds = ['Our list for COP 30 in £', 'Offsets of the COP-30 summit', 'From CADT 2.0', 'Units of the CAD Trust'];
const inOthers = ['Price list (USD/tCO2e)', 'All prices € per tonne', 'Orders from USD 500 on', 'Offers (RM per credit)'];
it.each([...inPounds.map((title) => [title, 'taken'] as const), ...inOthers.map((title) => [title, 'refused'] as const)])(
  'the currency of a price in a file may stand above the header, or below in a line of its own: %s is %s',
  (title, outcome) => {
    for (const text of [`${title}\nslug,price\noak,12\n`, `slug,price\noak,12\n${title},\n`]) {
      const table = parseTable(text, { isColumn: projectRows.isColumn });
      if (outcome === 'refused') expect(() => mapColumns(table)).toThrow(`The file says "${title}" of its rows`);
      else expect(mapColumns(table).positions.get('price')).toBe(1);
    }
  },
);

it('our public list is known by its columns, also without some of them: its status is the one that buyers see', () => {
  const table = parseTable('slug,status,priced\noak,Not yet on sale,false', { isColumn: projectRows.isColumn });
  expect(mapColumns(table)).toMatchObject({ isOwnExport: false, hasShownStatus: true });
});

const pounds = ['Price per tonne (GBP)', 'List price', '£/t', 'Price per credit (£)', 'Price [GBP/tCO2e]', 'Price in GBP'];
const volumes = ['Volume available [t]', 'Stock', 'Available (t CO2-eq)', 'Available (tonnes CO2e)', 'Available (VERs p.a.)'];
it.each([
  ...pounds.map((name) => [name, { pricePerCredit: 1200 }] as const),
  ...['Price ($)', 'price_usd', 'Price per tonne (EUR)'].map((name) => [name, { pricePerCredit: null }] as const),
  ...volumes.map((name) => [name, { availableCredits: 12 }] as const),
])('a column %s with 12 is read as %o', (name, project) => {
  expect(readColumns(',', [name], [['12']]).projects).toMatchObject([project]);
});

it('a price that may be in pounds or in pence is refused with both readings, unless its cell says which it is', () => {
  const [header, cells] = [['Price per credit'], [['12'], ['1,250']]];
  const both =
    /may have pounds or pence \(1[23](\.50)?\)\. For pounds: --map "Price per credit"=price. For pence: --map "Price per credit"=/;
  for (const column of [cells, [['TBC'], ['13']], [['£12.50'], ['13'], ['£14']], [['12.50'], ['13.00']]])
    expect(() => readColumns(',', header, column)).toThrow(both);
  const mapped = readColumns(',', header, cells, { map: { 'Price per credit': 'price' } });
  expect(mapped.projects.map(({ pricePerCredit }) => pricePerCredit)).toEqual([1200, 125_000]);
  expect(readColumns(',', header, [['£12'], ['£9.50']]).projects).toMatchObject([{ pricePerCredit: 1200 }, { pricePerCredit: 950 }]);
  expect(readColumns(',', ['pricePerCredit'], [['1200']]).projects).toMatchObject([{ pricePerCredit: 1200 }]);
});

it('a column of places that are all codes of countries is read as countries, unless all are American states or words as well', () => {
  const said = (...places: string[]) =>
    read(['title,standard,location', ...places.map((place) => `Oak,VCS,${place}`)].join('\n')).projects.map(
      ({ location, country }) => `${location}: ${country}`,
    );
  expect(said('US', 'MX')).toEqual(['United States: US', 'Mexico: MX']);
  expect(said('CA', 'GA')).toEqual(['CA: null', 'GA: null']);
  expect(said('NO', 'NO')).toEqual(['NO: null', 'NO: null']);
  expect(said('US', 'Kent')).toEqual(['US: null', 'Kent: null']);
});

it.each(['URL', 'Retirements'])('a column of addresses in a registry, though called %s, is read as the pages of projects there', (name) => {
  const page = 'https://mer.markit.com/br-reg/public/project.jsp?project_id=104000000027000';
  const { projects } = read(`title,standard,country,price,available,${name}\nOak,Peatland Code,Scotland,5,9,${page}`);
  expect(projects).toMatchObject([{ registryUrl: page, figuresSource: null }]);
});

it('a column that is named for a field or ignored may be spelled in any way, is not named for two, and keeps its numbers without letters', () => {
  const rows = 'Our list,,\nAs of,2026,\nOwn Number,Own Title,ISIN\n9011,Oak,VCS7';
  const set = { standard: 'VCS' };
  expect(read(rows, { set, map: { own_number: 'id', own_title: 'title' } }).projects).toMatchObject([{ externalId: '9011' }]);
  expect(read(rows, { set, map: { own_title: 'title', isin: '' } }).projects).toMatchObject([{ externalId: null }]);
  expect(() => read(rows, { set, map: { 'Own Number': 'id', ISIN: 'externalId' } })).toThrow('Two columns are mapped to "externalId".');
  const twice = { own_title: 'title', ISIN: 'externalId', isin: '' } as const;
  expect(() => read(rows, { set, map: twice })).toThrow('The column "ISIN" is named twice.');
  expect(() => read(rows, { set: { ...set, registry: 'GS' } })).toThrow('Two of these are one field: standard, registry');
  const verras = 'ID,Name,Proponent,Estimated Annual Emission Reductions\n9011,Oak,Ada,1.234';
  expect(read(verras, { map: { ID: 'id' } }).projects).toMatchObject([{ externalId: '9011', impactPerYear: 1 }]);
  // Whoever saved it with semicolons may have a decimal comma.
  expect(read(verras.replaceAll(',', ';')).errors).toMatchObject([{ value: '1.234', reason: like(/^can be read as 1.234 or as 1234/) }]);
});

it('two columns of one name are refused if they are read or named, and otherwise ignored', () => {
  const years = 'Project ID,Project Name,2021,2022,2021,2022\nVCS9011,Oak,1,2,3,4';
  expect(read(years)).toMatchObject({ errors: [], projects: [{ title: 'Oak' }] });
  expect(() => read(years, { map: { 2021: 'price' } })).toThrow('Two columns of the header are called "2021". Rename one of them.');
  expect(() => read('Project ID,Project Name,Project name\nVCS9011,Oak,Elm')).toThrow('Two columns');
});

const projectOf = (externalId: string, verificationStandard: string, country: string | null, methodology: string | null) => ({
  ...{ externalId, verificationStandard, country, methodology },
});

/** The header of each registry's list, a row of it, and what is read. Registries write a decimal point: 1.234 is one and a fraction. */
const lists: Record<string, [header: string, row: string, project: object]> = {
  Verra: [
    'ID,Name,Proponent,Project Type,AFOLU Activities,Methodology,Status,Country/Area,Estimated Annual Emission Reductions,Region',
    '9011,Oak,Ada Ltd,Energy demand,,VM0007,Registered,Brazil,"250,000",Latin America',
    { ...projectOf('VCS9011', 'VCS', 'BR', 'VM0007'), developer: 'Ada Ltd', impactPerYear: 250_000 },
  ],
  'Verra, from its API': [
    'program,resourceIdentifier,resourceName,proponent,protocolCategories,protocols,resourceStatus,country,estAnnualEmissionReductions,version',
    'VCS,9011,Oak,Ada Ltd,Energy demand,VM0007,Registered,Brazil,250000,VCS Version 4',
    { ...projectOf('VCS9011', 'VCS', 'BR', 'VM0007'), projectType: 'Energy demand', impactPerYear: 250_000, developer: 'Ada Ltd' },
  ],
  'Gold Standard': [
    'GSID,Project Name,Project Developer Name,Status,Project Type,Country,Description,Estimated Annual Credits,Methodology,Size',
    '913,Oak,Ada Ltd,Listed,Wind,Türkiye,A wind farm.,1.234,ACM0002,Large',
    { ...projectOf('GS913', 'Gold Standard', 'TR', 'ACM0002'), category: 'Wind', impactPerYear: 1 },
  ],
  ACR: [
    'Project ID,Project Developer,Project Name,Project Type,Project Methodology/Protocol,Project Site State,Project Site Country,Current VVB,Total Number of Credits Registered ,Documents,Project Website',
    'ACR9003,Ada Ltd,Oak,Forest Carbon,IFM,KANSAS,US,Checks Inc,5000,View,www.firm.example',
    {
      ...projectOf('ACR9003', 'American Carbon Registry', 'US', 'IFM'),
      ...{ location: 'Kansas, United States', registryIssued: 5000, verifier: 'Checks Inc', documents: null },
    },
  ],
  CAR: [
    'Project ID,Project Developer,Project Name,Project Type,Status,Project Site Location,Project Site Country,Total Number of Offset Credits Registered ',
    'CAR9001,Ada Ltd,Oak,Digester,Completed,Kern,US,84267.0',
    { ...projectOf('CAR9001', 'Climate Action Reserve', 'US', null), registryIssued: 84_267, availableCredits: null },
  ],
  Cercarbono: [
    'id,code,owner,developer,verifier,name,description,standard,sector,evaluation_criteria,quantification_method,stage,locations,serials,annualEstimated',
    [
      "321,CDC-321,Land Ltd,Ada Ltd,Checks Inc,Oak,Oaks.,Cercarbono,\"[{'id': 14, 'description': 'Land use (AFOLU)', 'sizeUnits': ''}]\"",
      'PROTOCOL CVCC V1.1,M/E-1,Certified',
      "\"[{'city': 'Mapiripán', 'country': 'Colombia', 'region': 'Meta', 'data_map': {'latitude': 2.8926, 'longitude': -72.1347}}]\"",
      "\"[{'issued_quantity': 62000, 'elegible': []}, {'issued_quantity': 226, 'of': {'id': 1}, 'is_buffer': True}",
      " {'issued_quantity': 740, 'is_buffer': False}]\",3195.0",
    ].join(),
    {
      ...{ ...projectOf('CDC-321', 'Cercarbono', 'CO', 'M/E-1'), developer: 'Ada Ltd', verifier: 'Checks Inc', registryIssued: 62_740 },
      ...{ category: 'Land use (AFOLU)', location: 'Mapiripán, Meta, Colombia', latitude: 2.8926, longitude: -72.1347 },
      impactPerYear: 3195,
    },
  ],
  'Cercarbono, of several places and without a method': [
    'code,owner,name,evaluation_criteria,quantification_method,serials,locations',
    `CDC-321,Ada Ltd,Oak,Not defined,Not defined,[{'issued_quantity': None}],"[{'city': 'A', 'country': 'Colombia', 'data_map': {'latitude': 1}}, {'city': 'B', 'country': 'Colombia', 'data_map': {'latitude': 2}}]"`,
    { ...projectOf('CDC-321', 'Cercarbono', 'CO', null), developer: 'Ada Ltd', location: 'Colombia', latitude: null, registryIssued: null },
  ],
  Isometric: [
    'id,name,status,short_code,url,pathway,country_code,validator_name,current_verifier_name,issued_credits_total.credits,retired_credits_total.credits,location.country_name,location.latitude,location.longitude,location.description,location',
    'prj_1,Oak,validated,EX26,https://registry.example/prj_1,biomass_storage,IND,Other Inc,Checks Inc,1470.0,0.0,India,27.02,74.21,"Rajasthan, India",',
    {
      ...{ ...projectOf('EX26', 'Isometric', 'IN', null), latitude: 27.02, longitude: 74.21, registryIssued: 1470, registryRetired: 0 },
      ...{ category: 'Biomass Storage', verifier: 'Checks Inc', location: 'Rajasthan, India' },
    },
  ],
  'Puro.Earth, from its pages': [
    'projectId,code,gsrn,name,countryCode,supplierName,methodologyCode,methodology.name,methodology.edition,latitude,longitude',
    '227253,227253,,Oak,PH,Ada Ltd,C03000000,"Biochar, 2022",Edition 2022 V3,15.5,121.1',
    {
      ...{ ...projectOf('PURO227253', 'Puro.Earth', 'PH', 'Biochar, 2022'), developer: 'Ada Ltd', latitude: 15.5, longitude: 121.1 },
      methodologyVersion: 'Edition 2022 V3',
    },
  ],
};
it.each(Object.entries(lists))("a registry's own list of projects needs no option: %s", (_, [header, row, project]) => {
  expect(read(`${header}\n${row}`)).toMatchObject({ errors: [], projects: [project] });
});
