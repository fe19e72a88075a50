import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import { readCatalogueFigures } from '#server/domain/projects/figures.ts';
import { findByReference, findWithdrawn } from '#server/domain/projects/find.ts';
import { listProjects, readChanges } from '#server/domain/projects/list.ts';
import { changeListed } from '#server/domain/projects/withdrawal.ts';
import { has, like } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { csv, header, importProjects as importText } from '#tests/support/project-files.ts';
import { projectRow } from '#tests/support/projects.ts';
import { exportedAs } from '#tests/support/whole-list.ts';

const database = ownDatabase();
afterEach(() => database.sql`delete from carbon_projects`);

const stored = () => database.sql`select * from carbon_projects order by id`;
const sale = () => database.sql`select title, sale_status, price_per_credit, available_credits from carbon_projects order by id`;
/** What an import finds wrong in a text, each as `line column "value" reason`. */
const errorsIn = async (text: string) =>
  (await importText(text)).errors.map(({ line, column, value, reason }) => `${line} ${column} "${value}" ${reason}`);

const cdr = { map: { applicant: 'title', tags: 'category', volume: 'available' }, set: { standard: 'Not certified', units: 'expected' } };

it('an import of a real file lists every bad value and stores nothing, then skips bad rows on request, and can be repeated', async () => {
  const text = await readFile('tests/fixtures/cdr/cdr-excerpt.csv', 'utf8');
  const bad = { line: 10, column: 'price', value: '$1M', reason: has('pounds') };
  expect(await importText(text, cdr)).toMatchObject({ isRejected: true, errors: [bad] });
  expect(await stored()).toEqual([]);

  expect(await importText(text, { ...cdr, skipBad: true })).toMatchObject({ isRejected: false, created: 9 });
  const before = await stored();
  expect(before.find(({ external_id }) => external_id === 'STRP007')).toMatchObject({
    ...{ title: 'Droneseed', slug: 'droneseed-strp007', price_per_credit: 823, available_credits: 31_027, country: 'US' },
    figures_as_of: expect.any(Date),
  });
  expect(await importText(text, { ...cdr, skipBad: true })).toMatchObject({ created: 0, updated: 0, unchanged: 9 });
  expect(await stored()).toEqual(before);
});

it('an import identifies projects of the same name by id, or without ids by their order, and two at once create a project once', async () => {
  const withoutIds = csv(header, ',Oak,Other,VCS,Here,issued,1,1', ',Oak,Other,VCS,There,issued,2,2', ',Oak 2,Other,VCS,Yonder,issued,3,3');
  expect(await importText(withoutIds)).toMatchObject({ created: 3 });
  expect((await stored()).map(({ slug }) => slug)).toEqual(['oak', 'oak-2', 'oak-2-2']);
  expect(await importText(withoutIds)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });

  const withIds = csv(header, 'a,Elm,Other,VCS,Here,issued,1,1', 'b,Elm,Other,VCS,There,issued,2,2');
  const results = await Promise.all([importText(withIds), importText(withIds)]);
  const said = results.map(({ created, unchanged }) => `${created} created, ${unchanged} unchanged`);
  expect(said.toSorted()).toEqual(['0 created, 2 unchanged', '2 created, 0 unchanged']);
  expect(await importText(csv(header, 'b,Elm renamed,Other,VCS,There,issued,2,2'))).toMatchObject({ created: 0, updated: 1 });
  expect((await stored()).find(({ external_id }) => external_id === 'b')).toMatchObject({ title: 'Elm renamed', slug: 'elm-b' });
});

it('an import writes only rows that differ, and leaves alone columns that the file lacks', async () => {
  await importText(csv(`${header},latitude,longitude`, '1,Oak,Other,VCS,Here,issued,1,1,2,3', '2,Elm,Other,VCS,Here,issued,N/A,1,2,3'));
  const [oak] = await stored();
  const changes = () => database.sql`select seq from project_changes where project_id = ${oak?.id} order by seq`;
  const before = await changes();
  const prices = csv('id,title,category,standard,location,units,price', '1,Oak,Other,VCS,Here,issued,1', '2,Elm,Other,VCS,Here,issued,4');
  expect(await importText(prices)).toMatchObject({ updated: 1, unchanged: 1 });
  expect((await stored())[0]).toEqual(oak);
  expect(await changes()).toEqual(before);
  // A price was all it lacked.
  expect((await stored())[1]).toMatchObject({ price_per_credit: 400, sale_status: 'On sale', available_credits: 1, latitude: 2 });
});

it('a file with nothing but changes updates only its columns of the projects that it names, and previews old and new values', async () => {
  await importText(csv(`${header},slug,developer`, ',Oak,Other,VCS,Here,issued,10,5,oak,Ada', ',Elm,Other,VCS,There,issued,12,7,elm,Bo'));
  const before = await stored();
  const change = csv('slug,price', 'oak,12.50');
  const changes = [{ slug: 'oak', field: 'pricePerCredit', before: '1000', after: '1250' }];
  expect(await importText(change, { dryRun: true })).toMatchObject({ updated: 1, changes });
  expect(await importText(change)).toMatchObject({ created: 0, updated: 1 });
  expect(await stored()).toEqual([{ ...before[0], price_per_credit: 1250, updated_at: expect.any(Date) }, before[1]]);
});

it('a file with nothing but changes names each row of no project, and the others are stored on request', async () => {
  await importText(csv(header, '7,Oak,Other,VCS,Here,issued,10,5', '8,Elm,Other,VCS,There,issued,12,7'));
  const prices = csv('id,price', '7,11', '9,12', '1.8E+12,12', '8,13', ',14');
  expect(await importText(prices)).toMatchObject({
    ...{ isRejected: true, updated: 2 },
    errors: [
      { line: 3, column: 'id', value: '9', reason: 'is no project of the catalogue', remedy: has('--map COLUMN=title') },
      { line: 4, reason: has('a spreadsheet shortened') },
      { line: 6, reason: 'is missing' },
    ],
  });
  expect(await importText(prices, { skipBad: true })).toMatchObject({ isRejected: false, updated: 2 });
  expect(await errorsIn(csv('slug,price', 'nowhere,12'))).toEqual([has('slug "nowhere"')]);
  const none = 'No row of the file is a project of the catalogue';
  await expect(importText(csv('slug,price', 'nowhere,12', 'anywhere,12'))).rejects.toThrow(none);
});

it.each<[string, string, object, Record<string, string>?]>([
  ['vintageStart', '2020', { vintage_start: 2020, vintage_end: 2021 }],
  ['vintage', '2020', { vintage_start: 2020, vintage_end: null }],
  ['developer', 'Ada', { vintage_start: 2020, vintage_end: null }, { vintage: '2020' }],
  ['developer', 'Ada', { vintage_start: 2020, vintage_end: 2021 }, { vintageStart: '2020' }],
  ['vintageEnd', '2020', { vintage_start: 2019, vintage_end: 2020 }],
  ['location', '"Lagos, Nigeria"', { country: 'NG' }],
])('a field from which others follow changes only what its cell or a constant says: %s %s', async (column, cell, changed, set = {}) => {
  await importText('id,title,standard,category,location,country,vintage\n1,Oak,VCS,Trees,Coast,KE,2019-2021\n');
  expect(await importText(`id,${column}\n1,${cell}\n`, { set })).toMatchObject({ errors: [], updated: 1 });
  expect((await stored())[0]).toMatchObject(changed);
});

it('a field that a file empties follows from the stored facts that the file does not state', async () => {
  await importText('id,title,standard,category,type,location,description\n1,Oak,VCS,Trees,Forestry,Here,Oaks.\n');
  expect(await importText('id,category,description\n1,,\n')).toMatchObject({ errors: [], updated: 1 });
  expect((await stored())[0]).toMatchObject({ category: 'Forestry', description: '' });
  expect(await importText('id,category,type\n1,Biochar,\n')).toMatchObject({ updated: 1 });
  expect((await stored())[0]).toMatchObject({ project_type: 'Biochar' });
  expect(await importText('id,category,type\n1,Biochar,\n')).toMatchObject({ unchanged: 1 });
});

it('a field that somebody stated stays, though it could follow from another; and a vintage cannot end before it begins', async () => {
  await importText('id,title,standard,type,location,unit_type,vintage\n1,Oak,VCS,Forestry,Here,Removal - technical,2019-2021\n');
  expect(await importText('id,type\n1,Wind')).toMatchObject({ updated: 1, errors: [] });
  const [oak] = await stored();
  expect(oak).toMatchObject({ category: 'Wind', unit_type: 'Removal - technical', image_url: has('/wind-') });
  const own = (await exportedAs('csv')).replace(',2019,2021,', ',2022,2021,');
  for (const text of ['id,vintageStart\n1,2022', own])
    expect(await errorsIn(text)).toEqual(['2 vintageStart "2022" is after the last year of the vintage, 2021']);
});

it('a project that is taken out of the catalogue is in none of its figures and files, is deleted for mirrors, and comes back only when it is restored', async () => {
  await importText(csv(header, '1,Oak,Trees,VCS,Here,issued,1,5', '2,Elm,Other,VCS,Here,issued,1,5'));
  /** How many projects are on sale, which one has the id, and the last change, with the project as it is listed then. */
  const shown = async () => {
    const { slug, change, project } = (await readChanges(0, 10_000)).changes.at(-1) ?? {};
    const { onSale } = await readCatalogueFigures();
    return { onSale, ofId: (await findByReference('VCS1'))?.slug, changed: slug, change, listed: project?.slug };
  };
  expect(await changeListed({ action: 'withdraw', reason: 'A duplicate' }, ['oak-1', 'oak-1'])).toMatchObject([{ title: 'Oak' }]);
  expect(await shown()).toEqual({ onSale: 1, ofId: undefined, changed: 'oak-1', change: 'deleted', listed: undefined });
  expect(await exportedAs('csv')).not.toContain('Oak');
  expect(await findWithdrawn('vcs 1')).toMatchObject({ slug: 'oak-1', reason: 'A duplicate' });
  const refused = listProjects({ category: ['Trees'] }, { limit: 1 });
  await expect(refused).rejects.toMatchObject({ errors: [{ field: 'category', allowed: ['Other'] }] });
  const notes = [{ column: 'slug', value: 'oak-1', reason: has('stays withdrawn') }];
  expect(await importText(csv(header, '1,Oak,Trees,VCS,Here,issued,2,5'))).toMatchObject({ updated: 1, notes });
  expect(await changeListed({ action: 'restore' }, ['oak-1', 'elm-2'])).toMatchObject([{ slug: 'oak-1' }]);
  expect(await shown()).toEqual({ onSale: 2, ofId: 'oak-1', changed: 'oak-1', change: 'created', listed: 'oak-1' });
});

it.each([
  ['keep', 'On sale', 5],
  ['not-yet-on-sale', 'Not yet on sale', 5],
  ['withdraw', undefined, 4],
] as const)(
  'a project on sale that is not in a file stays, is no longer on sale or is taken out of the catalogue: --missing=%s',
  async (missing, status, listed) => {
    const rows = ['1,Oak,Other,VCS,Here,issued,1,5', '2,Elm,Other,VCS,Here,issued,1,5', '3,Ash,Other,VCS,Here,issued,,5'];
    // The file says nothing of another standard, nor of a sample.
    await importText(csv(header, ...rows, '4,Kiln,Other,Gold Standard,Here,issued,1,5'));
    const sample = { external_id: 'SAMPLE-0001', figures_source: 'Sample', verification_standard: 'VCS' };
    await database.sql`insert into carbon_projects ${database.sql({ ...projectRow('sample'), ...sample })}`;
    const file = csv(header, '2,Elm,Other,VCS,Here,issued,1,5');
    expect(await importText(file, { missing, dryRun: true })).toMatchObject({ notInFile: ['oak-1'] });
    // One that only changes projects does not say which there are.
    expect(await importText('id,price\n2,2\n', { missing })).toMatchObject({ notInFile: [], updated: 1 });
    expect(await importText(file, { missing })).toMatchObject({ notInFile: ['oak-1'], isRejected: false });
    const { projects } = await listProjects({}, { limit: 10 });
    expect(projects.find(({ slug }) => slug === 'oak-1')?.status).toBe(status);
    expect(projects).toHaveLength(listed);
    // A bad row may be of any project.
    const bad = csv(header, '2,Elm,Other,VCS,Here,issued,1,5', '3,Ash,Other,VCS,Here,issued,much,5');
    expect(await importText(bad, { missing, skipBad: true })).toMatchObject({ notInFile: [], isRejected: missing !== 'keep' });
  },
);

const idsAndPrices = async () => (await stored()).map(({ external_id, price_per_credit }) => `${external_id}: ${price_per_credit}`);
const kilns = '9764,Kilns,Energy,Gold Standard,Dhaka,issued,7,8000';
const peat = '9764,Peat,Peatland,VCS,Riau,issued,9,12000';
it('the same number of two registries is two projects, also in one file', async () => {
  expect(await importText(csv(header, kilns))).toMatchObject({ created: 1 });
  expect(await importText(csv(header, peat))).toMatchObject({ created: 1, updated: 0 });
  expect(await importText(csv(header, peat, kilns))).toMatchObject({ unchanged: 2, errors: [] });
  const namesake = csv(header, kilns.replace('Kilns', 'Peat'));
  await database.sql`delete from carbon_projects where title = 'Kilns'`;
  for (const found of [{ created: 1 }, { unchanged: 1 }]) expect(await importText(namesake, { allowSameTitle: true })).toMatchObject(found);
  expect((await stored()).map(({ slug }) => slug)).toEqual(['peat-9764', 'peat-9764-2']);
  expect(await idsAndPrices()).toEqual(['9764: 900', '9764: 700']);
});

it('an id in another spelling means the same number of its registry, and the catalogue keeps its own spelling', async () => {
  await importText(csv(header, peat.replace('9764', 'VCS9764')));
  const notes = [{ line: 2, column: 'id', value: 'vcs-09764', reason: 'is written VCS9764 in the catalogue, which stays' }];
  const respelled = csv(header, peat.replace('9764', 'vcs-09764').replace(',9,', ',10,'));
  expect(await importText(respelled)).toMatchObject({ created: 0, updated: 1, notes });
  expect(await idsAndPrices()).toEqual(['VCS9764: 1000']);
  const other = { ...projectRow('other'), external_id: '09764', verification_standard: 'VCS' };
  await expect(database.sql`insert into carbon_projects ${database.sql(other)}`).rejects.toThrow(/carbon_projects_registry_key_unique/);
});

it('a second row of a project, of another vintage, is refused, and the first is stored if bad rows are skipped', async () => {
  const rows = csv(`${header},vintage`, `${peat},2021`, `${kilns},2022`, `${peat.replace('9764', 'VCS-9764')},2022`);
  const errors = [{ line: 4, column: 'id', reason: like(/same project as line 2, of another vintage.*keep one/) }];
  expect(await importText(rows)).toMatchObject({ created: 2, isRejected: true, errors });
  expect(await importText(rows, { skipBad: true })).toMatchObject({ created: 2, isRejected: false });
});

it('a new project with title, standard and country of another is refused with its address, unless it is said to be another', async () => {
  await importText(csv(header, 'AB-1,Oak,Trees,VCS,Here,issued,1,5'));
  const again = csv('title,category,standard,location', 'OAK,Trees,VCS,Here');
  const refused = { errors: [{ column: 'title', reason: like(/^is the title of \/projects\/oak-ab-1, .*its id is AB-1/) }] };
  expect(await importText(again, { dryRun: true })).toMatchObject(refused);
  expect(await importText(csv(header, '12,Oak,Trees,VCS,Here,issued,1,5'))).toMatchObject(refused);
  expect(await importText(csv(header, 'AB-2,Oak,Trees,VCS,Here,issued,1,5'))).toMatchObject({ created: 1 });
  expect(await importText(csv(header, '12,Oak,Trees,VCS,"Oulu, Finland",issued,1,5'))).toMatchObject({ created: 1 });
  expect(await importText(again, { allowSameTitle: true })).toMatchObject({ created: 1 });
});

it('rows of one project that say the same, but for the verification, are one, with a note', async () => {
  const columns = 'externalId,title,category,location,verifier,verifiedOn,area';
  const row = 'VCS1,Oak,Trees,Here,Ada,2023-03-31,1';
  const rows = [row, row.replace('Ada,2023', 'Bo,2024'), 'VCS1,Oak,Trees,Here,,,2', row.replace('Here', 'There')];
  const reason = 'says nothing of its project that an earlier row does not, but perhaps another verification. Left out';
  const notes = [3, 4].map((line) => ({ line, reason }));
  expect(await importText(csv(columns, ...rows.slice(0, 3)))).toMatchObject({ created: 1, errors: [], notes });
  expect((await importText(csv(columns, ...rows))).errors).toMatchObject([{ line: 5 }]);
  // The price is not of these rows.
  await importText(csv('externalId,price', 'VCS1,12'));
  expect(await importText(csv(columns, ...rows.slice(0, 3)))).toMatchObject({ unchanged: 1, errors: [] });
});

it('a list of prices names the registry where a number could be of two', async () => {
  await importText(csv(header, peat, kilns));
  const isOfBoth = like(/is the id of kilns-9764 .*and peat-9764/);
  expect(await errorsIn(csv('externalId,price', '9764,10'))).toEqual([isOfBoth]);
  await importText(csv('externalId,price', 'GS-9764,11'));
  await importText(csv('externalId,standard,price', '9764,Verra,12'));
  expect(await idsAndPrices()).toEqual(['9764: 1200', '9764: 1100']);
});

it('an address gives its project another id only with a note, and the same title under another standard is asked about', async () => {
  await importText(csv(`${header},slug`, `${peat},peat`));
  const notes = [{ column: 'id', value: '976', reason: 'replaces the id 9764 of peat' }];
  expect(await importText(csv(`${header},slug`, `${peat.replace('9764', '976')},peat`))).toMatchObject({ updated: 1, notes });
  await importText(csv(`${header},slug`, 'VCS5,Oak,Trees,VCS,Here,issued,1,1,oak'));
  expect(await errorsIn(csv('id,slug,price', 'VCS5,peat,2'))).toEqual([has('project than the one with the id VCS5')]);
  const sameTitle = csv(header, kilns.replace('9764,Kilns', '976,PEAT'));
  expect(await errorsIn(sameTitle)).toEqual([like(/ title .*with the same number/)]);
});

it('a bare number in a list of prices is the id that is written so; where an id only ends with it, it is asked about', async () => {
  // The last is of a standard whose ids begin with no letters.
  await importText(csv(header, peat, kilns.replace('9764', 'GS707'), '12,Reef,Marine,Plan Vivo,Here,issued,1,1'));
  const errors = [{ line: 3, reason: 'may be GS707 (kilns-gs707), or another registry’s', remedy: has('--set standard="Gold Standard"') }];
  expect(await importText(csv('externalId,price', '9764,10', '707,11', '12,5'), { skipBad: true })).toMatchObject({ errors });
  expect(await importText(csv('externalId,standard,price', '707,Gold Standard,11'))).toMatchObject({ updated: 1, errors: [] });
  expect(await idsAndPrices()).toEqual(['9764: 1000', 'GS707: 1100', '12: 500']);
});

it('a project that its registry does not register is not put on sale by a price alone', async () => {
  const rejected = `${peat.replace('9,12000', ',')},Rejected by Administrator,https://registry.verra.org/9764`;
  const notes = [{ column: 'status', reason: has('not on sale') }];
  expect(await importText(csv(`${header},status,registryUrl`, rejected))).toMatchObject({ created: 1, notes });
  expect((await importText(csv('externalId,standard,available', '9764,VCS,90'))).notes).toEqual([]);
  const prices = csv('externalId,standard,price,available', '9764,VCS,9,100');
  expect((await importText(prices)).notes).toMatchObject([{ column: 'status', reason: like(/^stays/) }]);
  expect((await importText(prices)).notes).toEqual([]);
  expect(await sale()).toMatchObject([{ sale_status: 'Not yet on sale', price_per_credit: 900 }]);
  expect(await importText(csv('externalId,standard,status', '9764,VCS,On sale'))).toMatchObject({ updated: 1 });
});

it('an id that differs from a project’s by a letter or a digit is warned of, or refused in a list of prices, and that project is named', async () => {
  await importText(csv(header, 'VCS1234,Rimba Raya,Trees,VCS,Borneo,issued,1,1', 'VCS1477,Katingan Peat,Trees,VCS,Borneo,issued,1,1'));
  const rows = [
    ...['VCS2341,Rimba Raya', 'VCS1243,Rimba Raya Reserve', 'VSC1477,Another', 'VCS1478,Another', 'VCS14O8,Yet another'],
    ...['VCS12345,Rimba Raya 2 of Ada', 'VCS1244,'],
  ];
  const file = csv(header, ...rows.map((row) => `${row},Trees,VCS,Borneo,issued,1,1`));
  const { notes, errors: missing } = await importText(file, { dryRun: true });
  const warned = (value: string, id: string) => {
    const reason = has(`makes a new project, and may be misread. Nearly that is ${id} (`);
    return { column: 'id', value, isWarning: true, reason };
  };
  expect(notes).toMatchObject([warned('VCS1243', 'VCS1234'), warned('VSC1477', 'VCS1477'), warned('VCS12345', 'VCS1234')]);
  // VCS2341 and VCS14O8 differ by more, and VCS1478 has another title. VCS1244 has no title: nothing else is said of it.
  expect(missing).toMatchObject([{ column: 'title', reason: 'is missing' }]);
  const near = { remedy: has('Nearly that is VCS1234 (rimba-raya-vcs1234, "Rimba Raya"). ') };
  const { errors } = await importText(csv('id,price', 'VCS1243,2', 'VCS12345,2', 'VCS9,2'), { dryRun: true });
  expect(errors).toMatchObject([near, near, { remedy: like(/^The file has no titles/) }]);
  expect((await importText(csv('slug,price', 'rimba-ray-vcs1234,2'))).errors).toMatchObject([near]);
  await importText(csv('title,category,standard,location', 'Oak Hedges,Trees,VCS,Kent'));
  expect((await importText(csv('slug,price', 'oak-hedge,2'))).errors).toMatchObject([{ remedy: has('is oak-hedges ("Oak Hedges").') }]);
});

it('another title for the id of a project is noted, and asked about if it has no word of the former one', async () => {
  const row = (title: string, slug = '') => csv(`${header},slug`, `VCS1234,${title},Trees,VCS,Borneo,issued,1,1,${slug}`);
  await importText(row('Rimba Raya Project'));
  const reason = 'is now the title of rimba-raya-project-vcs1234, which was "Rimba Raya Project"';
  const notes = [{ column: 'title', value: 'The Raya Reserve', reason }];
  expect(await importText(row('The Raya Reserve'))).toMatchObject({ updated: 1, errors: [], notes });
  expect((await importText(row('The Raya Reserve 2'), { dryRun: true })).notes).toMatchObject([{ value: 'The Raya Reserve 2' }]);
  expect(await importText(row('the Raya reserve'))).toMatchObject({ updated: 1, notes: [] });
  const asked = { reason: has('of rimba-raya-project-vcs1234, which has this id: "the Raya reserve"'), remedy: has('--allow-other-title') };
  expect(await importText(row('The Solar Project'))).toMatchObject({ isRejected: true, errors: [{ column: 'title', ...asked }] });
  expect(await importText(row('The Solar Project'), { allowOtherTitle: true })).toMatchObject({ updated: 1, errors: [] });
  expect(await importText(row('Oak', 'rimba-raya-project-vcs1234'))).toMatchObject({ updated: 1, errors: [], notes: [] });
  await importText(row('森林', 'rimba-raya-project-vcs1234'));
  expect(await importText(row('太阳能'))).toMatchObject({ isRejected: true, errors: [{ column: 'title' }] });
});

it('what is on sale needs a price and stated availability, whatever its row says: what a registry has issued or has left is neither', async () => {
  const columns =
    'Project ID,Project Name,Project Type,Project Site Country,Total Number of Offset Credits Registered ,Total Credits Remaining';
  expect(await importText(csv(columns, 'CAR1,Digester,Manure Digester,US,84267.0,5000'))).toMatchObject({ created: 1, errors: [] });
  expect(await importText(csv('externalId,price', 'CAR1,9.50'))).toMatchObject({ updated: 1, withoutAvailability: 1 });
  expect(await sale()).toMatchObject([{ sale_status: 'Not yet on sale', price_per_credit: 950, available_credits: null }]);
  expect(await stored()).toMatchObject([{ registry_issued: 84_267, verification_standard: 'Climate Action Reserve' }]);
  const both = csv('externalId,price,available', 'CAR1,9.50,100');
  expect(await importText(both)).toMatchObject({ updated: 0, errors: [{ column: 'unitsStatus', remedy: has('--set') }] });
  expect(await importText(both, { set: { units: 'pending' } })).toMatchObject({ updated: 1, errors: [] });
  expect(await sale()).toMatchObject([{ sale_status: 'On sale', available_credits: 100 }]);
  // --set answers for projects that state nothing: it never turns what is pending into issued.
  expect(await importText(both, { set: { units: 'issued' } })).toMatchObject({ unchanged: 1 });
  const rows = csv(`${header},status`, '1,Oak,Other,VCS,Here,issued,,5,On sale', '2,Elm,Other,VCS,Here,issued,10,,On sale');
  const reason = 'is missing, but the project is on sale';
  for (const price of ['price', 'pricePerCredit'])
    expect(await errorsIn(rows.replace('price', price))).toEqual([`2 ${price} "" ${reason}`, `3 available "" ${reason}`]);
});

it('what is on sale ends where a file says "Sold out", and is refused if the same row has credits', async () => {
  await importText(csv(header, '1,Oak,Other,VCS,Here,issued,10,5', '2,Elm,Other,VCS,Here,issued,10,7'));
  expect(await importText(csv('slug,status', 'oak-1,Sold out', 'elm-2,On sale'))).toMatchObject({ updated: 1, unchanged: 1, errors: [] });
  expect(await sale()).toMatchObject([
    { title: 'Oak', sale_status: 'Sold out', available_credits: 0 },
    { title: 'Elm', sale_status: 'On sale', available_credits: 7 },
  ]);
  const contradiction = '2 status "Sold out" contradicts 128,000 available credits: write 0, or "On sale"';
  expect(await errorsIn(csv('slug,status,available', 'elm-2,Sold out,128000'))).toEqual([contradiction]);
  expect(await importText(csv('slug,status', 'elm-2,Not yet on sale'))).toMatchObject({ updated: 1 });
  expect(await sale()).toMatchObject([{}, { sale_status: 'Not yet on sale', available_credits: 7 }]);
  // A project that is sold out stays so without a price.
  expect(await importText(csv('slug,price', 'oak-1,', 'elm-2,'))).toMatchObject({ updated: 2, withoutPrice: 1 });
});

it('what is on sale ends with a warning, where a price is empty or the registry says that it is not registered', async () => {
  await importText(csv(header, '1,Oak,Other,VCS,Here,issued,12,10', '2,Elm,Other,VCS,Here,issued,12,10'));
  const ends = [{ line: 3, reason: 'takes its project off sale', isWarning: true }];
  expect((await importText(csv('id,price', '1,13', '2,'))).notes).toMatchObject(ends);
  expect((await importText(csv('id,price', '1,13', '2,'))).notes).toEqual([]);
  const status = await importText(csv('id,title,standard,status', '2,Elm,VCS,Registered', '1,Oak,VCS,Withdrawn'));
  expect(status.notes).toContainEqual(expect.objectContaining(ends[0]));
});
