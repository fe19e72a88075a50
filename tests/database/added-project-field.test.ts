import { beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { api } from '#server/api/index.ts';
import { openApiDocument } from '#server/api/routes.ts';
import { importCatalogue } from '#server/domain/projects/import/import-catalogue.ts';
import { mapColumns, type ProjectMapOptions } from '#server/domain/projects/import/map-columns.ts';
import { parseCatalogue } from '#server/domain/projects/import/parse-catalogue.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { parseTable } from '#server/platform/tables/read-table.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

// A field of every type, added as CONTRIBUTING describes: a migration (below, in SQL) and the table of fields.
vi.mock('#shared/schemas/project.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#shared/schemas/project.ts')>();
  const { field, ...types } = await import('#shared/schemas/field-types.ts');
  const paper = z.strictObject({
    title: types.itemText(20),
    address: types.webAddress().schema,
    date: types.day().schema.nullable().default(null),
  });
  const projectFields = {
    ...original.projectFields,
    score: field(types.text(10), 'A fictitious score.', 'scored letter'),
    history: field(types.text(500, { paragraphs: true }), 'What happened.', ''),
    firstYear: field(types.wholeNumber({ min: 1990, max: 2100 }), 'When it began.', 'plantedfrom'),
    heldShare: field(types.share(), 'What is held.', 'held'),
    scoredOn: field(types.day(), 'Day of the score.', 'dayofscore'),
    sourceLink: field(types.webAddress(), 'Where that is stated.', 'linktosource'),
    effect: field(types.oneOf(['reduction', 'removal']), 'What it does.', ''),
    isAdjusted: field(types.flag(), 'Whether it is adjusted.', 'adjusted'),
    papers: field(types.listOf(paper, 2), 'Papers about it.', 'writings'),
  };
  const storedFields = original.fieldList(projectFields);
  return { ...original, projectFields, storedFields, project: original.projectOf(storedFields) };
});

const database = ownDatabase();
beforeAll(async () => {
  await database.sql`
    alter table carbon_projects
      add column score text,
      add column history text,
      add column first_year integer,
      add column held_share double precision,
      add column scored_on date,
      add column source_link text,
      add column effect text,
      add column is_adjusted boolean,
      add column papers jsonb
  `;
});

const oak = {
  title: 'Oak',
  slug: 'oak',
  category: 'Other',
  standard: 'VCS',
  location: 'Here',
  units: 'issued',
  price: '1',
  available: '1',
};
const values = {
  score: 'AA+',
  history: 'Planted in 2019.\nThinned in 2024.',
  firstYear: 2021,
  heldShare: 0.123,
  scoredOn: '2026-03-31',
  sourceLink: 'https://registry.example/oak?a=1',
  effect: 'removal',
  isAdjusted: false,
  papers: [
    { title: 'Plan', address: 'https://registry.example/plan.pdf', date: '2026-01-02' },
    { title: 'Report, "final"', address: 'https://registry.example/report.pdf', date: null },
  ],
};
const columns = `score, history, first_year as "firstYear", held_share as "heldShare", to_char(scored_on, 'YYYY-MM-DD') as "scoredOn",
  source_link as "sourceLink", effect, is_adjusted as "isAdjusted", papers`;
const stored = async (slug = 'oak') =>
  ({ ...(await database.sql`select ${database.sql.unsafe(columns)} from carbon_projects where slug = ${slug}`)[0] }) as Record<
    string,
    unknown
  >;
const read = (rows: object[] | string, options: ProjectMapOptions = {}) => {
  const table = parseTable(typeof rows === 'string' ? rows : JSON.stringify(rows));
  return parseCatalogue(table, mapColumns(table, options));
};
const importText = (text: string) => importCatalogue(parseTable(text));

test('a new field of any type is imported as data and as people write it, under each of its names', async () => {
  await importText(JSON.stringify([{ ...oak, ...values }]));
  expect(await stored()).toEqual(values);
  const { scored, ...written } = {
    scored: 'AA+',
    History: values.history,
    'Planted from': '2021',
    held: '12.3 %',
    'Day of score': '31/03/2026',
    'link to source': values.sourceLink,
    Effect: 'Removal',
    Adjusted: 'No',
    writings: JSON.stringify(values.papers),
  };
  expect(read([{ ...oak, scored, ...written }]).projects[0]).toMatchObject(values);
});

test('a new field of any type is null if a file omits it or leaves it blank', async () => {
  const nothing = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
  expect(read([oak]).projects[0]).toMatchObject(nothing);
  expect(read([{ ...oak, ...nothing, score: 'N/A', papers: [] }]).projects[0]).toMatchObject(nothing);
});

test('a new field of any type is in the files, in version 1 of the API, in its changes and in its documentation', async () => {
  await importText(JSON.stringify([{ ...oak, ...values }]));
  const files = catalogueFiles('https://carma.example');
  const rest = api({ renderForm: () => Promise.reject(new Error('No form is posted')), readSite: async () => undefined });
  const csv = await (await files.request('/projects.csv')).text();
  const apiCsv = await (await rest.request('/v1/projects.csv')).text();
  // After the existing columns.
  for (const text of [csv, apiCsv])
    expect(text.split('\r\n')[0]).toMatch(new RegExp(`,url,monitoring,.*${Object.keys(values).join(',')},priced,priceGbp$`));
  for (const text of [csv, apiCsv]) expect(text).toContain('/projects/oak,');
  expect(await importText(csv)).toMatchObject({ updated: 0, unchanged: 1 });
  expect(read(apiCsv).projects).toMatchObject([values]);
  expect((await (await files.request('/projects.json')).json()).projects).toMatchObject([values]);
  expect((await (await rest.request('/v1/projects')).json()).projects).toMatchObject([values]);
  expect(await (await rest.request('/v1/projects/oak')).json()).toMatchObject(values);
  expect((await (await rest.request('/v1/changes')).json()).changes.at(-1).project).toMatchObject(values);
  const { Project } = openApiDocument('https://carma.example').components?.schemas ?? {};
  expect(Project).toMatchObject({
    properties: { score: { description: 'A fictitious score. Null: not stated.' }, papers: {} },
    required: expect.arrayContaining(Object.keys(values)),
  });
});
