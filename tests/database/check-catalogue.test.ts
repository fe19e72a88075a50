import { expect, it } from 'vitest';
import { checkCatalogue, severities } from '#server/domain/projects/check-catalogue.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { csvOf as csv, projectColumns as header, importProjects as importText } from '#tests/support/project-files.ts';

const database = ownDatabase();

it('a vintage that has not begun may have expected credits, but no issued ones', async () => {
  const rows = ['1,Oak,Other,VCS,Here,issued,10,5,2190-2195', '2,Elm,Other,VCS,Here,expected,10,5,2190-2195'];
  const { errors } = await importText(csv(`${header},vintage`, ...rows));
  expect(errors).toMatchObject([
    { line: 2, column: 'vintage', value: '2190', reason: 'has issued credits of a vintage that has not begun' },
  ]);
});

it('the check reports what looks wrong', async () => {
  await importText(
    csv(
      `${header},impact,country,latitude,longitude,source,as of,description,vintage`,
      // As much as both years of its vintage make.
      '1,Oak,Other,VCS,Here,issued,10,10,5,GB,52,-1,Register,2026-06-30,Oak wood.,2023-2024',
      '2,Elm,Other,VCS,Here,issued,1,1,0,GB,0,0,Register,2020-06-30,Elm',
      '3,Ash,Other,VCS,Here,issued,10,1,5,GB,-52,1,,,Ash wood.',
      '4,Ash,Other,VCS,Here,issued,5000,11,5,,,,Register,2026-06-30,Ash wood.,2023-2024',
      '5,Yew,Other,VCS,Here,issued,10,1,5,RU,66,-172,Register,2026-06-30,Yew wood.',
      '6,Bay,Other,VCS,Here,issued,10,1,5,RU,55,60,Register,2026-06-30,Bay wood.',
      '7,Fir,Other,VCS,Here,issued,N/A,1,5,RU,55,-100,Register,2026-06-30,Fir wood.',
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => `2${at},Place ${name},Other,VCS,Here,issued,10,1,5,GB,54,-2,,,`),
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((name, at) => `3${at},Hill ${name},Other,VCS,Here,issued,10,1,5,GB,53,-2,,,`),
    ),
  );
  await database.sql`update carbon_projects set withdrawn_at = now() where external_id = '30'`;
  // 320 are left at its registry; what is expected is not among them yet.
  const { notes } = await importText(
    csv(
      `${header},registryIssued,registryRetired`,
      '8,Gum,Other,VCS,Here,issued,10,4200,329,9',
      '9,Box,Other,VCS,Here,issued,10,320,329,9',
      '10,Ivy,Other,VCS,Here,expected,10,4200,329,9',
      '11,May,Other,VCS,Here,issued,10,330,329,',
      '12,Bog,Other,VCS,Here,expected,10,1,329,330',
    ),
  );
  const registry = ['4200 > 329 − 9', '330 > 329', '330 > 329'];
  expect(notes.map(({ line, column, value }) => [line, column, value])).toEqual([
    ...[
      [2, 'available', registry[0]],
      [5, 'available', registry[1]],
      [6, 'registryRetired', registry[2]],
    ],
  ]);
  const found = (await checkCatalogue()).map(({ slug, kind, details }) => `${slug}: ${kind}: ${details}`);
  for (const finding of [
    'ash-4: has more credits for sale than its annual impact times its vintage years: 11 > 5 × 2',
    ...['elm-2: is on sale with an impact of 0', 'elm-2: lies at 0, 0', 'ash-4: has no country'],
    ...['ash-3: coordinates are outside its country: -52, 1 is not in GB', 'ash-3: has the title of other projects: 1'],
    "ash-4: price is more than ten times off its category's median",
    ...notes.map(({ line, reason, value }) => `${['gum-8', '', '', 'may-11', 'bog-12'][line - 2]}: ${reason}: ${value}`),
    'place-six-25: lies exactly where five others do: in the middle of a country?: 54, -2',
    ...['fir-7: has credits to sell, but no price', 'fir-7: coordinates are outside its country: 55, -100 is not in RU'],
  ])
    expect(found).toContainEqual(has(finding));
  expect(found.filter((finding) => /^(oak|yew|bay|hill.*exactly)/.test(finding))).toEqual([]);
  const order = (await checkCatalogue()).map(({ severity }) => severities.indexOf(severity));
  expect(order).toEqual(order.toSorted());
});
