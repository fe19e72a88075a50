import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { seedIfEmpty } from '#db/seed.ts';
import { openApiDocument } from '#server/api/openapi/document.ts';
import { changes } from '#server/api/rest/v1/changes.ts';
import { projects } from '#server/api/rest/v1/projects.ts';
import { exportCatalogue } from '#server/domain/projects/export-catalogue.ts';
import { readCatalogue } from '#server/domain/projects/import/read-catalogue.ts';
import { parseTable } from '#server/domain/projects/import/read-rows.ts';
import { storeCatalogue } from '#server/domain/projects/import/store.ts';
import { catalogueFiles } from '#server/http/routes/catalogue-files.ts';
import { closePool } from '#server/platform/database/pool.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { makeTemporaryFolder } from '#tests/support/temporary-folder.ts';

// A field of every type, added where the README says: a migration (below, in SQL), the schema and the table of fields.
vi.mock('#src/schemas/project.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/schemas/project.ts')>();
  const added = {
    rating: z.string().nullable().meta({ description: 'A fictitious rating.' }),
    history: z.string().nullable(),
    vintageStart: z.int().nullable(),
    bufferShare: z.number().nullable(),
    ratedOn: z.string().nullable(),
    registryLink: z.string().nullable(),
    effect: z.enum(['reduction', 'removal']).nullable(),
    isAdjusted: z.boolean().nullable(),
    documents: z.array(z.object({ title: z.string(), address: z.string(), date: z.string().nullable() })).nullable(),
  };
  return { ...original, project: original.project.extend(added) };
});
vi.mock('#src/schemas/project-fields.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#src/schemas/project-fields.ts')>();
  const types = await import('#src/schemas/field-types.ts');
  const paper = z.strictObject({
    title: types.itemText(20),
    address: types.webAddress().schema,
    date: types.day().schema.nullable().default(null),
  });
  const added = {
    rating: { type: types.text(10), names: 'grade ratingletter' },
    history: { type: types.text(500, { paragraphs: true }), names: '' },
    vintageStart: { type: types.wholeNumber({ min: 1990, max: 2100 }), names: 'vintage firstvintage' },
    bufferShare: { type: types.share(), names: 'buffer' },
    ratedOn: { type: types.day(), names: 'dateofrating' },
    registryLink: { type: types.webAddress(), names: 'linktoregistry' },
    effect: { type: types.oneOf(['reduction', 'removal']), names: '' },
    isAdjusted: { type: types.flag(), names: 'correspondingadjustment' },
    documents: { type: types.listOf(paper, 2), names: 'papers' },
  };
  const projectFields = { ...original.projectFields, ...added };
  return { ...original, projectFields, storedFields: original.fieldList(projectFields) };
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.stubEnv('DATABASE_URL', database.url);
  await database.sql`
    alter table carbon_projects
      add column rating text,
      add column history text,
      add column vintage_start integer,
      add column buffer_share double precision,
      add column rated_on date,
      add column registry_link text,
      add column effect text,
      add column is_adjusted boolean,
      add column documents jsonb
  `;
});
afterAll(async () => {
  await closePool(1);
  vi.unstubAllEnvs();
  await database.drop();
});

const oak = { title: 'Oak', slug: 'oak', category: 'Other', standard: 'VCS', location: 'Here', price: '1', available: '1' };
const values = {
  rating: 'AA+',
  history: 'Planted in 2019.\nThinned in 2024.',
  vintageStart: 2021,
  bufferShare: 0.123,
  ratedOn: '2026-03-31',
  registryLink: 'https://registry.example/oak?a=1',
  effect: 'removal',
  isAdjusted: false,
  documents: [
    { title: 'Plan', address: 'https://registry.example/plan.pdf', date: '2026-01-02' },
    { title: 'Report, "final"', address: 'https://registry.example/report.pdf', date: null },
  ],
};
const columns = `rating, history, vintage_start as "vintageStart", buffer_share as "bufferShare", to_char(rated_on, 'YYYY-MM-DD') as "ratedOn",
  registry_link as "registryLink", effect, is_adjusted as "isAdjusted", documents`;
const stored = async (slug = 'oak') =>
  ({ ...(await database.sql`select ${database.sql.unsafe(columns)} from carbon_projects where slug = ${slug}`)[0] }) as Record<
    string,
    unknown
  >;
const read = (rows: object[], options = {}) => readCatalogue(parseTable(JSON.stringify(rows)), options);
const put = (text: string) => storeCatalogue(database.sql, readCatalogue(parseTable(text)));
async function exported(format: 'csv' | 'json'): Promise<string> {
  let text = '';
  for await (const piece of exportCatalogue(database.sql, format)) text += piece;
  return text;
}

describe('a field of each type, in migration, schema and table', () => {
  test('is imported, as data and as people write it, under each of its names', async () => {
    await put(JSON.stringify([{ ...oak, ...values }]));
    expect(await stored()).toEqual(values);
    const { grade, ...written } = {
      grade: 'AA+',
      History: values.history,
      'First vintage': '2021',
      buffer: '12.3 %',
      'Date of rating': '31/03/2026',
      'link to registry': values.registryLink,
      Effect: 'Removal',
      'Corresponding adjustment': 'No',
      papers: JSON.stringify(values.documents),
    };
    expect(read([{ ...oak, grade, ...written }]).projects[0]).toMatchObject(values);
  });

  test.each([
    [{ rating: 'x'.repeat(11) }, 'is longer than 10 characters (11)'],
    [{ vintageStart: '1850' }, 'is not between 1990 and 2100'],
    [{ bufferShare: '20' }, 'is more than the whole: write 20% or 0.2'],
    [{ ratedOn: 'May' }, 'is not a day such as 2026-03-31'],
    [{ registryLink: 'javascript:alert(1)' }, 'is no web address such as https://example.org/report'],
    [{ registryLink: 'https://a.example/b c' }, 'is no web address such as https://example.org/report'],
    [{ isAdjusted: 'perhaps' }, 'is neither true nor false'],
    [{ documents: 'Plan.pdf' }, 'is no JSON: write a list such as [{ "title": "..." }]'],
    [
      { documents: [values.documents[0], { title: 'Plan', address: 'plan.pdf' }] },
      'is no such list: entry 2, address: is not a web address such as https://example.org/report',
    ],
    [{ documents: [{ title: 'a\u0000b', address: 'https://a.example' }] }, 'is no such list: entry 1, title: has a control character'],
  ])('names what it cannot hold: %j', (wrong, reason) => {
    expect(read([{ ...oak, ...wrong }]).faults).toMatchObject([{ line: 1, column: Object.keys(wrong)[0], reason }]);
  });

  test('passes other words over with a note, and refuses them where the column was named', () => {
    const rows = [{ ...oak, effect: 'both' }];
    expect(read(rows)).toMatchObject({ faults: [], notes: [{ column: 'effect', value: 'both' }], projects: [{ effect: null }] });
    expect(read(rows, { map: { effect: 'effect' } }).faults).toMatchObject([{ reason: 'is none of: reduction, removal' }]);
  });

  test('is not stated where a file says nothing of it, or says so', async () => {
    const nothing = Object.fromEntries(Object.keys(values).map((name) => [name, null]));
    expect(read([oak]).projects[0]).toMatchObject(nothing);
    expect(read([{ ...oak, ...nothing, rating: 'N/A', documents: [] }]).projects[0]).toMatchObject(nothing);
    // A file without its column leaves it as it is; one with an empty cell takes it away.
    await put(JSON.stringify([{ ...oak, ...values }]));
    expect(await put(JSON.stringify([oak]))).toMatchObject({ unchanged: 1 });
    expect(await put(JSON.stringify([{ ...oak, rating: '' }]))).toMatchObject({ updated: 1 });
    expect(await stored()).toEqual({ ...values, rating: null });
  });

  test.each(['csv', 'json'] as const)('is exported as %s, and comes back as it was', async (format) => {
    await put(JSON.stringify([{ ...oak, ...values }]));
    const text = await exported(format);
    expect(await put(text)).toMatchObject({ updated: 0, unchanged: 1, faults: [] });
    await database.sql`delete from carbon_projects`;
    expect(await put(text)).toMatchObject({ created: 1, faults: [] });
    expect(await stored()).toEqual(values);
  });

  test('is in the files, in version 1 of the API, in its changes and in its description', async () => {
    await put(JSON.stringify([{ ...oak, ...values }]));
    const files = catalogueFiles('https://carma.example');
    const [csv, apiCsv] = await Promise.all([files, projects].map(async (app) => (await app.request('/projects.csv')).text()));
    // At the end, behind the columns that were there before.
    for (const text of [csv, apiCsv])
      expect(text?.split('\r\n')[0]).toMatch(new RegExp(`,url,monitoring,${Object.keys(values).join(',')}$`));
    expect(await put(csv ?? '')).toMatchObject({ updated: 0, unchanged: 1 });
    expect(readCatalogue(parseTable(apiCsv ?? '')).projects).toMatchObject([values]);
    expect((await (await files.request('/projects.json')).json()).projects).toMatchObject([values]);
    expect((await (await projects.request('/projects')).json()).projects).toMatchObject([values]);
    expect(await (await projects.request('/projects/oak')).json()).toMatchObject(values);
    expect((await (await changes.request('/')).json()).changes.at(-1).project).toMatchObject(values);
    const { Project } = openApiDocument('https://carma.example').components?.schemas ?? {};
    expect(Project).toMatchObject({
      properties: { rating: { description: 'A fictitious rating.' }, documents: {} },
      required: expect.arrayContaining(Object.keys(values)),
    });
  });

  test('may be in the sample catalogue', async () => {
    await database.sql`delete from carbon_projects`;
    const folder = await makeTemporaryFolder();
    const file = path.join(folder.path, 'samples.json');
    const catalogue = JSON.parse(await readFile('db/sample-catalogue.json', 'utf8'));
    const [first] = catalogue.projects;
    Object.assign(first, values);
    await writeFile(file, JSON.stringify(catalogue));
    await seedIfEmpty({ sql: database.sql, log: { info: () => {}, warn: () => {}, error: () => {} }, file });
    await folder.remove();
    expect(await stored(first.slug)).toEqual(values);
  });
});
