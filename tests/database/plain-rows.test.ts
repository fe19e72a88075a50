import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { quiet } from '#db/connection.ts';
import { seedIfEmpty } from '#db/seed.ts';
import { listProjects } from '#server/domain/projects/list.ts';
import { seedSampleRecord } from '#server/domain/record/sample-record.ts';
import { defaultImage } from '#shared/lib/projects/landscapes.ts';
import { spelledId } from '#shared/lib/registries/listed-projects.ts';
import { ownDatabase } from '#tests/support/own-database.ts';

/** The fields of product.md, section 3, but for the id, and nothing else. */
const wood = {
  ...{ title: 'A wood', description: 'Oaks on 12 hectares.', category: 'Reforestation', image_url: '', price_per_credit: 1450 },
  ...{ available_credits: 1200, verification_standard: 'Woodland Carbon Code', location: 'Powys, Wales', impact_per_year: 300 },
};

const database = ownDatabase();
beforeEach(async () => {
  await database.sql`delete from carbon_projects`;
});

const insert = (...rows: object[]) => database.sql<{ id: number; slug: string }[]>`
  insert into carbon_projects ${database.sql(rows as [Record<string, string>])} returning id, slug
`;
const listed = async () => (await listProjects({})).projects;

it('a row with only the specified columns is a project that is on sale, under an address made from its title', async () => {
  const [row] = await insert(wood);
  expect(row?.slug).toBe('a-wood');
  expect(await listed()).toMatchObject([{ id: row?.id, slug: 'a-wood', status: 'On sale', pricePerCredit: 1450, imageUrl: defaultImage }]);
});

it('a row with only the specified columns has a number in its address where the address is taken, also by a row of the same statement', async () => {
  expect((await insert(wood, wood)).map(({ slug }) => slug)).toEqual(['a-wood', 'a-wood-2']);
  expect((await insert(wood)).map(({ slug }) => slug)).toEqual(['a-wood-3']);
});

it('a row with only the specified columns may bring its id, which no other row is given', async () => {
  const [{ id: last } = { id: 0 }] = await insert(wood);
  await insert({ id: last + 1, ...wood }, { id: last + 7, ...wood }, { id: last + 3, ...wood });
  expect((await insert(wood, wood)).map(({ id }) => id)).toEqual([last + 8, last + 9]);
});

const images = ['', 'images/wood.jpg', 'javascript:alert(1)', '//pictures.example/wood.jpg'];
it.each(images)('a row with only the specified columns keeps the image "%s", and the default picture is shown', async (image) => {
  await insert({ ...wood, image_url: image });
  expect(await database.sql`select image_url from carbon_projects`).toEqual([{ image_url: image }]);
  expect(await listed()).toMatchObject([{ imageUrl: defaultImage }]);
});

it('the database makes an address from any title and id, and spells ids as the code does', async () => {
  const titles = ['vcs-0091', 'GS\u00a0 913', '05763–12', '-', '北京 森林', '2024', 'compare', 'İstanbul', 'x'.repeat(200)];
  const words = fc.oneof(
    fc.constantFrom(...titles),
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
  );
  const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');
  const title = words.filter(isStorable);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(title, fc.option(title)), { minLength: 1, maxLength: 200 }), async (pairs) => {
      const made = await database.sql<{ slug: string; spelled: string }[]>`
        select catalogue_slug(title, external_id) as slug, catalogue_spelled_id(title) as spelled
        from jsonb_to_recordset(${database.sql.json(pairs.map(([title, external_id]) => ({ title, external_id })))}) as pair (title text, external_id text)
      `;
      for (const { slug } of made) {
        expect(slug).toMatch(/^(?!compare$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(120);
      }
      expect(made.map(({ spelled }) => spelled)).toEqual(pairs.map(([id]) => spelledId(id)));
    }),
    { numRuns: 4 },
  );
});

it.each([
  ['Cwm Tŷ-coch Hillside', null, 'cwm-ty-coch-hillside'],
  ["Farmer's Oak", 'VCS 1477', 'farmers-oak-vcs-1477'],
  ['شجر', 'VCS-9', 'project-vcs-9'],
  ['Compare', null, 'compare-project'],
])('the address of "%s" with the id %s is %s', async (title, id, slug) => {
  expect(await database.sql`select catalogue_slug(${title}, ${id}) as slug`).toEqual([{ slug }]);
});

const landscapeOf = async (said: { title?: string; place?: string; methodology?: string; category: string; type?: string }) => {
  const { title = 'Project 12', place = '', methodology = null, category, type = null } = said;
  const [row] = await database.sql`select catalogue_landscape(${title}, ${place}, ${methodology}, ${category}, ${type}) as landscape`;
  return row?.landscape;
};

it.each([
  // It may be a dam or burn wood, so turbines would be misleading.
  [{ category: 'Renewable Energy' }, 'contours'],
  [{ category: 'Forest Conservation', title: 'Katingan Peatland' }, 'wetland'],
  [{ category: 'Other', type: 'methane avoidance' }, 'contours'],
  [{ category: 'Methane Avoidance', methodology: 'Sample methodology for orphaned wells' }, 'plugged-wells'],
  // Words of a title decide only within what the category says is done.
  [{ category: 'Solar Energy', title: 'Oakwood Orchard Mine Solar' }, 'solar'],
])('a project without a picture has a landscape: %o has %s', async (said, landscape) => {
  expect(await landscapeOf(said)).toBe(landscape);
});

it('each landscape is on file in as many drawings as take turns', async () => {
  const [{ source } = { source: '' }] = await database.sql<{ source: string }[]>`
    select pg_get_functiondef('catalogue_landscape'::regproc) as source
  `;
  const names = new Set(source.match(/'[a-z-]+'/g)?.map((quoted) => quoted.slice(1, -1)));
  const landscapes = [...names].filter((name) => existsSync(path.join('public/pictures/landscapes', `${name}-1.svg`)));
  expect(landscapes.length).toBeGreaterThan(30);
  for (const category of ['Reforestation', 'Forest Conservation', 'Wind', 'Biochar', 'Other', 'Coast', 'Solar', 'Landfill', 'Meadow']) {
    for (const id of [1, 2, 3, 4]) {
      const [row] = await database.sql`select catalogue_picture(${id}, '', '', null, ${category}, null) as picture`;
      expect(existsSync(`public${row?.picture}`), row?.picture).toBe(true);
    }
  }
});

it('a sample that says nothing of a column has its default', async () => {
  const file = path.join(database.folder, 'samples.json');
  const required = { verificationStandard: 'Woodland Carbon Code', location: 'Powys, Wales', impactPerYear: 300 };
  await writeFile(file, JSON.stringify({ prices: [], projects: [{ title: 'A wood', category: 'Other', description: '', ...required }] }));
  expect(await seedIfEmpty({ sql: database.sql, log: quiet, file })).toBe(1);
  expect(await database.sql`select featured, status from carbon_projects`).toEqual([{ featured: true, status: 'On sale' }]);
});

it('the catalogue is emptied with the samples and their record, and filled again, but not of a project on the record that is no sample', async () => {
  const fill = () => seedIfEmpty({ sql: database.sql, log: quiet }).then(seedSampleRecord);
  await fill();
  await database.sql`delete from carbon_projects`;
  expect(await database.sql`select from record_entries`).toHaveLength(0);
  await fill();
  await database.sql`update carbon_projects set figures_source = 'Our own' where slug = 'osage-orphan-wells'`;
  await expect(database.sql`delete from carbon_projects`).rejects.toThrow(/\) is on the record and cannot be deleted/);
  expect(await listed()).not.toEqual([]);
  await database.sql`update carbon_projects set figures_source = 'Sample' where slug = 'osage-orphan-wells'`;
});
