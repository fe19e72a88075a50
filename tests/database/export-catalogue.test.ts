import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { importCatalogue } from '#server/domain/projects/import/import-catalogue.ts';
import { mapColumns } from '#server/domain/projects/import/map-columns.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { readTable } from '#server/platform/tables/read-table.ts';
import { has } from '#tests/support/matchers.ts';
import { ownDatabase } from '#tests/support/own-database.ts';
import { importProjects as importText } from '#tests/support/project-files.ts';
import { exportedAs } from '#tests/support/whole-list.ts';

const database = ownDatabase();

const stored = () => database.sql`select * from carbon_projects order by id`;

const hostile = [
  ...['=1+1', "'=1+1", "''+x", '+44', '@home', '-5', '＝1+1', "'＠SUM(A1)", '＋44', "'quoted'", 'a "b", c', 'two\nlines'],
  ...['שלום, עולם', 'مرحبا', '𝒳 🌳', 'None', 'N/A', 'compare', '000123', 'forests,ifm'],
];

const label = { label: 'CCP-labelled', vintageStart: null, vintageEnd: null, source: 'https://a.example/x?y=(1)', asOf: '2026-01-31' };
const sdg = { ...label, label: 'SDG 7', vintageStart: 2020, vintageEnd: 2021 };

beforeEach(async () => {
  await database.sql`delete from carbon_projects`;
  const json = (value: object[]) => database.sql.json(value as never);
  const rows = hostile.map((title, i) => ({
    ...{ external_id: i % 3 === 0 ? `X${i}` : null, slug: `project-${i}`, title, description: i % 2 === 0 ? title : 'Oak.' },
    ...{ category: i === 3 ? title : 'reforestation', verification_standard: 'verra', location: i % 5 === 0 ? '-' : 'Here' },
    ...{ price_per_credit: i === 0 ? null : i * 7, available_credits: i % 8 === 7 ? null : i % 4, impact_per_year: i },
    ...{ country: 'NA', latitude: -1.5, longitude: -2.25, featured: i % 7 === 0, figures_as_of: '2026-01-31' },
    ...{ status: i % 6 === 5 ? 'Not yet on sale' : 'On sale', units_status: i % 2 === 0 ? 'expected' : null },
    ...{ surveyed_on: '2026-01-31', survey_points: i + 1 },
    labels: i % 2 === 0 ? null : json([{ ...label, source: title.replace('\n', ' ') }, sdg]),
    ratings: i % 3 === 0 ? null : json([{ rating: i === 4 ? 'A (watch)' : '-', agency: 'An agency', date: '2026-01-31' }]),
  }));
  await database.sql`insert into carbon_projects ${database.sql(rows)}`;
});

it.each(['csv', 'json'] as const)('an export as %s is imported back without a change', async (format) => {
  const text = await exportedAs(format);
  expect(await importText(text)).toMatchObject({ created: 0, updated: 0, unchanged: hostile.length, errors: [] });
  // Files leave out the picture: a project that is created gets a landscape.
  const others = { id: expect.any(Number), created_at: expect.any(Date), updated_at: expect.any(Date) };
  const expected = (await stored()).map((row) => ({ ...row, ...others, image_url: has('/pictures/landscapes/') }));
  await database.sql`delete from carbon_projects`;
  expect(await importText(text)).toMatchObject({ created: hostile.length });
  expect(await stored()).toEqual(expected);
});

it('an export of the public list as a workbook changes nothing either', async () => {
  const file = path.join(database.folder, 'list.xlsx');
  const response = await catalogueFiles('https://carma.example').request('/projects.xlsx');
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  const table = await readTable(file);
  const same = { changes: [], created: 0, updated: 0, unchanged: hostile.length, errors: [] };
  expect(await importCatalogue(table, mapColumns(table), { dryRun: true })).toMatchObject(same);
  expect(mapColumns(table).given).toContain('pricePerCredit');
});
