import { execFileSync } from 'node:child_process';
import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { checkCatalogue, severities } from '#server/domain/projects/check-catalogue.ts';
import { importCatalogue } from '#server/domain/projects/import/import-catalogue.ts';
import { mapColumns } from '#server/domain/projects/import/map-columns.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { readTable } from '#server/platform/tables/read-table.ts';
import { expectRun, runHere, startCommand } from '#tests/support/command.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { csv, header, importProjects } from '#tests/support/project-files.ts';
import { projectRow } from '#tests/support/projects.ts';
import { exportedAs } from '#tests/support/whole-list.ts';

const database = ownDatabase();
beforeEach(() => database.sql`delete from carbon_projects`);

const expectCommand = (words: string[], code: number, said?: string | RegExp) => expectRun(runHere('catalogue', words), code, said);
const store = (...rows: string[]) => importProjects(csv(...rows));

it('the command imports, repeats, exports and reports with exit codes', async () => {
  const files = ['good.csv', 'bad.csv', 'report.csv', 'out.json'].map((name) => path.join(database.folder, name));
  const [good = '', bad = '', report = '', out = ''] = files;
  const rows = [header, '1,Oak,Other,VCS,Here,issued,£12.50,1', '2,Chêne,Other,VCS,Here,issued,lots,1'] as const;
  await writeFile(good, csv(rows[0], rows[1]));
  await writeFile(bad, Buffer.from(csv(...rows), 'latin1'));
  const western = ['--encoding', 'windows-1252'];
  await expectRun(startCommand('catalogue', ['import', good]), 0, '1 created, 0 updated, 0 unchanged.\n');
  await expectCommand(['import', bad, ...western, '--report', report], 1, /1 bad row[\s\S]*line 3, price "lots": is not a number/);
  expect(await readFile(report, 'utf8')).toContain('bad,3,price,lots,');
  const unskipped = ['import', bad, ...western, '--skip-bad', '--missing', 'withdraw'];
  await expectCommand(unskipped, 1, 'nothing was stored. With --missing withdraw, no bad row is skipped. The rest');
  await expectCommand(['import', bad, ...western, '--skip-bad'], 0);
  await expectCommand(['export', out], 0);
  expect(await readFile(out, 'utf8')).toMatch(/^\{"total":1,/);
  await expectCommand(['import', out], 0, 'Nothing changed');
  const verdict = /^5 findings about 1 project: 0 wrong, 1 doubtful, 4 missing\.\n +1 {2}doubtful: .*[\s\S]*\noak-1: has no coordinates\n/;
  await expectCommand(['check', '--strict'], 1, verdict);
});

it('the command sets facts of one project, and says what is wrong without a word of files', async () => {
  await store(header, '1,Oak,Other,VCS,Here,issued,£12.50,1');
  const set = (...words: string[]) => ['set', 'oak-1', ...words];
  await expectCommand(set('price=28', 'prise=28'), 1, 'Error: A project has no field "prise". Did you mean "price"?\n');
  const unclear = /price "1,250": can be read as 1250 or as 1.25[\s\S]*website "none at all": is not a web address/;
  const wrong = set('price=1,250', 'website=none at all', 'status=On sale');
  expect(await expectCommand(wrong, 1, unclear)).not.toMatch(/file|row|--set|withdraw/);
  const changed = 'title Oak → Caf\u00e9\npricePerCredit £12.50 → £28.00\navailableCredits 1 → 0\nOak (oak-1, 1) is changed.\n';
  expect(await expectCommand(set('price=28', 'status=Sold out', 'title=Cafe\u0301'), 0)).toBe(changed);
  await expectCommand(set('status=Withdrawn'), 1, 'To take a project out of the catalogue: withdraw');
  const oaks = `${'Oaks and '.repeat(9)}elms.`;
  const would = `description nothing → ${oaks}\nCaf\u00e9 (oak-1, 1) would be changed. Dry run, nothing was stored.\n`;
  await expectCommand(set(`description=${oaks}`, '--dry-run'), 0, would);
  await expectCommand(set('price=1', 'Price=2'), 2, '"price" is given twice.');
  await expectCommand(set('slug=elm'), 2, 'A slug is not set here.');
  const unknown = /country "Kennya": is not an ISO 3166-1 country[\s\S]*registryIssued "-5": is negative/;
  await expectCommand(set('country=Kennya', 'registryIssued=-5'), 1, unknown);
  await expectCommand(set('vintage=', 'Project ID='), 2, '"externalId" is replaced, never cleared.');
  await expectCommand(set('price per credit=12'), 2, 'price, in pounds, or pricePerCredit, in pence.');
  const address = 'https://registry.verra.org/app/projectDetail/VCS/1';
  const meant = `location Here → GB\nfiguresSource nothing → ${address}\nCaf\u00e9 (oak-1, 1) is changed.\n`;
  expect(await expectCommand(set(`figuresSource=${address}`, 'location=GB'), 0)).toBe(meant);
  expect(await database.sql`select title from carbon_projects`).toEqual([{ title: 'Caf\u00e9' }]);
});

it('a dry run says how each column is read, or why it is not, what would change, and what is on sale without being in the file', async () => {
  await store(header, '1,Oak,Other,VCS,Here,issued,12.50,1', '2,Elm,Other,VCS,Here,issued,12.50,1');
  const sample = { ...projectRow('sample'), external_id: 'SAMPLE-0001', figures_source: 'Sample' };
  await database.sql`insert into carbon_projects ${database.sql(sample)}`;
  const write = async (...lines: string[]) => {
    const file = path.join(database.folder, 'file.csv');
    await writeFile(file, csv(...lines));
    return file;
  };
  const columns = 'id,title,standard,location,price,Project ID,Price (USD),"Volume of a ""lot""",Total Credits Remaining,Shape';
  const whole = await write(columns, '1,Oak,VCS,Here,13,1,14,9,9,round', '3,Ash,VCS,Here,,3,14,9,9,round');
  const said = await expectCommand(['import', whole, '--dry-run', '--missing', 'withdraw'], 0);
  for (const words of [
    'id                       not used: the ids are those of "Project ID"\n',
    'price                    price (pounds)\n',
    'Price (USD)              not used: prices are in pounds\n',
    'not used. If it is what you sell: --map "Volume of a \\"lot\\""=availableCredits\n',
    `not used: the registry's total. If it is what you sell: --map "Total Credits Remaining"=availableCredits\n`,
    'Shape                    not used\n',
    'Note: 1 project without a price: not yet on sale\n',
    'Note: on sale and not in the file, withdrawn: 1 project (elm-2)\n',
    '\n  oak-1: pricePerCredit £12.50 → £13.00\nThe first new projects:\n  ash-3: externalId 3 | title Ash | category Other | ',
    'Dry run, nothing was stored. It would be: 1 created, 1 updated, 0 unchanged, 1 of the others withdrawn.\n',
    'The catalogue has 1 invented sample. To delete all: ',
  ])
    expect(said).toMatch(words);
  const partial = await write('slug,website,Offer', 'oak-1,www.oak.example,13', 'elk-1,www.elk.example,13');
  const offered = '--map "Offer"=price';
  expect(await expectCommand(['import', partial, '--skip-bad'], 0, '1 updated, 0 unchanged, 1 bad row skipped.')).toContain(offered);
  const unknown = 'Nothing was changed: line 3, "elk-1", is no project of the catalogue.';
  await expectCommand(['withdraw', partial, '--ignore', 'Offer'], 1, unknown);
  const unclear = await write('id,standard', '1,VCS,2', '"VCS1, VCS2",VCS', '2,VCS');
  const faults = /^Error: Nothing was changed: line 2, "1", has more cells.* by 1; .*; line 3, "VCS1, VCS2", has ids of several projects/;
  await expectCommand(['withdraw', unclear], 1, faults);
  const both = await write('slug,title', 'oak-1,Oak', 'elm-2,');
  const published = '2 projects withdrawn. Whoever opens one of their addresses reads: "Twice".';
  await expectCommand(['withdraw', both, '--reason', 'Twice'], 0, published);
  const already = (count: string) => `0 projects withdrawn. ${count} so already, and the reason stays.`;
  await expectCommand(['withdraw', both, '--reason', 'Sold', '--ignore', 'title'], 0, already('2 projects are'));
  await expectCommand(['restore', 'elm-2'], 0);
  await expectCommand(['withdraw', both, '--dry-run', '--ignore', 'title'], 0, '1 project would be withdrawn. 1 project is so already.\n');
  const strangers = await write('id,title,standard', '77,Ash,VCS', '78,Yew,VCS');
  const none = 'Error: Nothing was changed: line 2, "77", is no project of the catalogue; line 3, "78", is no project of the catalogue.\n';
  await expectCommand(['withdraw', strangers], 1, none);
  await expectCommand(['remove-samples'], 0, /^Deleted 1 sample project\.\n$/);
});

it('the command takes a project by its slug, a former one or its id in the registry, names it in words, and refuses an id that two have, naming both', async () => {
  await store(`${header},slug`, '9001,Oak,Other,VCS,Here,issued,1,1,oak', '9002,Elm,Other,VCS,Here,issued,1,1,elm');
  await database.sql`update carbon_projects set slug = 'oak-wood' where slug = 'oak'`;
  await expectCommand(['set', 'verra-9001', 'price=2'], 0, '£1.00 → £2.00\nOak (oak-wood, 9001) is changed.\n');
  await expectCommand(['set', 'oak', 'price=3'], 0, '£2.00 → £3.00\nOak (oak-wood, 9001) is changed.\n');
  const would = 'Oak (oak-wood, 9001): would be withdrawn\nDry run, nothing was changed. 1 project would be withdrawn. ';
  const reads = 'Whoever opens its address would read: "Listed twice".\n';
  await expectCommand(['withdraw', 'VCS 9001', '--reason', 'Listed twice', '--dry-run'], 0, `${would}${reads}`);
  await expectCommand(['withdraw', 'VCS9001'], 0, 'Oak (oak-wood, 9001): withdrawn\n1 project withdrawn.');
  await expectCommand(['restore', 'VCS9001'], 0, 'Oak (oak-wood, 9001): restored');
  const [{ id = 0 } = {}] = await database.sql<{ id: number }[]>`select id from carbon_projects where slug = 'oak-wood'`;
  await database.sql`update carbon_projects set external_id = ${`CDC-${id}`} where slug = 'elm'`;
  await expectCommand(['set', String(id), 'price=9'], 1, `"${id}" is the id of elm (CDC-${id}) and oak-wood (ours): write the slug`);
  await expectCommand(['set', 'VCS9009', 'price=2'], 1, 'The catalogue has no project "VCS9009".');
  await expectCommand(['withdraw', 'elm', '--list', 'Offers'], 2, '--list does nothing with "elm", which names a project and no file\n');
  await expectCommand(['restore', 'elm', '--ignore', 'Shape'], 2, 'Error: --ignore does nothing with "elm"');
  await expectCommand(['restore', 'elms.csv', '--decimal', 'comma'], 2, 'Error: --decimal does nothing with restore\n');
});

it('the command keeps the last export until the next one is complete, and writes into a pipe instead of replacing it', async () => {
  const out = path.join(database.folder, 'out.csv');
  await writeFile(out, 'The last backup');
  await database.sql`alter table carbon_projects rename column title to gone`;
  await expectCommand(['export', out], 1, /^Error: column "title" does not exist/);
  await database.sql`alter table carbon_projects rename column gone to title`;
  expect(await readFile(out, 'utf8')).toBe('The last backup');
  expect((await readdir(database.folder)).filter((name) => name.startsWith('out.csv'))).toEqual(['out.csv']);
  await expectCommand(['export', out], 0, /^Written to .*out\.csv, without withdrawn projects\.\n$/);
  expect(await readFile(out, 'utf8')).toMatch(/^\uFEFFexternalId,/);
  const [link, linked] = ['link.csv', 'linked.csv'].map((name) => path.join(database.folder, name)) as [string, string];
  await symlink('linked.csv', link);
  await expectCommand(['export', link], 0);
  const workbook = path.join(database.folder, 'out.xlsx');
  await expectCommand(['export', workbook], 2, 'Error: The catalogue is written as CSV or JSON, not as .xlsx: ');
  await expectCommand(['export', workbook, '--format', 'csv'], 0, 'Written to ');
  expect([await readFile(linked, 'utf8'), await readlink(link)]).toEqual([await readFile(out, 'utf8'), 'linked.csv']);
  const pipe = path.join(database.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [piped] = await Promise.all([readFile(pipe, 'utf8'), expectCommand(['export', pipe], 0)]);
  expect([piped, (await stat(pipe)).isFIFO()]).toEqual([await readFile(out, 'utf8'), true]);
});

const hostile = [
  ...['=1+1', "'=1+1", "''+x", '+44', '@home', '-5', '＝1+1', "'＠SUM(A1)", '＋44', "'quoted'", 'a "b", c', 'two\nlines'],
  ...['שלום, עולם', 'مرحبا', '𝒳 🌳', 'None', 'N/A', 'compare', '000123', 'forests,ifm'],
];

const label = { label: 'CCP-labelled', vintageStart: null, vintageEnd: null, source: 'https://a.example/x?y=(1)', asOf: '2026-01-31' };
const sdg = { ...label, label: 'SDG 7', vintageStart: 2020, vintageEnd: 2021 };

it('an export as CSV or JSON is imported back without a change, and the public list as a workbook changes nothing either', async () => {
  // Texts that are difficult to write into a file and to read back.
  const json = (value: object[]) => database.sql.json(value as never);
  const rows = hostile.map((title, i) => ({
    ...{ external_id: i % 3 === 0 ? `X${i}` : null, slug: `project-${i}`, title, description: i % 2 === 0 ? title : 'Oak.' },
    ...{ category: i === 3 ? title : 'reforestation', verification_standard: 'verra', location: i % 5 === 0 ? '-' : 'Here' },
    ...{ price_per_credit: i === 0 ? null : i * 7, available_credits: i % 8 === 7 ? null : i % 4, impact_per_year: i },
    ...{ country: 'NA', latitude: -1.5, longitude: -2.25, featured: i % 7 === 0, figures_as_of: '2026-01-31' },
    ...{ status: i % 6 === 5 ? 'Not yet on sale' : 'On sale', units_status: i % 2 === 0 ? 'expected' : null },
    ...{ surveyed_on: '2026-01-31', survey_points: i + 1 },
    labels: i % 2 === 0 ? null : json([{ ...label, source: title.replace('\n', ' ') }, sdg]),
    ratings: i % 3 === 0 ? null : json([{ rating: ['A (watch)', '[A]'][i - 4] ?? '-', agency: 'An agency', date: '2026-01-31' }]),
  }));
  await database.sql`insert into carbon_projects ${database.sql(rows)}`;
  const stored = () => database.sql`select * from carbon_projects order by id`;
  const same = { created: 0, updated: 0, unchanged: hostile.length, errors: [] };
  const file = path.join(database.folder, 'list.xlsx');
  const response = await catalogueFiles().request('/projects.xlsx');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const table = await readTable(file);
  expect(await importCatalogue(table, mapColumns(table), { dryRun: true })).toMatchObject({ ...same, changes: [] });
  expect(mapColumns(table).given).toContain('pricePerCredit');
  for (const format of ['csv', 'json'] as const) {
    const text = await exportedAs(format);
    expect(await importProjects(text), format).toMatchObject(same);
    // Files leave out the picture: a project that is created gets a landscape.
    const others = { id: expect.any(Number), created_at: expect.any(Date), updated_at: expect.any(Date) };
    const expected = (await stored()).map((row) => ({ ...row, ...others, image_url: has('/pictures/landscapes/') }));
    await database.sql`delete from carbon_projects`;
    expect(await importProjects(text)).toMatchObject({ created: hostile.length });
    expect(await stored(), format).toEqual(expected);
  }
});

it('a vintage that has not begun may have expected credits, but no issued ones', async () => {
  const rows = ['1,Oak,Other,VCS,Here,issued,10,5,2190-2195', '2,Elm,Other,VCS,Here,expected,10,5,2190-2195'];
  const error = { line: 2, reason: 'has issued credits of a vintage that has not begun' };
  expect(await store(`${header},vintage`, ...rows)).toMatchObject({ errors: [{ ...error, column: 'vintage', value: '2190' }] });
  // A last year alone is the only one.
  expect(await store(`${header},last vintage`, ...rows)).toMatchObject({ errors: [{ ...error, column: 'last vintage', value: '2195' }] });
});

it('the check reports what looks wrong', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await store(
    `${header},impact,country,latitude,longitude,source,as of,description,vintage`,
    // As much as both years of its vintage make.
    `1,Oak,Other,VCS,Here,issued,10,10,5,GB,52,-1,Register,${today},Oak wood.,2023-2024`,
    '2,Elm,Other,VCS,Here,issued,1,1,0,GB,0,0,Register,2020-06-30,Elm',
    '3,Ash,Other,VCS,Here,issued,10,1,5,GB,-52,1,,,Ash wood.',
    `4,Ash,Other,VCS,Here,issued,5000,11,5,,,,Register,${today},Ash wood.,2023-2024`,
    `5,Yew,Other,VCS,Here,issued,10,1,5,RU,66,-172,Register,${today},Yew wood.`,
    `6,Bay,Other,VCS,Here,issued,10,1,5,RU,55,60,Register,${today},Bay wood.`,
    `7,Fir,Other,VCS,Here,issued,N/A,1,5,RU,55,-100,Register,${today},Fir wood.`,
    ...['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => `2${at},Place ${name},Other,VCS,Here,issued,10,1,5,GB,54,-2,,,`),
    ...['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => `3${at},Hill ${name},Other,VCS,Here,issued,10,1,5,GB,53,-2,,,`),
  );
  await database.sql`update carbon_projects set withdrawn_at = now() where external_id = '30'`; // So no hill lies where five others do.
  // 320 are left at its registry; what is expected is not among them yet.
  const { notes } = await store(
    `${header},registryIssued,registryRetired`,
    '8,Gum,Other,VCS,Here,issued,10,4200,329,9',
    '9,Box,Other,VCS,Here,issued,10,320,329,9',
    '10,Ivy,Other,VCS,Here,expected,10,4200,329,9',
    '11,May,Other,VCS,Here,issued,10,330,329,',
    '12,Bog,Other,VCS,Here,expected,10,1,329,330',
  );
  const moreThanLeft = 'has more issued credits for sale than its registry has issued and not retired';
  const moreThanIssued = 'has more credits retired by its registry than issued';
  expect(notes.map(({ line, column, reason, value }) => `${line} ${column}: ${reason}: ${value}`)).toEqual([
    `2 available: ${moreThanLeft}: 4200 > 329 − 9`,
    `5 available: ${moreThanLeft}: 330 > 329`,
    `6 registryRetired: ${moreThanIssued}: 330 > 329`,
  ]);
  const issued = { ...projectRow('issued'), units_status: 'issued' };
  // Five with a price in their category, the fewest that are compared; a box is taken a degree wider than it is.
  const odd = [
    { ...issued, slug: 'ahead', figures_as_of: '2190-01-01', country: 'KE', latitude: 6.9, longitude: 33 },
    { ...issued, slug: 'beyond', country: 'KE', latitude: 7.1, longitude: 33 },
    { ...issued, slug: 'cafe', description: 'BiogÃ¡s.' },
    { ...issued, slug: 'capital', description: 'An der StraÃŸe.', monitoring: 'PANÃ' },
    { ...issued, slug: 'cyrillic', description: 'ÐšÐ¾' },
    { ...issued, slug: 'capitals', description: '“PAN\u00c3”' },
    { ...issued, slug: 'dear', price_per_credit: 28_501 },
    { ...issued, slug: 'endless', title: 'Oak '.repeat(38).trim(), available_credits: null },
    { ...issued, slug: 'further', title: 'Hill one', category: 'Other', status: 'Not yet on sale' },
    { ...issued, slug: 'given', title: 'Ãœbersee', category: 'Other', units_status: null },
  ];
  for (const row of odd) await database.sql`insert into carbon_projects ${database.sql(row)}`;
  const found = (await checkCatalogue()).map(({ slug, kind, details }) => `${slug}: ${kind}: ${details}`);
  for (const finding of [
    'ash-4: has more credits for sale than its annual impact times its vintage years: 11 > 5 × 2',
    ...['elm-2: is on sale with an impact of 0', 'elm-2: lies at 0, 0', 'ash-4: has no country'],
    ...['ash-3: coordinates are outside its country: -52, 1 is not in GB', 'ash-3: has the title of other projects: 1'],
    "ash-4: price is more than ten times off its category's median",
    ...[`gum-8: ${moreThanLeft}: 4200 > 329 − 9`, `may-11: ${moreThanLeft}: 330 > 329`, `bog-12: ${moreThanIssued}: 330 > 329`],
    'place-six-25: lies exactly where five or more others do: in the middle of a country?: 54, -2',
    ...['fir-7: has credits to sell, but no price', 'fir-7: coordinates are outside its country: 55, -100 is not in RU'],
    ...['elm-2: figures are older than two years: 2020-06-30', 'elm-2: description only repeats the title'],
    ...['ahead: figures are dated in the future: 2190-01-01', 'beyond: coordinates are outside its country: 7.1, 33 is not in KE'],
    ...['cafe: text looks garbled', 'cafe: has no source for its figures', 'cafe: has no date for its figures'],
    ...['capital: text looks garbled', 'cyrillic: text looks garbled'],
    "dear: price is more than ten times off its category's median",
    ...['endless: title has more than 150 characters: 151', 'endless: has a price, but no stated availability'],
    'further: is not yet on sale, but has credits available: 100',
    ...['given: is on sale, but does not state whether its credits are issued', 'given: text looks garbled'],
  ])
    expect(found).toContainEqual(has(finding));
  const mistaken = /^(oak|yew|bay|hill.*exactly|capitals: text|ahead: coordinates|further: has the title)/;
  expect(found.filter((finding) => mistaken.test(finding))).toEqual([]);
  const withoutDate = found.filter((finding) => finding.includes('no date for'));
  expect(withoutDate).toEqual(withoutDate.toSorted());
  const more = '; --all lists them';
  const listed = await expectCommand(['check'], 0, more);
  expect(listed.match(/^\S+: has no date for its figures$/gm)).toHaveLength(5);
  expect(await expectCommand(['check', '--all'], 0, 'place-six-25: has no date for its figures\n')).not.toContain(more);
  const order = (await checkCatalogue()).map(({ severity }) => severities.indexOf(severity));
  expect(order).toEqual(order.toSorted());
});
