import { execFileSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { expectRun, runHere, startCommand } from '#tests/support/command.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { csvOf as csv, projectColumns as header, importProjects } from '#tests/support/project-files.ts';

const database = ownDatabase();
afterEach(async () => {
  await database.sql`delete from carbon_projects`;
});

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
  await expectCommand(['import', bad], 1, /not UTF-8 \(line 2, 3\)[\s\S]*--encoding/);
  await expectCommand(['import', bad, ...western, '--report', report], 1, /1 bad row[\s\S]*line 3, price "lots": is not a number/);
  expect(await readFile(report, 'utf8')).toContain('bad,3,price,lots,');
  await expectCommand(['import', bad, ...western, '--skip-bad'], 0);
  await expectCommand(['export', out], 0);
  await expectCommand(['import', out], 0, 'Nothing changed');
  const verdict = /^5 findings about 1 project: 0 wrong, 1 doubtful, 4 missing\.\n +1 {2}doubtful: .*[\s\S]*\noak-1: has no coordinates\n/;
  await expectCommand(['check', '--strict'], 1, verdict);
  await expectCommand(['import', good, '--map', 'nonsense'], 2, 'Write COLUMN=FIELD');
});

it('the command sets facts of one project, and says what is wrong without a word of files', async () => {
  await store(header, '1,Oak,Other,VCS,Here,issued,£12.50,1');
  const set = (...words: string[]) => ['set', 'oak-1', ...words];
  await expectCommand(set('price=28', 'prise=28'), 1, 'Error: A project has no field "prise". Did you mean "price"?\n');
  const unclear = /price "1,250": can be read as 1250 or as 1.25[\s\S]*website "none at all": is not a web address/;
  expect(await expectCommand(set('price=1,250', 'website=none at all'), 1, unclear)).not.toMatch(/file|row|--set/);
  const changed = 'pricePerCredit £12.50 → £28.00\navailableCredits 1 → 0\nOak (oak-1, 1) is changed.\n';
  expect(await expectCommand(set('price=28', 'status=Sold out'), 0)).toBe(changed);
  await expectCommand(set('status=Withdrawn'), 1, 'To take a project out of the catalogue: withdraw');
  const oaks = `${'Oaks and '.repeat(9)}elms.`;
  const would = `description nothing → ${oaks}\nOak (oak-1, 1) would be changed. Dry run, nothing was stored.\n`;
  await expectCommand(set(`description=${oaks}`, '--dry-run'), 0, would);
  await expectCommand(set('title=Caf\ufffd'), 1, /^title "Caf\ufffd": has U\+FFFD, .+ UTF-8/);
  await expectCommand(set('title=Cafe\u0301'), 0, 'title Oak → Caf\u00e9\nOak (oak-1, 1) is changed.\n');
  expect(await database.sql`select title from carbon_projects`).toEqual([{ title: 'Caf\u00e9' }]);
});

it('the command takes a project by its slug, a former one or its id in the registry, names it in words, and refuses an id that two have, naming both', async () => {
  await store(`${header},slug`, '9001,Oak,Other,VCS,Here,issued,1,1,oak', '9002,Elm,Other,VCS,Here,issued,1,1,elm');
  await database.sql`update carbon_projects set slug = 'oak-wood' where slug = 'oak'`;
  await expectCommand(['set', 'verra-9001', 'price=2'], 0, '£1.00 → £2.00\nOak (oak-wood, 9001) is changed.\n');
  await expectCommand(['set', 'oak', 'price=3'], 0, '£2.00 → £3.00\nOak (oak-wood, 9001) is changed.\n');
  const would = 'Oak (oak-wood, 9001): would be withdrawn\nDry run, nothing was changed. 1 project would be';
  await expectCommand(['withdraw', 'VCS 9001', '--dry-run'], 0, would);
  await expectCommand(['withdraw', 'VCS9001'], 0, 'Oak (oak-wood, 9001): withdrawn\n1 project withdrawn.');
  await expectCommand(['withdraw', 'VCS9001', '--dry-run'], 0, '0 projects would be withdrawn. Nothing changed: that is so already.');
  await expectCommand(['export', path.join(database.folder, 'rest.csv')], 0, /^Written to .*rest\.csv, without withdrawn projects\.\n$/);
  await expectCommand(['restore', 'VCS9001'], 0, 'Oak (oak-wood, 9001): restored');
  const [{ id = 0 } = {}] = await database.sql<{ id: number }[]>`select id from carbon_projects where slug = 'oak-wood'`;
  await database.sql`update carbon_projects set external_id = ${`CDC-${id}`} where slug = 'elm'`;
  await expectCommand(['set', String(id), 'price=9'], 1, `"${id}" is the id of elm (CDC-${id}) and oak-wood (ours): write the slug`);
  await expectCommand(['set', '9001', 'price=4'], 0, '£3.00 → £4.00\nOak (oak-wood, 9001) is changed.\n');
  await expectCommand(['set', 'VCS9009', 'price=2'], 1, 'The catalogue has no project "VCS9009".');
  await store(header, 'WCC200,Ash,Other,Woodland Carbon Code,Here,issued,1,1', 'PC200,Fir,Other,Peatland Code,Here,issued,1,1');
  const two = / 200" is the id of ash-wcc200 \(WCC200\) and fir-pc200 \(PC200\): write the slug of the one that is meant/;
  await expectCommand(['set', 'UK Land Carbon Registry 200', 'price=2'], 1, two);
  await expectCommand(['withdraw', 'UK Land Carbon Registry 200'], 1, two);
});

it('the command keeps the last export until the next one is complete, and writes into a pipe instead of replacing it', async () => {
  const out = path.join(database.folder, 'out.csv');
  await writeFile(out, 'The last backup');
  await database.sql`alter table carbon_projects rename column title to gone`;
  await expectCommand(['export', out], 1, /^Error: column "title" does not exist/);
  await database.sql`alter table carbon_projects rename column gone to title`;
  expect(await readFile(out, 'utf8')).toBe('The last backup');
  expect((await readdir(database.folder)).filter((name) => name.startsWith('out.csv'))).toEqual(['out.csv']);
  await expectCommand(['export', out], 0);
  expect(await readFile(out, 'utf8')).toMatch(/^\uFEFFexternalId,/);
  const pipe = path.join(database.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [piped] = await Promise.all([readFile(pipe, 'utf8'), expectCommand(['export', pipe], 0)]);
  expect([piped, (await stat(pipe)).isFIFO()]).toEqual([await readFile(out, 'utf8'), true]);
});
